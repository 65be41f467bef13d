// Fisher's z where values are missing: each test uses the rows in which its own variables have values.
//
// Rows are grouped by which variables they have. A group with more rows than there are variables is kept as sums and
// sums of products; tests add these up. The few rows of other groups are read one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/set_search.hpp"

namespace sepset::testwise {

struct PartialCorrelation {
    double r;  // NaN: not usable
    std::int64_t rows;
};

class Correlations {
  public:
    // n variables with `rows` values each, variable after variable, NaN where missing. No variable is constant.
    Correlations(const double* values, std::size_t n, std::size_t rows);

    std::size_t variables() const { return n_; }
    PartialCorrelation partial(std::int32_t a, std::int32_t b, const std::vector<std::int32_t>& given) const;
    BestSets search(const SetLevel& level) const;

  private:
    // The rows in which the same variables have values.
    struct RowsAlike {
        std::vector<std::uint64_t> present;  // a bit a variable
        std::vector<double> values;          // row after row, if they are few
        std::vector<double> products;        // of (1, variables) with each other, if the rows are many
        std::size_t rows = 0;
    };
    struct Sums;

    void standardise(const double* values);
    void group_rows();
    void add(const RowsAlike& group, const std::vector<std::int32_t>& variables, Sums& sums) const;

    std::size_t n_, rows_;
    std::vector<double> values_;  // row after row
    std::vector<RowsAlike> groups_;
};

}  // namespace sepset::testwise
