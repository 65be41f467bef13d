// Which parents a node may have when there are many variables, and what they score.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "score/families.hpp"

namespace sepset::score {

// What is known of edges beforehand: of each node, who may be a parent and who is one, in rows of `words` words of
// bits.
struct Limits {
    const std::uint64_t *may, *must;
    std::size_t words;

    bool may_be(std::size_t u, std::size_t v) const { return may[v * words + u / 64] >> (u % 64) & 1; }
    bool must_be(std::size_t u, std::size_t v) const { return must[v * words + u / 64] >> (u % 64) & 1; }
};

// Candidate parents of each node, found greedily by score: those of the best family, then those that gain most.
struct CandidateTables {
    std::vector<std::vector<std::size_t>> candidates;  // in increasing order
    std::vector<std::vector<double>> local;            // of each node, at score * 2^candidates + set
    std::vector<Set> must;                             // of each node: candidates that are parents for certain
    std::size_t left_out = 0;  // how many others would have gained something given some part of the best family
};

CandidateTables candidate_tables(const Families& families, const Limits& limits, std::size_t most, int threads,
                                 const std::function<void()>& check_signals);

}  // namespace sepset::score
