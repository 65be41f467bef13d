// Tables of the pair given two and more columns: all but the last (the prefix) are fixed, the last runs through a
// block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "discrete/candidate_blocks.hpp"
#include "discrete/cell_bitmaps.hpp"
#include "discrete/columns.hpp"
#include "discrete/conditioning_set.hpp"
#include "discrete/first_order_tables.hpp"
#include "discrete/pair.hpp"

namespace sepset::discrete {

// A prefix that differs from others of its group in its last column, which is at this position.
struct Prefix {
    std::size_t position;
    int strata;                        // joint levels of its columns
    BitWords masks;                    // [stratum][word]: the rows of each stratum, cell after cell
    std::vector<std::int32_t> totals;  // [cell][stratum]: the number of rows
    std::size_t table;                 // where its table starts
};

// Up to four prefixes, which share the loads of bitmaps.
class PrefixTables {
  public:
    // `single`: a prefix is one column.
    PrefixTables(const Columns& data, const Pair& pair, const CandidateBlocks& candidates, CellBitmaps& cells,
                 const FirstOrderTables& first_order, bool single)
        : data_(data), pair_(pair), candidates_(candidates), cells_(cells), first_order_(first_order), single_(single) {
    }

    std::size_t size() const { return size_; }
    bool full() const { return size_ == group_.size(); }
    const Prefix& operator[](std::size_t i) const { return group_[i]; }
    void add(std::size_t position) { group_[size_++].position = position; }
    void clear() { size_ = 0; }

    // Counts the rows of the strata of prefix i, whose columns `set` holds.
    void prepare(std::size_t i, const ConditioningSet& set);

    // Once all prefixes are prepared.
    void start_blocks() { laid_out_slots_ = 0; }

    // Counts the tables of all prefixes with one block, but for what `complete` adds to one of them.
    void count(std::size_t block);
    const std::int32_t* complete(std::size_t number, const Prefix& prefix);

    TableShape shape(const Prefix& prefix, const Block& block) const {
        return pair_.shape(prefix.strata, block.slots + 1);
    }
    // Whether the table of a prefix and a column with `levels` levels is small enough to be counted by blocks.
    bool fits(const Prefix& prefix, int levels) const;

  private:
    int count_strata(const ConditioningSet& set) const;
    void mask_strata(Prefix& prefix, const ConditioningSet& set);
    void split(const std::uint64_t* parent, int cell, std::size_t position, std::uint64_t* parts) const;
    void total_strata(Prefix& prefix);
    void total_levels(Prefix& prefix) const;
    void lay_out(const Block& block);
    void take_masks(const Prefix& prefix, const Block& block);

    const Columns& data_;
    const Pair& pair_;
    const CandidateBlocks& candidates_;
    CellBitmaps& cells_;
    const FirstOrderTables& first_order_;
    const bool single_;
    std::array<Prefix, 4> group_;
    std::size_t size_ = 0;
    int laid_out_slots_ = 0;  // of the blocks that the tables are laid out for
    std::vector<CellMask> masks_;
    std::vector<Bitmap> stratum_masks_;
    BitWords mask_space_;
    LaneCounts table_, joint_space_;
};

}  // namespace sepset::discrete
