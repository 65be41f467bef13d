#include "residual/beta.hpp"

#include <cmath>
#include <limits>

#include "common/log_gamma.hpp"

namespace sepset::residual {
namespace {

constexpr double kTiny = 1e-300;
constexpr double kRounding = std::numeric_limits<double>::epsilon();

double away_from_zero(double x) { return std::fabs(x) < kTiny ? kTiny : x; }

// The continued fraction of the incomplete beta function (Abramowitz and Stegun 1964, 26.5.8), evaluated from the
// front (Lentz); quick for x below (a + 1) / (a + b + 2).
double fraction(double a, double b, double x) {
    double c = 1.0, d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0)), h = d;
    for (double m = 1.0; m < 10000.0; m += 1.0) {
        const double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        h *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        h *= d * c;
        if (std::fabs(d * c - 1.0) <= 4.0 * kRounding) break;
    }
    return h;
}

}  // namespace

double incomplete_beta(double a, double b, double x) {
    if (!(x > 0.0)) return x <= 0.0 ? 0.0 : x;
    if (x >= 1.0) return 1.0;
    const double factor =
        std::exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) + b * std::log1p(-x));
    if (x < (a + 1.0) / (a + b + 2.0)) return factor * fraction(a, b, x) / a;
    return 1.0 - factor * fraction(b, a, 1.0 - x) / b;
}

}  // namespace sepset::residual
