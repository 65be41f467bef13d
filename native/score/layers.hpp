// DAGs drawn exactly from the posterior, by root layers.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "score/family_sums.hpp"

namespace sepset::score {

struct Draws {
    double log_sum;  // of exp(score + log-odds * edges) over all DAGs, without any subtraction of large numbers
    std::vector<Set> parents;  // n sets for each draw
};

// Draws `count` DAGs; draw i depends on the seed, on the stream and on i only.
Draws draw_dags(const Component& component, std::size_t count, std::uint64_t seed, std::uint64_t stream, int threads,
                const std::function<void()>& check_signals);

// The bytes that a draw takes at its peak.
double layer_bytes(std::size_t n);

}  // namespace sepset::score
