// The posterior over DAGs by several chains, or some of them: each has its own random numbers.
#pragma once

#include "score/partition_chain.hpp"

namespace sepset::score {

struct SampledPlan {
    std::size_t first_chain, last_chain;  // those from the first to before the last are run
    ChainPlan chain;
    std::uint64_t seed;
    int threads;
};

struct SampledPosterior {
    std::vector<std::uint64_t> parents;   // of kept draws, chain by chain: n rows of (n + 63) / 64 words each
    std::vector<double> log_weight;       // of kept draws: over all components, up to a constant
    std::vector<std::int32_t> component;  // of kept draws: where the chain was
    std::vector<double> edges;            // of each chain: the share of draws with u --> v
    std::vector<double> visits;           // of each chain: the share of sweeps in each component
};

SampledPosterior sample_posterior(const CandidateTables& candidates, const std::vector<ChainComponent>& components,
                                  const SampledPlan& plan, const std::function<void()>& check_signals);

}  // namespace sepset::score
