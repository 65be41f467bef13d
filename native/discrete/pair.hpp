// The pair of columns that is tested: its levels, and the table of the two alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "discrete/bitmaps.hpp"
#include "discrete/block_tables.hpp"
#include "discrete/columns.hpp"

namespace sepset::discrete {

// A cell is a joint level of the pair: cell i * columns() + j has level i of a and level j of b.
class Pair {
  public:
    explicit Pair(const Columns& data) : data_(data) {}

    void set(std::int32_t a, std::int32_t b);

    // The columns of the pair, a < b.
    std::int32_t a() const { return a_; }
    std::int32_t b() const { return b_; }
    bool has(std::int32_t column) const { return column == a_ || column == b_; }
    bool has_bitmaps() const { return static_cast<std::size_t>(b_) < data_.narrow(); }

    int rows() const { return rows_; }  // levels of a
    int columns() const { return columns_; }
    int cells() const { return rows_ * columns_; }
    TableShape shape(int strata, int levels) const { return {rows_, columns_, strata, levels}; }

    // Counts the rows of each cell, from the joint counts; the pair has bitmaps.
    void count_cells();
    const std::vector<std::int32_t>& cell_totals() const { return cell_totals_; }

    // The rows of one cell, as a bitmap.
    void cell_rows(int cell, BitWords& rows) const;

  private:
    const Columns& data_;
    std::int32_t a_ = 0, b_ = 0;
    int rows_ = 0, columns_ = 0;
    std::vector<std::int32_t> cell_totals_;
};

}  // namespace sepset::discrete
