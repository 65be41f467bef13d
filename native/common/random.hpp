// Random numbers that depend on a seed and on what they are for, never on threads or on the standard library.
#pragma once

#include <cstdint>

namespace sepset {

// SplitMix64 [Steele, Lea and Flood 2014]: a counter and a mixing function.
class Random {
  public:
    // Streams with different numbers are independent for all purposes here.
    Random(std::uint64_t seed, std::uint64_t stream) : state_(mix(mix(seed) + kStep * (stream + 1))) {}

    std::uint64_t word() {
        state_ += kStep;
        return mix(state_);
    }

    // Uniform on [0, 1), in steps of 2^-53.
    double uniform() { return static_cast<double>(word() >> 11) * 0x1.0p-53; }

    // Uniform on 0 .. bound - 1; the bias is below bound / 2^53.
    int below(int bound) { return static_cast<int>(uniform() * bound); }

  private:
    static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ull;

    static std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }

    std::uint64_t state_;
};

}  // namespace sepset
