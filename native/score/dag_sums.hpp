// The sum over all DAGs by inclusion and exclusion of sinks, and without sampling the probability
// of every edge and of every ancestor.
#pragma once

#include <vector>

#include "common/interruption.hpp"
#include "score/family_sums.hpp"

namespace sepset::score {

struct DagSums {
    // The logarithm of the sum of exp(score + log-odds * edges) over all DAGs; not finite if no DAG is allowed.
    double log_sum;
    // P(u --> v) and P(u is an ancestor of v) at u * n + v, if asked for.
    std::vector<double> edges, ancestors;
};

DagSums dag_sums(const Component& component, bool with_pairs, Interruption& interruption);

}  // namespace sepset::score
