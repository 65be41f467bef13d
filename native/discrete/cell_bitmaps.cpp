#include "discrete/cell_bitmaps.hpp"

#include <algorithm>

namespace sepset::discrete {
namespace {

constexpr std::size_t kShortCell = 64;  // words up to which laying sorted bitmaps side by side pays
constexpr std::size_t kSumCost = 16;    // words a bitmap, adding up the words of a vector

}  // namespace

void CellBitmaps::lay_out(bool sorted, bool skip_largest) {
    const std::vector<std::int32_t>& totals = pair_.cell_totals();
    const auto largest = std::max_element(totals.begin(), totals.end()) - totals.begin();
    skipped_ = skip_largest ? static_cast<int>(largest) : -1;
    sorted_ = sorted;
    side_by_side_ = sorted && side_by_side_pays();
    ranges_.clear();
    lane_ranges_.clear();
    all_rows_.clear();
    for (int cell = 0; cell < pair_.cells(); ++cell) add_range(cell);
    words_ = line_words(all_rows_.size());
    if (sorted_) sort_rows();
    if (side_by_side_) lay_side_by_side();
}

// Side by side, levels that a column lacks and lanes without a column are counted too.
bool CellBitmaps::side_by_side_pays() const {
    const std::size_t cell = data_.words() / static_cast<std::size_t>(pair_.cells());
    std::size_t width = 0;
    for (const Block& block : candidates_.blocks()) width += block.width();
    return cell <= kShortCell && operations_.lanes.pays(cell) &&
           width * cell < candidates_.bitmaps().size() * (cell + kSumCost);
}

void CellBitmaps::add_range(int cell) {
    const std::size_t rows = cell == skipped_ ? 0 : pair_.cell_totals()[cell], first = all_rows_.size();
    ranges_.push_back({first, rows == 0 ? 0 : sorted_ ? counted_words(rows) : data_.words()});
    lane_ranges_.push_back({first, (rows + 63) / 64});
    if (sorted_) {
        all_rows_.resize(first + rows / 64, ~std::uint64_t{0});
        if (rows % 64) all_rows_.push_back((std::uint64_t{1} << rows % 64) - 1);
    } else if (rows) {
        pair_.cell_rows(cell, cell_rows_);
        all_rows_.insert(all_rows_.end(), cell_rows_.begin(), cell_rows_.end());
    }
    all_rows_.resize(first + ranges_.back().count);
}

void CellBitmaps::sort_rows() {
    const std::vector<Bitmap>& bitmaps = candidates_.bitmaps();
    sorted_words_.assign(bitmaps.size() * words_, 0);
    sorted_bitmaps_ = bitmaps;
    for (std::size_t i = 0; i < bitmaps.size(); ++i) sorted_bitmaps_[i].bits = sorted_words_.data() + i * words_;
    for (int cell = 0; cell < pair_.cells(); ++cell) {
        if (ranges_[cell].count == 0) continue;
        pair_.cell_rows(cell, cell_rows_);
        operations_.squeeze(bitmaps.data(), bitmaps.size(), cell_rows_.data(), cell_rows_.size(),
                            sorted_words_.data() + ranges_[cell].first, words_);
    }
}

void CellBitmaps::lay_side_by_side() {
    std::size_t size = 0;
    block_lanes_.clear();
    for (const Block& block : candidates_.blocks()) {
        block_lanes_.push_back(size);
        size += block.width() * words_;
    }
    lane_words_.assign(size, 0);
    for (std::size_t i = 0; i < block_lanes_.size(); ++i) {
        const Block& block = candidates_.blocks()[i];
        discrete::lay_side_by_side(sorted_bitmaps_.data() + block.first_bitmap, block.bitmap_count, words_,
                                   lane_words_.data() + block_lanes_[i], block.width());
    }
}

void CellBitmaps::count(const std::vector<CellMask>& masks, std::size_t number, std::size_t from, LaneCounts& table) {
    const Block& block = candidates_.blocks()[number];
    if (side_by_side_) {
        operations_.lanes.count(masks.data(), masks.size(), lane_ranges_.data(), lane_ranges_.size(),
                                {lane_words_.data() + block_lanes_[number], block.width()}, table.data());
        return;
    }
    // Levels that a column lacks stay empty.
    if (block.bitmap_count != block.width()) std::fill(table.begin(), table.end(), 0);
    const std::size_t first = candidates_.first_bitmap(std::max(from, number * kLanes));
    count_bitmaps(masks, first, block.first_bitmap + block.bitmap_count, table.data());
}

void CellBitmaps::count_bitmaps(const std::vector<CellMask>& masks, std::size_t first, std::size_t stop,
                                std::int32_t* table) {
    const std::vector<Bitmap>& bitmaps = sorted_ ? sorted_bitmaps_ : candidates_.bitmaps();
    for (int cell = 0; cell < pair_.cells() && first < stop; ++cell) {
        if (cell == skipped_) continue;
        const WordRange words = ranges_[cell];
        cell_masks_.clear();
        for (const CellMask& mask : masks) {  // masks of unsorted rows have the words of all rows for each cell
            cell_masks_.push_back({mask.bits + (sorted_ ? 0 : words.first), mask.place + cell * mask.step});
        }
        operations_.count(cell_masks_.data(), cell_masks_.size(), bitmaps.data() + first, stop - first,
                          {sorted_ ? words.first : 0, words.count}, table);
    }
}

void CellBitmaps::count_rows(const std::vector<Bitmap>& masks, int cell, std::int32_t* counts) const {
    const Bitmap all{all_rows_.data(), 0};
    operations_.count(&all, 1, masks.data(), masks.size(), ranges_[cell], counts);
}

}  // namespace sepset::discrete
