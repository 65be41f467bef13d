#include "common/instruction_set.hpp"
#include "gaussian/scan.hpp"
#include "gaussian/sets_of_two.hpp"

#if SEPSET_X86
#include <immintrin.h>
#endif

namespace sepset::gaussian {

namespace {

std::size_t next_members_portable(const MemberScan& scan, double limit, std::size_t from, unsigned& hits) {
    for (std::size_t at = from; at < scan.count; at += kMemberStep) {
        hits = 0;
        const std::size_t width = scan.count - at < kMemberStep ? scan.count - at : kMemberStep;
        for (std::size_t i = 0; i < width; ++i) {
            const Left left(scan, at + i);
            const double v = left.v_a < left.v_b ? left.v_a : left.v_b;
            hits |= static_cast<unsigned>(left.t * left.t <= limit * (left.v_a * left.v_b) || v < kIll) << i;
        }
        if (hits) return at;
    }
    return scan.count;
}

#if SEPSET_X86

struct ScanAvx2 {
    __m256d a_z, b_z, s, left_a, left_b, limit;
};

__attribute__((target("avx2"))) inline unsigned hits_avx2(const MemberScan& scan, const ScanAvx2& of, std::size_t d) {
    const __m256d z_d = _mm256_loadu_pd(scan.z + d), q = _mm256_sub_pd(_mm256_set1_pd(1.0), _mm256_mul_pd(z_d, z_d));
    const __m256d x = _mm256_sub_pd(_mm256_loadu_pd(scan.a + d), _mm256_mul_pd(of.a_z, z_d));
    const __m256d y = _mm256_sub_pd(_mm256_loadu_pd(scan.b + d), _mm256_mul_pd(of.b_z, z_d));
    const __m256d v_a = _mm256_sub_pd(_mm256_mul_pd(of.left_a, q), _mm256_mul_pd(x, x));
    const __m256d v_b = _mm256_sub_pd(_mm256_mul_pd(of.left_b, q), _mm256_mul_pd(y, y));
    const __m256d t = _mm256_sub_pd(_mm256_mul_pd(of.s, q), _mm256_mul_pd(x, y));
    const __m256d most = _mm256_mul_pd(of.limit, _mm256_mul_pd(v_a, v_b));
    const __m256d near = _mm256_cmp_pd(_mm256_mul_pd(t, t), most, _CMP_LE_OQ);
    const __m256d unsure = _mm256_cmp_pd(_mm256_min_pd(v_a, v_b), _mm256_set1_pd(kIll), _CMP_LT_OQ);
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_or_pd(near, unsure)));
}

__attribute__((target("avx2"))) std::size_t next_members_avx2(const MemberScan& scan, double limit, std::size_t from,
                                                              unsigned& hits) {
    const ScanAvx2 of{_mm256_set1_pd(scan.a_z),
                      _mm256_set1_pd(scan.b_z),
                      _mm256_set1_pd(scan.s),
                      _mm256_set1_pd(1.0 - scan.a_z * scan.a_z),
                      _mm256_set1_pd(1.0 - scan.b_z * scan.b_z),
                      _mm256_set1_pd(limit)};
    std::size_t at = from;
    for (; at + kMemberStep <= scan.count; at += kMemberStep) {
        hits = hits_avx2(scan, of, at) | hits_avx2(scan, of, at + 4) << 4;
        if (hits) return at;
    }
    return next_members_portable(scan, limit, at, hits);
}

__attribute__((target("avx512f"))) std::size_t next_members_avx512(const MemberScan& scan, double limit,
                                                                   std::size_t from, unsigned& hits) {
    const __m512d one = _mm512_set1_pd(1.0), ill = _mm512_set1_pd(kIll), s = _mm512_set1_pd(scan.s);
    const __m512d a_z = _mm512_set1_pd(scan.a_z), b_z = _mm512_set1_pd(scan.b_z), bound = _mm512_set1_pd(limit);
    const __m512d left_a = _mm512_sub_pd(one, _mm512_mul_pd(a_z, a_z));
    const __m512d left_b = _mm512_sub_pd(one, _mm512_mul_pd(b_z, b_z));
    for (std::size_t at = from; at < scan.count; at += kMemberStep) {
        const std::size_t rest = scan.count - at;
        const auto lanes = static_cast<__mmask8>(rest < kMemberStep ? (1u << rest) - 1 : 0xffu);
        const __m512d z_d = _mm512_maskz_loadu_pd(lanes, scan.z + at), q = _mm512_sub_pd(one, _mm512_mul_pd(z_d, z_d));
        const __m512d x = _mm512_sub_pd(_mm512_maskz_loadu_pd(lanes, scan.a + at), _mm512_mul_pd(a_z, z_d));
        const __m512d y = _mm512_sub_pd(_mm512_maskz_loadu_pd(lanes, scan.b + at), _mm512_mul_pd(b_z, z_d));
        const __m512d v_a = _mm512_sub_pd(_mm512_mul_pd(left_a, q), _mm512_mul_pd(x, x));
        const __m512d v_b = _mm512_sub_pd(_mm512_mul_pd(left_b, q), _mm512_mul_pd(y, y));
        const __m512d t = _mm512_sub_pd(_mm512_mul_pd(s, q), _mm512_mul_pd(x, y));
        const __m512d most = _mm512_mul_pd(bound, _mm512_mul_pd(v_a, v_b));
        const __mmask8 unsure = _mm512_cmp_pd_mask(v_a, ill, _CMP_LT_OQ) | _mm512_cmp_pd_mask(v_b, ill, _CMP_LT_OQ);
        hits = static_cast<unsigned>(lanes) & (_mm512_cmp_pd_mask(_mm512_mul_pd(t, t), most, _CMP_LE_OQ) | unsure);
        if (hits) return at;
    }
    return scan.count;
}

#endif

}  // namespace

NextMembers choose_next_members() {
#if SEPSET_X86
    switch (instruction_set()) {
        case InstructionSet::avx512: return next_members_avx512;
        case InstructionSet::avx2: return next_members_avx2;
        case InstructionSet::portable: break;
    }
#endif
    return next_members_portable;
}

}  // namespace sepset::gaussian
