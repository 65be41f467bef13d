// The posterior over DAGs by several chains.
#pragma once

#include "score/partition_chain.hpp"

namespace sepset::score {

struct SampledPlan {
    std::size_t most_candidates, chains;
    ChainPlan chain;
    Limits limits;
    std::uint64_t seed;
    int threads;
};

struct SampledPosterior {
    std::vector<std::uint64_t> parents;   // of kept draws, chain by chain: n rows of (n + 63) / 64 words each
    std::vector<double> log_weight;       // of kept draws: over all components, up to a constant
    std::vector<std::int32_t> component;  // of kept draws: where the chain was
    std::vector<double> edges;            // of each chain: the share of draws with u --> v
    std::vector<double> visits;           // of each chain: the share of sweeps in each component
    std::size_t candidates, left_out;     // the most that a node has; how many that might matter were left out
};

SampledPosterior sample_posterior(const Families& families, const std::vector<ChainComponent>& components,
                                  const SampledPlan& plan, const std::function<void()>& check_signals);

}  // namespace sepset::score
