// The sum over all DAGs by inclusion and exclusion of sinks, and the probability of every edge, without sampling.
#pragma once

#include <vector>

#include "score/family_sums.hpp"

namespace sepset::score {

struct Evidence {
    // The logarithm of the sum of exp(score + log-odds * edges) over all DAGs; not finite if no DAG is allowed.
    double log_sum;
    // P(u --> v) at u * n + v, if asked for.
    std::vector<double> edges;
};

Evidence evidence(const Component& component, bool with_edges);

}  // namespace sepset::score
