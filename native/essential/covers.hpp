// Can a <-> pair be k-covered? Bounds on the number of disjoint connections; bounds.py of sepset.equivalence.essential
// has the reasons.
#pragma once

#include "essential/partial_closure.hpp"

namespace sepset::essential {

// Optimistically: over all edges that may turn out directed, among all nodes that may turn out to be ancestors.
bool may_be_covered(const Partial& partial, std::size_t a, std::size_t b, int k);

// By what is certain already.
bool is_covered(const Partial& partial, std::size_t a, std::size_t b, int k);

// All that is reached from a set of nodes along the rows, the set included.
Row reached(Row from, const std::vector<Row>& rows);

}  // namespace sepset::essential
