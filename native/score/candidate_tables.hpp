// Which parents a node may have when there are many variables, and what they score.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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

// What chains read: the candidate parents of each node, what sets of them score, and which are parents for certain.
// A set without one of these has no weight.
struct CandidateTables {
    std::vector<std::vector<std::size_t>> candidates;  // in increasing order
    std::vector<const double*> local;                  // of each node, at score * 2^candidates + set
    std::vector<Set> must;
};

// Whose candidates are looked for, and how: those of nodes from `first` to before `last`, at most `most` for each, by
// one score for all nodes; without one, by that which single parents explain best.
struct CandidateSearch {
    Limits limits;
    std::size_t most, first, last;
    std::optional<std::size_t> score;
    int threads;
};

// Candidates of some nodes, found greedily by score: those of the best family, then those that gain most.
struct FoundCandidates {
    std::vector<std::vector<std::size_t>> candidates;
    std::vector<std::vector<double>> local;
    std::size_t left_out = 0;  // how many others would have gained something given some part of the best family
    std::size_t score = 0;     // by which they were found
};

FoundCandidates find_candidates(const Families& families, const CandidateSearch& search,
                                const std::function<void()>& check_signals);

// Bits of the candidates of a node that are parents for certain.
Set certain_parents(const Limits& limits, std::size_t v, const std::vector<std::size_t>& candidates);

}  // namespace sepset::score
