// Which parents a node may have when there are many variables, and what they score.
#pragma once

#include <functional>
#include <vector>

#include "score/families.hpp"

namespace sepset::score {

// Candidate parents of each node, found greedily by score: those of the best family, then those that gain most.
struct CandidateTables {
    std::vector<std::vector<std::size_t>> candidates;  // in increasing order
    std::vector<std::vector<double>> local;            // of each node, at score * 2^candidates + set
    std::size_t left_out = 0;  // how many others would have gained something given some part of the best family
};

CandidateTables candidate_tables(const Families& families, std::size_t most, int threads,
                                 const std::function<void()>& check_signals);

}  // namespace sepset::score
