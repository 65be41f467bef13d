// Sets of two members {z, d} for pairs a, b that are clearly correlated: most sets are ruled out unseen.
//
// Let tau = |r_ab| - limit, and R_a^2 the share of a's variance that z and d explain. What they explain of r_ab is at
// most R_a R_b, and the partial correlation is no smaller than what they leave of it. So a set within the limit has R_a
// R_b >= tau. The least eigenvalue of the correlations of z and d is 1 - |r_zd|, hence R_a^2 <= (r_az^2 + r_ad^2) / (1
// - |r_zd|), and since 2 R_a R_b <= R_a^2 + R_b^2,
//     w_z + w_d >= 2 tau (1 - |r_zd|),   w_z = r_az^2 + r_bz^2 the weight of z.
// Of two members with |r_zd| <= kClose, one is heavy: its weight is at least tau (1 - kClose). Each heavy z is scanned
// with all d. The others, close members, are few and listed once for all pairs.
//
// Rounding does not matter: the limit is widened by kSlack, what z and d leave of r_ab is well-conditioned as long as
// 1 - r_zd^2 >= kIll, and sets beyond that are always looked at.
#pragma once

#include <cstddef>
#include <vector>

#include "gaussian/groups.hpp"

namespace sepset::gaussian {

constexpr std::size_t kMemberStep = 8;  // members d tested at once

// One heavy z with all members d of a pool.
struct MemberScan {
    const double *a, *b, *z;  // correlations of a, b and z with the pool
    double a_z, b_z;          // correlations of a and b with z
    double s;                 // what z leaves of r_ab: r_ab - r_az r_bz
    std::size_t count;        // members of the pool
};

// The first step at or after `from` with a member worth a second look, or `count`; bit i of `hits` is its member i.
// Worth it: t^2 <= limit v_a v_b, or a v below kIll; see `Left`. a, b and z themselves may be among the hits.
using NextMembers = std::size_t (*)(const MemberScan& scan, double limit, std::size_t from, unsigned& hits);

NextMembers choose_next_members();

// What z and d leave of the variances of a and b and of r_ab, each times 1 - r_zd^2, so that nothing is divided.
struct Left {
    double v_a, v_b, t;

    Left(const MemberScan& scan, std::size_t d) {
        const double z_d = scan.z[d], q = 1.0 - z_d * z_d;
        const double x = scan.a[d] - scan.a_z * z_d, y = scan.b[d] - scan.b_z * z_d;
        v_a = (1.0 - scan.a_z * scan.a_z) * q - x * x;
        v_b = (1.0 - scan.b_z * scan.b_z) * q - y * y;
        t = scan.s * q - x * y;
    }
};

// Search sets of two for the pairs in `order` where that pays, and return the other pairs, still in order.
std::vector<std::size_t> search_sets_of_two(const LevelTask& task, const std::vector<std::size_t>& order,
                                            Winners& winners);

}  // namespace sepset::gaussian
