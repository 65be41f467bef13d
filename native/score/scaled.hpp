// Numbers of any size as mantissa times a power of two: the weights of graphs differ by factors far beyond a double.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace sepset::score {

// The exponent of nothing: far below any that occurs, and yet a sum of a few dozen of them fits.
constexpr std::int32_t kNoExponent = -(1 << 26);
constexpr double kLog2 = 0.693147180559945309417232121458176568;

// 2^exponent for an exponent of at most 0; what is too small to matter in a sum with 1 is 0.
inline double power_of_two(std::int32_t exponent) {
    if (exponent < -1000) return 0.0;
    const std::uint64_t bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
    double power = 0.0;
    std::memcpy(&power, &bits, sizeof power);
    return power;
}

// exp(logarithm) as a mantissa from 1 to 2 and an exponent; minus infinity is 0.
inline void split_exponential(double logarithm, double& mantissa, std::int32_t& exponent) {
    if (!(logarithm > 0.5 * kLog2 * kNoExponent)) {
        mantissa = 0.0;
        exponent = kNoExponent;
        return;
    }
    const double whole = std::floor(logarithm / kLog2);
    exponent = static_cast<std::int32_t>(whole);
    mantissa = std::exp(logarithm - whole * kLog2);
}

// A number that is not negative, of any size: mantissa * 2^exponent. Zero is a mantissa of 0.
struct Scaled {
    double mantissa = 1.0;
    std::int64_t exponent = 0;

    Scaled& operator*=(const Scaled& other) {
        mantissa *= other.mantissa;
        exponent += other.exponent;
        // Factors stay within a few hundred powers of two, so that one step back is enough.
        if (mantissa > 0x1p+400) mantissa *= 0x1p-400, exponent += 400;
        if (mantissa < 0x1p-400) mantissa *= 0x1p+400, exponent -= 400;
        return *this;
    }
    friend Scaled operator*(Scaled a, const Scaled& b) { return a *= b; }

    // The larger minus the smaller of two sums, of which the smaller has no larger exponent; never below zero.
    friend Scaled difference(const Scaled& larger, const Scaled& smaller) {
        const std::int64_t gap = smaller.exponent - larger.exponent;
        const double left =
            larger.mantissa - (gap > -1000 ? smaller.mantissa * power_of_two(static_cast<std::int32_t>(gap)) : 0.0);
        return {left > 0.0 ? left : 0.0, larger.exponent};
    }

    double log() const { return std::log(mantissa) + static_cast<double>(exponent) * kLog2; }
};

}  // namespace sepset::score
