// Pairs of variables as a search keeps them: by number, and as the neighbours of each variable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/candidates.hpp"
#include "common/raw_array.hpp"

namespace sepset {

// The pairs a < b of n variables, numbered in the order 0-1, 0-2, ..., 1-2, ...: those with these numbers, which
// increase, two variables a pair. Throws std::invalid_argument when they do not, or there is no such pair.
void pairs_of(const View<std::int64_t>& numbers, std::size_t n, std::int32_t* out);

// The pairs with the numbers start .. stop-1. Throws std::invalid_argument where there are not as many.
RawArray<std::int32_t> pairs_between(std::int64_t start, std::int64_t stop, std::size_t n);

// The same pairs under other numbers, rank[a] and rank[b], the smaller one first. Throws std::invalid_argument
// where a pair is not of two variables that exist.
void ranked_pairs(const Pairs& pairs, const View<std::int32_t>& rank, int threads, std::int32_t* out);

// The members of lists under other numbers, rank[member], the members of each list rising; `rank` is a permutation, and
// no list names a variable twice. Throws std::invalid_argument where a list or a rank names one that does not exist.
void ranked_lists(const CandidateLists& lists, const View<std::int32_t>& rank, std::int32_t* out);

// The places, in order, of the numbers that are not above a limit, NaN among them.
std::vector<std::int64_t> not_above(const View<double>& numbers, double limit);

// The neighbours of v are members[offsets[v]] .. members[offsets[v + 1] - 1].
struct NeighbourLists {
    std::vector<std::int64_t> offsets;
    std::vector<std::int32_t> members;
};

// From (sound) pairs a < b in order; the members of each list then rise.
NeighbourLists neighbour_lists(const Pairs& pairs, std::size_t variables);

// How many members of its list each pair can draw from: those that are not one of its ends. Lists rise.
std::vector<std::int32_t> count_candidates(const Pairs& pairs, const CandidateLists& lists, std::size_t variables,
                                           int threads);

}  // namespace sepset
