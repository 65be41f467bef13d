// Rows of discrete columns in groups: what counting sets of columns comes down to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "score/local_scores.hpp"

namespace sepset::score {

// Rows that are alike in every column, as one row with a weight.
struct WeightedRows {
    std::vector<std::vector<std::uint16_t>> columns;
    std::vector<std::uint32_t> weight;
    std::size_t total;
};

WeightedRows merge_rows(const Codes& codes);

// Rows grouped by their values in some columns; groups are numbered in the order in which they appear.
struct Groups {
    std::vector<std::uint32_t> of_row, size;
};

// All rows in one group.
Groups one_group(const WeightedRows& rows);

// Splits groups by one more column; `place` is scratch space that calls share.
void split(const WeightedRows& rows, const Groups& groups, std::size_t column, std::size_t levels,
           std::vector<std::uint32_t>& place, Groups& finer);

// Groups of the same size contribute the same, and most groups are small: (size, how many).
using SizeCounts = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

void count_sizes(const Groups& groups, SizeCounts& counts);

}  // namespace sepset::score
