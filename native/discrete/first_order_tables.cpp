#include "discrete/first_order_tables.hpp"

#include <algorithm>

namespace sepset::discrete {

void FirstOrderTables::start() {
    tiled_ = false;
    make_masks({0, data_.words()});
}

void FirstOrderTables::start_tiles() {
    tiled_ = true;
    const std::size_t masks = static_cast<std::size_t>(pair_.rows() - 1) * (pair_.columns() - 1);
    sums_.resize(candidates_.blocks().size());
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i].assign(masks * candidates_.blocks()[i].width(), 0);
}

void FirstOrderTables::add_tile(WordRange words) {
    make_masks(words);
    tile_bitmaps_ = candidates_.bitmaps();
    for (Bitmap& bitmap : tile_bitmaps_) bitmap.bits += words.first;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        count_bitmaps(tile_bitmaps_, candidates_.blocks()[i], words.count);
        for (std::size_t n = 0; n < counted_.size(); ++n) sums_[i][n] += counted_[n];
    }
}

// The rows of each joint level of the pair without first levels, from the first of these words on.
void FirstOrderTables::make_masks(WordRange words) {
    const std::size_t line = line_words(words.count);
    both_levels_.resize(static_cast<std::size_t>(pair_.rows() - 1) * (pair_.columns() - 1) * line);
    masks_.clear();
    std::uint64_t* out = both_levels_.data();
    for (int i = 1; i < pair_.rows(); ++i) {
        for (int j = 1; j < pair_.columns(); ++j, out += line) {
            masks_.push_back({out, 0, 0});
            const std::uint64_t* first = data_.bits(pair_.a(), i) + words.first;
            const std::uint64_t* second = data_.bits(pair_.b(), j) + words.first;
            for (std::size_t w = 0; w < words.count; ++w) out[w] = first[w] & second[w];
        }
    }
}

const std::int32_t* FirstOrderTables::count(std::size_t block) {
    tables_.resize(std::max(tables_.size(), shape(candidates_.blocks()[block]).size()));
    count(block, tables_.data());
    return tables_.data();
}

void FirstOrderTables::count_all() {
    place_.clear();
    std::size_t size = 0;
    for (const Block& block : candidates_.blocks()) {
        place_.push_back(size);
        size += shape(block).size();
    }
    tables_.resize(size);
    for (std::size_t block = 0; block < place_.size(); ++block) count(block, tables_.data() + place_[block]);
}

void FirstOrderTables::count(std::size_t number, std::int32_t* counts) {
    const Block& block = candidates_.blocks()[number];
    joint_space_.resize((pair_.rows() + pair_.columns()) * block.width());
    if (!tiled_) count_both_levels(number);
    std::int32_t* space = joint_space_.data();
    const auto lanes = [&](const std::int32_t* joint) {
        const std::int32_t* found = candidates_.joint_lanes(joint, number, space);
        space += block.width();
        return found;
    };
    const std::int32_t *with_a[kNarrow], *with_b[kNarrow];
    for (int i = 1; i < pair_.rows(); ++i) with_a[i - 1] = lanes(data_.joint(pair_.a(), i));
    for (int j = 1; j < pair_.columns(); ++j) with_b[j - 1] = lanes(data_.joint(pair_.b(), j));
    const std::int32_t* all = lanes(data_.margins());
    const LaneCounts& counted = tiled_ ? sums_[number] : counted_;
    data_.block_operations().complete_first_order({counted.data(), with_a, with_b, all, pair_.cell_totals().data()},
                                                  shape(block), counts);
}

// Where bitmaps are read again soon, those side by side would only take room in the cache.
void FirstOrderTables::count_both_levels(std::size_t number) {
    const Block& block = candidates_.blocks()[number];
    const BitmapOperations& operations = data_.bitmap_operations();
    const WordRange words{0, data_.words()};
    if (candidates_.are_all() && read_once_ && operations.lanes.pays(words.count)) {
        counted_.resize(masks_.size() * block.width());
        for (std::size_t m = 0; m < masks_.size(); ++m) masks_[m].place = m * block.width();
        operations.lanes.count(masks_.data(), masks_.size(), &words, 1, data_.lanes(number), counted_.data());
        return;
    }
    count_bitmaps(candidates_.bitmaps(), block, words.count);
}

void FirstOrderTables::count_bitmaps(const std::vector<Bitmap>& bitmaps, const Block& block, std::size_t words) {
    row_masks_.clear();
    for (std::size_t m = 0; m < masks_.size(); ++m) row_masks_.push_back({masks_[m].bits, m * block.width()});
    counted_.assign(masks_.size() * block.width(), 0);  // lanes and levels that do not exist stay empty
    data_.bitmap_operations().count(row_masks_.data(), row_masks_.size(), bitmaps.data() + block.first_bitmap,
                                    block.bitmap_count, {0, words}, counted_.data());
}

}  // namespace sepset::discrete
