// A Markov chain over ordered partitions of the nodes, and DAGs drawn along it.
//
// A partition is the layers of a DAG: each node but those of the first layer has a parent in the layer before its own
// [Kuipers and Moffa 2017]. Every DAG has exactly one, so that DAGs drawn given partitions have no bias, unlike those
// drawn given orders. A step takes a node out and puts it back at a place drawn from all of them by its probability
// given where the others are: into a layer, or as a layer of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "common/interruption.hpp"
#include "score/candidate_tables.hpp"
#include "score/random.hpp"
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

struct ChainPlan {
    std::size_t warm_up, sweeps, keep_every;
    std::size_t replicas;  // chains at rising heat beside each chain, itself included
};

struct ChainResult {
    std::vector<Set> parents;             // of kept draws: n sets of candidates each
    std::vector<std::int32_t> component;  // of kept draws
    std::vector<double> edges;            // share of all draws with u --> v, at u * n + v
    std::vector<double> visits;           // share of sweeps in each component
};

ChainResult run_chain(const ChainTables& tables, const ChainPlan& plan, Random random, Interruption& interruption);

}  // namespace sepset::score
