// Numbers as they are written in text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/candidates.hpp"

namespace sepset::text {

// Cell i is the `lengths[i]` characters of the text from `starts[i]` on.
struct Cells {
    View<std::uint8_t> text;
    View<std::int64_t> starts;
    View<std::int64_t> lengths;
};

// values[i]: the double that is nearest to the number in cell i, and no negative zero. Returns the places of the other
// cells: what is no number, numbers from 2^53 on, and, where the standard library cannot, some that are hard to round.
// `point` stands before decimals. Throws std::invalid_argument where a cell is not within the text.
std::vector<std::int64_t> read_numbers(const Cells& cells, char point, double* values);

}  // namespace sepset::text
