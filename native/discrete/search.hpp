// The search of one level: for each pair of discrete columns, every conditioning set of one size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "common/candidates.hpp"
#include "discrete/best_tests.hpp"
#include "discrete/columns.hpp"
#include "discrete/statistic.hpp"

namespace sepset::discrete {

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
void check(const LevelRequest& request, std::size_t columns);
void check_test(std::size_t columns, std::int32_t a, std::int32_t b, const View<std::int32_t>& given);

// Candidates of pair i other than its own columns, ascending.
void take_candidates(const Pairs& pairs, const CandidateLists& lists, std::size_t i,
                     std::vector<std::int32_t>& candidates);

// The statistic of one table and both kinds of degrees of freedom.
struct TestResult {
    double statistic;
    std::int64_t adjusted_dof, full_dof;
};

TestResult test_pair(const Codes& codes, Statistic kind, std::int32_t a, std::int32_t b,
                     const View<std::int32_t>& given);

// For each pair the tests that may have the largest p-value (see BestTests).
std::vector<std::vector<BestTest>> search_level(const Columns& data, const LevelRequest& request);

}  // namespace sepset::discrete
