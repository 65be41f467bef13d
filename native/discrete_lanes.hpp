// Sixteen tests at once. A block holds the bitmaps of sixteen columns side by side: for each 64 rows (a word) and
// each level but the first (a slot), sixteen 64-bit words, one a column (a lane). The operations here work on whole
// blocks; there is one version per instruction set and all give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace sepset {

// Storage that starts on a cache line, so that no vector straddles two of them.
template <class Number>
struct OnCacheLine {
    using value_type = Number;
    static constexpr std::align_val_t kLine{64};
    OnCacheLine() = default;
    template <class Other>
    OnCacheLine(const OnCacheLine<Other>&) {}
    Number* allocate(std::size_t count) {
        return static_cast<Number*>(::operator new(count * sizeof(Number), kLine));
    }
    void deallocate(Number* numbers, std::size_t) { ::operator delete(numbers, kLine); }
    bool operator==(const OnCacheLine&) const { return true; }
    bool operator!=(const OnCacheLine&) const { return false; }
};
using BlockWords = std::vector<std::uint64_t, OnCacheLine<std::uint64_t>>;
using BlockCounts = std::vector<std::int32_t, OnCacheLine<std::int32_t>>;

constexpr int kLanes = 16;
constexpr int kMostCells = 64;  // joint levels of a pair that the operations on blocks take
constexpr int kMoves = 6;  // steps that squeeze the chosen bits of a 64-bit word to its low end

// The shape of a block's table of counts: counts[cell][outer][level][lane]. Cells are the joint levels of the pair
// (rows x columns), outer the strata of all conditioning columns but the last, level those of the last, in the lanes.
struct TableShape {
    int rows, columns, outer, levels;
    int cells() const { return rows * columns; }
    std::size_t at(int cell, int stratum, int level) const {
        return ((static_cast<std::size_t>(cell) * outer + stratum) * levels + level) * kLanes;
    }
    std::size_t size() const { return at(cells(), 0, 0); }
};

// How to squeeze the rows of one cell of the pair together: for each word the cell's rows and the moves of its bits.
struct SqueezeStep {
    std::uint64_t rows;
    std::uint64_t moves[kMoves];
    std::uint32_t word;
    std::uint32_t count;
};

// Counts of all cells follow from those without any first level and from the margins. Arrays over (slot, lane):
struct FirstOrderParts {
    const std::int32_t* counted;               // rows with level i >= 1 of a and j >= 1 of b, one array a pair (i, j)
    const std::int32_t* const* with_a;         // rows with level i >= 1 of a
    const std::int32_t* const* with_b;         // rows with level j >= 1 of b
    const std::int32_t* all;                   // all rows
    const std::int32_t* cell_totals;           // one number a cell
};

struct OuterParts {
    int skipped;                               // the cell that was not counted, or -1
    const std::int32_t* const* totals;  // all cells together, one array an outer stratum >= 1 (if skipped >= 0)
    const std::int32_t* first_order;           // the table without outer columns
    const std::int32_t* outer_totals;          // [cell][outer stratum]
};

struct LaneOperations {
    // out[m * out_stride + slot * kLanes + lane] = rows in both mask m and the bitmap of that slot and lane.
    void (*count)(const std::uint64_t* masks, std::size_t mask_stride, int mask_count, const std::uint64_t* block,
                  std::size_t words, int slots, std::int32_t* out, std::size_t out_stride);
    // Writes the rows chosen by `steps` of all bitmaps of a block, close together, as a block of fewer words.
    void (*squeeze)(const std::uint64_t* block, int slots, const SqueezeStep* steps, std::size_t step_count,
                    std::uint64_t* out);
    // Fills the rest of a table with outer == 1; of one whose entries with outer, level >= 1 are there but for a
    // cell.
    void (*complete_first)(const FirstOrderParts& parts, const TableShape& shape, std::int32_t* counts);
    void (*complete_outer)(const OuterParts& parts, const TableShape& shape, std::int32_t* counts);
    // A value that is at most the statistic of each lane, up to rounding in single precision.
    void (*pearson_bound)(const std::int32_t* counts, const TableShape& shape, float* bound);
    void (*likelihood_bound)(const std::int32_t* counts, const TableShape& shape, float* bound);
    // The adjusted degrees of freedom of each lane.
    void (*dof)(const std::int32_t* counts, const TableShape& shape, std::int32_t* dof);
};

// The fastest version this processor runs; the environment variable SEPSET_INSTRUCTIONS (portable, avx2) lowers it.
LaneOperations choose_lane_operations();

// The moves that squeeze the bits of `rows` to the low end (Warren, Hacker's Delight, 2nd ed., section 7-4).
SqueezeStep squeeze_step(std::uint32_t word, std::uint64_t rows);

int count_bits(std::uint64_t word);

}  // namespace sepset
