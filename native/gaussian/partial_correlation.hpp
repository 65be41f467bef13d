// Partial correlations and the p-values of Fisher's z; sepset/kernels/gaussian.py says the same, more readably.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace sepset::gaussian {

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

// The same for a set of one member z, from the three correlations: same operations, same bits. Nothing depends on which
// of a and b comes first.
inline double partial_correlation_given_one(double r_ab, double r_az, double r_bz) {
    const double left_a = 1.0 - r_az * r_az, left_b = 1.0 - r_bz * r_bz;
    const double r = (r_ab - r_az * r_bz) / std::sqrt(left_a * left_b);
    const bool usable = left_a > kSingular && left_b > kSingular && 1.0 - r * r > kSingular;
    return usable ? r : std::numeric_limits<double>::quiet_NaN();
}

// Two-sided p-values of Fisher's z: 2 (1 - Phi(sqrt(dof) |atanh r|)), dof = N - |S| - 3; NaN where r is.
void fisher_z_p(const double* r, std::size_t count, double dof, int threads, double* p);

}  // namespace sepset::gaussian
