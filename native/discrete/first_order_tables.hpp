// Tables of the pair given one candidate, a block at a time: counts of level but the first, the rest by subtraction.
// The rows are counted at once, or tile by tile, so that many pairs can share a tile while it is in the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "discrete/bitmaps.hpp"
#include "discrete/candidate_blocks.hpp"
#include "discrete/columns.hpp"
#include "discrete/pair.hpp"

namespace sepset::discrete {

class FirstOrderTables {
  public:
    // `read_once`: the bitmaps of candidates are not needed again for the same pair.
    FirstOrderTables(const Columns& data, const Pair& pair, const CandidateBlocks& candidates, bool read_once)
        : data_(data), pair_(pair), candidates_(candidates), read_once_(read_once) {}

    // To be called once the pair and its candidates are known; after the latter, add_tile counts the rows.
    void start();
    void start_tiles();

    // Counts these words of all rows, too.
    void add_tile(WordRange words);

    // The table of one block, until the next call.
    const std::int32_t* count(std::size_t block);

    // Counts the tables of all blocks, which then stay until the next pair.
    void count_all();
    const std::int32_t* table(std::size_t block) const { return tables_.data() + place_[block]; }

  private:
    TableShape shape(const Block& block) const { return pair_.shape(1, block.slots + 1); }
    void count(std::size_t number, std::int32_t* counts);
    void make_masks(WordRange words);
    void count_both_levels(std::size_t number);
    void count_bitmaps(const std::vector<Bitmap>& bitmaps, const Block& block, std::size_t words);

    const Columns& data_;
    const Pair& pair_;
    const CandidateBlocks& candidates_;
    const bool read_once_;
    BitWords both_levels_;           // rows with a level but the first of a, and one of b
    std::vector<CellMask> masks_;    // the same as masks
    std::vector<Bitmap> row_masks_;  // and as those of bitmaps one by one
    LaneCounts counted_;             // [level of a][level of b][slot][lane], levels but the first
    bool tiled_ = false;
    std::vector<LaneCounts> sums_;      // of the tiles so far: as counted_, one a block
    std::vector<Bitmap> tile_bitmaps_;  // those of the candidates, from the first word of a tile on
    LaneCounts joint_space_, tables_;
    std::vector<std::size_t> place_;  // where the table of each block starts
};

}  // namespace sepset::discrete
