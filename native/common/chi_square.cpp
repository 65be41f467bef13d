#include "common/chi_square.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/log_gamma.hpp"

namespace sepset {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();

// The tail is the regularised incomplete gamma function Q(a, y) with a = dof / 2, y = statistic / 2. Both ways below
// are textbook (Abramowitz and Stegun 1964, 6.5.29 and 6.5.31); they share the factor y^a e^-y / Gamma(a).
double shared_factor(double a, double y) {
    if (a < 20.0) return std::exp(a * std::log(y) - y - log_gamma(a));
    // For large a the three terms nearly cancel. With Stirling's series for the gamma function they do so on paper.
    const double away = (y - a) / a, pi = std::acos(-1.0);
    const double stirling = (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * a * a)) / (a * a)) / a;
    return std::sqrt(a / (2.0 * pi)) * std::exp(-a * (away - std::log1p(away)) - stirling);
}

// P(a, y) = 1 - Q(a, y) by its power series; quick for y below a + 1.
double lower_by_series(double a, double y) {
    double term = 1.0 / a, sum = term;
    for (double n = a + 1.0; term > sum * kRounding; n += 1.0) {
        term *= y / n;
        sum += term;
    }
    return sum * shared_factor(a, y);
}

// Q(a, y) by its continued fraction, evaluated from the front (Lentz); quick for y above a + 1.
double upper_by_fraction(double a, double y) {
    constexpr double kTiny = 1e-300;
    double b = y + 1.0 - a, c = 1.0 / kTiny, d = 1.0 / b, h = d, change = 0.0;
    for (double n = 1.0; std::fabs(change - 1.0) > 4.0 * kRounding; n += 1.0) {
        const double numerator = n * (a - n);
        b += 2.0;
        d = numerator * d + b;
        if (std::fabs(d) < kTiny) d = kTiny;
        c = b + numerator / c;
        if (std::fabs(c) < kTiny) c = kTiny;
        d = 1.0 / d;
        change = c * d;
        h *= change;
    }
    return h * shared_factor(a, y);
}

}  // namespace

double chi_square_tail(double statistic, double dof) {
    const double a = dof / 2.0, y = statistic / 2.0;
    if (std::isnan(statistic) || !(dof > 0.0)) return std::numeric_limits<double>::quiet_NaN();
    if (y <= 0.0) return 1.0;
    if (std::isinf(y)) return 0.0;
    if (dof == 1.0) return std::erfc(std::sqrt(y));
    if (dof == 2.0) return std::exp(-y);
    return y < a + 1.0 ? 1.0 - lower_by_series(a, y) : upper_by_fraction(a, y);
}

// Newton's method on the logarithm of the tail, which is nearly a straight line.
double chi_square_critical(double alpha, double dof, double start) {
    double x = start > 0.0 ? start : dof, below = 0.0;  // below: has a tail above zero
    for (int step = 0; step < 200; ++step) {
        const double tail = chi_square_tail(x, dof), y = x / 2.0;
        const double slope = tail > 0.0 ? shared_factor(dof / 2.0, y) / (2.0 * y) / tail : 0.0;
        if (!(slope > 0.0)) {  // too far out: the tail is too small for a number
            x = (below + x) / 2.0;
            continue;
        }
        below = x;
        const double next = std::max(x + std::log(tail / alpha) / slope, x / 16.0);
        if (std::fabs(next - x) <= 1e-7 * x) return next;  // the error is about the square of that
        x = next;
    }
    return x;
}

}  // namespace sepset
