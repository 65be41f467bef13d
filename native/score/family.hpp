// From terms of sets to scores of families.
#pragma once

#include <limits>
#include <vector>

#include "common/builtins.hpp"
#include "score/local_scores.hpp"

namespace sepset::score {

inline int size_of(Set set) { return count_bits(set); }

// Writes A(P and v) - B_v(P) for every node and every set of at most `bound` parents.
template <class Family, class Parents>
void write_families(std::size_t n, int bound, Family family, Parents parents, double* out) {
    const Set all = Set{1} << n;
    for (std::size_t v = 0; v < n; ++v)
        for (Set set = 0; set < all; ++set) {
            const bool allowed = !(set >> v & 1) && size_of(set) <= bound;
            out[v * all + set] =
                allowed ? family(set | Set{1} << v) - parents(v, set) : -std::numeric_limits<double>::infinity();
        }
}

}  // namespace sepset::score
