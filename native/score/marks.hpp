// From drawn DAGs to what their classes share: the essential graph, or what a plan of rules finds of the k-essential
// one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "orientation/orientation.hpp"

namespace sepset::score {

// DAGs on n nodes as rows of parents, (n + 63) / 64 words each.
struct Dags {
    const std::uint64_t* parents;
    std::size_t count, n;
    std::size_t words() const { return (n + 63) / 64; }
};

// For every DAG and every two nodes i, j, at (dag * n + i) * n + j: 0 where they are not adjacent, else 1 + the mark at
// i. With a k, the k-closure is oriented, else the DAG itself; the plan says by which rules.
std::vector<std::uint8_t> dag_marks(const Dags& dags, std::optional<int> k, const orientation::Plan& plan, int threads,
                                    void (*check)());

}  // namespace sepset::score
