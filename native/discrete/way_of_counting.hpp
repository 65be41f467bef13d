// The cheapest way to count the tables of a pair.
#pragma once

#include <cstddef>

#include "discrete/candidate_blocks.hpp"
#include "discrete/columns.hpp"
#include "discrete/pair.hpp"

namespace sepset::discrete {

enum class WayOfCounting {
    row_by_row,
    bitmaps,         // all rows under a mask for each cell
    sorted_bitmaps,  // the rows sorted by cell first
};

// For sets of `size` >= 1 of the candidates that were taken.
WayOfCounting cheapest_way(const Columns& data, const Pair& pair, const CandidateBlocks& candidates, std::size_t size);

}  // namespace sepset::discrete
