#include "discrete_lanes.hpp"

#include <cstdlib>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#define SEPSET_X86 1
#endif

#define SEPSET_INLINE inline __attribute__((always_inline))

namespace sepset {
namespace {

namespace portable {
#define SEPSET_VECTOR_BYTES 16
#define SEPSET_TARGET
#include "discrete_lanes_body.inc"
}  // namespace portable

#ifdef SEPSET_X86
#define SEPSET_WIDE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")))

namespace avx2 {
#define SEPSET_VECTOR_BYTES 32
#define SEPSET_TARGET __attribute__((target("avx2")))
#include "discrete_lanes_body.inc"
}  // namespace avx2

namespace avx512 {
#define SEPSET_VECTOR_BYTES 64
#define SEPSET_TARGET SEPSET_WIDE
#include "discrete_lanes_body.inc"
}  // namespace avx512

// With an instruction that counts the bits of eight words, several masks share each load of a block.
template <int kMasks>
SEPSET_WIDE void count_masks(const std::uint64_t* masks, std::size_t mask_stride, const std::uint64_t* block,
                             std::size_t words, int slots, std::int32_t* out, std::size_t out_stride) {
    for (int slot = 0; slot < slots; ++slot) {
        __m512i low[kMasks], high[kMasks];
        for (int m = 0; m < kMasks; ++m) low[m] = high[m] = _mm512_setzero_si512();
        const std::uint64_t* from = block + slot * kLanes;
        for (std::size_t w = 0; w < words; ++w, from += static_cast<std::size_t>(slots) * kLanes) {
            const __m512i first = _mm512_loadu_si512(from), second = _mm512_loadu_si512(from + 8);
            for (int m = 0; m < kMasks; ++m) {
                const __m512i mask = _mm512_set1_epi64(static_cast<long long>(masks[m * mask_stride + w]));
                low[m] = _mm512_add_epi64(low[m], _mm512_popcnt_epi64(_mm512_and_si512(first, mask)));
                high[m] = _mm512_add_epi64(high[m], _mm512_popcnt_epi64(_mm512_and_si512(second, mask)));
            }
        }
        for (int m = 0; m < kMasks; ++m) {
            std::int32_t* to = out + m * out_stride + slot * kLanes;
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_maskz_cvtepi64_epi32(0xff, low[m]));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 8), _mm512_maskz_cvtepi64_epi32(0xff, high[m]));
        }
    }
}

void count_vpopcnt(const std::uint64_t* masks, std::size_t mask_stride, int mask_count, const std::uint64_t* block,
                   std::size_t words, int slots, std::int32_t* out, std::size_t out_stride) {
    int m = 0;
    for (; m + 4 <= mask_count; m += 4) {
        count_masks<4>(masks + m * mask_stride, mask_stride, block, words, slots, out + m * out_stride, out_stride);
    }
    masks += m * mask_stride, out += m * out_stride;
    switch (mask_count - m) {
        case 3: return count_masks<3>(masks, mask_stride, block, words, slots, out, out_stride);
        case 2: return count_masks<2>(masks, mask_stride, block, words, slots, out, out_stride);
        case 1: return count_masks<1>(masks, mask_stride, block, words, slots, out, out_stride);
        default: return;
    }
}
#endif

}  // namespace

LaneOperations choose_lane_operations() {
#ifdef SEPSET_X86
    const char* asked = std::getenv("SEPSET_INSTRUCTIONS");
    if (asked && std::strcmp(asked, "portable") == 0) return portable::kOperations;
    const bool wide = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
    if (wide && !(asked && std::strcmp(asked, "avx2") == 0)) {
        LaneOperations operations = avx512::kOperations;
        operations.count = count_vpopcnt;
        return operations;
    }
    if (__builtin_cpu_supports("avx2")) return avx2::kOperations;
#endif
    return portable::kOperations;
}

SqueezeStep squeeze_step(std::uint32_t word, std::uint64_t rows) {
    SqueezeStep step{rows, {}, word, static_cast<std::uint32_t>(count_bits(rows))};
    std::uint64_t chosen = rows, gaps = ~rows << 1;
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

int count_bits(std::uint64_t word) {
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>((word * 0x0101010101010101u) >> 56);
}

}  // namespace sepset
