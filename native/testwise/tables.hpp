// Contingency tables where values are missing: a missing value is one more level, whose cells are not counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/set_search.hpp"
#include "discrete/statistic.hpp"

namespace sepset::testwise {

struct TableAnswer {
    double statistic;
    std::int64_t adjusted_dof, full_dof, rows;
};

class Tables {
  public:
    // Codes variable after variable; a code of `levels` or more is a missing value.
    Tables(std::vector<std::uint16_t> codes, std::vector<std::int32_t> levels, std::size_t rows);

    std::size_t variables() const { return levels_.size(); }
    TableAnswer test(discrete::Statistic kind, std::int32_t a, std::int32_t b,
                     const std::vector<std::int32_t>& given) const;
    BestSets search(discrete::Statistic kind, const SetLevel& level) const;

  private:
    // For each row the joint level of a set, numbered in the order of the levels; -1: something is missing.
    struct Strata {
        std::vector<std::int32_t> of_row;
        std::size_t count = 0;
    };

    Strata strata(const std::vector<std::int32_t>& set) const;
    TableAnswer count(discrete::Statistic kind, std::int32_t a, std::int32_t b, const Strata& strata) const;

    std::vector<std::uint16_t> codes_;
    std::vector<std::int32_t> levels_;
    std::size_t rows_;
};

}  // namespace sepset::testwise
