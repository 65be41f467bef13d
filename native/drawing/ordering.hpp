// The order of items within the layers of a drawing, so that few links cross.
#pragma once

#include <cstdint>
#include <vector>

#include "common/interruption.hpp"

namespace sepset::drawing {

// Items (nodes, and stand-ins where an edge passes a layer) in layers; links join items of neighbouring layers.
struct Links {
    std::vector<std::vector<std::int32_t>> layers;
    std::vector<std::vector<std::int32_t>> left;   // by item: its neighbours in the layer before
    std::vector<std::vector<std::int32_t>> right;  // and in the layer after
};

// How much is tried.
struct Effort {
    int starts;
    int sweeps;
    int sifts;
    int kicks;
};

// Reads the layer of every item, and links as pairs; throws std::invalid_argument if a link does not join neighbours.
Links read_links(const std::int32_t* layer, std::size_t items, const std::int32_t* links, std::size_t count);

// The layers with their items in an order that has few crossings.
std::vector<std::vector<std::int32_t>> order_layers(const Links& links, const Effort& effort,
                                                    Interruption& interruption);

}  // namespace sepset::drawing
