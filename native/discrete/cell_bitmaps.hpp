// The bitmaps of the candidates for counting cell by cell: either the rows are sorted by cell, so that a conditioning
// set only asks how many rows of each cell have its levels, or each cell has a mask of all rows. Where cells are short,
// the sorted bitmaps of a block lie side by side too: each lane adds up its own bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "discrete/bitmaps.hpp"
#include "discrete/candidate_blocks.hpp"
#include "discrete/columns.hpp"
#include "discrete/pair.hpp"

namespace sepset::discrete {

class CellBitmaps {
  public:
    CellBitmaps(const Columns& data, const Pair& pair, const CandidateBlocks& candidates)
        : data_(data), operations_(data.bitmap_operations()), pair_(pair), candidates_(candidates) {}

    // To be called once the pair, its table and its candidates are known. With `skip_largest` the largest cell is not
    // counted: the caller knows the total over all cells.
    void lay_out(bool sorted, bool skip_largest);

    bool sorted() const { return sorted_; }
    int skipped() const { return skipped_; }  // the cell that is not counted, or -1
    std::size_t words() const { return words_; }

    // All rows, cell after cell: a mask has as many words, and those of a cell stand in its range.
    const BitWords& all_rows() const { return all_rows_; }
    const WordRange& range(int cell) const { return ranges_[cell]; }

    // A candidate's level, as a mask (if sorted) and for the words of one cell.
    const std::uint64_t* mask(std::size_t position, int level) const {
        return sorted_bitmaps_[candidates_.first_bitmap(position) + level - 1].bits;
    }
    const std::uint64_t* bits(std::size_t position, int level, int cell) const {
        const std::size_t bitmap = candidates_.first_bitmap(position) + level - 1;
        return sorted_ ? sorted_bitmaps_[bitmap].bits + ranges_[cell].first : candidates_.bitmaps()[bitmap].bits;
    }

    // Counts what masks share with the candidates of a block from a position on (or with all of them), cell by cell.
    void count(const std::vector<CellMask>& masks, std::size_t number, std::size_t from, LaneCounts& table);

    // Counts the rows of masks in one cell.
    void count_rows(const std::vector<Bitmap>& masks, int cell, std::int32_t* counts) const;

  private:
    bool side_by_side_pays() const;
    void add_range(int cell);
    void sort_rows();
    void lay_side_by_side();
    void count_bitmaps(const std::vector<CellMask>& masks, std::size_t first, std::size_t stop, std::int32_t* table);

    const Columns& data_;
    const BitmapOperations& operations_;
    const Pair& pair_;
    const CandidateBlocks& candidates_;
    int skipped_ = -1;
    bool sorted_ = false, side_by_side_ = false;
    std::size_t words_ = 0;  // of a mask: whole cache lines
    std::vector<WordRange> ranges_;
    std::vector<WordRange> lane_ranges_;  // without the words that fill up a step
    BitWords all_rows_, cell_rows_;
    BitWords sorted_words_, lane_words_;
    std::vector<Bitmap> sorted_bitmaps_;    // as those of the candidates, if sorted
    std::vector<std::size_t> block_lanes_;  // where each block starts among those side by side
    std::vector<Bitmap> cell_masks_;
};

}  // namespace sepset::discrete
