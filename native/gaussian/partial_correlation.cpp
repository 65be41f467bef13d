#include "gaussian/partial_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/parallel.hpp"

namespace sepset::gaussian {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// `Fixed` is the size, known at compile time so that the loops unroll; -1 reads it from `size`.
template <int Fixed>
double eliminate(const Correlation& c, std::int32_t a, std::int32_t b, const std::int32_t* set, int size, double* m) {
    const int k = Fixed >= 0 ? Fixed : size;
    const int w = k + 2;
    // The matrix is symmetric; a search has the rows of a and b in cache, those of the set perhaps not.
    const double *row_a = c.row(a), *row_b = c.row(b);
    for (int i = 0; i < k; ++i) {
        m[i * w + i] = 1.0;
        for (int j = i + 1; j < k; ++j) m[i * w + j] = c.row(set[i])[set[j]];
        m[i * w + k] = row_a[set[i]];
        m[i * w + k + 1] = row_b[set[i]];
    }
    m[k * w + k] = m[(k + 1) * w + k + 1] = 1.0;
    m[k * w + k + 1] = row_a[b];
    for (int pivot = 0; pivot < k; ++pivot) {
        const double left = m[pivot * w + pivot];
        if (!(left > kSingular)) return kNaN;
        for (int i = pivot + 1; i < w; ++i) {
            const double factor = m[pivot * w + i] / left;
            for (int j = i; j < w; ++j) m[i * w + j] -= factor * m[pivot * w + j];
        }
    }
    const double left_a = m[k * w + k];
    const double left_b = m[(k + 1) * w + k + 1];
    if (!(left_a > kSingular) || !(left_b > kSingular)) return kNaN;
    const double r = m[k * w + k + 1] / std::sqrt(left_a * left_b);
    return 1.0 - r * r > kSingular ? r : kNaN;
}

}  // namespace

double partial_correlation(const Correlation& c, std::int32_t a, std::int32_t b, const std::int32_t* set, int size,
                           double* work) {
    switch (size) {
        case 0: return eliminate<0>(c, a, b, set, size, work);
        case 1: return partial_correlation_given_one(c.row(a)[b], c.row(a)[*set], c.row(b)[*set]);
        case 2: return eliminate<2>(c, a, b, set, size, work);
        case 3: return eliminate<3>(c, a, b, set, size, work);
        default: return eliminate<-1>(c, a, b, set, size, work);
    }
}

void fisher_z_p(const double* r, std::size_t count, double dof, int threads, double* p) {
    const double scale = std::sqrt(dof) * 0.5;
    parallel_for_small(count, threads, [&](std::size_t i) {
        p[i] = r[i];
        if (std::isnan(r[i])) return;
        const double size = std::fabs(r[i]);
        const double z = scale * std::log1p(2.0 * size / (1.0 - size));
        p[i] = std::erfc(z / std::sqrt(2.0));
    });
}

}  // namespace sepset::gaussian
