#include "gaussian/anchored_lists.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/parallel.hpp"
#include "common/raw_array.hpp"
#include "gaussian/contest.hpp"
#include "gaussian/groups.hpp"
#include "gaussian/scan.hpp"

namespace sepset::gaussian {

namespace {

constexpr std::size_t kListsAtOnce = 16;  // an item of work of some microseconds

// All lists, padded to whole steps, with the correlations of their anchors.
class AnchoredLists {
  public:
    AnchoredLists(const LevelTask& task, const std::vector<std::int32_t>& anchors)
        : task_(task), anchors_(anchors), begin_(task.lists.offsets.size, 0) {
        for (std::size_t g = 0; g + 1 < begin_.size(); ++g) {
            const std::size_t length = static_cast<std::size_t>(task.lists.offsets[g + 1] - task.lists.offsets[g]);
            begin_[g + 1] = begin_[g] + (length + kListStep - 1) / kListStep * kListStep;
        }
        members_.resize(begin_.back());
        x_.resize(begin_.back());
    }

    // Each list is to be filled before it is read; those from `to` on do not exist where there are not as many.
    void fill(std::size_t from, std::size_t to) {
        for (std::size_t list = from; list < std::min(to, anchors_.size()); ++list) fill_one(list);
    }

    AnchoredList operator[](std::size_t list) const {
        const std::size_t at = begin_[list];
        return {members_.data() + at, x_.data() + at, begin_[list + 1] - at};
    }

  private:
    void fill_one(std::size_t list) {
        if (anchors_[list] < 0) return;
        const double* row = task_.correlation.row(anchors_[list]);
        std::size_t to = begin_[list];
        for (std::int64_t i = task_.lists.offsets[list]; i < task_.lists.offsets[list + 1]; ++i, ++to) {
            members_[to] = task_.lists.members[i];
            x_[to] = row[task_.lists.members[i]];
        }
        const std::size_t end = begin_[list + 1];
        std::fill(members_.data() + to, members_.data() + end, 0);
        std::fill(x_.data() + to, x_.data() + end, kNaN);
    }

    const LevelTask& task_;
    const std::vector<std::int32_t>& anchors_;
    std::vector<std::size_t> begin_;
    RawVector<std::int32_t> members_;
    RawVector<double> x_;
};

// One member, with its correlations x_a with the anchor and x_b with the other end, and theirs, s.
struct OneMember {
    std::array<std::int32_t, 1> set;
    double s, x_a, x_b;
    double r() const { return partial_correlation_given_one(s, x_a, x_b); }
};

// The search for one pair, member after member. All that it reads is in the list and in the row of the other end.
class AnchoredSearch {
  public:
    AnchoredSearch(const LevelTask& task, std::int32_t anchor, std::int32_t other)
        : contest(task.largest), row_(task.correlation.row(other)), anchor_(anchor), other_(other) {}

    void run(const AnchoredList& list, NextStep next_step) {
        const double s = row_[anchor_];
        unsigned hits = 0;
        for (std::size_t at = 0; (at = next_step(list, row_, s, contest.limit(), at, hits)) < list.count;
             at += kListStep) {
            for (; hits != 0; hits &= hits - 1) {
                const std::size_t i = at + lowest_bit(hits);
                consider({{list.member[i]}, s, list.x[i], row_[list.member[i]]});
            }
        }
        contest.settle();
    }

    Contest<OneMember> contest;

  private:
    void consider(const OneMember& found) {
        if (found.set[0] == anchor_ || found.set[0] == other_) return;
        const double t = found.s - found.x_a * found.x_b;
        const double v_a = 1.0 - found.x_a * found.x_a, v_b = 1.0 - found.x_b * found.x_b;
        if (v_a < kIll || v_b < kIll) return contest.offer(found);
        if (!(t * t < contest.limit() * (v_a * v_b))) return;  // a member before it in the same step was better
        contest.find(found, std::sqrt(t * t / (v_a * v_b)));
    }

    const double* row_;
    std::int32_t anchor_, other_;
};

std::int32_t other_end(const LevelTask& task, std::size_t pair, const std::vector<std::int32_t>& anchors) {
    const std::int32_t anchor = anchors[task.lists.of[pair]];
    return task.pairs.first(pair) == anchor ? task.pairs.second(pair) : task.pairs.first(pair);
}

// The pairs in the order of their other ends; those with other end b are order[begin[b] .. begin[b+1]).
struct ByOtherEnd {
    std::vector<std::size_t> begin, order;

    ByOtherEnd(const LevelTask& task, const std::vector<std::int32_t>& anchors)
        : begin(task.correlation.n + 1, 0), order(task.pairs.count()) {
        for (std::size_t i = 0; i < task.pairs.count(); ++i) ++begin[other_end(task, i, anchors) + 1];
        for (std::size_t b = 0; b + 1 < begin.size(); ++b) begin[b + 1] += begin[b];
        std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
        for (std::size_t i = 0; i < task.pairs.count(); ++i) order[next[other_end(task, i, anchors)]++] = i;
    }
};

}  // namespace

std::vector<std::int32_t> find_anchors(const LevelTask& task) {
    constexpr std::int32_t kUnused = -1, kNone = -2;
    const std::size_t lists = task.lists.count();
    std::vector<std::int32_t> first(lists, kUnused), second(lists, kUnused);
    for (std::size_t i = 0; i < task.pairs.count(); ++i) {
        const std::int32_t list = task.lists.of[i], a = task.pairs.first(i), b = task.pairs.second(i);
        if (first[list] == kUnused) {
            first[list] = a;
            second[list] = b;
            continue;
        }
        if (first[list] != a && first[list] != b) first[list] = std::exchange(second[list], kNone);
        if (second[list] != a && second[list] != b) second[list] = kNone;
        if (first[list] != a && first[list] != b) return {};
    }
    return first;
}

void search_anchored(const LevelTask& task, const std::vector<std::int32_t>& anchors, LevelAnswer& answer) {
    AnchoredLists lists(task, anchors);
    const ByOtherEnd pairs(task, anchors);
    const NextStep next_step = choose_next_step();
    // Kept in the order of the work at first: pairs that are neighbours in the answer often have other ends that two
    // threads work on at the same moment, and each write would take the cache line from the other thread.
    RawVector<double> r(task.pairs.count());
    RawVector<std::int32_t> sets(task.pairs.count());
    Interruption interruption(task.check_signals);
    const auto fill = [&](std::size_t i) { lists.fill(i * kListsAtOnce, (i + 1) * kListsAtOnce); };
    const std::size_t fillings = (task.lists.count() + kListsAtOnce - 1) / kListsAtOnce;
    parallel_for_both(fillings, task.correlation.n, task.threads, fill, [&](std::size_t b, int) {
        for (std::size_t i = pairs.begin[b]; i < pairs.begin[b + 1]; ++i) {
            interruption.check();
            const std::int32_t list = task.lists.of[pairs.order[i]];
            AnchoredSearch search(task, anchors[list], static_cast<std::int32_t>(b));
            search.run(lists[list], next_step);
            r[i] = search.contest.r();
            sets[i] = search.contest.set()[0];
        }
    });
    answer.r.resize(task.pairs.count());
    answer.sets.resize(task.pairs.count());
    for (std::size_t i = 0; i < pairs.order.size(); ++i) {
        answer.r[pairs.order[i]] = r[i];
        answer.sets[pairs.order[i]] = sets[i];
    }
}

}  // namespace sepset::gaussian
