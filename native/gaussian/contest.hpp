// The contest of one pair: which of the sets that a scan lets through has the smallest |partial correlation|?
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "gaussian/groups.hpp"
#include "gaussian/scan.hpp"
#include "gaussian/search.hpp"

namespace sepset::gaussian {

// Sets of `Size` members, in increasing order. They may come in any order and more than once: among equals the first
// in lexicographic order wins.
template <std::size_t Size>
class Contest {
  public:
    using Set = std::array<std::int32_t, Size>;

    Contest(const LevelTask& task, std::size_t pair)
        : task_(task), a_(task.pairs.first(pair)), b_(task.pairs.second(pair)), limit_(widened(task.largest)) {}

    double limit() const { return limit_; }  // squared partial correlations above this are of no interest

    // A set whose |partial correlation| is known up to kSlack. It is computed exactly only once another comes close to
    // it: most finds are soon beaten by far.
    void find(const Set& set, double magnitude) {
        if (magnitude + 2 * kSlack < waiting_) {
            waiting_ = magnitude;
            waiting_set_ = set;
            limit_ = std::min(limit_, widened(magnitude));
            return;
        }
        settle();
        offer(set);
    }

    // To be called after the last find.
    void settle() {
        if (waiting_ < kInfinity) offer(waiting_set_);
        waiting_ = kInfinity;
    }

    // A set that only `partial_correlation` can judge.
    void offer(const Set& set) {
        std::array<double, (Size + 2) * (Size + 2)> work;
        const double r = partial_correlation(task_.correlation, a_, b_, set.data(), Size, work.data());
        const double size = std::fabs(r);
        if (!(size <= task_.largest) || size > std::fabs(best_)) return;
        if (size == std::fabs(best_) && best_set_[0] >= 0 && best_set_ < set) return;
        best_ = r;
        best_set_ = set;
        limit_ = std::min(limit_, widened(size));
    }

    double r() const { return best_set_[0] < 0 ? kNaN : best_; }  // NaN: no set
    const Set& set() const { return best_set_; }                  // -1: no set

  private:
    static constexpr Set nothing() {
        Set set{};
        for (auto& member : set) member = -1;
        return set;
    }

    const LevelTask& task_;
    std::int32_t a_, b_;
    double limit_;
    double best_ = kInfinity;
    Set best_set_ = nothing();
    double waiting_ = kInfinity;  // |r| of a find that is not yet computed exactly, up to kSlack
    Set waiting_set_ = nothing();
};

}  // namespace sepset::gaussian
