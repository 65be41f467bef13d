// The search of one level, set by set: a conditioning set is worked out once and answers for all of its pairs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/candidates.hpp"
#include "common/interruption.hpp"
#include "common/parallel.hpp"

namespace sepset {

struct SetLevel {
    Pairs pairs;
    std::size_t size;  // of the conditioning sets
    CandidateLists lists;
    double alpha;  // sets with a p at or below do not count; negative: all do
    int threads;
    std::function<void()> check_signals;
};

// What a set says about a pair; a p of NaN: nothing.
struct SetAnswer {
    double p, statistic;
    std::int64_t dof;
};

// For each pair the set with the largest p; equal p: more degrees of freedom, the smaller statistic, the earlier set.
class BestSets {
  public:
    BestSets(std::size_t pairs, std::size_t size)
        : p(pairs, kNone), statistic(pairs, kNone), dof(pairs, 0), sets(pairs * size, -1), size_(size) {}

    void offer(std::size_t pair, const SetAnswer& answer, const std::int32_t* set) {
        if (!better(pair, answer, set)) return;
        p[pair] = answer.p;
        statistic[pair] = answer.statistic;
        dof[pair] = answer.dof;
        std::copy(set, set + size_, sets.begin() + static_cast<std::ptrdiff_t>(pair * size_));
    }

    void merge(const BestSets& other) {
        for (std::size_t i = 0; i < p.size(); ++i)
            if (!std::isnan(other.p[i]))
                offer(i, {other.p[i], other.statistic[i], other.dof[i]}, other.sets.data() + i * size_);
    }

    std::vector<double> p, statistic;
    std::vector<std::int64_t> dof;
    std::vector<std::int32_t> sets;  // -1: none

  private:
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    bool better(std::size_t pair, const SetAnswer& answer, const std::int32_t* set) const {
        if (std::isnan(p[pair])) return true;
        if (answer.p != p[pair]) return answer.p > p[pair];
        if (answer.dof != dof[pair]) return answer.dof > dof[pair];
        if (answer.statistic != statistic[pair]) return answer.statistic < statistic[pair];
        const std::int32_t* known = sets.data() + pair * size_;
        return std::lexicographical_compare(set, set + size_, known, known + size_);
    }

    std::size_t size_;
};

// Lists the sets of a level in lexicographic order, each with the lists that hold all of its members.
class SetLister {
  public:
    struct Set {
        std::vector<std::int32_t> members;
        std::vector<std::size_t> lists;
    };

    SetLister(const CandidateLists& lists, std::size_t variables) : variables_(variables) {
        in_list_.resize(lists.count() * variables);
        for (std::size_t g = 0; g < lists.count(); ++g)
            for (std::int64_t i = lists.offsets[g]; i < lists.offsets[g + 1]; ++i)
                in_list_[g * variables + static_cast<std::size_t>(lists.members[i])] = true;
    }

    // Calls use(set) for each; `lists` are those that some pair uses.
    template <class Use>
    void each(std::size_t size, const std::vector<std::size_t>& lists, const Use& use) const {
        std::vector<std::int32_t> set;
        extend(set, 0, size, lists, use);
    }

  private:
    template <class Use>
    void extend(std::vector<std::int32_t>& set, std::size_t from, std::size_t size,
                const std::vector<std::size_t>& lists, const Use& use) const {
        if (lists.empty()) return;
        if (set.size() == size) return use(Set{set, lists});
        for (std::size_t v = from; v < variables_; ++v) {
            std::vector<std::size_t> holding;
            for (const std::size_t g : lists)
                if (in_list_[g * variables_ + v]) holding.push_back(g);
            set.push_back(static_cast<std::int32_t>(v));
            extend(set, v + 1, size, holding, use);
            set.pop_back();
        }
    }

    std::size_t variables_;
    std::vector<bool> in_list_;
};

// `prepare(members)` works out one set and returns what answers for a pair (a, b) outside it.
template <class Prepare>
BestSets search_sets(const SetLevel& level, std::size_t variables, const Prepare& prepare) {
    constexpr std::size_t kBatch = 4096;  // sets that are listed before they are shared among threads
    std::vector<std::vector<std::size_t>> pairs_of(level.lists.count());
    for (std::size_t i = 0; i < level.pairs.count(); ++i)
        pairs_of[static_cast<std::size_t>(level.lists.of[i])].push_back(i);
    std::vector<std::size_t> used;
    for (std::size_t g = 0; g < pairs_of.size(); ++g)
        if (!pairs_of[g].empty()) used.push_back(g);

    const auto workers = static_cast<std::size_t>(worker_count(kBatch, level.threads));
    std::vector<BestSets> best(workers, BestSets(level.pairs.count(), level.size));
    Interruption interruption(level.check_signals);
    const auto try_set = [&](const SetLister::Set& set, BestSets& into) {
        auto answer_for = prepare(set.members);
        const auto inside = [&](std::int32_t v) {
            return std::find(set.members.begin(), set.members.end(), v) != set.members.end();
        };
        for (const std::size_t list : set.lists) {
            for (const std::size_t pair : pairs_of[list]) {
                const std::int32_t a = level.pairs.first(pair), b = level.pairs.second(pair);
                if (inside(a) || inside(b)) continue;
                const SetAnswer answer = answer_for(a, b);
                if (answer.p > level.alpha) into.offer(pair, answer, set.members.data());
            }
            interruption.check();
        }
    };
    std::vector<SetLister::Set> batch;
    const auto run_batch = [&] {
        parallel_for(batch.size(), static_cast<int>(workers), [&](std::size_t item, int worker) {
            try_set(batch[item], best[static_cast<std::size_t>(worker)]);
        });
        batch.clear();
    };
    SetLister(level.lists, variables).each(level.size, used, [&](SetLister::Set set) {
        batch.push_back(std::move(set));
        if (batch.size() == kBatch) run_batch();
    });
    run_batch();
    for (std::size_t worker = 1; worker < workers; ++worker) best[0].merge(best[worker]);
    return std::move(best[0]);
}

}  // namespace sepset
