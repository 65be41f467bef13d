// From drawn DAGs to the exact k-essential graphs of their classes.
#pragma once

#include <functional>

#include "score/marks.hpp"

namespace sepset::score {

struct ExactMarks {
    std::vector<std::uint8_t> marks;    // as of dag_marks
    std::vector<std::uint8_t> settled;  // of each DAG: 0 where the search took too long, and its marks say nothing
};

// DAGs of one class are answered together; at most 64 nodes. A question that takes more than `most_steps` is given up.
ExactMarks k_essential_marks(const Dags& dags, int k, std::size_t most_steps, int threads,
                             const std::function<void()>& check_signals);

}  // namespace sepset::score
