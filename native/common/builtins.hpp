// What compilers offer beyond the standard, with a portable version of each. GCC and Clang have all of it; others, and
// builds with SEPSET_PORTABLE_ONLY, get plain C++ with the same results.
#pragma once

#include <cstddef>
#include <cstdint>

#if (defined(__GNUC__) || defined(__clang__)) && !defined(SEPSET_PORTABLE_ONLY)
#define SEPSET_GNU 1
#define SEPSET_INLINE inline __attribute__((always_inline))
#define SEPSET_NOINLINE __attribute__((noinline))
#else
#define SEPSET_GNU 0
#define SEPSET_INLINE inline
#define SEPSET_NOINLINE
#endif

#if defined(__GNUC__) || defined(__clang__) || defined(_MSC_VER)
#define SEPSET_RESTRICT __restrict
#else
#define SEPSET_RESTRICT
#endif

namespace sepset {

// The number of ones.
inline int count_bits(std::uint64_t word) {
#if SEPSET_GNU
    return __builtin_popcountll(word);
#else
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>((word * 0x0101010101010101u) >> 56);
#endif
}

// The places of the lowest and of the highest one; there is one.
inline int lowest_bit(std::uint64_t word) {
#if SEPSET_GNU
    return __builtin_ctzll(word);
#else
    return count_bits((word & (~word + 1)) - 1);
#endif
}

inline int highest_bit(std::uint64_t word) {
#if SEPSET_GNU
    return 63 - __builtin_clzll(word);
#else
    for (int shift = 1; shift < 64; shift *= 2) word |= word >> shift;
    return count_bits(word) - 1;
#endif
}

}  // namespace sepset
