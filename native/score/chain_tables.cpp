#include "score/chain_tables.hpp"

#include <algorithm>

#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "score/family.hpp"
#include "score/scaled.hpp"

namespace sepset::score {

namespace {

// Turns weights of sets into sums over all their subsets.
void sum_subsets(std::size_t bits, double* mantissa, std::int32_t* exponent) {
    for (std::size_t bit = 0; bit < bits; ++bit)
        for (std::size_t set = 0; set < std::size_t{1} << bits; ++set) {
            if (!(set >> bit & 1)) continue;
            const std::size_t less = set ^ std::size_t{1} << bit;
            const std::int32_t top = std::max(exponent[set], exponent[less]);
            mantissa[set] =
                mantissa[set] * power_of_two(exponent[set] - top) + mantissa[less] * power_of_two(exponent[less] - top);
            exponent[set] = top;
        }
}

}  // namespace

ChainTables::ChainTables(const CandidateTables& tables, std::vector<ChainComponent> components, int threads,
                         const std::function<void()>& check_signals)
    : tables_(tables), components_(std::move(components)), children_(n()), mantissa_(n()), exponent_(n()) {
    for (std::size_t v = 0; v < n(); ++v)
        for (std::size_t i = 0; i < candidates(v).size(); ++i) children_[candidates(v)[i]].emplace_back(v, Set{1} << i);
    Interruption interruption(check_signals);
    parallel_for(n(), threads, [&](std::size_t v, int) {
        interruption.check();
        const std::size_t bits = candidates(v).size(), sets = std::size_t{1} << bits;
        mantissa_[v].resize(components_.size() << bits);
        exponent_[v].resize(components_.size() << bits);
        for (std::size_t c = 0; c < components_.size(); ++c) {
            double* mantissa = mantissa_[v].data() + (c << bits);
            std::int32_t* exponent = exponent_[v].data() + (c << bits);
            for (std::size_t set = 0; set < sets; ++set)
                split_exponential(log_weight(c, v, static_cast<Set>(set)), mantissa[set], exponent[set]);
            sum_subsets(bits, mantissa, exponent);
        }
    });
}

double ChainTables::log_weight(std::size_t component, std::size_t v, Set set) const {
    const ChainComponent& one = components_[component];
    return tables_.local[v][one.score << candidates(v).size() | set] + one.log_odds * size_of(set);
}

}  // namespace sepset::score
