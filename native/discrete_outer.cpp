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
void PairSearch::cell_rows(int cell, std::vector<std::uint64_t>& rows) const {
    const std::size_t words = data_.words();
    rows.assign(words, ~std::uint64_t{0});
    if (data_.rows() % 64) rows[words - 1] = (std::uint64_t{1} << data_.rows() % 64) - 1;
    const std::int32_t columns[] = {a_, b_};
    const int levels[] = {cell / columns_, cell % columns_};
    for (int side = 0; side < 2; ++side) {
        for (int level = 1; level < data_.levels(columns[side]); ++level) {
            if (levels[side] != 0 && levels[side] != level) continue;
            const std::uint64_t* bits = data_.bits(columns[side], level);
            const std::uint64_t flip = levels[side] == 0 ? ~std::uint64_t{0} : 0;
            for (std::size_t w = 0; w < words; ++w) rows[w] &= bits[w] ^ flip;
        }
    }
}

// The total over all cells is known for sets of two: it is a joint count of two columns.
void PairSearch::sort_rows_by_cell() {
    const int cells = rows_ * columns_;
    const auto largest = std::max_element(cell_totals_.begin(), cell_totals_.end()) - cell_totals_.begin();
    skipped_ = size_ == 2 ? static_cast<int>(largest) : -1;
    cell_at_.assign(1, 0);
    row_mask_.clear();
    for (int cell = 0; cell < cells; ++cell) {
        const std::size_t rows = cell == skipped_ ? 0 : cell_totals_[cell];
        row_mask_.resize(row_mask_.size() + rows / 64, ~std::uint64_t{0});
        if (rows % 64) row_mask_.push_back((std::uint64_t{1} << rows % 64) - 1);
        cell_at_.push_back(row_mask_.size());
    }
    std::size_t squeezed = 0;
    for (Block& block : blocks_) {
        block.squeezed = squeezed;
        squeezed += row_mask_.size() * block.slots * kLanes;
    }
    squeezed_.resize(squeezed);
    for (int cell = 0; cell < cells; ++cell) {
        if (cell == skipped_ || cell_totals_[cell] == 0) continue;
        cell_rows(cell, row_space_);
        steps_.clear();
        for (std::size_t w = 0; w < row_space_.size(); ++w) {
            if (row_space_[w]) steps_.push_back(squeeze_step(static_cast<std::uint32_t>(w), row_space_[w]));
        }
        for (const Block& block : blocks_) {
            operations_.squeeze(block.words, block.slots, steps_.data(), steps_.size(),
                                squeezed_.data() + block.squeezed + cell_at_[cell] * block.slots * kLanes);
        }
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
        scan_block(block, strata);
        judge(table_.data(), shape(strata, blocks_[block]), block, from);
    }
}

void PairSearch::scan_rows(std::size_t from, std::size_t to) {
    if (from >= to) return;
    radix_.fix(a_, b_, given_.data(), size_ - 1);
    for (std::size_t position = from; position < to; ++position) {
        if (excluded(position)) continue;
        choose(size_ - 1, position);
        offer(radix_.test(positions_[position]), size_);
    }
}

// outer_mask_[stratum][word]: the rows, sorted by cell, of each stratum of the outer columns.
void PairSearch::mask_outer(int strata) {
    const std::size_t words = row_mask_.size();
    outer_mask_.resize(static_cast<std::size_t>(strata) * words);
    std::copy(row_mask_.begin(), row_mask_.end(), outer_mask_.begin());
    std::size_t before = 1;
    for (std::size_t i = 0; i + 1 < size_; ++i) {
        const Block& block = blocks_[chosen_[i] / kLanes];
        const std::size_t levels = data_.levels(given_[i]), stride = static_cast<std::size_t>(block.slots) * kLanes;
        const std::uint64_t* lane = squeezed_.data() + block.squeezed + chosen_[i] % kLanes;
        mask_space_.assign(outer_mask_.begin(), outer_mask_.begin() + before * words);
        for (std::size_t stratum = 0; stratum < before; ++stratum) {
            const std::uint64_t* parent = mask_space_.data() + stratum * words;
            std::uint64_t* rest = outer_mask_.data() + stratum * levels * words;
            std::copy(parent, parent + words, rest);
            for (std::size_t level = 1; level < levels; ++level) {
                const std::uint64_t* bits = lane + (level - 1) * kLanes;
                for (std::size_t w = 0; w < words; ++w) {
                    rest[level * words + w] = parent[w] & bits[w * stride];
                    rest[w] &= ~bits[w * stride];
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
            const std::uint64_t* mask = outer_mask_.data() + stratum * row_mask_.size();
            for (std::size_t w = cell_at_[cell]; w < cell_at_[cell + 1]; ++w) {
                outer_totals_[cell * strata + stratum] += count_bits(mask[w]);
            }
        }
    }
}

void PairSearch::scan_block(std::size_t number, int strata) {
    const Block& block = blocks_[number];
    const TableShape table = shape(strata, block);
    const std::size_t words = row_mask_.size(), width = static_cast<std::size_t>(block.slots) * kLanes;
    for (int cell = 0; cell < table.cells() && strata > 1; ++cell) {
        if (cell == skipped_) continue;
        operations_.count(outer_mask_.data() + words + cell_at_[cell], words, strata - 1,
                          squeezed_.data() + block.squeezed + cell_at_[cell] * width,
                          cell_at_[cell + 1] - cell_at_[cell], block.slots, table_.data() + table.at(cell, 1, 1),
                          static_cast<std::size_t>(table.levels) * kLanes);
    }
    const std::int32_t* totals[kNarrow] = {};
    joint_space_.resize(std::max(joint_space_.size(), kNarrow * width));
    for (int level = 1; skipped_ >= 0 && level < strata; ++level) {
        totals[level - 1] =
            joint_lanes(data_.joint(given_[0], level), number, joint_space_.data() + (level - 1) * width);
    }
    operations_.complete_outer({skipped_, totals, first_order_.data() + block.first_order, outer_totals_.data()},
                               table, table_.data());
}

}  // namespace sepset
