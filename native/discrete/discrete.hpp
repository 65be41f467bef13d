// The search of one level: for each pair of discrete columns, every conditioning set of one size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "discrete/data.hpp"
#include "discrete/front.hpp"
#include "discrete/statistic.hpp"

namespace sepset {

// Lists of candidate columns, and which list each pair uses; null offsets: every other column.
struct CandidateLists {
    const std::int64_t* offsets;
    const std::int32_t* members;
    const std::int32_t* of;
};

struct LevelRequest {
    const std::int32_t* pairs;  // two columns a pair
    std::size_t pair_count;
    int size;
    CandidateLists candidates;
    const double* critical;  // see CriticalValues
    std::size_t critical_count;
    const std::int32_t* name_rank;
    Statistic kind;
    bool adjusted;  // degrees of freedom without empty rows and columns, or of the full table
    int threads;
    std::function<void()> poll;  // called now and then in the calling thread; may throw to end the search
};

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
