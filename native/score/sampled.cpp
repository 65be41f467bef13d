#include "score/sampled.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/builtins.hpp"
#include "common/parallel.hpp"

namespace sepset::score {

namespace {

// The log of the weight of a DAG over all components.
double log_weight(const ChainTables& tables, const Set* parents) {
    std::vector<double> logs;
    for (std::size_t c = 0; c < tables.components().size(); ++c) {
        logs.push_back(tables.components()[c].log_prior);
        for (std::size_t v = 0; v < tables.n(); ++v) logs.back() += tables.log_weight(c, v, parents[v]);
    }
    const double best = *std::max_element(logs.begin(), logs.end());
    double sum = 0.0;
    for (const double one : logs) sum += std::exp(one - best);
    return best + std::log(sum);
}

void append(const ChainTables& tables, const ChainResult& chain, SampledPosterior& out) {
    const std::size_t n = tables.n(), words = (n + 63) / 64;
    for (std::size_t draw = 0; draw < chain.component.size(); ++draw) {
        const Set* parents = chain.parents.data() + draw * n;
        const std::size_t start = out.parents.size();
        out.parents.resize(start + n * words, 0);
        for (std::size_t v = 0; v < n; ++v)
            for (Set left = parents[v]; left; left &= left - 1) {
                const std::size_t u = tables.candidates(v)[static_cast<std::size_t>(lowest_bit(left))];
                out.parents[start + v * words + u / 64] |= std::uint64_t{1} << (u % 64);
            }
        out.log_weight.push_back(log_weight(tables, parents));
    }
    out.component.insert(out.component.end(), chain.component.begin(), chain.component.end());
    out.edges.insert(out.edges.end(), chain.edges.begin(), chain.edges.end());
    out.visits.insert(out.visits.end(), chain.visits.begin(), chain.visits.end());
}

}  // namespace

SampledPosterior sample_posterior(const CandidateTables& candidates, const std::vector<ChainComponent>& components,
                                  const SampledPlan& plan, const std::function<void()>& check_signals) {
    const ChainTables tables(candidates, components, plan.threads, check_signals);
    std::vector<ChainResult> chains(plan.last_chain - plan.first_chain);
    Interruption interruption(check_signals);
    parallel_for(chains.size(), plan.threads, [&](std::size_t i, int) {
        chains[i] = run_chain(tables, plan.chain, Random(plan.seed, plan.first_chain + i), interruption);
    });
    SampledPosterior out;
    for (const ChainResult& chain : chains) append(tables, chain, out);
    return out;
}

}  // namespace sepset::score
