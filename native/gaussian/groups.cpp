#include "gaussian/groups.hpp"

#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace sepset::gaussian {

void GroupVariables::number_rows(const LevelTask& task, const PairsAlike& group,
                                 const std::vector<std::size_t>& order) {
    row_of.resize(task.correlation.n, -1);
    for (const std::int32_t variable : rows) row_of[variable] = -1;  // of the group before
    rows.clear();
    for (std::size_t i = group.begin; i < group.end; ++i) {
        for (const std::int32_t variable : {task.pairs.first(order[i]), task.pairs.second(order[i])}) {
            if (row_of[variable] < 0) rows.push_back(variable);
            row_of[variable] = 0;
        }
    }
    std::sort(rows.begin(), rows.end());
    for (std::size_t i = 0; i < rows.size(); ++i) row_of[rows[i]] = static_cast<std::int32_t>(i);
    row_in_pool.assign(rows.size(), -1);
    pool_in_rows.resize(group.pool_size);
    for (std::size_t d = 0; d < group.pool_size; ++d) {
        pool_in_rows[d] = row_of[group.pool[d]];
        if (pool_in_rows[d] >= 0) row_in_pool[pool_in_rows[d]] = static_cast<std::int32_t>(d);
    }
}

void GroupVariables::gather(const LevelTask& task, const PairsAlike& group) {
    const Correlation& c = task.correlation;
    const std::size_t m = group.pool_size;
    row_to_pool.resize(rows.size());
    pool_to_pool.resize(m);
    if (m == c.n) {  // the pool is everything: no copy
        for (std::size_t i = 0; i < rows.size(); ++i) row_to_pool[i] = c.row(rows[i]);
        for (std::size_t d = 0; d < m; ++d) pool_to_pool[d] = c.row(d);
        return;
    }
    gathered.resize((rows.size() + m) * m);
    double* next = gathered.data();
    auto copy = [&](std::int32_t variable) {
        const double* from = c.row(variable);
        for (std::size_t d = 0; d < m; ++d) next[d] = from[group.pool[d]];
        return std::exchange(next, next + m);
    };
    for (std::size_t i = 0; i < rows.size(); ++i) row_to_pool[i] = copy(rows[i]);
    if (task.size > 1)
        for (std::size_t d = 0; d < m; ++d) pool_to_pool[d] = copy(group.pool[d]);
}

void GroupVariables::build(const LevelTask& task, const PairsAlike& group, const std::vector<std::size_t>& order) {
    number_rows(task, group, order);
    gather(task, group);
    pairs.resize(group.end - group.begin);
    correlations.resize(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::size_t pair = order[group.begin + i];
        const std::int32_t a = task.pairs.first(pair), b = task.pairs.second(pair);
        correlations[i] = task.correlation.row(a)[b];
        pairs[i] = {row_of[a], row_of[b], correlations[i], widened(task.largest)};
    }
}

void check(const LevelTask& task) {
    if (task.size < 0) throw std::invalid_argument("the size of a set is at least 0");
    check(task.pairs, task.correlation.n);
    check(task.lists, task.pairs.count(), task.correlation.n);
    bool valid = is_increasing(task.lists);
    for (std::size_t i = 0; i < task.pairs.count(); ++i) valid &= task.pairs.first(i) < task.pairs.second(i);
    if (!valid) throw std::invalid_argument("pairs a < b and increasing lists of variables are needed");
}

std::vector<std::size_t> order_by_list(const LevelTask& task) {
    std::vector<std::size_t> order(task.pairs.count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    auto key = [&](std::size_t i) {
        return std::make_tuple(task.lists.of[i], task.pairs.first(i), task.pairs.second(i));
    };
    auto before = [&](std::size_t i, std::size_t j) { return key(i) < key(j); };
    if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
    return order;
}

namespace {

constexpr double kLarge = 1e6;  // tests that are worth being shared among threads

double count_tests(const LevelTask& task, const PairsAlike& group) {
    double tests = static_cast<double>(group.end - group.begin);
    for (int i = 0; i < task.size; ++i) tests *= static_cast<double>(group.pool_size) / (i + 1);
    return tests;
}

// Into how many groups to cut the pairs of a large one. The threads then share its pairs, not the sets of each pair:
// what was found of a pair so far rules out most of its other sets. Larger sets have more to prepare than to scan.
// A piece prepares the rows of its own variables, which may be all, so several for each thread need many pairs.
std::size_t count_pieces(const LevelTask& task, const PairsAlike& group) {
    if (task.threads <= 1 || task.size > 1 || count_tests(task, group) < kLarge) return 1;
    const std::size_t threads = static_cast<std::size_t>(task.threads), pairs = group.end - group.begin;
    const std::size_t each = std::clamp<std::size_t>(pairs / (8 * threads * task.correlation.n), 1, 4);
    return std::min(pairs, threads * each);
}

}  // namespace

std::vector<PairsAlike> group_by_list(const LevelTask& task, const std::vector<std::size_t>& order) {
    std::vector<PairsAlike> groups;
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        const std::int32_t list = task.lists.of[order[begin]];
        for (end = begin + 1; end < order.size() && task.lists.of[order[end]] == list;) ++end;
        const std::int64_t first = task.lists.offsets[list];
        const PairsAlike whole{task.lists.members.data + first,
                               static_cast<std::size_t>(task.lists.offsets[list + 1] - first), begin, end};
        const std::size_t pieces = count_pieces(task, whole), pairs = end - begin;
        for (std::size_t i = 0; i < pieces; ++i)
            groups.push_back(
                {whole.pool, whole.pool_size, begin + pairs * i / pieces, begin + pairs * (i + 1) / pieces});
    }
    return groups;
}

std::vector<Item> split(const LevelTask& task, const std::vector<PairsAlike>& groups) {
    std::vector<Item> items;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const std::size_t m = groups[g].pool_size;
        const bool shared = task.threads > 1 && task.size > 1 && count_tests(task, groups[g]) > kLarge;
        const std::size_t step = shared ? 1 : m;
        for (std::size_t from = 0; from < m; from += step) items.push_back({g, from, std::min(m, from + step)});
    }
    return items;
}

}  // namespace sepset::gaussian
