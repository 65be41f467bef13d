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

constexpr std::size_t kCacheWords = std::size_t{1} << 16;  // half a megabyte: half of a second-level cache, or less
constexpr std::size_t kLeastTile = 128;                    // words; shorter tiles would mostly add up what they counted
constexpr std::size_t kMostShared = 16;                    // pairs that share a tile

// How pairs share the rows while these are in the cache: this many pairs at a time, by tiles of words.
struct Sharing {
    std::size_t pairs, words;
};

// Tiles where sets of one are counted, and the bitmaps of all columns do not fit into the cache. Still a few items of
// work a thread.
Sharing choose_sharing(const Columns& data, const LevelRequest& request) {
    std::size_t bitmaps = 0;
    for (std::size_t x = 0; x < data.narrow(); ++x) bitmaps += static_cast<std::size_t>(data.levels(x) - 1);
    if (request.size != 1 || bitmaps * data.words() <= kCacheWords) return {1, data.words()};
    const std::size_t threads = static_cast<std::size_t>(std::max(request.threads, 1));
    return {std::clamp<std::size_t>(request.pairs.count() / (8 * threads), 1, kMostShared),
            std::max(kCacheWords / bitmaps / 8 * 8, kLeastTile)};
}

// What one thread needs: as many searches as pairs share a tile.
class Worker {
  public:
    Worker(const Columns& data, const LevelRequest& request, const BestTests& none, Interruption& interruption)
        : data_(data), request_(request) {
        const Judge::Options options{request.kind, request.adjusted};
        const auto size = static_cast<std::size_t>(request.size);
        for (std::size_t i = 0; i < choose_sharing(data, request).pairs; ++i)
            searches_.push_back(std::make_unique<PairSearch>(data, size, none, options, interruption));
    }

    std::vector<BestTest> run(std::size_t i) {
        return searches_[0]->run(request_.pairs.first(i), request_.pairs.second(i), candidates(i));
    }

    // Pairs first, first + 1, ... by tiles of `tile` words.
    void run_tiled(std::size_t first, std::size_t stop, std::size_t tile, std::vector<BestTest>* found) {
        for (std::size_t i = first; i < stop; ++i)
            searches_[i - first]->start(request_.pairs.first(i), request_.pairs.second(i), candidates(i));
        for (std::size_t w = 0; w < data_.words(); w += tile) {
            for (std::size_t i = first; i < stop; ++i)
                searches_[i - first]->add_tile({w, std::min(tile, data_.words() - w)});
        }
        for (std::size_t i = first; i < stop; ++i) found[i] = searches_[i - first]->finish();
    }

  private:
    const std::vector<std::int32_t>* candidates(std::size_t i) {
        if (!request_.lists) return nullptr;
        take_candidates(request_.pairs, *request_.lists, i, candidates_);
        return &candidates_;
    }

    const Columns& data_;
    const LevelRequest& request_;
    std::vector<std::unique_ptr<PairSearch>> searches_;
    std::vector<std::int32_t> candidates_;
};

}  // namespace

std::vector<std::vector<BestTest>> search_level(const Columns& data, const LevelRequest& request) {
    const CriticalValues critical(request.critical.data, request.critical.size);
    const BestTests none(critical, request.name_rank.data);
    Interruption interruption(request.check_signals);
    std::vector<std::vector<BestTest>> found(request.pairs.count());
    const Sharing sharing = choose_sharing(data, request);
    const std::size_t items = (found.size() + sharing.pairs - 1) / sharing.pairs;
    std::vector<std::unique_ptr<Worker>> workers(worker_count(items, request.threads));
    parallel_for(items, request.threads, [&](std::size_t item, int number) {
        std::unique_ptr<Worker>& worker = workers[number];
        if (!worker) worker = std::make_unique<Worker>(data, request, none, interruption);
        const std::size_t first = item * sharing.pairs, stop = std::min(first + sharing.pairs, found.size());
        if (sharing.words < data.words()) return worker->run_tiled(first, stop, sharing.words, found.data());
        for (std::size_t i = first; i < stop; ++i) found[i] = worker->run(i);
    });
    return found;
}

}  // namespace sepset::discrete
