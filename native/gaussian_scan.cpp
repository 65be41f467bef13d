#include "gaussian_scan.hpp"

#include <limits>

#include "instruction_set.hpp"

#if SEPSET_X86
#include <immintrin.h>
#endif

#if defined(__GNUC__)
#define SEPSET_INLINE inline __attribute__((always_inline))
#else
#define SEPSET_INLINE inline
#endif

namespace sepset {

namespace {

SEPSET_INLINE void prepare_body(const TileRow& row, double* __restrict x, double* __restrict v, std::size_t width) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double* __restrict root = row.inverse_root;
    const double variance = row.variance;
    const std::size_t count = row.count;
    for (std::size_t d = 0; d < count; ++d) x[d] = row.covariance[d];
    for (int i = 0; i < row.outer; ++i) {
        const double part = row.row_part[i];
        const double* __restrict column = row.column_part[i];
        for (std::size_t d = 0; d < count; ++d) x[d] -= part * column[d];
    }
    for (std::size_t d = 0; d < count; ++d) {
        const double scaled = x[d] * root[d];
        const double left = variance - scaled * scaled;
        const double judged = left >= kIll ? left : infinity;
        x[d] = scaled;
        v[d] = root[d] > 0.0 ? judged : infinity;
    }
    for (std::size_t d = count; d < width; ++d) {
        x[d] = 0.0;
        v[d] = std::numeric_limits<double>::quiet_NaN();
    }
}

void prepare_portable(const TileRow& row, double* x, double* v, std::size_t width) { prepare_body(row, x, v, width); }

std::size_t next_hit_portable(const Tile& tile, const ScanPair* pairs, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
        const ScanPair pair = pairs[i];
        const double* xa = tile.x(pair.a);
        const double* xb = tile.x(pair.b);
        const double* va = tile.v(pair.a);
        const double* vb = tile.v(pair.b);
        int hit = 0;
        for (std::size_t d = 0; d < tile.width; ++d) {
            const double t = pair.covariance - xa[d] * xb[d];
            hit |= t * t <= pair.limit * (va[d] * vb[d]);
        }
        if (hit) return i;
    }
    return to;
}

#if SEPSET_X86

__attribute__((target("avx2"))) void prepare_avx2(const TileRow& row, double* x, double* v, std::size_t width) {
    prepare_body(row, x, v, width);
}

__attribute__((target("avx512f"))) void prepare_avx512(const TileRow& row, double* x, double* v, std::size_t width) {
    prepare_body(row, x, v, width);
}

__attribute__((target("avx2"))) std::size_t next_hit_avx2(const Tile& tile, const ScanPair* pairs, std::size_t from,
                                                          std::size_t to) {
    const std::size_t width = tile.width;
    for (std::size_t i = from; i < to; ++i) {
        const double* xa = tile.x(pairs[i].a);
        const double* xb = tile.x(pairs[i].b);
        const double* va = tile.v(pairs[i].a);
        const double* vb = tile.v(pairs[i].b);
        const __m256d covariance = _mm256_set1_pd(pairs[i].covariance);
        const __m256d limit = _mm256_set1_pd(pairs[i].limit);
        __m256d hits[2] = {_mm256_setzero_pd(), _mm256_setzero_pd()};
        for (std::size_t d = 0; d < width; d += 8) {
            for (std::size_t half = 0; half < 2; ++half) {
                const std::size_t at = d + 4 * half;
                const __m256d t = _mm256_sub_pd(
                    covariance, _mm256_mul_pd(_mm256_loadu_pd(xa + at), _mm256_loadu_pd(xb + at)));
                const __m256d v = _mm256_mul_pd(_mm256_loadu_pd(va + at), _mm256_loadu_pd(vb + at));
                const __m256d hit = _mm256_cmp_pd(_mm256_mul_pd(t, t), _mm256_mul_pd(limit, v), _CMP_LE_OQ);
                hits[half] = _mm256_or_pd(hits[half], hit);
            }
        }
        if (_mm256_movemask_pd(_mm256_or_pd(hits[0], hits[1]))) return i;
    }
    return to;
}

__attribute__((target("avx512f"))) std::size_t next_hit_avx512(const Tile& tile, const ScanPair* pairs,
                                                               std::size_t from, std::size_t to) {
    const std::size_t width = tile.width;
    for (std::size_t i = from; i < to; ++i) {
        const double* xa = tile.x(pairs[i].a);
        const double* xb = tile.x(pairs[i].b);
        const double* va = tile.v(pairs[i].a);
        const double* vb = tile.v(pairs[i].b);
        const __m512d covariance = _mm512_set1_pd(pairs[i].covariance);
        const __m512d limit = _mm512_set1_pd(pairs[i].limit);
        unsigned hits = 0;
        for (std::size_t d = 0; d < width; d += 8) {
            const __m512d t =
                _mm512_sub_pd(covariance, _mm512_mul_pd(_mm512_loadu_pd(xa + d), _mm512_loadu_pd(xb + d)));
            const __m512d v = _mm512_mul_pd(_mm512_loadu_pd(va + d), _mm512_loadu_pd(vb + d));
            hits |= _mm512_cmp_pd_mask(_mm512_mul_pd(t, t), _mm512_mul_pd(limit, v), _CMP_LE_OQ);
        }
        if (hits) return i;
    }
    return to;
}

#endif

}  // namespace

ScanLoops choose_scan_loops() {
#if SEPSET_X86
    switch (instruction_set()) {
        case InstructionSet::avx512: return {prepare_avx512, next_hit_avx512};
        case InstructionSet::avx2: return {prepare_avx2, next_hit_avx2};
        case InstructionSet::portable: break;
    }
#endif
    return {prepare_portable, next_hit_portable};
}

}  // namespace sepset
