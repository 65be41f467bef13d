// The search for one pair: bitmaps in blocks of sixteen candidates, row by row counting where these do not apply.
//
// The rows are sorted by the cell of the pair (its joint levels) once, so that a conditioning set only asks how many
// rows of each cell have its levels. The largest cell is not counted where the total over all cells is known. Where
// cells are short, the sorted bitmaps of a block lie side by side: each lane adds up its own bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "discrete/discrete.hpp"
#include "common/interruption.hpp"
#include "discrete/radix.hpp"

namespace sepset {

constexpr std::size_t kGroup = 4;         // sets of outer columns that are counted together
constexpr std::size_t kMostTable = 4096;  // cells of a table that a block counts

class PairSearch {
  public:
    PairSearch(const DiscreteData& data, const LevelRequest& request, const CriticalValues& critical,
               Interruption& interruption);

    // candidates: ascending columns other than a and b, or null for all.
    std::vector<Front::Entry> run(std::int32_t a, std::int32_t b, const std::vector<std::int32_t>* candidates);

  private:
    // Sixteen candidates: positions 16 i to 16 i + 15, their bitmaps and where their joint counts are.
    struct Block {
        int slots;
        std::size_t first_row, row_count;  // in bit_rows_
        std::size_t address;               // into address_
        std::size_t first_order;           // into first_order_
        std::size_t lanes;                 // into squeezed_lanes_
        std::size_t width() const { return static_cast<std::size_t>(slots) * kLanes; }
    };

    // Outer columns that differ from others of their group in the last one, at this position.
    struct Outer {
        std::size_t position;
        int strata;
        BitWords masks;
        std::vector<std::int32_t> totals;
        std::size_t table;  // into table_
    };

    // The lanes of a block that passed their bound.
    struct Hits {
        const float* bound;
        const int* lanes;
        int count;
    };

    bool excluded(std::size_t position) const { return positions_[position] == a_ || positions_[position] == b_; }
    bool blocks_pay();
    TableShape shape(int outer, const Block& block) const { return {rows_, columns_, outer, block.slots + 1}; }

    void test_pair_alone();
    void take_positions(const std::vector<std::int32_t>* candidates);
    void take_blocks();
    void take_block(std::size_t first);
    const std::int32_t* joint_lanes(const std::int32_t* joint, std::size_t block, std::int32_t* space) const;
    void count_cells();
    void intersect_levels();
    void count_both_levels(std::size_t block);
    void count_first_order(std::size_t block, std::int32_t* counts);
    void search_single_sets();

    void take_cells();
    bool lanes_pay() const;
    void sort_rows_by_cell();
    void lay_cells_side_by_side();
    void cell_rows(int cell, BitWords& rows) const;
    void search_larger_sets();
    void each_outer(std::size_t depth, std::size_t from);
    void each_last_outer(std::size_t from);
    void scan_group();
    void scan_rows(std::size_t from, std::size_t to);
    int outer_strata() const;
    bool fits(const Outer& outer, int levels) const;
    const std::uint64_t* cell_bits(std::size_t position, int level, int cell) const;
    void mask_outer(Outer& outer);
    void split_mask(const std::uint64_t* parent, int cell, std::size_t outer, std::uint64_t* parts) const;
    void total_outer(Outer& outer);
    void scan_block(std::size_t block);
    void lay_out_group(const Block& block);
    void count_group(std::size_t block);
    void count_rows(std::size_t first_row, std::size_t row_count);
    void take_masks(const Outer& outer, const Block& block);
    void complete(std::size_t block, const Outer& outer);

    float threshold(double limit, const TableShape& shape);
    void judge(const std::int32_t* counts, const TableShape& shape, std::size_t block, std::size_t from);
    void evaluate_lanes(const std::int32_t* counts, const TableShape& shape, std::size_t block, const Hits& hits);
    double least_likelihood(const std::int32_t* counts, const TableShape& shape, int lane) const;
    void evaluate(const std::int32_t* counts, const TableShape& shape, int lane);
    void offer(const Evidence& evidence, std::size_t size);
    void choose(std::size_t depth, std::size_t position);

    const DiscreteData& data_;
    const LevelRequest& request_;
    const BitOperations& bits_;
    const LaneOperations& lanes_;
    Interruption& interruption_;
    Front front_;
    StatisticSum sum_;
    RadixCounter radix_;
    std::size_t size_;

    std::int32_t a_ = 0, b_ = 0;
    int rows_ = 0, columns_ = 0;  // levels of a and b
    bool all_ = false;            // candidates are all columns: position is column
    std::vector<std::int32_t> positions_;
    std::size_t in_blocks_ = 0;  // the first positions, which are in blocks
    std::vector<Block> blocks_;
    std::vector<BitRow> bit_rows_;  // of the candidates in blocks, position by position, level by level
    std::vector<std::size_t> row_at_;  // the first bitmap of each position; the end last
    bool all_taken_ = false;           // blocks_ and the like are those of all columns
    std::vector<std::size_t> address_;
    LaneCounts counted_, first_order_, table_, joint_space_;
    BitWords both_levels_;
    std::vector<CellMask> masks_;
    std::vector<BitRow> cell_masks_;
    std::vector<std::int32_t> cell_totals_, stratum_;

    double last_limit_ = -1.0, last_cells_ = 0.0;  // what last_threshold_ was computed from
    float last_threshold_ = -1.0f;

    int skipped_ = -1;                         // the cell that is not counted
    bool sorted_ = false;                      // rows are sorted by cell; else each cell has a mask of all rows
    bool in_lanes_ = false;                    // sorted bitmaps are counted side by side
    std::vector<WordRange> cell_words_;        // the words of each cell in row_mask_, and in a squeezed bitmap
    std::vector<WordRange> lane_words_;        // those without the words that fill up a step
    std::size_t mask_words_ = 0;               // of row_mask_ and of one squeezed bitmap
    BitWords squeezed_, squeezed_lanes_, row_mask_, mask_space_, row_space_;
    std::vector<BitRow> squeezed_rows_;        // as bit_rows_, if sorted
    std::array<Outer, kGroup> group_;
    std::size_t group_size_ = 0;
    int laid_out_slots_ = 0;                   // of the blocks that the tables of the group are laid out for
    std::vector<std::size_t> chosen_;          // positions of the conditioning set; the last one varies fastest
    std::vector<std::int32_t> given_;          // their columns
};

}  // namespace sepset
