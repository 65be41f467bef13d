#include "discrete/bitmaps.hpp"

#include <algorithm>
#include <cstring>

#include "common/builtins.hpp"
#include "common/instruction_set.hpp"
#include "common/vector.hpp"

#if SEPSET_X86
#include <immintrin.h>
#endif

namespace sepset::discrete {
namespace {

constexpr std::size_t kTile = 4;  // rows that are counted together

namespace portable {
#define SEPSET_TARGET
using Words = Vector<std::uint64_t, 16>;

// The number of bits of each byte, and the sum of the bytes of each word.
SEPSET_INLINE void count_bytes(Words& x) {
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
}

SEPSET_INLINE void add_bytes(Words& total, Words x, int shift) {
    x = (x & 0x00ff00ff00ff00ffu) + ((x >> 8) & 0x00ff00ff00ff00ffu);
    x += x >> 16;
    x += x >> 32;
    total += (x & 0xffffu) << shift;
}

SEPSET_INLINE void reduce(const Words* totals, std::int32_t* sums) {
    for (std::size_t i = 0; i < kTile; ++i) sums[i] = static_cast<std::int32_t>(totals[i][0] + totals[i][1]);
}
#include "discrete/bitmaps_body.inc"
#undef SEPSET_TARGET
}  // namespace portable

// The moves that squeeze chosen bits to the low end of a word (Warren, Hacker's Delight, 2nd ed., section 7-4).
constexpr int kMoves = 6;
struct Squeezing {
    std::uint64_t moves[kMoves];
};

Squeezing squeezing(std::uint64_t chosen) {
    Squeezing step{};
    std::uint64_t gaps = ~chosen << 1;
    for (int move = 0; move < kMoves; ++move) {
        std::uint64_t parity = gaps;  // bit i: whether an odd number of gaps lies below it
        for (int shift = 1; shift < 64; shift *= 2) parity ^= parity << shift;
        const std::uint64_t moved = parity & chosen;
        step.moves[move] = moved;
        chosen = (chosen ^ moved) | (moved >> (1 << move));
        gaps &= ~parity;
    }
    return step;
}

void squeeze_by_moves(const Bitmap* rows, std::size_t row_count, const std::uint64_t* chosen, std::size_t words,
                      std::uint64_t* out, std::size_t stride) {
    std::vector<Squeezing> steps;
    steps.reserve(words);
    for (std::size_t w = 0; w < words; ++w) steps.push_back(squeezing(chosen[w]));
    for (std::size_t row = 0; row < row_count; ++row) {
        std::uint64_t pending = 0, *to = out + row * stride;
        int filled = 0;
        for (std::size_t w = 0; w < words; ++w) {
            std::uint64_t x = rows[row].bits[w] & chosen[w];
            for (int move = 0; move < kMoves; ++move) {
                const std::uint64_t moved = x & steps[w].moves[move];
                x = (x ^ moved) | (moved >> (1 << move));
            }
            pending |= x << filled;
            const int room = 64 - filled;
            filled += count_bits(chosen[w]);
            if (filled < 64) continue;
            *to++ = pending;
            pending = room < 64 ? x >> room : 0;
            filled -= 64;
        }
        if (filled) *to = pending;
    }
}

#if SEPSET_X86
namespace avx2 {
#define SEPSET_TARGET __attribute__((target("avx2")))
using Words = Vector<std::uint64_t, 32>;

SEPSET_INLINE SEPSET_TARGET void count_bytes(Words& x) {
    const __m256i of_half = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1,
                                             2, 2, 3, 2, 3, 3, 4);
    const __m256i half = _mm256_set1_epi8(0x0f), word = (__m256i)x;
    const __m256i low = _mm256_shuffle_epi8(of_half, _mm256_and_si256(word, half));
    const __m256i high = _mm256_shuffle_epi8(of_half, _mm256_and_si256(_mm256_srli_epi16(word, 4), half));
    x = (Words)_mm256_add_epi8(low, high);
}

SEPSET_INLINE SEPSET_TARGET void add_bytes(Words& total, const Words& x, int shift) {
    total += (Words)_mm256_slli_epi64(_mm256_sad_epu8((__m256i)x, _mm256_setzero_si256()), shift);
}

SEPSET_INLINE SEPSET_TARGET void reduce(const Words* totals, std::int32_t* sums) {
    const __m256i a = (__m256i)totals[0], b = (__m256i)totals[1], c = (__m256i)totals[2], d = (__m256i)totals[3];
    const __m256i ab = _mm256_add_epi64(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    const __m256i cd = _mm256_add_epi64(_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
    const __m256i all =
        _mm256_add_epi64(_mm256_permute2x128_si256(ab, cd, 0x20), _mm256_permute2x128_si256(ab, cd, 0x31));
    const __m256i low = _mm256_permutevar8x32_epi32(all, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(sums), _mm256_castsi256_si128(low));
}
#include "discrete/bitmaps_body.inc"
#undef SEPSET_TARGET

// Four rows at a time: they fill their words in step, so that one decision serves all.
__attribute__((target("bmi2,popcnt"))) void squeeze(const Bitmap* rows, std::size_t row_count,
                                                    const std::uint64_t* chosen, std::size_t words, std::uint64_t* out,
                                                    std::size_t stride) {
    for (std::size_t row = 0; row < row_count; row += kTile) {
        const std::uint64_t* from[kTile];
        std::uint64_t *to[kTile], pending[kTile] = {};
        for (std::size_t i = 0; i < kTile; ++i) {
            const std::size_t r = std::min(row + i, row_count - 1);
            from[i] = rows[r].bits;
            to[i] = out + r * stride;
        }
        unsigned filled = 0;
        std::size_t done = 0;
        for (std::size_t w = 0; w < words; ++w) {
            std::uint64_t bits[kTile];
            for (std::size_t i = 0; i < kTile; ++i) {
                bits[i] = _pext_u64(from[i][w], chosen[w]);
                pending[i] |= bits[i] << filled;
            }
            const unsigned room = 64 - filled, count = static_cast<unsigned>(_mm_popcnt_u64(chosen[w]));
            filled += count;
            if (filled < 64) continue;
            for (std::size_t i = 0; i < kTile; ++i) {
                to[i][done] = pending[i];
                pending[i] = room < 64 ? bits[i] >> room : 0;
            }
            filled -= 64;
            ++done;
        }
        for (std::size_t i = 0; i < kTile && filled; ++i) to[i][done] = pending[i];
    }
}
}  // namespace avx2

namespace avx512 {
#define SEPSET_WIDE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")))

SEPSET_INLINE SEPSET_WIDE void reduce(const __m512i* totals, std::int32_t* sums) {
    avx2::Words halves[kTile];
    for (std::size_t i = 0; i < kTile; ++i) {
        halves[i] = (avx2::Words)_mm256_add_epi64(_mm512_maskz_extracti64x4_epi64(0xf, totals[i], 0),
                                                  _mm512_maskz_extracti64x4_epi64(0xf, totals[i], 1));
    }
    avx2::reduce(halves, sums);
}

// With an instruction that counts the bits of eight words, several masks share each load of a row.
template <int kMasks>
SEPSET_WIDE void count_tile(const Bitmap* const* masks, const Bitmap* const* rows, WordRange range, std::int32_t* out) {
    __m512i totals[kMasks][kTile];
    for (auto& mask_totals : totals)
        for (auto& total : mask_totals) total = _mm512_setzero_si512();
    for (std::size_t w = range.first, end = w + range.count; w < end; w += 8) {
        const __mmask8 present = end - w >= 8 ? 0xff : 0x0f;
        __m512i x[kTile];
        for (std::size_t r = 0; r < kTile; ++r) x[r] = _mm512_maskz_loadu_epi64(present, rows[r]->bits + w);
        for (int m = 0; m < kMasks; ++m) {
            const __m512i mask = _mm512_maskz_loadu_epi64(present, masks[m]->bits + w);
            for (std::size_t r = 0; r < kTile; ++r) {
                const __m512i both = _mm512_and_si512(x[r], mask);
                totals[m][r] = _mm512_add_epi64(totals[m][r], _mm512_popcnt_epi64(both));
            }
        }
    }
    for (int m = 0; m < kMasks; ++m) {
        std::int32_t sums[kTile];
        reduce(totals[m], sums);
        for (std::size_t r = 0; r < kTile; ++r) out[masks[m]->place + rows[r]->place] = sums[r];
    }
}

void count(const Bitmap* masks, std::size_t mask_count, const Bitmap* rows, std::size_t row_count, WordRange range,
           std::int32_t* out) {
    for (std::size_t m = 0; m < mask_count; m += kTile) {
        const Bitmap *mask_tile[kTile], *row_tile[kTile];
        const std::size_t masks_left = std::min(mask_count - m, kTile);
        for (std::size_t i = 0; i < kTile; ++i) mask_tile[i] = masks + m + std::min(i, masks_left - 1);
        for (std::size_t r = 0; r < row_count; r += kTile) {
            for (std::size_t i = 0; i < kTile; ++i) row_tile[i] = rows + std::min(r + i, row_count - 1);
            if (masks_left == 1) {
                count_tile<1>(mask_tile, row_tile, range, out);
            } else if (masks_left == 2) {
                count_tile<2>(mask_tile, row_tile, range, out);
            } else {
                count_tile<4>(mask_tile, row_tile, range, out);
            }
        }
    }
}
}  // namespace avx512
#endif

}  // namespace

BitmapOperations choose_bitmap_operations() {
    BitmapOperations operations{portable::count, squeeze_by_moves, choose_lane_counter()};
#if SEPSET_X86
    const InstructionSet set = instruction_set();
    if (set == InstructionSet::portable) return operations;
    operations.count = avx2::count;
    // These processors have the instruction that squeezes bits, but only as slow microcode.
    const bool slow = __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2");
    if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") && !slow) operations.squeeze = avx2::squeeze;
    if (set == InstructionSet::avx512 && counts_bits_of_words()) operations.count = avx512::count;
#endif
    return operations;
}

void lay_side_by_side(const Bitmap* rows, std::size_t row_count, std::size_t words, std::uint64_t* out,
                      std::size_t width) {
    for (std::size_t w = 0; w < words; ++w, out += width) {
        for (std::size_t r = 0; r < row_count; ++r) out[rows[r].place] = rows[r].bits[w];
    }
}

}  // namespace sepset::discrete
