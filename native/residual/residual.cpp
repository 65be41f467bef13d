#include "residual/residual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "common/interruption.hpp"
#include "common/parallel.hpp"

namespace sepset::residual {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kBatch = 4096;  // sets that are listed before they are shared among threads

// A test on the rows in which nothing is missing; the set comes first, so that only its powers are made.
Answer test_in_part(const Table& table, const std::vector<std::int32_t>& set_and_ends,
                    const std::vector<std::size_t>& rows) {
    const std::size_t size = set_and_ends.size() - 2;
    const Table part = table.restricted(set_and_ends, rows, size);
    std::vector<std::int32_t> members(size);
    for (std::size_t i = 0; i < size; ++i) members[i] = static_cast<std::int32_t>(i);
    Scene scene(part, members.data(), size);
    const auto a = static_cast<std::int32_t>(size), b = a + 1;
    scene.prepare(a);
    scene.prepare(b);
    return scene.test(a, b);
}

// The best set of each pair that one thread has seen.
class Winners {
  public:
    Winners(std::size_t pairs, std::size_t size)
        : size_(size), best{std::vector<double>(pairs, kNaN), std::vector<double>(pairs, kNaN),
                            std::vector<std::int64_t>(pairs, 0), std::vector<std::int32_t>(pairs * size, -1)} {}

    void offer(std::size_t pair, double p, double statistic, std::int64_t dof, const std::int32_t* set) {
        if (!better(pair, p, statistic, dof, set)) return;
        best.p[pair] = p;
        best.statistic[pair] = statistic;
        best.dof[pair] = dof;
        std::copy(set, set + size_, best.sets.begin() + static_cast<std::ptrdiff_t>(pair * size_));
    }

    void merge(const Winners& other) {
        for (std::size_t i = 0; i < best.p.size(); ++i)
            if (!std::isnan(other.best.p[i]))
                offer(i, other.best.p[i], other.best.statistic[i], other.best.dof[i], other.best.sets.data() + i * size_);
    }

  private:
    bool better(std::size_t pair, double p, double statistic, std::int64_t dof, const std::int32_t* set) const {
        if (std::isnan(best.p[pair])) return true;
        if (p != best.p[pair]) return p > best.p[pair];
        if (dof != best.dof[pair]) return dof > best.dof[pair];
        if (statistic != best.statistic[pair]) return statistic < best.statistic[pair];
        const std::int32_t* known = best.sets.data() + pair * size_;
        return std::lexicographical_compare(set, set + size_, known, known + size_);
    }

    std::size_t size_;

  public:
    LevelAnswer best;
};

class Search {
  public:
    Search(const Table& table, const Level& level) : table_(table), level_(level), pairs_of_(level.lists) {
        const std::size_t n = table.columns().variables();
        in_list_.resize(level.lists * n);
        for (std::size_t g = 0; g < level.lists; ++g)
            for (std::int64_t i = level.offsets[g]; i < level.offsets[g + 1]; ++i)
                in_list_[g * n + level.members[i]] = true;
        for (std::size_t i = 0; i < level.count; ++i) pairs_of_[level.of[i]].push_back(i);
    }

    LevelAnswer run() {
        const int workers = worker_count(std::numeric_limits<std::size_t>::max(), level_.threads);
        std::vector<Winners> winners(workers, Winners(level_.count, level_.size));
        Interruption interruption(level_.check_signals);
        std::vector<std::int32_t> set;
        std::vector<std::size_t> lists;
        for (std::size_t g = 0; g < level_.lists; ++g)
            if (!pairs_of_[g].empty()) lists.push_back(g);
        const auto flush = [&] {
            parallel_for(sets_.size(), workers, [&](std::size_t item, int worker) {
                interruption.check();
                try_set(sets_[item], winners[worker]);
            });
            sets_.clear();
        };
        extend(set, 0, lists, flush);
        flush();
        for (int worker = 1; worker < workers; ++worker) winners[0].merge(winners[worker]);
        return std::move(winners[0].best);
    }

  private:
    struct Set {
        std::vector<std::int32_t> members;
        std::vector<std::size_t> lists;  // that hold all of them
    };

    // Lists every set of the level that some list holds, in lexicographic order.
    template <class Flush>
    void extend(std::vector<std::int32_t>& set, std::size_t from, const std::vector<std::size_t>& lists,
                const Flush& flush) {
        if (lists.empty()) return;
        if (set.size() == level_.size) {
            sets_.push_back({set, lists});
            if (sets_.size() == kBatch) flush();
            return;
        }
        const std::size_t n = table_.columns().variables();
        for (std::size_t v = from; v < n; ++v) {
            std::vector<std::size_t> holding;
            for (const std::size_t g : lists)
                if (in_list_[g * n + v]) holding.push_back(g);
            set.push_back(static_cast<std::int32_t>(v));
            extend(set, v + 1, holding, flush);
            set.pop_back();
        }
    }

    void try_set(const Set& set, Winners& winners) const {
        Scene scene(table_, set.members.data(), set.members.size());
        const std::vector<std::uint8_t>& continuous = table_.columns().continuous;
        bool discrete = level_.skip_discrete;
        for (const std::int32_t v : set.members) discrete &= !continuous[v];
        std::vector<std::int32_t> all = set.members;
        all.resize(all.size() + 2);
        for (const std::size_t list : set.lists) {
            for (const std::size_t pair : pairs_of_[list]) {
                const std::int32_t a = level_.pairs[2 * pair], b = level_.pairs[2 * pair + 1];
                const bool own = std::find(set.members.begin(), set.members.end(), a) != set.members.end() ||
                                 std::find(set.members.begin(), set.members.end(), b) != set.members.end();
                if (own || (discrete && !continuous[a] && !continuous[b])) continue;
                all[all.size() - 2] = a;
                all[all.size() - 1] = b;
                const Answer answer = answer_for(scene, all);
                if (answer.p > level_.alpha)
                    winners.offer(pair, answer.p, answer.statistic, answer.dof, set.members.data());
            }
        }
    }

    Answer answer_for(Scene& scene, const std::vector<std::int32_t>& set_and_ends) const {
        const std::int32_t a = set_and_ends[set_and_ends.size() - 2], b = set_and_ends.back();
        if (!table_.complete(set_and_ends))
            return test_in_part(table_, set_and_ends, table_.complete_rows(set_and_ends));
        scene.prepare(a);
        scene.prepare(b);
        return scene.test(a, b);
    }

    const Table& table_;
    const Level& level_;
    std::vector<bool> in_list_;
    std::vector<std::vector<std::size_t>> pairs_of_;
    std::vector<Set> sets_;
};

}  // namespace

Answer test(const Table& table, std::int32_t a, std::int32_t b, const std::vector<std::int32_t>& given) {
    std::vector<std::int32_t> all = given;
    all.push_back(a);
    all.push_back(b);
    if (!table.complete(all)) return test_in_part(table, all, table.complete_rows(all));
    Scene scene(table, given.data(), given.size());
    scene.prepare(a);
    scene.prepare(b);
    return scene.test(a, b);
}

LevelAnswer search(const Table& table, const Level& level) { return Search(table, level).run(); }

}  // namespace sepset::residual
