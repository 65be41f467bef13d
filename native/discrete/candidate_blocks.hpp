// The candidates of a pair by position, and those with bitmaps in blocks of sixteen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "discrete/bitmaps.hpp"
#include "discrete/block_tables.hpp"
#include "discrete/columns.hpp"

namespace sepset::discrete {

// Sixteen candidates: block i has the positions 16 i to 16 i + 15. Position p is lane p % 16.
struct Block {
    int slots;  // levels but the first, of the column that has the most
    std::size_t first_bitmap, bitmap_count;
    std::size_t address;  // where its part of the addresses starts
    std::size_t width() const { return static_cast<std::size_t>(slots) * kLanes; }
};

class CandidateBlocks {
  public:
    explicit CandidateBlocks(const Columns& data) : data_(data) {}

    // Candidates are these ascending columns, or all columns (null), the pair among them.
    void take(const std::vector<std::int32_t>* columns);

    std::size_t size() const { return columns_.size(); }
    std::int32_t column(std::size_t position) const { return columns_[position]; }
    bool are_all() const { return all_; }  // position is column

    // The first positions are in blocks, unless these are forgone for the candidates that were taken last.
    std::size_t in_blocks() const { return in_blocks_; }
    void forgo_blocks() { in_blocks_ = 0; }

    // To be called before what follows is used.
    void lay_out();

    const std::vector<Block>& blocks() const { return blocks_; }

    // The bitmaps of the candidates in blocks, position by position, level by level.
    const std::vector<Bitmap>& bitmaps() const { return bitmaps_; }
    std::size_t first_bitmap(std::size_t position) const { return bitmap_at_[position]; }

    // What `joint` holds for the lanes of a block: in place where possible, else gathered into `space`.
    const std::int32_t* joint_lanes(const std::int32_t* joint, std::size_t block, std::int32_t* space) const {
        return all_ ? joint + data_.joint_at(block) : gather(joint, block, space);
    }

  private:
    const std::int32_t* gather(const std::int32_t* joint, std::size_t block, std::int32_t* space) const;
    void lay_out_block(std::size_t first);

    const Columns& data_;
    bool all_ = false;
    bool all_laid_out_ = false;  // what follows is that of all columns, and stays
    std::vector<std::int32_t> columns_;
    std::size_t in_blocks_ = 0;
    std::vector<Block> blocks_;
    std::vector<Bitmap> bitmaps_;
    std::vector<std::size_t> bitmap_at_;  // the first bitmap of each position; the end last
    std::vector<std::size_t> addresses_;  // into joint counts, by block, slot and lane
};

}  // namespace sepset::discrete
