#include "chi_square.hpp"

#include <cmath>
#include <limits>

namespace sepset {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();

// The tail is the regularised incomplete gamma function Q(a, y) with a = dof / 2, y = statistic / 2. Both ways below
// are textbook (Abramowitz and Stegun 1964, 6.5.29 and 6.5.31); they share the factor y^a e^-y / Gamma(a).
double shared_factor(double a, double y) {
    if (a < 20.0) return std::exp(a * std::log(y) - y - std::lgamma(a));
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

double chi_square_critical(double alpha, double dof) {
    double low = 0.0, high = dof + 10.0;
    while (chi_square_tail(high, dof) > alpha) high *= 2.0;
    // The tail falls from 1 to 0, so halving the interval always closes in on the value.
    for (double middle = high / 2.0; low < middle && middle < high; middle = (low + high) / 2.0)
        (chi_square_tail(middle, dof) > alpha ? low : high) = middle;
    return high;
}

}  // namespace sepset
