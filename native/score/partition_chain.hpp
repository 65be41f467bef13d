// A Markov chain over ordered partitions of the nodes, and DAGs drawn along it.
//
// A partition is the layers of a DAG: each node but those of the first layer has a parent in the layer before its own
// [Kuipers and Moffa 2017]. Every DAG has exactly one, so that DAGs drawn given partitions have no bias, unlike those
// drawn given orders. A step takes a node out and puts it back at a place drawn from all of them by its probability
// given where the others are: into a layer, or as a layer of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "common/interruption.hpp"
#include "common/random.hpp"
#include "score/chain_tables.hpp"

namespace sepset::score {

struct ChainPlan {
    std::size_t warm_up, sweeps, keep_every;
    std::size_t replicas;  // chains at rising heat beside each chain, itself included
    double reversals;      // edges that are tried to be reversed after each sweep, for every node
};

struct ChainResult {
    std::vector<Set> parents;             // of kept draws: n sets of candidates each
    std::vector<std::int32_t> component;  // of kept draws
    std::vector<double> edges;            // share of all draws with u --> v, at u * n + v
    std::vector<double> visits;           // share of sweeps in each component
};

ChainResult run_chain(const ChainTables& tables, const ChainPlan& plan, Random random, Interruption& interruption);

}  // namespace sepset::score
