// Counts of rows by sets of columns, added up tile by tile: what is kept does not grow with the rows, and the tables of
// every set that was counted, and of all its parts, follow from it.
//
// For each set the rows are counted in which every column has a level other than its first, by level: whatever else a
// table holds is a difference of such counts. So a set of binary columns costs one number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "common/candidates.hpp"
#include "discrete/best_tests.hpp"
#include "discrete/columns.hpp"
#include "discrete/search.hpp"
#include "discrete/statistic.hpp"

namespace sepset::discrete {

class CountedSets {
  public:
    // `sets` holds sets of `size` ascending columns, one after the other. Throws std::invalid_argument if it does not.
    CountedSets(std::vector<std::int32_t> levels, const View<std::int32_t>& sets, std::size_t size);

    // How many numbers are kept.
    std::size_t numbers() const { return counts_.size(); }
    std::int64_t rows() const { return rows_; }
    const std::vector<std::int32_t>& levels() const { return levels_; }

    // Counts some rows. `weights`: how often each of them occurs; none: once. The sums do not depend on threads.
    void add(const Codes& codes, int threads, const std::function<void()>& check_signals);
    void add_weighted(const Codes& codes, const View<std::int64_t>& weights);

    // All that is kept: the number of rows, then the numbers. Adding those of other rows, counted for the same sets of
    // the same columns, counts these rows as well; throws std::invalid_argument if they are not as many.
    std::vector<std::int64_t> counts() const;
    void add_counts(const View<std::int64_t>& counts);

    // The number of rows for each joint level of some different columns, the last column varying fastest. Throws
    // std::invalid_argument when they were not counted together.
    void table(const std::vector<std::int32_t>& columns, std::vector<std::int64_t>& out) const;

  private:
    // A set is a node below the set without its last column; the root is the empty set. Its counts stand with those of
    // all other children of its parent: [joint level of the parent][level of each child], levels but the first.
    struct Depth {
        std::vector<std::int32_t> column;      // the last column of each node
        std::vector<std::size_t> offset;       // where its levels start among those of its siblings
        std::vector<std::size_t> first;        // its children: first[i] to first[i + 1] of the next depth
        std::vector<std::size_t> base, width;  // where the counts of its children start, and how many levels they have
    };
    class Tile;
    class Filling;

    void lay_out(const std::vector<std::vector<std::int32_t>>& keys);
    void lay_out_children(std::size_t depth, std::size_t node, std::size_t joint_levels);
    std::size_t more_levels(std::int32_t column) const { return static_cast<std::size_t>(levels_[column] - 1); }
    void add_row(const Codes& codes, std::size_t row, std::int64_t weight, std::size_t depth, std::size_t node,
                 std::size_t joint);

    std::vector<std::int32_t> levels_;
    std::size_t size_;
    std::vector<Depth> depths_;  // the root first
    std::vector<std::int64_t> counts_;
    std::int64_t rows_ = 0;
};

// As test_pair and search_level on the rows themselves: the same bits.
TestResult test_pair(const CountedSets& counted, Statistic kind, std::int32_t a, std::int32_t b,
                     const View<std::int32_t>& given);
std::vector<std::vector<BestTest>> search_level(const CountedSets& counted, const LevelRequest& request);

}  // namespace sepset::discrete
