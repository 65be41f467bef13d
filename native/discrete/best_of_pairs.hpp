// From the tests that may have the largest p-value of their pair to the one that has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/candidates.hpp"

namespace sepset::discrete {

// Tests of pairs, end to end: which pair, degrees of freedom, statistic, and `size` places of columns each.
struct TestsOfPairs {
    View<std::int64_t> pair, dof;
    View<double> statistic;
    View<std::int32_t> given;
    std::size_t size;
};

// The names of the columns in order: the rank of the column at a place, and the column of a rank.
struct NameOrder {
    View<std::int32_t> rank, column;
};

struct BestOfPairs {
    std::vector<double> p;           // by pair; NaN: it has no test
    std::vector<std::int32_t> sets;  // by pair: columns in the order of their names, or -1
};

// What the kernel relies on; throws std::invalid_argument if something is wrong.
void check(const TestsOfPairs& tests, const NameOrder& names, std::size_t pairs);

// The test with the largest p of each pair; of equal p the one with more degrees of freedom, then with the smaller
// statistic, then the first. Tests with no dof, or with more than `most_dof`, are no evidence: their p is 1.
BestOfPairs best_of_pairs(const TestsOfPairs& tests, const NameOrder& names, std::size_t pairs, std::int64_t most_dof);

}  // namespace sepset::discrete
