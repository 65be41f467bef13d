#include "discrete/discrete.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

#include "discrete/pair.hpp"
#include "discrete/radix.hpp"
#include "common/parallel.hpp"

namespace sepset {

void check(const DiscreteCodes& codes) {
    for (std::size_t x = 0; x < codes.columns.size(); ++x) {
        if (codes.levels[x] < 1) throw std::invalid_argument("a column has at least one level");
        codes.visit(x, [&](const auto* column) {
            std::int32_t largest = 0;
            for (std::size_t r = 0; r < codes.rows; ++r) largest = std::max<std::int32_t>(largest, column[r]);
            if (largest >= codes.levels[x]) throw std::invalid_argument("codes are below the levels of their column");
        });
    }
}

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

std::int64_t full_dof(const DiscreteCodes& codes, std::int32_t a, std::int32_t b, const std::int32_t* given,
                      std::size_t size) {
    constexpr std::int64_t kMost = std::int64_t{1} << 62;
    std::int64_t dof = static_cast<std::int64_t>(codes.levels[a] - 1) * (codes.levels[b] - 1);
    for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t levels = codes.levels[given[i]];
        dof = dof > kMost / levels ? kMost : dof * levels;
    }
    return dof;
}

TestResult discrete_test(const DiscreteCodes& codes, Statistic kind, std::int32_t a, std::int32_t b,
                         const std::int32_t* given, std::size_t size) {
    RadixCounter radix(codes, kind);
    std::vector<std::int32_t> sorted(given, given + size);
    std::sort(sorted.begin(), sorted.end());
    radix.fix(std::min(a, b), std::max(a, b), sorted.data(), size ? size - 1 : 0);
    const Evidence evidence = size ? radix.test(sorted[size - 1]) : radix.test();
    return {evidence.statistic, evidence.dof, full_dof(codes, a, b, given, size)};
}

// Bounds in single precision: the square root of each is off by at most a relative part for the additions and an
// absolute one for count * total - row * column, both exaggerated here. The absolute part depends on the cells of the
// pair, which change with every pair; so run() forgets the last threshold.
float PairSearch::threshold(double limit, const TableShape& shape) {
    if (!(limit >= 0.0)) return -1.0f;
    if (std::isinf(limit)) return std::numeric_limits<float>::infinity();
    const double cells = shape.cells(), all_cells = cells * shape.outer * shape.levels;
    if (limit == last_limit_ && all_cells == last_cells_) return last_threshold_;
    const double root = std::sqrt(limit) * (1.0 + 1e-6 * (all_cells + 16.0)) +
                        1e-6 * std::sqrt(cells * static_cast<double>(data_.rows()));
    last_limit_ = limit, last_cells_ = all_cells;
    return last_threshold_ = static_cast<float>(root * root * (1.0 + 1e-6));
}

// Looks for lanes that may have the largest p-value, and evaluates them.
void PairSearch::judge(const std::int32_t* counts, const TableShape& shape, std::size_t block, std::size_t from) {
    const std::int64_t most_dof = static_cast<std::int64_t>(rows_ - 1) * (columns_ - 1) * shape.outer * shape.levels;
    const float most = threshold(front_.limit_up_to(most_dof), shape);
    float bound[kLanes];
    (request_.kind == Statistic::pearson ? lanes_.pearson_bound : lanes_.likelihood_bound)(counts, shape,
                                                                                                     bound);
    int hits = 0;
    for (int lane = 0; lane < kLanes; ++lane) hits += bound[lane] <= most;
    if (!hits) return;
    int lanes[kLanes], count = 0;  // the hits that are candidates
    for (int lane = 0; lane < kLanes; ++lane) {
        const std::size_t position = block * kLanes + lane;
        const bool candidate = position >= from && position < in_blocks_ && !excluded(position);
        if (candidate && bound[lane] <= most) lanes[count++] = lane;
    }
    if (count) evaluate_lanes(counts, shape, block, {bound, lanes, count});
}

void PairSearch::evaluate_lanes(const std::int32_t* counts, const TableShape& shape, std::size_t block,
                                const Hits& hits) {
    std::int32_t dof[kLanes];
    lanes_.dof(counts, shape, dof);
    for (int i = 0; i < hits.count; ++i) {
        const int lane = hits.lanes[i];
        choose(size_ - 1, block * kLanes + lane);
        const std::int64_t lane_dof =
            request_.adjusted ? dof[lane] : full_dof(data_.codes(), a_, b_, given_.data(), size_);
        const double limit = front_.limit(lane_dof);
        if (hits.bound[lane] > threshold(limit, shape)) continue;
        if (request_.kind == Statistic::likelihood && least_likelihood(counts, shape, lane) > limit) continue;
        evaluate(counts, shape, lane);
    }
}

// G2 from looked-up n ln n, less than its rounding error: the bound above is far off where dependence is strong.
double PairSearch::least_likelihood(const std::int32_t* counts, const TableShape& shape, int lane) const {
    const std::vector<double>& n_log_n = data_.n_log_n();
    if (n_log_n.empty()) return 0.0;
    double sum = 0.0;
    for (std::size_t stratum = 0; stratum < static_cast<std::size_t>(shape.outer) * shape.levels; ++stratum) {
        const std::int32_t* cells = counts + stratum * kLanes + lane;
        const std::size_t stride = shape.at(1, 0, 0);
        std::int32_t columns[kMostCells] = {}, total = 0;
        for (int i = 0; i < shape.rows; ++i) {
            std::int32_t row = 0;
            for (int j = 0; j < shape.columns; ++j, cells += stride) {
                sum += n_log_n[*cells];
                row += *cells;
                columns[j] += *cells;
            }
            sum -= n_log_n[row];
            total += row;
        }
        for (int j = 0; j < shape.columns; ++j) sum -= n_log_n[columns[j]];
        sum += n_log_n[total];
    }
    return 2.0 * sum - 1e-11 * n_log_n.back() - 1e-9;
}

void PairSearch::evaluate(const std::int32_t* counts, const TableShape& shape, int lane) {
    stratum_.resize(shape.cells());
    sum_.restart(rows_, columns_);
    for (int outer = 0; outer < shape.outer; ++outer) {
        for (int level = 0; level < shape.levels; ++level) {
            for (int cell = 0; cell < shape.cells(); ++cell)
                stratum_[cell] = counts[shape.at(cell, outer, level) + lane];
            sum_.add(stratum_.data());
        }
    }
    offer(sum_.result(), size_);
}

void PairSearch::offer(const Evidence& evidence, std::size_t size) {
    const std::int64_t dof =
        request_.adjusted ? evidence.dof : full_dof(data_.codes(), a_, b_, given_.data(), size);
    front_.offer(dof, evidence.statistic, given_.data(), size);
}

void PairSearch::choose(std::size_t depth, std::size_t position) {
    chosen_[depth] = position;
    given_[depth] = positions_[position];
}

namespace {

// Candidates of pair i other than its own columns, ascending.
void take_candidates(const LevelRequest& request, std::size_t i, std::vector<std::int32_t>& candidates) {
    const CandidateLists& lists = *request.lists;
    const std::int32_t a = request.pairs.first(i), b = request.pairs.second(i);
    candidates.clear();
    for (std::int64_t m = lists.offsets[lists.of[i]]; m < lists.offsets[lists.of[i] + 1]; ++m) {
        if (lists.members[m] != a && lists.members[m] != b) candidates.push_back(lists.members[m]);
    }
    std::sort(candidates.begin(), candidates.end());
}

}  // namespace

std::vector<std::vector<Front::Entry>> discrete_search(const DiscreteData& data, const LevelRequest& request) {
    const CriticalValues critical(request.critical.data, request.critical.size);
    Interruption interruption(request.check_signals);
    std::vector<std::vector<Front::Entry>> found(request.pairs.count());
    struct Worker {
        std::unique_ptr<PairSearch> search;
        std::vector<std::int32_t> candidates;
    };
    std::vector<Worker> workers(worker_count(request.pairs.count(), request.threads));
    parallel_for(request.pairs.count(), request.threads, [&](std::size_t i, int number) {
        Worker& worker = workers[number];
        if (!worker.search) worker.search = std::make_unique<PairSearch>(data, request, critical, interruption);
        const bool all = !request.lists;
        if (!all) take_candidates(request, i, worker.candidates);
        found[i] =
            worker.search->run(request.pairs.first(i), request.pairs.second(i), all ? nullptr : &worker.candidates);
    });
    return found;
}

}  // namespace sepset
