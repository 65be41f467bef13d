// Counting shared bits with bitmaps side by side: sums stay in their lanes, nothing is added up across a vector.
#include <algorithm>
#include <limits>

#include "common/instruction_set.hpp"
#include "discrete/bitmaps.hpp"

#if SEPSET_X86
#include <immintrin.h>

namespace sepset::discrete {
namespace {

constexpr std::size_t kTile = 4;  // masks that share the loads of lanes

// Runs through all cells and tiles of masks. Kernel<n>::run counts n masks in one cell, for all lanes.
template <template <int> class Kernel>
void count_tiles(const CellMask* masks, std::size_t mask_count, const WordRange* cells, std::size_t cell_count,
                 LaneBits lanes, std::int32_t* out) {
    for (std::size_t c = 0; c < cell_count; ++c) {
        for (std::size_t m = 0; m < mask_count; m += kTile) {
            std::int32_t* to[kTile];
            const std::size_t tile = std::min(mask_count - m, kTile);
            for (std::size_t i = 0; i < tile; ++i) to[i] = out + masks[m + i].place + c * masks[m + i].step;
            switch (tile) {
                case 4: Kernel<4>::run(masks + m, cells[c], lanes, to); break;
                case 3: Kernel<3>::run(masks + m, cells[c], lanes, to); break;
                case 2: Kernel<2>::run(masks + m, cells[c], lanes, to); break;
                default: Kernel<1>::run(masks + m, cells[c], lanes, to);
            }
        }
    }
}

namespace avx2 {
#define SEPSET_TARGET __attribute__((target("avx2")))

constexpr std::size_t kMostWords = 31;  // words whose bits a byte counts without overflow

// A mask as halves of bytes: under it, a half byte of a lane is ready to be looked up.
struct HalfBytes {
    std::uint64_t low[kMostWords], high[kMostWords];
};

SEPSET_TARGET void split(const std::uint64_t* mask, std::size_t words, HalfBytes& halves) {
    for (std::size_t w = 0; w < words; ++w) {
        halves.low[w] = mask[w] & 0x0f0f0f0f0f0f0f0fu;
        halves.high[w] = (mask[w] >> 4) & 0x0f0f0f0f0f0f0f0fu;
    }
}

// The bits that eight lanes share with each mask, for up to kMostWords words. The masks share the shift.
template <int kMasks>
SEPSET_TARGET inline void count_eight(const HalfBytes* masks, const std::uint64_t* from, std::size_t width,
                                      std::size_t words, __m256i* sums) {
    const __m256i bits_of_half = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2,
                                                  3, 1, 2, 2, 3, 2, 3, 3, 4);
    __m256i bytes[kMasks][2];
    for (auto& both : bytes) both[0] = both[1] = _mm256_setzero_si256();
    for (std::size_t w = 0; w < words; ++w, from += width) {
        for (int part = 0; part < 2; ++part) {
            const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 4 * part));
            const __m256i shifted = _mm256_srli_epi64(x, 4);
            for (int m = 0; m < kMasks; ++m) {
                const __m256i low = _mm256_set1_epi64x(static_cast<long long>(masks[m].low[w]));
                const __m256i high = _mm256_set1_epi64x(static_cast<long long>(masks[m].high[w]));
                const __m256i low_bits = _mm256_shuffle_epi8(bits_of_half, _mm256_and_si256(x, low));
                const __m256i high_bits = _mm256_shuffle_epi8(bits_of_half, _mm256_and_si256(shifted, high));
                bytes[m][part] = _mm256_add_epi8(_mm256_add_epi8(bytes[m][part], low_bits), high_bits);
            }
        }
    }
    for (int m = 0; m < kMasks; ++m) {
        const __m256i first = _mm256_sad_epu8(bytes[m][0], _mm256_setzero_si256());
        const __m256i second = _mm256_sad_epu8(bytes[m][1], _mm256_setzero_si256());
        const __m256 low = _mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second), 0x88);
        sums[m] = _mm256_permute4x64_epi64(_mm256_castps_si256(low), 0xd8);
    }
}

template <int kMasks>
struct Kernel {
    SEPSET_TARGET static void run(const CellMask* masks, WordRange cell, LaneBits lanes, std::int32_t* const* out) {
        for (std::size_t done = 0; done == 0 || done < cell.count; done += kMostWords) {
            const std::size_t w = cell.first + done, words = std::min(cell.count - done, kMostWords);
            HalfBytes halves[kMasks];
            for (int m = 0; m < kMasks; ++m) split(masks[m].bits + w, words, halves[m]);
            for (std::size_t lane = 0; lane < lanes.width; lane += 8) {
                __m256i sums[kMasks];
                count_eight<kMasks>(halves, lanes.words + w * lanes.width + lane, lanes.width, words, sums);
                for (int m = 0; m < kMasks; ++m) {
                    auto* to = reinterpret_cast<__m256i*>(out[m] + lane);
                    if (done) sums[m] = _mm256_add_epi32(sums[m], _mm256_loadu_si256(to));
                    _mm256_storeu_si256(to, sums[m]);
                }
            }
        }
    }
};
#undef SEPSET_TARGET
}  // namespace avx2

namespace avx512 {
#define SEPSET_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")))

template <int kMasks>
struct Kernel {
    SEPSET_TARGET static void run(const CellMask* masks, WordRange cell, LaneBits lanes, std::int32_t* const* out) {
        for (std::size_t lane = 0; lane < lanes.width; lane += 16) {
            const std::uint64_t* from = lanes.words + cell.first * lanes.width + lane;
            __m512i sums[kMasks][2];
            for (auto& both : sums) both[0] = both[1] = _mm512_setzero_si512();
            for (std::size_t w = cell.first; w < cell.first + cell.count; ++w, from += lanes.width) {
                const __m512i x[2] = {_mm512_loadu_si512(from), _mm512_loadu_si512(from + 8)};
                for (int m = 0; m < kMasks; ++m) {
                    const __m512i mask = _mm512_set1_epi64(static_cast<long long>(masks[m].bits[w]));
                    for (int part = 0; part < 2; ++part) {
                        const __m512i bits = _mm512_popcnt_epi64(_mm512_and_si512(x[part], mask));
                        sums[m][part] = _mm512_add_epi64(sums[m][part], bits);
                    }
                }
            }
            for (int m = 0; m < kMasks; ++m) {
                for (int part = 0; part < 2; ++part) {
                    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out[m] + lane + 8 * part),
                                        _mm512_maskz_cvtepi64_epi32(0xff, sums[m][part]));
                }
            }
        }
    }
};
#undef SEPSET_TARGET
}  // namespace avx512

}  // namespace

// Without an instruction for it, carry-save adders count the bits of many words faster.
LaneCounter choose_lane_counter() {
    const InstructionSet set = instruction_set();
    if (set == InstructionSet::portable) return {};
    if (set == InstructionSet::avx512 && counts_bits_of_words())
        return {count_tiles<avx512::Kernel>, std::numeric_limits<std::size_t>::max()};
    return {count_tiles<avx2::Kernel>, 256};
}

}  // namespace sepset::discrete
#else
sepset::discrete::LaneCounter sepset::discrete::choose_lane_counter() { return {}; }
#endif
