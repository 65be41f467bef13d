// Tests on counts in place of rows: the same tables, judged by the same sum and the same choice of the best.
#include <algorithm>
#include <vector>

#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "discrete/counted_sets.hpp"

namespace sepset::discrete {
namespace {

// Tests of pairs given sets, one after the other.
class CountedTest {
  public:
    CountedTest(const CountedSets& counted, Statistic kind) : counted_(counted), sum_(kind) {}

    // a < b, and `given` ascends: strata are added up in the order of their levels, as everywhere.
    TableStatistic operator()(std::int32_t a, std::int32_t b, const std::vector<std::int32_t>& given) {
        columns_ = given;
        columns_.insert(columns_.end(), {a, b});
        counted_.table(columns_, table_);
        const auto rows = static_cast<std::size_t>(counted_.levels()[a]);
        const auto columns = static_cast<std::size_t>(counted_.levels()[b]);
        sum_.restart(rows, columns);
        for (std::size_t stratum = 0; stratum < table_.size(); stratum += rows * columns)
            sum_.add(table_.data() + stratum);
        return sum_.result();
    }

  private:
    const CountedSets& counted_;
    StatisticSum sum_;
    std::vector<std::int32_t> columns_;
    std::vector<std::int64_t> table_;
};

// Calls use(set) for every set of `size` of the candidates, in lexicographic order.
template <class Use>
void each_set(const std::vector<std::int32_t>& candidates, std::size_t size, std::vector<std::int32_t>& set,
              std::size_t from, const Use& use) {
    if (set.size() == size) return use(set);
    for (std::size_t i = from; i + (size - set.size()) <= candidates.size(); ++i) {
        set.push_back(candidates[i]);
        each_set(candidates, size, set, i + 1, use);
        set.pop_back();
    }
}

std::vector<std::int32_t> all_but(std::size_t columns, std::int32_t a, std::int32_t b) {
    std::vector<std::int32_t> others;
    for (std::int32_t x = 0; x < static_cast<std::int32_t>(columns); ++x)
        if (x != a && x != b) others.push_back(x);
    return others;
}

}  // namespace

TestResult test_pair(const CountedSets& counted, Statistic kind, std::int32_t a, std::int32_t b,
                     const View<std::int32_t>& given) {
    std::vector<std::int32_t> sorted(given.begin(), given.end());
    std::sort(sorted.begin(), sorted.end());
    const TableStatistic test = CountedTest(counted, kind)(std::min(a, b), std::max(a, b), sorted);
    return {test.statistic, test.dof, full_dof(counted.levels(), a, b, sorted)};
}

std::vector<std::vector<BestTest>> search_level(const CountedSets& counted, const LevelRequest& request) {
    const CriticalValues critical(request.critical.data, request.critical.size);
    const BestTests none(critical, request.name_rank.data);
    const auto size = static_cast<std::size_t>(request.size);
    Interruption interruption(request.check_signals);
    std::vector<std::vector<BestTest>> found(request.pairs.count());
    parallel_for(found.size(), request.threads, [&](std::size_t i, int) {
        const std::int32_t a = std::min(request.pairs.first(i), request.pairs.second(i));
        const std::int32_t b = std::max(request.pairs.first(i), request.pairs.second(i));
        std::vector<std::int32_t> candidates, set;
        if (request.lists) {
            take_candidates(request.pairs, *request.lists, i, candidates);
        } else {
            candidates = all_but(counted.levels().size(), a, b);
        }
        BestTests best = none;
        CountedTest test(counted, request.kind);
        each_set(candidates, size, set, 0, [&](const std::vector<std::int32_t>& given) {
            interruption.check();
            const TableStatistic result = test(a, b, given);
            const std::int64_t dof = request.adjusted ? result.dof : full_dof(counted.levels(), a, b, given);
            best.offer(dof, result.statistic, given);
        });
        found[i] = best.take();
    });
    return found;
}

}  // namespace sepset::discrete
