// Sets of two and more columns: all but the last are fixed (the outer columns), the last runs through the blocks.
#include <algorithm>

#include "discrete_pair.hpp"

namespace sepset {
void PairSearch::search_larger_sets() {
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        count_first_order(block, first_order_.data() + blocks_[block].first_order);
    }
    sort_rows_by_cell();
    each_outer(0, 0);
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

// The total over all cells is known for sets of two: it is a joint count of two columns.
void PairSearch::sort_rows_by_cell() {
    const int cells = rows_ * columns_;
    const auto largest = std::max_element(cell_totals_.begin(), cell_totals_.end()) - cell_totals_.begin();
    skipped_ = size_ == 2 ? static_cast<int>(largest) : -1;
    cell_words_.clear();
    row_mask_.clear();
    for (int cell = 0; cell < cells; ++cell) {
        const std::size_t rows = cell == skipped_ ? 0 : cell_totals_[cell], first = row_mask_.size();
        cell_words_.push_back({first, counted_words(rows)});
        row_mask_.resize(first + rows / 64, ~std::uint64_t{0});
        if (rows % 64) row_mask_.push_back((std::uint64_t{1} << rows % 64) - 1);
        row_mask_.resize(first + counted_words(rows));
    }
    squeezed_words_ = line_words(row_mask_.size());
    squeezed_.assign(bit_rows_.size() * squeezed_words_, 0);
    squeezed_rows_ = bit_rows_;
    for (std::size_t r = 0; r < bit_rows_.size(); ++r) squeezed_rows_[r].bits = squeezed_.data() + r * squeezed_words_;
    for (int cell = 0; cell < cells; ++cell) {
        if (cell_words_[cell].count == 0) continue;
        cell_rows(cell, row_space_);
        bits_.squeeze(bit_rows_.data(), bit_rows_.size(), row_space_.data(), row_space_.size(),
                      squeezed_.data() + cell_words_[cell].first, squeezed_words_);
    }
}

// Runs through all choices of the outer columns, positions ascending.
void PairSearch::each_outer(std::size_t depth, std::size_t from) {
    if (depth + 1 == size_) {
        scan_outer();
        return;
    }
    for (std::size_t position = from; position + (size_ - depth) <= positions_.size(); ++position) {
        if (excluded(position)) continue;
        choose(depth, position);
        each_outer(depth + 1, position + 1);
    }
}

void PairSearch::scan_outer() {
    watch_.check();
    const std::size_t from = size_ == 1 ? 0 : chosen_[size_ - 2] + 1;
    if (from < in_blocks_) scan_blocks(from);
    scan_rows(std::max(from, in_blocks_), positions_.size());
}

int PairSearch::outer_strata() const {
    std::size_t strata = 1;
    for (std::size_t i = 0; i + 1 < size_ && strata <= kMostTable; ++i) strata *= data_.levels(given_[i]);
    return static_cast<int>(std::min(strata, kMostTable + 1));
}

void PairSearch::scan_blocks(std::size_t from) {
    const int strata = outer_strata();
    const auto cells = static_cast<std::size_t>(strata) * rows_ * columns_;
    bool masked = false;
    for (std::size_t block = from / kLanes; block < blocks_.size(); ++block) {
        const std::size_t first = std::max(from, block * kLanes), stop = std::min((block + 1) * kLanes, in_blocks_);
        if (cells * (blocks_[block].slots + 1) > kMostTable) {
            scan_rows(first, stop);
            continue;
        }
        if (!masked) mask_outer(strata), total_outer(strata);
        masked = true;
        scan_block(block, strata, first);
        judge(table_.data(), shape(strata, blocks_[block]), block, from);
    }
}

void PairSearch::scan_rows(std::size_t from, std::size_t to) {
    if (from >= to) return;
    radix_.fix(a_, b_, given_.data(), size_ - 1);
    for (std::size_t position = from; position < to; ++position) {
        if (excluded(position)) continue;
        watch_.check();
        choose(size_ - 1, position);
        offer(radix_.test(positions_[position]), size_);
    }
}

// outer_mask_[stratum][word]: the rows, sorted by cell, of each stratum of the outer columns. A single outer column
// has its masks already: its bitmaps.
void PairSearch::mask_outer(int strata) {
    if (size_ == 2) return;
    const std::size_t words = squeezed_words_;
    outer_mask_.resize(static_cast<std::size_t>(strata) * words);
    std::copy(row_mask_.begin(), row_mask_.end(), outer_mask_.begin());
    std::size_t before = 1;
    for (std::size_t i = 0; i + 1 < size_; ++i) {
        const std::size_t levels = data_.levels(given_[i]);
        mask_space_.assign(outer_mask_.begin(), outer_mask_.begin() + before * words);
        for (std::size_t stratum = 0; stratum < before; ++stratum) {
            const std::uint64_t* parent = mask_space_.data() + stratum * words;
            std::uint64_t* rest = outer_mask_.data() + stratum * levels * words;
            std::copy(parent, parent + words, rest);
            for (std::size_t level = 1; level < levels; ++level) {
                const std::uint64_t* bits = squeezed_rows_[row_at_[chosen_[i]] + level - 1].bits;
                std::uint64_t* part = rest + level * words;
                for (std::size_t w = 0; w < words; ++w) {
                    part[w] = parent[w] & bits[w];
                    rest[w] &= ~bits[w];
                }
            }
        }
        before *= levels;
    }
}

// outer_totals_[cell][stratum]: the number of rows, whatever the last column.
void PairSearch::total_outer(int strata) {
    const int cells = rows_ * columns_;
    outer_totals_.assign(static_cast<std::size_t>(cells) * strata, 0);
    if (size_ == 2) {
        const Block& block = blocks_[chosen_[0] / kLanes];
        const std::int32_t* counts = first_order_.data() + block.first_order + chosen_[0] % kLanes;
        for (int cell = 0; cell < cells; ++cell) {
            for (int level = 0; level < strata; ++level) {
                outer_totals_[cell * strata + level] = counts[shape(1, block).at(cell, 0, level)];
            }
        }
        return;
    }
    for (int cell = 0; cell < cells; ++cell) {
        for (int stratum = 0; stratum < strata; ++stratum) {
            const std::uint64_t* mask = outer_mask_.data() + stratum * squeezed_words_ + cell_words_[cell].first;
            for (std::size_t w = 0; w < cell_words_[cell].count; ++w) {
                outer_totals_[cell * strata + stratum] += count_bits(mask[w]);
            }
        }
    }
}

// The bitmaps of all outer strata but the first, and where their counts go.
void PairSearch::take_masks(int strata, const TableShape& table) {
    masks_.clear();
    for (int stratum = 1; stratum < strata; ++stratum) {
        const std::uint64_t* bits = size_ == 2 ? squeezed_rows_[row_at_[chosen_[0]] + stratum - 1].bits
                                               : outer_mask_.data() + stratum * squeezed_words_;
        masks_.push_back({bits, table.at(0, stratum, 1)});
    }
}

void PairSearch::scan_block(std::size_t number, int strata, std::size_t from) {
    const Block& block = blocks_[number];
    const TableShape table = shape(strata, block);
    const std::size_t width = static_cast<std::size_t>(block.slots) * kLanes;
    const std::size_t first_row = row_at_[from], row_count = block.first_row + block.row_count - first_row;
    table_.resize(std::max(table_.size(), table.size()));
    // Levels that a column lacks stay empty.
    if (block.row_count != width) std::fill(table_.begin(), table_.begin() + table.size(), 0);
    take_masks(strata, table);
    for (int cell = 0; cell < table.cells() && row_count && strata > 1; ++cell) {
        bits_.count(masks_.data(), masks_.size(), squeezed_rows_.data() + first_row, row_count, cell_words_[cell],
                    table_.data() + table.at(cell, 0, 0));
    }
    const std::int32_t* totals[kNarrow] = {};
    joint_space_.resize(std::max(joint_space_.size(), kNarrow * width));
    for (int level = 1; skipped_ >= 0 && level < strata; ++level) {
        totals[level - 1] =
            joint_lanes(data_.joint(given_[0], level), number, joint_space_.data() + (level - 1) * width);
    }
    lanes_.complete_outer({skipped_, totals, first_order_.data() + block.first_order, outer_totals_.data()}, table,
                          table_.data());
}

}  // namespace sepset
