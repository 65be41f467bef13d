// Partial correlations: one by one in a fixed order of operations (the reference), and searched by the billion.
//
// Variables are numbered in the order of their names by the caller, so "smaller" below means "earlier name".
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "common/candidates.hpp"

namespace sepset {

// A variance that is left after conditioning, or 1 - r^2, at or below this makes a set unusable.
constexpr double kSingular = 1e-8;

// A symmetric matrix of correlations with unit diagonal, row by row.
struct Correlation {
    const double* entries;
    std::size_t n;
    const double* row(std::size_t i) const { return entries + i * n; }
};

// The partial correlation of a < b given the increasing `set`, or NaN when the set is not usable.
// `work` holds (size + 2)^2 doubles. Gaussian elimination of `set`, smallest first, on the submatrix (set, a, b): only
// + - * / and sqrt in a fixed order, so every machine and the Python twin get the same bits.
double partial_correlation(const Correlation& c, std::int32_t a, std::int32_t b, const std::int32_t* set, int size,
                           double* work);

// Two-sided p-values of Fisher's z: 2 (1 - Phi(sqrt(dof) |atanh r|)), dof = N - |S| - 3; NaN where r is.
void fisher_z_p(const double* r, std::size_t count, double dof, int threads, double* p);

// The correlation matrix of n columns with `rows` values each (column after column); sums in a fixed order.
// `check_signals` is called now and then in the calling thread; it may throw to end the computation.
void correlation_matrix(const double* columns, std::size_t n, std::size_t rows, int threads,
                        const std::function<void()>& check_signals, double* out);

// One level of the search: for each pair a < b all sets of `size` members of its list without the pair itself.
struct LevelTask {
    Correlation correlation;
    Pairs pairs;
    int size;
    CandidateLists lists;  // each increasing
    double largest;              // partial correlations above this in size are of no interest; infinity: all are
    int threads;
    std::function<void()> check_signals;  // called now and then in the calling thread; may throw to end the search
};

// Per pair: the smallest |partial correlation| over usable sets (signed; NaN if none is of interest), its set
// (increasing; ties: the first in lexicographic order; -1 if none), and the number of candidates.
struct LevelAnswer {
    std::vector<double> r;
    std::vector<std::int32_t> sets;  // `size` a pair
    std::vector<std::int32_t> available;
};

// Throws std::invalid_argument when the task is not what it claims to be.
LevelAnswer search_level(const LevelTask& task);

}  // namespace sepset
