// Vectors of the residual test, and sums of their products in a fixed order.
//
// Indicators are mostly zero. The products of two of them are counted, and products with one of them are added up over
// the rows in which it is one: nothing is rounded in the first case, and adding zeros changes nothing in the second, so
// that both have the bits of the sum over all rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sepset::residual {

// Where a vector of zeros and ones is one: as a list of rows, and a bit a row.
struct Ones {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint64_t> words;

    // So few that adding over these rows is faster than over all.
    bool rare(std::size_t all) const { return 16 * rows.size() <= all; }
};

struct Vector {
    const double* values;  // null: those of `ones`
    const Ones* ones;      // null: the values are not all zero or one
};

// Whether nothing but zeros and ones is in a vector; then also where the ones are.
bool find_ones(const double* values, std::size_t rows, Ones& found);

// Where two vectors are both one.
Ones both(const Ones& x, const Ones& y);

// The sum of products in a fixed order: eight lanes within chunks of 1,024 rows, chunk after chunk.
double dot(const Vector& x, const Vector& y, std::size_t rows);

}  // namespace sepset::residual
