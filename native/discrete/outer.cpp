// Sets of two and more columns: all but the last are fixed (the outer columns), the last runs through the blocks.
#include <algorithm>

#include "discrete/pair.hpp"

namespace sepset {
namespace {

constexpr std::size_t kShortCell = 64;  // words up to which laying sorted bitmaps side by side pays
constexpr std::size_t kSumCost = 16;    // words a bitmap, adding up the words of a vector

}  // namespace

void PairSearch::search_larger_sets() {
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        count_first_order(block, first_order_.data() + blocks_[block].first_order);
    }
    in_lanes_ = sorted_ && lanes_pay();
    take_cells();
    each_outer(0, 0);
}

// Side by side, levels that a column lacks and lanes without a column are counted too.
bool PairSearch::lanes_pay() const {
    const std::size_t cell = data_.words() / (static_cast<std::size_t>(rows_) * columns_);
    std::size_t width = 0;
    for (const Block& block : blocks_) width += block.width();
    return cell <= kShortCell && bits_.lanes.pays(cell) && width * cell < bit_rows_.size() * (cell + kSumCost);
}

// The rows of one cell, as a bitmap.
void PairSearch::cell_rows(int cell, BitWords& rows) const {
    rows.assign(data_.rows() / 64, ~std::uint64_t{0});
    if (data_.rows() % 64) rows.push_back((std::uint64_t{1} << data_.rows() % 64) - 1);
    const std::int32_t columns[] = {a_, b_};
    const int levels[] = {cell / columns_, cell % columns_};
    for (int side = 0; side < 2; ++side) {
        for (int level = 1; level < data_.levels(columns[side]); ++level) {
            if (levels[side] != 0 && levels[side] != level) continue;
            const std::uint64_t* bits = data_.bits(columns[side], level);
            const std::uint64_t flip = levels[side] == 0 ? ~std::uint64_t{0} : 0;
            for (std::size_t w = 0; w < rows.size(); ++w) rows[w] &= bits[w] ^ flip;
        }
    }
}

// The total over all cells is known for sets of two: it is a joint count of two columns. So one cell is not counted.
void PairSearch::take_cells() {
    const int cells = rows_ * columns_;
    const auto largest = std::max_element(cell_totals_.begin(), cell_totals_.end()) - cell_totals_.begin();
    skipped_ = size_ == 2 ? static_cast<int>(largest) : -1;
    cell_words_.clear();
    lane_words_.clear();
    row_mask_.clear();
    for (int cell = 0; cell < cells; ++cell) {
        const std::size_t rows = cell == skipped_ ? 0 : cell_totals_[cell], first = row_mask_.size();
        cell_words_.push_back({first, rows == 0 ? 0 : sorted_ ? counted_words(rows) : data_.words()});
        lane_words_.push_back({first, (rows + 63) / 64});
        if (sorted_) {
            row_mask_.resize(first + rows / 64, ~std::uint64_t{0});
            if (rows % 64) row_mask_.push_back((std::uint64_t{1} << rows % 64) - 1);
        } else if (rows) {
            cell_rows(cell, row_space_);
            row_mask_.insert(row_mask_.end(), row_space_.begin(), row_space_.end());
        }
        row_mask_.resize(first + cell_words_[cell].count);
    }
    mask_words_ = line_words(row_mask_.size());
    if (sorted_) sort_rows_by_cell();
}

void PairSearch::sort_rows_by_cell() {
    squeezed_.assign(bit_rows_.size() * mask_words_, 0);
    squeezed_rows_ = bit_rows_;
    for (std::size_t r = 0; r < bit_rows_.size(); ++r) squeezed_rows_[r].bits = squeezed_.data() + r * mask_words_;
    for (int cell = 0; cell < rows_ * columns_; ++cell) {
        if (cell_words_[cell].count == 0) continue;
        cell_rows(cell, row_space_);
        bits_.squeeze(bit_rows_.data(), bit_rows_.size(), row_space_.data(), row_space_.size(),
                      squeezed_.data() + cell_words_[cell].first, mask_words_);
    }
    if (in_lanes_) lay_cells_side_by_side();
}

// The sorted bitmaps of each block once more, for counting lane by lane.
void PairSearch::lay_cells_side_by_side() {
    std::size_t slots = 0;
    for (Block& block : blocks_) {
        block.lanes = slots * kLanes * mask_words_;
        slots += block.slots;
    }
    squeezed_lanes_.assign(slots * kLanes * mask_words_, 0);
    for (const Block& block : blocks_) {
        lay_side_by_side(squeezed_rows_.data() + block.first_row, block.row_count, mask_words_,
                         squeezed_lanes_.data() + block.lanes, block.width());
    }
}

// Runs through all choices of the outer columns, positions ascending.
void PairSearch::each_outer(std::size_t depth, std::size_t from) {
    if (depth + 2 == size_) {
        each_last_outer(from);
        return;
    }
    for (std::size_t position = from; position + (size_ - depth) <= positions_.size(); ++position) {
        if (excluded(position)) continue;
        choose(depth, position);
        each_outer(depth + 1, position + 1);
    }
}

// The last outer column, in groups that share the loads of bitmaps.
void PairSearch::each_last_outer(std::size_t from) {
    group_size_ = 0;
    for (std::size_t position = from; position + 1 < positions_.size(); ++position) {
        if (excluded(position)) continue;
        if (position < in_blocks_) {
            group_[group_size_++].position = position;
            if (group_size_ == kGroup) scan_group();
        } else {
            choose(size_ - 2, position);
            scan_rows(position + 1, positions_.size());
        }
    }
    if (group_size_) scan_group();
}

void PairSearch::scan_group() {
    interruption_.check();
    for (std::size_t g = 0; g < group_size_; ++g) {
        choose(size_ - 2, group_[g].position);
        group_[g].strata = outer_strata();
        mask_outer(group_[g]);
        total_outer(group_[g]);
    }
    laid_out_slots_ = 0;
    for (std::size_t block = (group_[0].position + 1) / kLanes; block < blocks_.size(); ++block) scan_block(block);
    for (std::size_t g = 0; g < group_size_; ++g) {
        choose(size_ - 2, group_[g].position);
        scan_rows(std::max(in_blocks_, group_[g].position + 1), positions_.size());
    }
    group_size_ = 0;
}

void PairSearch::scan_rows(std::size_t from, std::size_t to) {
    if (from >= to) return;
    radix_.fix(a_, b_, given_.data(), size_ - 1);
    for (std::size_t position = from; position < to; ++position) {
        if (excluded(position)) continue;
        interruption_.check();
        choose(size_ - 1, position);
        offer(radix_.test(positions_[position]), size_);
    }
}

int PairSearch::outer_strata() const {
    std::size_t strata = 1;
    for (std::size_t i = 0; i + 1 < size_ && strata <= kMostTable; ++i) strata *= data_.levels(given_[i]);
    return static_cast<int>(std::min(strata, kMostTable + 1));
}

bool PairSearch::fits(const Outer& outer, int levels) const {
    return static_cast<std::size_t>(outer.strata) * rows_ * columns_ * levels <= kMostTable;
}

// The bitmap of a candidate's level, for the words of one cell.
const std::uint64_t* PairSearch::cell_bits(std::size_t position, int level, int cell) const {
    const std::size_t row = row_at_[position] + level - 1;
    return sorted_ ? squeezed_rows_[row].bits + cell_words_[cell].first : bit_rows_[row].bits;
}

// outer.masks[stratum][word]: the rows, cell after cell, of each stratum of the outer columns. With sorted rows a
// single outer column has its masks already: its bitmaps.
void PairSearch::mask_outer(Outer& outer) {
    if ((size_ == 2 && sorted_) || !fits(outer, 2)) return;
    const std::size_t words = mask_words_;
    outer.masks.resize(static_cast<std::size_t>(outer.strata) * words);
    std::copy(row_mask_.begin(), row_mask_.end(), outer.masks.begin());
    std::size_t before = 1;
    for (std::size_t i = 0; i + 1 < size_; ++i) {
        const int levels = data_.levels(given_[i]);
        mask_space_.assign(outer.masks.begin(), outer.masks.begin() + before * words);
        for (std::size_t stratum = 0; stratum < before; ++stratum) {
            for (int cell = 0; cell < rows_ * columns_; ++cell) {
                const std::size_t first = cell_words_[cell].first;
                const std::uint64_t* parent = mask_space_.data() + stratum * words + first;
                split_mask(parent, cell, i, outer.masks.data() + stratum * levels * words + first);
            }
        }
        before *= levels;
    }
}

// Splits the rows of a mask by the levels of an outer column, for one cell.
void PairSearch::split_mask(const std::uint64_t* parent, int cell, std::size_t outer, std::uint64_t* parts) const {
    const std::size_t count = cell_words_[cell].count;
    std::copy(parent, parent + count, parts);
    for (int level = 1; level < data_.levels(given_[outer]); ++level) {
        const std::uint64_t* bits = cell_bits(chosen_[outer], level, cell);
        std::uint64_t* part = parts + level * mask_words_;
        for (std::size_t w = 0; w < count; ++w) {
            part[w] = parent[w] & bits[w];
            parts[w] &= ~bits[w];
        }
    }
}

// outer.totals[cell][stratum]: the number of rows, whatever the last column.
void PairSearch::total_outer(Outer& outer) {
    const int cells = rows_ * columns_, strata = outer.strata;
    if (!fits(outer, 2)) return;
    outer.totals.assign(static_cast<std::size_t>(cells) * strata, 0);
    if (size_ == 2) {
        const Block& block = blocks_[outer.position / kLanes];
        const std::int32_t* counts = first_order_.data() + block.first_order + outer.position % kLanes;
        for (int cell = 0; cell < cells; ++cell) {
            for (int level = 0; level < strata; ++level) {
                outer.totals[cell * strata + level] = counts[shape(1, block).at(cell, 0, level)];
            }
        }
        return;
    }
    const BitRow all{row_mask_.data(), 0};
    for (int cell = 0; cell < cells; ++cell) {
        cell_masks_.clear();
        for (int stratum = 0; stratum < strata; ++stratum) {
            const auto place = static_cast<std::size_t>(cell) * strata + stratum;
            cell_masks_.push_back({outer.masks.data() + stratum * mask_words_, place});
        }
        bits_.count(&all, 1, cell_masks_.data(), cell_masks_.size(), cell_words_[cell], outer.totals.data());
    }
}

void PairSearch::scan_block(std::size_t number) {
    const Block& block = blocks_[number];
    const std::size_t start = number * kLanes, stop = std::min(start + kLanes, in_blocks_);
    count_group(number);
    for (std::size_t g = 0; g < group_size_; ++g) {
        const Outer& outer = group_[g];
        const std::size_t from = std::max(start, outer.position + 1);
        if (from >= stop) continue;
        choose(size_ - 2, outer.position);
        if (!fits(outer, block.slots + 1)) {
            scan_rows(from, stop);
            continue;
        }
        complete(number, outer);
        judge(table_.data() + outer.table, shape(outer.strata, block), number, from);
    }
}

// Where the tables of the group start, for blocks with as many slots as this one, and the masks that fill them.
void PairSearch::lay_out_group(const Block& block) {
    std::size_t size = 0;
    masks_.clear();
    for (std::size_t g = 0; g < group_size_; ++g) {
        group_[g].table = size;
        if (!fits(group_[g], block.slots + 1)) continue;
        take_masks(group_[g], block);
        size += shape(group_[g].strata, block).size();
    }
    table_.resize(size);
    laid_out_slots_ = block.slots;
}

// Counts all cells, outer strata and levels but the first of all outer sets of the group with one block.
void PairSearch::count_group(std::size_t number) {
    const Block& block = blocks_[number];
    if (laid_out_slots_ != block.slots) lay_out_group(block);
    if (in_lanes_) {
        bits_.lanes.count(masks_.data(), masks_.size(), lane_words_.data(), lane_words_.size(),
                          {squeezed_lanes_.data() + block.lanes, block.width()}, table_.data());
        return;
    }
    // Levels that a column lacks stay empty.
    if (block.row_count != block.width()) std::fill(table_.begin(), table_.end(), 0);
    const std::size_t first_row = row_at_[std::max(group_[0].position + 1, number * kLanes)];
    count_rows(first_row, block.first_row + block.row_count - first_row);
}

void PairSearch::count_rows(std::size_t first_row, std::size_t row_count) {
    for (int cell = 0; cell < rows_ * columns_ && row_count; ++cell) {
        if (cell == skipped_) continue;
        const WordRange words = cell_words_[cell];
        cell_masks_.clear();
        for (const CellMask& mask : masks_) {  // masks of unsorted rows have the words of all rows for each cell
            cell_masks_.push_back({mask.bits + (sorted_ ? 0 : words.first), mask.place + cell * mask.step});
        }
        bits_.count(cell_masks_.data(), cell_masks_.size(),
                    (sorted_ ? squeezed_rows_ : bit_rows_).data() + first_row, row_count,
                    {sorted_ ? words.first : 0, words.count}, table_.data());
    }
}

// The bitmaps of all outer strata but the first, and where their counts go.
void PairSearch::take_masks(const Outer& outer, const Block& block) {
    const TableShape table = shape(outer.strata, block);
    for (int stratum = 1; stratum < outer.strata; ++stratum) {
        const std::uint64_t* bits = sorted_ && size_ == 2
                                        ? squeezed_rows_[row_at_[outer.position] + stratum - 1].bits
                                        : outer.masks.data() + stratum * mask_words_;
        masks_.push_back({bits, outer.table + table.at(0, stratum, 1), table.at(1, 0, 0)});
    }
}

void PairSearch::complete(std::size_t number, const Outer& outer) {
    const Block& block = blocks_[number];
    const std::size_t width = block.width();
    const std::int32_t* totals[kNarrow];  // read only if a cell is skipped
    joint_space_.resize(std::max(joint_space_.size(), kNarrow * width));
    for (int level = 1; skipped_ >= 0 && level < outer.strata; ++level) {
        totals[level - 1] =
            joint_lanes(data_.joint(given_[0], level), number, joint_space_.data() + (level - 1) * width);
    }
    lanes_.complete_outer({skipped_, totals, first_order_.data() + block.first_order, outer.totals.data()},
                          shape(outer.strata, block), table_.data() + outer.table);
}

}  // namespace sepset
