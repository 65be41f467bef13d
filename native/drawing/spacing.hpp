// Places on a line that give way to each other as cheaply as possible: the network simplex method.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/interruption.hpp"

namespace sepset::drawing {

// "Item b at least this far behind item a": each unit short of it costs `weight`; a negative weight makes it a demand.
struct Wish {
    std::int32_t a;
    std::int32_t b;
    std::int64_t distance;
    std::int64_t weight;
};

// The places with the least cost, from 0; throws std::invalid_argument if a wish is about no item, or if demands
// contradict each other.
std::vector<std::int64_t> space_items(std::size_t items, const std::vector<Wish>& wishes, Interruption& interruption);

}  // namespace sepset::drawing
