// The contest of one pair: which of the sets that a scan lets through has the smallest |partial correlation|?
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "gaussian/groups.hpp"
#include "gaussian/scan.hpp"

namespace sepset::gaussian {

// A `Find` has a `set` of members in increasing order, and `r()`, its exact partial correlation. Sets may come in any
// order and more than once: among equals the first in lexicographic order wins.
template <class Find>
class Contest {
  public:
    using Set = decltype(Find::set);

    explicit Contest(double largest) : largest_(largest), limit_(widened(largest)) {}

    double limit() const { return limit_; }  // squared partial correlations above this are of no interest

    // A set whose |partial correlation| is known up to kSlack. It is computed exactly only once another comes close to
    // it: most finds are soon beaten by far.
    void find(const Find& found, double magnitude) {
        if (magnitude + 2 * kSlack < waiting_) {
            waiting_ = magnitude;
            waiting_find_ = found;
            limit_ = std::min(limit_, widened(magnitude));
            return;
        }
        settle();
        offer(found);
    }

    // To be called after the last find.
    void settle() {
        if (waiting_ < kInfinity) offer(waiting_find_);
        waiting_ = kInfinity;
    }

    // A set that only its exact partial correlation can judge.
    void offer(const Find& found) {
        const double r = found.r(), size = std::fabs(r);
        if (!(size <= largest_) || size > std::fabs(best_)) return;
        if (size == std::fabs(best_) && best_set_[0] >= 0 && best_set_ < found.set) return;
        best_ = r;
        best_set_ = found.set;
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

    double largest_;  // larger ones do not count
    double limit_;
    double best_ = kInfinity;
    Set best_set_ = nothing();
    double waiting_ = kInfinity;  // |r| of a find that is not yet computed exactly, up to kSlack
    Find waiting_find_{};
};

}  // namespace sepset::gaussian
