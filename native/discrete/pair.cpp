#include "discrete/pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace sepset {
namespace {

constexpr double kRowCost = 1.5;          // cycles a row, counting row by row
constexpr double kCountCost = 0.4;        // cycles a word, mask and bitmap
constexpr double kSqueezeCost = 2.0;      // cycles a word, bitmap and cell, sorting rows by cell

}  // namespace

PairSearch::PairSearch(const DiscreteData& data, const LevelRequest& request, const CriticalValues& critical,
                       Interruption& interruption)
    : data_(data),
      request_(request),
      bits_(data.bit_operations()),
      lanes_(data.lane_operations()),
      interruption_(interruption),
      front_(critical, request.name_rank.data),
      sum_(request.kind),
      radix_(data.codes(), request.kind),
      size_(static_cast<std::size_t>(request.size)),
      chosen_(size_),
      given_(size_) {}

std::vector<Front::Entry> PairSearch::run(std::int32_t a, std::int32_t b,
                                          const std::vector<std::int32_t>* candidates) {
    a_ = std::min(a, b), b_ = std::max(a, b);
    rows_ = data_.levels(a_), columns_ = data_.levels(b_);
    last_limit_ = -1.0;
    interruption_.check();
    if (size_ == 0) {
        test_pair_alone();
        return front_.take();
    }
    take_positions(candidates);
    if (!blocks_pay()) {
        in_blocks_ = 0;
        size_ == 1 ? scan_rows(0, positions_.size()) : each_outer(0, 0);
        return front_.take();
    }
    take_blocks();
    count_cells();
    intersect_levels();
    if (size_ == 1) {
        search_single_sets();
    } else {
        search_larger_sets();
    }
    return front_.take();
}

void PairSearch::test_pair_alone() {
    if (static_cast<std::size_t>(b_) >= data_.narrow()) {
        radix_.fix(a_, b_, nullptr, 0);
        offer(radix_.test(), 0);
        return;
    }
    count_cells();
    sum_.restart(rows_, columns_);
    sum_.add(cell_totals_.data());
    offer(sum_.result(), 0);
}

void PairSearch::take_positions(const std::vector<std::int32_t>* candidates) {
    all_ = candidates == nullptr;
    if (!all_) {
        positions_ = *candidates;
    } else if (positions_.size() != data_.columns()) {
        positions_.resize(data_.columns());
        std::iota(positions_.begin(), positions_.end(), 0);
    }
    const auto narrow = static_cast<std::int32_t>(data_.narrow());
    in_blocks_ = std::lower_bound(positions_.begin(), positions_.end(), narrow) - positions_.begin();
}

// Blocks need bitmaps of the pair. Then the cheapest of three ways is taken: row by row, all rows under masks, or the
// rows sorted by cell first.
bool PairSearch::blocks_pay() {
    if (static_cast<std::size_t>(b_) >= data_.narrow() || rows_ * columns_ > kMostCells || in_blocks_ < size_)
        return false;
    if (size_ == 1) return true;
    double sets = 1.0, bitmaps = 0.0;
    for (std::size_t i = 0; i < size_; ++i) sets *= static_cast<double>(in_blocks_ - i) / static_cast<double>(i + 1);
    for (std::size_t p = 0; p < in_blocks_; ++p) bitmaps += data_.levels(positions_[p]) - 1;
    const double slots = bitmaps / static_cast<double>(in_blocks_), cells = rows_ * columns_;
    const double words = static_cast<double>(data_.words());
    const double squeezing = kSqueezeCost * words * cells * bitmaps;
    const double counting = kCountCost * words * sets * slots * std::pow(slots + 1.0, static_cast<double>(size_ - 1));
    sorted_ = squeezing + counting < counting * cells;
    return std::min(squeezing + counting, counting * cells) < sets * kRowCost * static_cast<double>(data_.rows());
}

void PairSearch::take_blocks() {
    if (!all_taken_) {
        blocks_.clear();
        bit_rows_.clear();
        row_at_.clear();
        address_.clear();
        for (std::size_t first = 0; first < in_blocks_; first += kLanes) take_block(first);
        row_at_.push_back(bit_rows_.size());
        all_taken_ = all_;
    }
    std::size_t first_order = 0;
    for (Block& block : blocks_) {
        block.first_order = first_order;
        first_order += shape(1, block).size();
    }
    if (size_ > 1) first_order_.resize(first_order);
}

void PairSearch::take_block(std::size_t first) {
    const std::size_t stop = std::min(first + kLanes, in_blocks_);
    int most = 2;
    for (std::size_t p = first; p < stop; ++p) most = std::max(most, data_.levels(positions_[p]));
    Block block{most - 1, bit_rows_.size(), 0, address_.size(), 0, 0};
    address_.resize(address_.size() + static_cast<std::size_t>(most - 1) * kLanes, data_.joint_zero());
    for (std::size_t p = first; p < stop; ++p) {
        row_at_.push_back(bit_rows_.size());
        for (int level = 1; level < data_.levels(positions_[p]); ++level) {
            const std::size_t place = static_cast<std::size_t>(level - 1) * kLanes + p % kLanes;
            address_[block.address + place] = data_.joint_at(positions_[p], level);
            bit_rows_.push_back({data_.bits(positions_[p], level), place});
        }
    }
    block.row_count = bit_rows_.size() - block.first_row;
    blocks_.push_back(block);
}

const std::int32_t* PairSearch::joint_lanes(const std::int32_t* joint, std::size_t block, std::int32_t* space) const {
    if (all_) return joint + data_.joint_at(block);
    const std::size_t count = static_cast<std::size_t>(blocks_[block].slots) * kLanes;
    for (std::size_t i = 0; i < count; ++i) space[i] = joint[address_[blocks_[block].address + i]];
    return space;
}

// The table of the pair alone, from the joint counts.
void PairSearch::count_cells() {
    cell_totals_.assign(static_cast<std::size_t>(rows_) * columns_, 0);
    std::int32_t rest = static_cast<std::int32_t>(data_.rows());
    for (int j = 1; j < columns_; ++j) {
        std::int32_t without = data_.margins()[data_.joint_at(b_, j)];
        for (int i = 1; i < rows_; ++i) {
            const std::int32_t n = data_.joint(a_, i)[data_.joint_at(b_, j)];
            cell_totals_[i * columns_ + j] = n;
            without -= n;
        }
        cell_totals_[j] = without;
        rest -= without;
    }
    for (int i = 1; i < rows_; ++i) {
        std::int32_t without = data_.margins()[data_.joint_at(a_, i)];
        rest -= without;
        for (int j = 1; j < columns_; ++j) without -= cell_totals_[i * columns_ + j];
        cell_totals_[i * columns_] = without;
    }
    cell_totals_[0] = rest;
}

void PairSearch::intersect_levels() {
    const std::size_t words = data_.words();
    both_levels_.resize(static_cast<std::size_t>(rows_ - 1) * (columns_ - 1) * line_words(words));
    masks_.clear();
    std::uint64_t* out = both_levels_.data();
    for (int i = 1; i < rows_; ++i) {
        for (int j = 1; j < columns_; ++j, out += line_words(words)) {
            masks_.push_back({out, 0, 0});
            const std::uint64_t *first = data_.bits(a_, i), *second = data_.bits(b_, j);
            for (std::size_t w = 0; w < words; ++w) out[w] = first[w] & second[w];
        }
    }
}

// counted_[i][j][slot][lane], for levels i and j but the first. Larger sets read the bitmaps again soon, so for them the
// bitmaps side by side would only take room in the cache.
void PairSearch::count_both_levels(std::size_t number) {
    const Block& block = blocks_[number];
    const auto pairs = static_cast<std::size_t>(rows_ - 1) * (columns_ - 1);
    const WordRange words{0, data_.words()};
    if (all_ && size_ == 1 && bits_.lanes.pays(words.count)) {
        counted_.resize(pairs * block.width());
        for (std::size_t m = 0; m < pairs; ++m) masks_[m].place = m * block.width();
        bits_.lanes.count(masks_.data(), pairs, &words, 1, data_.lanes(number), counted_.data());
        return;
    }
    cell_masks_.clear();
    counted_.assign(pairs * block.width(), 0);  // lanes without a column, and levels that a column lacks, stay empty
    for (std::size_t m = 0; m < pairs; ++m) cell_masks_.push_back({masks_[m].bits, m * block.width()});
    bits_.count(cell_masks_.data(), pairs, bit_rows_.data() + block.first_row, block.row_count, words,
                counted_.data());
}

void PairSearch::count_first_order(std::size_t number, std::int32_t* counts) {
    const Block& block = blocks_[number];
    const std::size_t width = block.width();
    joint_space_.resize((rows_ + columns_) * width);
    count_both_levels(number);
    const std::int32_t *with_a[kNarrow], *with_b[kNarrow];
    std::int32_t* space = joint_space_.data();
    for (int i = 1; i < rows_; ++i, space += width) with_a[i - 1] = joint_lanes(data_.joint(a_, i), number, space);
    for (int j = 1; j < columns_; ++j, space += width) with_b[j - 1] = joint_lanes(data_.joint(b_, j), number, space);
    const std::int32_t* all = joint_lanes(data_.margins(), number, space);
    lanes_.complete_first({counted_.data(), with_a, with_b, all, cell_totals_.data()}, shape(1, block), counts);
}

void PairSearch::search_single_sets() {
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        const TableShape table = shape(1, blocks_[block]);
        table_.resize(std::max(table_.size(), table.size()));
        count_first_order(block, table_.data());
        judge(table_.data(), table, block, 0);
    }
    scan_rows(in_blocks_, positions_.size());
}

}  // namespace sepset
