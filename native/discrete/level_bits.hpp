// Which of some rows have a level, as bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/instruction_set.hpp"

#if SEPSET_X86
#include <emmintrin.h>  // every x86-64 processor has these instructions
#endif

namespace sepset::discrete {

// Bit r of the result: whether codes[r] == level, for up to 64 codes.
template <class Code>
std::uint64_t equal_bits(const Code* codes, std::size_t count, int level) {
    std::uint64_t word = 0;
    for (std::size_t r = 0; r < count; ++r) word |= std::uint64_t{codes[r] == level} << r;
    return word;
}

#if SEPSET_X86
inline std::uint64_t equal_bits(const std::uint8_t* codes, int level) {
    const __m128i wanted = _mm_set1_epi8(static_cast<char>(level));
    std::uint64_t word = 0;
    for (int part = 0; part < 4; ++part) {
        const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(codes + 16 * part));
        const auto equal = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(sixteen, wanted)));
        word |= std::uint64_t{equal} << 16 * part;
    }
    return word;
}

inline std::uint64_t equal_bits(const std::uint16_t* codes, int level) { return equal_bits(codes, 64, level); }
#else
template <class Code>
std::uint64_t equal_bits(const Code* codes, int level) {
    return equal_bits(codes, 64, level);
}
#endif

// Writes the bits of `rows` codes, the last word filled up with zeroes.
template <class Code>
void level_bits(const Code* codes, std::size_t rows, int level, std::uint64_t* out) {
    const std::size_t whole = rows / 64;
    for (std::size_t w = 0; w < whole; ++w) out[w] = equal_bits(codes + w * 64, level);
    if (rows % 64) out[whole] = equal_bits(codes + whole * 64, rows % 64, level);
}

}  // namespace sepset::discrete
