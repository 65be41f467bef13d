// Counting row by row: the plain way, for columns with many levels and for a few tests where bitmaps do not pay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "discrete/columns.hpp"
#include "discrete/statistic.hpp"

namespace sepset::discrete {

class RowCounter {
  public:
    RowCounter(const Codes& codes, Statistic kind) : codes_(codes), sum_(kind) {}

    // Fixes the pair (a, b) and all conditioning columns but the last.
    void fix(std::int32_t a, std::int32_t b, const std::int32_t* prefix, std::size_t size);

    // The test of the pair given the fixed columns, and given the fixed columns and `last`.
    TableStatistic test() { return counts_are_dense(1) ? dense(nullptr) : sparse(nullptr); }
    TableStatistic test(std::int32_t last) {
        return counts_are_dense(codes_.levels[last]) ? dense(&last) : sparse(&last);
    }

  private:
    bool counts_are_dense(std::int32_t last_levels) const;
    TableStatistic dense(const std::int32_t* last);
    TableStatistic sparse(const std::int32_t* last);
    void refine(std::vector<std::uint32_t>& strata, std::int32_t column);
    void add_sparse_stratum(const std::uint32_t* rows, std::size_t count);

    const Codes& codes_;
    StatisticSum sum_;
    std::int32_t a_ = 0, b_ = 0;
    std::vector<std::int32_t> prefix_;
    std::size_t cells_ = 0, strata_ = 0;  // joint levels of the pair, of the prefix (0: too many to count)
    std::vector<std::uint32_t> cell_of_row_;
    std::vector<std::int32_t> counts_;
    std::vector<std::uint32_t> order_, a_number_, b_number_;
};

}  // namespace sepset::discrete
