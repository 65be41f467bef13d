// The residual test and its search, set by set: each conditioning set is worked out once and answers for all pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "residual/scene.hpp"

namespace sepset::residual {

Answer test(const Table& table, std::int32_t a, std::int32_t b, const std::vector<std::int32_t>& given);

struct Level {
    const std::int32_t* pairs;  // two variables a pair
    std::size_t count;
    std::size_t size;  // of the conditioning sets
    // List g is members[offsets[g]] up to members[offsets[g + 1]], increasing; pair i uses list of[i].
    const std::int64_t* offsets;
    std::size_t lists;
    const std::int32_t* members;
    const std::int32_t* of;
    double alpha;        // sets with a p at or below do not count; negative: all do
    bool skip_discrete;  // leave out the tests in which no variable is continuous
    int threads;
    std::function<void()> check_signals;  // lets a signal end the search
};

// For each pair the set with the largest p; equal p: more degrees of freedom, the smaller statistic, the earlier set.
struct LevelAnswer {
    std::vector<double> p, statistic;  // NaN: no set
    std::vector<std::int64_t> dof;
    std::vector<std::int32_t> sets;  // -1: none
};

LevelAnswer search(const Table& table, const Level& level);

}  // namespace sepset::residual
