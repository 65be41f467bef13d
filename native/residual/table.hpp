// The columns of the residual test, as vectors of numbers, and the products of any two of them.
//
// A variable is one vector (normal scores) or several (indicators). The atoms of a table are the constant 1, the
// vectors of all variables, and the squares and cubes of scores; what conditions a test is made of atoms and of
// products of two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "residual/vectors.hpp"

namespace sepset::residual {

struct Columns {
    std::size_t rows = 0;
    std::vector<double> values;            // vector after vector; 0 where a value is missing
    std::vector<std::int64_t> first;       // of each variable: its first vector, and at the end their number
    std::vector<std::uint8_t> continuous;  // of each variable
    std::vector<std::uint8_t> observed;    // variable after variable, a byte a row; empty: nothing is missing

    std::size_t variables() const { return continuous.size(); }
    std::size_t width(std::size_t variable) const { return first[variable + 1] - first[variable]; }
    const double* vector(std::size_t i) const { return values.data() + i * rows; }
};

class Table {
  public:
    // Squares and cubes are made for the first `with_powers` variables.
    Table(Columns columns, std::size_t with_powers, int threads);
    Table(const Table&) = delete;  // the atoms point into the table
    Table& operator=(const Table&) = delete;

    const Columns& columns() const { return columns_; }
    std::size_t rows() const { return columns_.rows; }

    static constexpr std::size_t kOne = 0;
    std::size_t linear(std::size_t vector) const { return 1 + vector; }
    std::size_t square(std::size_t variable) const { return power_[variable]; }
    std::size_t cube(std::size_t variable) const { return power_[variable] + 1; }

    const Vector& atom(std::size_t i) const { return atoms_[i]; }
    double gram(std::size_t i, std::size_t j) const { return gram_[i * atoms_.size() + j]; }

    // Whether none of these variables has a missing value.
    bool complete(const std::vector<std::int32_t>& variables) const;
    // The rows in which all of these variables have a value.
    std::vector<std::size_t> complete_rows(const std::vector<std::int32_t>& variables) const;
    // The table of some variables in some rows, nothing missing.
    Table restricted(const std::vector<std::int32_t>& variables, const std::vector<std::size_t>& rows,
                     std::size_t with_powers) const;

  private:
    Columns columns_;
    std::vector<double> extra_;  // the constant, squares and cubes
    std::vector<Ones> ones_;     // of indicators, by vector
    std::vector<Vector> atoms_;
    std::vector<std::size_t> power_;
    std::vector<double> gram_;
    std::vector<std::uint8_t> gaps_;  // of each variable: whether values are missing
};

}  // namespace sepset::residual
