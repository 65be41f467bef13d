#include "gaussian/level.hpp"

#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace sepset {

void Scene::number_rows(const LevelTask& task, const Group& group, const std::vector<std::size_t>& order) {
    row_of.resize(task.correlation.n, -1);
    for (const std::int32_t variable : rows) row_of[variable] = -1;  // of the group before
    rows.clear();
    for (std::size_t i = group.begin; i < group.end; ++i) {
        for (int side = 0; side < 2; ++side) {
            const std::int32_t variable = task.pairs[2 * order[i] + side];
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

void Scene::gather(const LevelTask& task, const Group& group) {
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

void Scene::build(const LevelTask& task, const Group& group, const std::vector<std::size_t>& order) {
    number_rows(task, group, order);
    gather(task, group);
    pairs.resize(group.end - group.begin);
    correlations.resize(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::int32_t* pair = task.pairs + 2 * order[group.begin + i];
        correlations[i] = task.correlation.row(pair[0])[pair[1]];
        pairs[i] = {row_of[pair[0]], row_of[pair[1]], correlations[i], widened(task.largest)};
    }
}

void check(const LevelTask& task) {
    const auto known = [&](std::int32_t variable) {
        return variable >= 0 && static_cast<std::size_t>(variable) < task.correlation.n;
    };
    bool valid = task.size >= 0 && task.of.size == task.m && task.offsets.size > 0 && task.offsets[0] == 0 &&
                 static_cast<std::size_t>(task.offsets[task.offsets.size - 1]) == task.members.size;
    if (!valid) throw std::invalid_argument("one list for each pair, and offsets from 0 to the number of members");
    for (std::size_t g = 0; g + 1 < task.offsets.size; ++g) valid &= task.offsets[g] <= task.offsets[g + 1];
    for (std::size_t g = 0; valid && g + 1 < task.offsets.size; ++g)
        for (std::int64_t i = task.offsets[g]; i < task.offsets[g + 1]; ++i)
            valid &= known(task.members[i]) && (i == task.offsets[g] || task.members[i - 1] < task.members[i]);
    for (std::size_t i = 0; i < task.m; ++i) {
        valid &= task.of[i] >= 0 && static_cast<std::size_t>(task.of[i]) + 1 < task.offsets.size;
        valid &= task.pairs[2 * i] < task.pairs[2 * i + 1] && known(task.pairs[2 * i]) && known(task.pairs[2 * i + 1]);
    }
    if (!valid) throw std::invalid_argument("pairs a < b and increasing lists of variables of the matrix are needed");
}

std::vector<std::size_t> order_by_list(const LevelTask& task) {
    std::vector<std::size_t> order(task.m);
    std::iota(order.begin(), order.end(), std::size_t{0});
    auto key = [&](std::size_t i) { return std::make_tuple(task.of[i], task.pairs[2 * i], task.pairs[2 * i + 1]); };
    auto before = [&](std::size_t i, std::size_t j) { return key(i) < key(j); };
    if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
    return order;
}

std::vector<Group> group_by_list(const LevelTask& task, const std::vector<std::size_t>& order) {
    std::vector<Group> groups;
    for (std::size_t begin = 0, end; begin < task.m; begin = end) {
        const std::int32_t list = task.of[order[begin]];
        for (end = begin + 1; end < task.m && task.of[order[end]] == list;) ++end;
        const std::int64_t first = task.offsets[list];
        groups.push_back({task.members.data + first, static_cast<std::size_t>(task.offsets[list + 1] - first), begin, end});
    }
    return groups;
}

std::vector<Item> split(const LevelTask& task, const std::vector<Group>& groups) {
    constexpr double kLarge = 1e6;  // tests
    std::vector<Item> items;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const std::size_t m = groups[g].pool_size;
        double tests = static_cast<double>(groups[g].end - groups[g].begin);
        for (int i = 0; i < task.size; ++i) tests *= static_cast<double>(m) / (i + 1);
        std::size_t step = m;
        if (task.threads > 1 && tests > kLarge) step = task.size > 1 ? 1 : std::max(kTileMost, m / (8 * task.threads));
        for (std::size_t from = 0; from < m; from += step) items.push_back({g, from, std::min(m, from + step)});
    }
    return items;
}

}  // namespace sepset
