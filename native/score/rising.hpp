// Logarithms of rising factorials, log Γ(a + c) - log Γ(a): what marginal likelihoods of counts are made of.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sepset::score {

// log Γ(x) for x > 0, by Stirling's series after a shift. The one of the C library writes to a global.
inline double log_gamma(double x) {
    double below = 1.0, shift = 0.0;
    while (x < 12.0) {
        below *= x;
        x += 1.0;
        if (below > 1e250) shift += std::log(below), below = 1.0;
    }
    shift += std::log(below);
    const double inverse = 1.0 / x, square = inverse * inverse;
    const double series =
        inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680 - square / 1188))));
    return (x - 0.5) * std::log(x) - x + 0.918938533204672741780329736405617639 + series - shift;
}

// The values for one a: small counts from a table, the few large ones computed.
class Rising {
  public:
    explicit Rising(double a, std::size_t largest)
        : a_(a), table_(std::min(largest, kTable) + 1), gamma_(log_gamma(a)) {
        double sum = 0.0, product = 1.0;
        for (std::size_t c = 1; c < table_.size(); ++c) {
            product *= a_ + static_cast<double>(c - 1);
            if (product > 1e200 || product < 1e-200) sum += std::log(product), product = 1.0;
            table_[c] = sum + std::log(product);
        }
    }

    double operator()(std::size_t count) const {
        return count < table_.size() ? table_[count] : log_gamma(a_ + static_cast<double>(count)) - gamma_;
    }

  private:
    static constexpr std::size_t kTable = 4096;
    double a_;
    std::vector<double> table_;
    double gamma_;
};

}  // namespace sepset::score
