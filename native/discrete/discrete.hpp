// The search of one level: for each pair of discrete columns, every conditioning set of one size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "common/candidates.hpp"
#include "discrete/data.hpp"
#include "discrete/front.hpp"
#include "discrete/statistic.hpp"

namespace sepset {

struct LevelRequest {
    Pairs pairs;
    int size;
    std::optional<CandidateLists> lists;  // none: every other column
    View<double> critical;                // see CriticalValues
    View<std::int32_t> name_rank;         // by column
    Statistic kind;
    bool adjusted;  // degrees of freedom without empty rows and columns, or of the full table
    int threads;
    std::function<void()> check_signals;  // called now and then in the calling thread; may throw to end the search
};

// These throw std::invalid_argument when what they look at is not what it claims to be, so that the rest can trust it.
void check(const DiscreteCodes& codes);
void check(const LevelRequest& request, std::size_t columns);
void check_test(std::size_t columns, std::int32_t a, std::int32_t b, const View<std::int32_t>& given);

// The statistic of one table and both kinds of degrees of freedom.
struct TestResult {
    double statistic;
    std::int64_t adjusted_dof, full_dof;
};

TestResult discrete_test(const DiscreteCodes& codes, Statistic kind, std::int32_t a, std::int32_t b,
                         const std::int32_t* given, std::size_t size);

// For each pair the tests that may have the largest p-value (see Front).
std::vector<std::vector<Front::Entry>> discrete_search(const DiscreteData& data, const LevelRequest& request);

// (levels of a - 1) (levels of b - 1) times the product of the levels of `given`; at most 2^62.
std::int64_t full_dof(const DiscreteCodes& codes, std::int32_t a, std::int32_t b, const std::int32_t* given,
                      std::size_t size);

}  // namespace sepset
