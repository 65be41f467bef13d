#include "discrete/search.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "discrete/pair_search.hpp"
#include "discrete/row_counter.hpp"

namespace sepset::discrete {

void check(const LevelRequest& request, std::size_t columns) {
    if (request.size < 0) throw std::invalid_argument("the size of a set is at least 0");
    if (request.critical.size == 0) throw std::invalid_argument("at least one critical value is needed");
    if (request.name_rank.size != columns) throw std::invalid_argument("one rank a column is needed");
    check(request.pairs, columns);
    if (request.lists) check(*request.lists, request.pairs.count(), columns);
}

void check_test(std::size_t columns, std::int32_t a, std::int32_t b, const View<std::int32_t>& given) {
    std::vector<std::int32_t> all(given.begin(), given.end());
    all.insert(all.end(), {a, b});
    std::sort(all.begin(), all.end());
    const bool known = all.front() >= 0 && static_cast<std::size_t>(all.back()) < columns;
    if (!known || std::adjacent_find(all.begin(), all.end()) != all.end())
        throw std::invalid_argument("a, b and the set are different columns that exist");
}

TestResult test_pair(const Codes& codes, Statistic kind, std::int32_t a, std::int32_t b,
                     const View<std::int32_t>& given) {
    std::vector<std::int32_t> sorted(given.begin(), given.end());
    std::sort(sorted.begin(), sorted.end());
    RowCounter counter(codes, kind);
    counter.fix(std::min(a, b), std::max(a, b), sorted.data(), sorted.empty() ? 0 : sorted.size() - 1);
    const TableStatistic test = sorted.empty() ? counter.test() : counter.test(sorted.back());
    return {test.statistic, test.dof, full_dof(codes.levels, a, b, sorted)};
}

void take_candidates(const Pairs& pairs, const CandidateLists& lists, std::size_t i,
                     std::vector<std::int32_t>& candidates) {
    const std::int32_t a = pairs.first(i), b = pairs.second(i);
    candidates.clear();
    for (std::int64_t m = lists.offsets[lists.of[i]]; m < lists.offsets[lists.of[i] + 1]; ++m) {
        if (lists.members[m] != a && lists.members[m] != b) candidates.push_back(lists.members[m]);
    }
    std::sort(candidates.begin(), candidates.end());
}

namespace {

// What one thread needs.
struct Worker {
    std::unique_ptr<PairSearch> search;
    std::vector<std::int32_t> candidates;
};

}  // namespace

std::vector<std::vector<BestTest>> search_level(const Columns& data, const LevelRequest& request) {
    const CriticalValues critical(request.critical.data, request.critical.size);
    const BestTests none(critical, request.name_rank.data);
    Interruption interruption(request.check_signals);
    std::vector<std::vector<BestTest>> found(request.pairs.count());
    std::vector<Worker> workers(worker_count(found.size(), request.threads));
    parallel_for(found.size(), request.threads, [&](std::size_t i, int number) {
        Worker& worker = workers[number];
        if (!worker.search) {
            const Judge::Options options{request.kind, request.adjusted};
            worker.search =
                std::make_unique<PairSearch>(data, static_cast<std::size_t>(request.size), none, options, interruption);
        }
        if (request.lists) take_candidates(request.pairs, *request.lists, i, worker.candidates);
        found[i] = worker.search->run(request.pairs.first(i), request.pairs.second(i),
                                      request.lists ? &worker.candidates : nullptr);
    });
    return found;
}

}  // namespace sepset::discrete
