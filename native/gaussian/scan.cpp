#include "gaussian/scan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/instruction_set.hpp"

#if SEPSET_X86
#include <immintrin.h>
#endif

namespace sepset::gaussian {

namespace {

// The last step of `prepare`: x and v from S_Z[a,d].
SEPSET_INLINE void finish_row(const TileRow& row, const double* covariance, double* SEPSET_RESTRICT x,
                              double* SEPSET_RESTRICT v) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double* SEPSET_RESTRICT root = row.inverse_root;
    const double variance = row.variance;
    for (std::size_t d = 0; d < row.count; ++d) {
        const double scaled = covariance[d] * root[d];
        const double left = variance - scaled * scaled;
        const double judged = left >= kIll ? left : infinity;
        x[d] = scaled;
        v[d] = root[d] > 0.0 ? judged : infinity;
    }
}

SEPSET_INLINE void prepare_body(const TileRow& row, double* x, double* v, std::size_t width) {
    double given[kTileMost];
    const double* covariance = row.covariance;
    for (int i = 0; i < row.prefix_size; ++i) {
        const double part = row.row_part[i];
        const double* column = row.column_part[i];
        for (std::size_t d = 0; d < row.count; ++d) given[d] = covariance[d] - part * column[d];
        covariance = given;
    }
    finish_row(row, covariance, x, v);
    for (std::size_t d = row.count; d < width; ++d) {
        x[d] = 0.0;
        v[d] = std::numeric_limits<double>::quiet_NaN();
    }
}

// The columns whose squared partial correlation can be the least of the tile, rounding considered, among `hits`.
SEPSET_INLINE std::uint64_t least_body(const Tile& tile, const ScanPair& pair, std::uint64_t hits) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double *xa = tile.x(pair.a), *xb = tile.x(pair.b), *va = tile.v(pair.a), *vb = tile.v(pair.b);
    double ratio[kTileMost], least[kTileStep];
    for (std::size_t lane = 0; lane < kTileStep; ++lane) least[lane] = infinity;
    for (std::size_t d = 0; d < tile.width; d += kTileStep) {
        for (std::size_t lane = 0; lane < kTileStep; ++lane) {
            const double t = pair.covariance - xa[d + lane] * xb[d + lane];
            const double v = va[d + lane] * vb[d + lane];
            const double squared = t * t / v;
            ratio[d + lane] = squared;
            // Where v is infinite the ratio is not known, so it must not narrow the choice.
            const double known = v < infinity ? squared : infinity;
            least[lane] = known < least[lane] ? known : least[lane];
        }
    }
    const double window = widened(std::sqrt(*std::min_element(least, least + kTileStep)));
    std::uint64_t columns = 0;
    for (std::size_t d = 0; d < tile.width; ++d) columns |= static_cast<std::uint64_t>(ratio[d] <= window) << d;
    return columns & hits;
}

// One or two hits are looked at as they are; more (the first tile of a pair) are worth the divisions of `least_body`.
constexpr bool few(std::uint64_t hits) { return (hits & (hits - 1) & ((hits & (hits - 1)) - 1)) == 0; }

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

std::uint64_t promising_portable(const Tile& tile, const ScanPair& pair) {
    const double *xa = tile.x(pair.a), *xb = tile.x(pair.b), *va = tile.v(pair.a), *vb = tile.v(pair.b);
    std::uint64_t hits = 0;
    for (std::size_t d = 0; d < tile.width; ++d) {
        const double t = pair.covariance - xa[d] * xb[d];
        hits |= static_cast<std::uint64_t>(t * t <= pair.limit * (va[d] * vb[d])) << d;
    }
    return few(hits) ? hits : least_body(tile, pair, hits);
}

#if SEPSET_X86

__attribute__((target("avx2"))) void prepare_avx2(const TileRow& row, double* x, double* v, std::size_t width) {
    prepare_body(row, x, v, width);
}

__attribute__((target("avx512f"))) void prepare_avx512(const TileRow& row, double* x, double* v, std::size_t width) {
    prepare_body(row, x, v, width);
}

__attribute__((target("avx2"))) inline __m256d hits_avx2(const double* xa, const double* xb, const double* va,
                                                         const double* vb, __m256d covariance, __m256d limit) {
    const __m256d t = _mm256_sub_pd(covariance, _mm256_mul_pd(_mm256_loadu_pd(xa), _mm256_loadu_pd(xb)));
    const __m256d v = _mm256_mul_pd(_mm256_loadu_pd(va), _mm256_loadu_pd(vb));
    return _mm256_cmp_pd(_mm256_mul_pd(t, t), _mm256_mul_pd(limit, v), _CMP_LE_OQ);
}

__attribute__((target("avx2"))) std::uint64_t promising_avx2(const Tile& tile, const ScanPair& pair) {
    const double *xa = tile.x(pair.a), *xb = tile.x(pair.b), *va = tile.v(pair.a), *vb = tile.v(pair.b);
    const __m256d covariance = _mm256_set1_pd(pair.covariance), limit = _mm256_set1_pd(pair.limit);
    std::uint64_t hits = 0;
    for (std::size_t d = 0; d < tile.width; d += 4) {
        const __m256d found = hits_avx2(xa + d, xb + d, va + d, vb + d, covariance, limit);
        hits |= static_cast<std::uint64_t>(_mm256_movemask_pd(found)) << d;
    }
    return few(hits) ? hits : least_body(tile, pair, hits);
}

__attribute__((target("avx2"))) std::size_t next_hit_avx2(const Tile& tile, const ScanPair* pairs, std::size_t from,
                                                          std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
        const double *xa = tile.x(pairs[i].a), *xb = tile.x(pairs[i].b);
        const double *va = tile.v(pairs[i].a), *vb = tile.v(pairs[i].b);
        const __m256d covariance = _mm256_set1_pd(pairs[i].covariance), limit = _mm256_set1_pd(pairs[i].limit);
        __m256d even = _mm256_setzero_pd(), odd = _mm256_setzero_pd();
        for (std::size_t d = 0; d < tile.width; d += 8) {
            even = _mm256_or_pd(even, hits_avx2(xa + d, xb + d, va + d, vb + d, covariance, limit));
            odd = _mm256_or_pd(odd, hits_avx2(xa + d + 4, xb + d + 4, va + d + 4, vb + d + 4, covariance, limit));
        }
        if (_mm256_movemask_pd(_mm256_or_pd(even, odd))) return i;
    }
    return to;
}

__attribute__((target("avx512f"))) inline __mmask8 hits_avx512(const double* xa, const double* xb, const double* va,
                                                               const double* vb, __m512d covariance, __m512d limit) {
    const __m512d t = _mm512_sub_pd(covariance, _mm512_mul_pd(_mm512_loadu_pd(xa), _mm512_loadu_pd(xb)));
    const __m512d v = _mm512_mul_pd(_mm512_loadu_pd(va), _mm512_loadu_pd(vb));
    return _mm512_cmp_pd_mask(_mm512_mul_pd(t, t), _mm512_mul_pd(limit, v), _CMP_LE_OQ);
}

__attribute__((target("avx512f"))) std::uint64_t promising_avx512(const Tile& tile, const ScanPair& pair) {
    const double *xa = tile.x(pair.a), *xb = tile.x(pair.b), *va = tile.v(pair.a), *vb = tile.v(pair.b);
    const __m512d covariance = _mm512_set1_pd(pair.covariance), limit = _mm512_set1_pd(pair.limit);
    std::uint64_t hits = 0;
    for (std::size_t d = 0; d < tile.width; d += 8) {
        const __mmask8 found = hits_avx512(xa + d, xb + d, va + d, vb + d, covariance, limit);
        hits |= static_cast<std::uint64_t>(found) << d;
    }
    return few(hits) ? hits : least_body(tile, pair, hits);
}

__attribute__((target("avx512f"))) std::size_t next_hit_avx512(const Tile& tile, const ScanPair* pairs,
                                                               std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
        const double *xa = tile.x(pairs[i].a), *xb = tile.x(pairs[i].b);
        const double *va = tile.v(pairs[i].a), *vb = tile.v(pairs[i].b);
        const __m512d covariance = _mm512_set1_pd(pairs[i].covariance), limit = _mm512_set1_pd(pairs[i].limit);
        unsigned hits = 0;
        for (std::size_t d = 0; d < tile.width; d += 8)
            hits |= hits_avx512(xa + d, xb + d, va + d, vb + d, covariance, limit);
        if (hits) return i;
    }
    return to;
}

#endif

}  // namespace

ScanLoops choose_scan_loops() {
#if SEPSET_X86
    switch (instruction_set()) {
        case InstructionSet::avx512: return {prepare_avx512, next_hit_avx512, promising_avx512};
        case InstructionSet::avx2: return {prepare_avx2, next_hit_avx2, promising_avx2};
        case InstructionSet::portable: break;
    }
#endif
    return {prepare_portable, next_hit_portable, promising_portable};
}

}  // namespace sepset::gaussian
