// Weights of the sets of candidate parents, and their sums: what chains read.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "score/candidate_tables.hpp"
#include "score/scaled.hpp"

namespace sepset::score {

// Which score a component uses, its log-odds of an edge, and the log of its prior weight (minus the normaliser).
struct ChainComponent {
    std::size_t score;
    double log_odds, log_prior;
};

// Sums of weights over parent sets inside sets of candidates, for every component and node.
class ChainTables {
  public:
    ChainTables(const CandidateTables& tables, std::vector<ChainComponent> components, int threads,
                const std::function<void()>& check_signals);

    std::size_t n() const { return tables_.candidates.size(); }
    const std::vector<ChainComponent>& components() const { return components_; }
    const std::vector<std::size_t>& candidates(std::size_t v) const { return tables_.candidates[v]; }
    // The parents of each node that are certain: with the layers of these a chain starts.
    const std::vector<Set>& certain() const { return tables_.must; }
    // The nodes that v may be a parent of, each with the bit of v among its candidates.
    const std::vector<std::pair<std::size_t, Set>>& children(std::size_t v) const { return children_[v]; }
    Scaled sum(std::size_t component, std::size_t v, Set set) const {
        const std::size_t at = component << candidates(v).size() | set;
        return {mantissa_[v][at], exponent_[v][at]};
    }
    // The log weight of one parent set.
    double log_weight(std::size_t component, std::size_t v, Set set) const;

  private:
    const CandidateTables& tables_;
    std::vector<ChainComponent> components_;
    std::vector<std::vector<std::pair<std::size_t, Set>>> children_;
    std::vector<std::vector<double>> mantissa_;
    std::vector<std::vector<std::int32_t>> exponent_;
};

}  // namespace sepset::score
