// Sixteen tests at once: the tables of one pair with sixteen candidates (a block) side by side, one a lane. Of each
// candidate only the levels but the first are counted (the slots). The operations here work on whole blocks; there is
// one version per instruction set and all give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sepset::discrete {

constexpr int kLanes = 16;
constexpr int kMostCells = 64;  // joint levels of a pair that the operations on blocks take

// The shape of a block's table of counts: counts[cell][stratum][level][lane]. Cells are the joint levels of the pair
// (rows x columns), strata those of all conditioning columns but the last, level those of the last, in the lanes.
struct TableShape {
    int rows, columns, strata, levels;
    constexpr int cells() const { return rows * columns; }
    constexpr std::size_t at(int cell, int stratum, int level) const {
        return ((static_cast<std::size_t>(cell) * strata + stratum) * levels + level) * kLanes;
    }
    std::size_t size() const { return at(cells(), 0, 0); }
    bool operator==(const TableShape& other) const {
        return rows == other.rows && columns == other.columns && strata == other.strata && levels == other.levels;
    }
};

// Counts of all cells follow from those without any first level and from the margins. Arrays over (slot, lane):
struct FirstOrderParts {
    const std::int32_t* counted;        // rows with level i >= 1 of a and j >= 1 of b, one array a pair (i, j)
    const std::int32_t* const* with_a;  // rows with level i >= 1 of a
    const std::int32_t* const* with_b;  // rows with level j >= 1 of b
    const std::int32_t* all;            // all rows
    const std::int32_t* cell_totals;    // one number a cell
};

struct PrefixParts {
    int skipped;                        // the cell that was not counted, or -1
    const std::int32_t* const* totals;  // all cells together, one array a stratum of the prefix >= 1 (if skipped >= 0)
    const std::int32_t* first_order;    // the table without a prefix
    const std::int32_t* prefix_totals;  // [cell][stratum]
};

struct BlockOperations {
    // Fills the rest of a table with strata == 1; of one whose entries with stratum, level >= 1 are there but for a
    // cell.
    void (*complete_first_order)(const FirstOrderParts& parts, const TableShape& shape, std::int32_t* counts);
    void (*complete_with_prefix)(const PrefixParts& parts, const TableShape& shape, std::int32_t* counts);
    // A value that is at most the statistic of each lane, up to rounding in single precision.
    void (*pearson_bound)(const std::int32_t* counts, const TableShape& shape, float* bound);
    void (*likelihood_bound)(const std::int32_t* counts, const TableShape& shape, float* bound);
    // The adjusted degrees of freedom of each lane.
    void (*dof)(const std::int32_t* counts, const TableShape& shape, std::int32_t* dof);
};

// The fastest version this processor runs; the environment variable SEPSET_INSTRUCTIONS (portable, avx2) lowers it.
BlockOperations choose_block_operations();

}  // namespace sepset::discrete
