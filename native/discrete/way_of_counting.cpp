#include "discrete/way_of_counting.hpp"

#include <algorithm>
#include <cmath>

namespace sepset::discrete {
namespace {

constexpr double kRowCost = 1.5;      // cycles a row, counting row by row
constexpr double kCountCost = 0.4;    // cycles a word, mask and bitmap
constexpr double kSqueezeCost = 2.0;  // cycles a word, bitmap and cell, sorting rows by cell

}  // namespace

WayOfCounting cheapest_way(const Columns& data, const Pair& pair, const CandidateBlocks& candidates, std::size_t size) {
    const std::size_t count = candidates.in_blocks();
    if (!pair.has_bitmaps() || pair.cells() > kMostCells || count < size) return WayOfCounting::row_by_row;
    if (size == 1) return WayOfCounting::bitmaps;
    double sets = 1.0, bitmaps = 0.0;
    for (std::size_t i = 0; i < size; ++i) sets *= static_cast<double>(count - i) / static_cast<double>(i + 1);
    for (std::size_t p = 0; p < count; ++p) bitmaps += data.levels(candidates.column(p)) - 1;
    const double slots = bitmaps / static_cast<double>(count), cells = pair.cells();
    const double words = static_cast<double>(data.words());
    const double squeezing = kSqueezeCost * words * cells * bitmaps;
    const double counting = kCountCost * words * sets * slots * std::pow(slots + 1.0, static_cast<double>(size - 1));
    const bool sorting_pays = squeezing + counting < counting * cells;
    const double cost = sorting_pays ? squeezing + counting : counting * cells;
    if (!(cost < sets * kRowCost * static_cast<double>(data.rows()))) return WayOfCounting::row_by_row;
    return sorting_pays ? WayOfCounting::sorted_bitmaps : WayOfCounting::bitmaps;
}

}  // namespace sepset::discrete
