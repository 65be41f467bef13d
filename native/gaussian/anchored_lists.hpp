// Sets of one member drawn from the neighbours of one end: most of the neighbour search, and a search of its own.
//
// The pairs of a list share one variable, its anchor (such as all pairs of a with its neighbours), so a prepared row
// would serve a single test. Here nothing is prepared: the correlations of the anchor with its list are gathered once,
// and the pairs are taken in the order of their other end b, whose row then stays in cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaussian/search.hpp"

namespace sepset::gaussian {

constexpr std::size_t kListStep = 8;  // members tested at once

// Members `member` of a list (padded to whole steps) with their correlations x with the anchor (padding: NaN).
struct AnchoredList {
    const std::int32_t* member;
    const double* x;
    std::size_t count;
};

// The first step at or after `from` with a member worth a second look, or `count`; bit i of `hits` is its member i.
// Worth it: (s - x_a x_b)^2 < limit (1 - x_a^2) (1 - x_b^2), or too ill-conditioned to judge here, but not so much that
// the set cannot be used anyway. So b itself, which may be in the list, is never worth it. `row` is b's.
using NextStep = std::size_t (*)(const AnchoredList& list, const double* row, double s, double limit, std::size_t from,
                                 unsigned& hits);

NextStep choose_next_step();

// The anchor of each list (-1: no pair uses it), or nothing when the pairs of some list share no variable.
std::vector<std::int32_t> find_anchors(const LevelTask& task);

// Search sets of size 1 when every list has its anchor.
void search_anchored(const LevelTask& task, const std::vector<std::int32_t>& anchors, LevelAnswer& answer);

}  // namespace sepset::gaussian
