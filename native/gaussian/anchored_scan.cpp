#include "common/instruction_set.hpp"
#include "gaussian/anchored_lists.hpp"
#include "gaussian/scan.hpp"

#if SEPSET_X86
#include <immintrin.h>
#endif

// Single loads instead of gather instructions: as fast here, and much faster on processors with slow gathers.

namespace sepset::gaussian {

namespace {

std::size_t next_step_portable(const AnchoredList& list, const double* row, double s, double limit, std::size_t from,
                               unsigned& hits) {
    for (std::size_t at = from; at < list.count; at += kListStep) {
        hits = 0;
        for (std::size_t i = 0; i < kListStep; ++i) {
            const double x_a = list.x[at + i], x_b = row[list.member[at + i]];
            const double t = s - x_a * x_b, v_a = 1.0 - x_a * x_a, v_b = 1.0 - x_b * x_b;
            const double v = v_a < v_b ? v_a : v_b;
            hits |= static_cast<unsigned>(t * t < limit * (v_a * v_b) || (v < kIll && v > kSingular)) << i;
        }
        if (hits) return at;
    }
    return list.count;
}

#if SEPSET_X86

__attribute__((target("avx2"))) inline unsigned hits_avx2(const double* x, const std::int32_t* member,
                                                          const double* row, __m256d s, __m256d limit) {
    const __m256d one = _mm256_set1_pd(1.0), ill = _mm256_set1_pd(kIll), singular = _mm256_set1_pd(kSingular);
    const __m256d x_a = _mm256_loadu_pd(x);
    const __m256d x_b = _mm256_set_pd(row[member[3]], row[member[2]], row[member[1]], row[member[0]]);
    const __m256d t = _mm256_sub_pd(s, _mm256_mul_pd(x_a, x_b));
    const __m256d v_a = _mm256_sub_pd(one, _mm256_mul_pd(x_a, x_a));
    const __m256d v_b = _mm256_sub_pd(one, _mm256_mul_pd(x_b, x_b));
    const __m256d v = _mm256_min_pd(v_a, v_b);
    const __m256d near = _mm256_cmp_pd(_mm256_mul_pd(t, t), _mm256_mul_pd(limit, _mm256_mul_pd(v_a, v_b)), _CMP_LT_OQ);
    const __m256d unsure = _mm256_and_pd(_mm256_cmp_pd(v, ill, _CMP_LT_OQ), _mm256_cmp_pd(v, singular, _CMP_GT_OQ));
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_or_pd(near, unsure)));
}

__attribute__((target("avx2"))) std::size_t next_step_avx2(const AnchoredList& list, const double* row, double s,
                                                           double limit, std::size_t from, unsigned& hits) {
    const __m256d covariance = _mm256_set1_pd(s), bound = _mm256_set1_pd(limit);
    for (std::size_t at = from; at < list.count; at += kListStep) {
        hits = hits_avx2(list.x + at, list.member + at, row, covariance, bound) |
               hits_avx2(list.x + at + 4, list.member + at + 4, row, covariance, bound) << 4;
        if (hits) return at;
    }
    return list.count;
}

__attribute__((target("avx512f"))) std::size_t next_step_avx512(const AnchoredList& list, const double* row, double s,
                                                                double limit, std::size_t from, unsigned& hits) {
    const __m512d covariance = _mm512_set1_pd(s), bound = _mm512_set1_pd(limit);
    const __m512d one = _mm512_set1_pd(1.0), ill = _mm512_set1_pd(kIll), singular = _mm512_set1_pd(kSingular);
    for (std::size_t at = from; at < list.count; at += kListStep) {
        const __m512d x_a = _mm512_loadu_pd(list.x + at);
        const std::int32_t* m = list.member + at;
        const __m512d x_b =
            _mm512_set_pd(row[m[7]], row[m[6]], row[m[5]], row[m[4]], row[m[3]], row[m[2]], row[m[1]], row[m[0]]);
        const __m512d t = _mm512_sub_pd(covariance, _mm512_mul_pd(x_a, x_b));
        const __m512d v_a = _mm512_sub_pd(one, _mm512_mul_pd(x_a, x_a));
        const __m512d v_b = _mm512_sub_pd(one, _mm512_mul_pd(x_b, x_b));
        const __m512d v = _mm512_mask_min_pd(v_a, 0xff, v_a, v_b), most = _mm512_mul_pd(bound, _mm512_mul_pd(v_a, v_b));
        const __mmask8 unsure =
            _mm512_mask_cmp_pd_mask(_mm512_cmp_pd_mask(v, ill, _CMP_LT_OQ), v, singular, _CMP_GT_OQ);
        hits = _mm512_cmp_pd_mask(_mm512_mul_pd(t, t), most, _CMP_LT_OQ) | unsure;
        if (hits) return at;
    }
    return list.count;
}

#endif

}  // namespace

NextStep choose_next_step() {
#if SEPSET_X86
    switch (instruction_set()) {
        case InstructionSet::avx512: return next_step_avx512;
        case InstructionSet::avx2: return next_step_avx2;
        case InstructionSet::portable: break;
    }
#endif
    return next_step_portable;
}

}  // namespace sepset::gaussian
