#include "discrete/judge.hpp"

#include <cmath>
#include <limits>

namespace sepset::discrete {

void Judge::look(const BlockCounts& table, ConditioningSet& set) {
    const TableShape& shape = table.shape;
    const std::int64_t most_dof =
        static_cast<std::int64_t>(shape.rows - 1) * (shape.columns - 1) * shape.strata * shape.levels;
    const float most = threshold(best_.limit_up_to(most_dof), shape);
    const bool pearson = options_.kind == Statistic::pearson;
    Hits hits;
    (pearson ? operations_.pearson_bound : operations_.likelihood_bound)(table.counts, shape, hits.bound);
    int passed = 0;
    for (int lane = 0; lane < kLanes; ++lane) passed += hits.bound[lane] <= most;
    if (!passed) return;
    for (int lane = 0; lane < kLanes; ++lane)
        if (is_candidate(table, lane) && hits.bound[lane] <= most) hits.lanes[hits.count++] = lane;
    if (hits.count) evaluate_hits(table, hits, set);
}

bool Judge::is_candidate(const BlockCounts& table, int lane) const {
    const std::size_t position = table.block * kLanes + lane;
    return position >= table.from && position < candidates_.in_blocks() && !pair_.has(candidates_.column(position));
}

// Bounds in single precision: the square root of each is off by at most a relative part for the additions and an
// absolute one for count * total - row * column, both exaggerated here. The absolute part depends on the cells of the
// pair, which change with every pair; so start() forgets the last threshold.
float Judge::threshold(double limit, const TableShape& shape) {
    if (!(limit >= 0.0)) return -1.0f;
    if (std::isinf(limit)) return std::numeric_limits<float>::infinity();
    const double cells = shape.cells(), all_cells = cells * shape.strata * shape.levels;
    if (limit == last_limit_ && all_cells == last_cells_) return last_threshold_;
    const double root = std::sqrt(limit) * (1.0 + 1e-6 * (all_cells + 16.0)) +
                        1e-6 * std::sqrt(cells * static_cast<double>(data_.rows()));
    last_limit_ = limit, last_cells_ = all_cells;
    return last_threshold_ = static_cast<float>(root * root * (1.0 + 1e-6));
}

void Judge::evaluate_hits(const BlockCounts& table, const Hits& hits, ConditioningSet& set) {
    std::int32_t adjusted[kLanes];
    operations_.dof(table.counts, table.shape, adjusted);
    for (int i = 0; i < hits.count; ++i) {
        const int lane = hits.lanes[i];
        const std::size_t position = table.block * kLanes + lane;
        set.choose(set.size() - 1, position, candidates_.column(position));
        const std::int64_t dof =
            options_.adjusted ? adjusted[lane] : full_dof(data_.codes().levels, pair_.a(), pair_.b(), set.columns);
        const double limit = best_.limit(dof);
        if (hits.bound[lane] > threshold(limit, table.shape)) continue;
        if (options_.kind == Statistic::likelihood && least_likelihood(table, lane) > limit) continue;
        offer(evaluate(table, lane), set);
    }
}

// G2 from looked-up n ln n, less than its rounding error: the bound above is far off where dependence is strong.
double Judge::least_likelihood(const BlockCounts& table, int lane) const {
    const std::vector<double>& n_log_n = data_.n_log_n();
    if (n_log_n.empty()) return 0.0;
    const TableShape& shape = table.shape;
    const std::size_t stride = shape.at(1, 0, 0);
    double sum = 0.0;
    for (std::size_t stratum = 0; stratum < static_cast<std::size_t>(shape.strata) * shape.levels; ++stratum) {
        const std::int32_t* cells = table.counts + stratum * kLanes + lane;
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

TableStatistic Judge::evaluate(const BlockCounts& table, int lane) {
    const TableShape& shape = table.shape;
    stratum_.resize(shape.cells());
    sum_.restart(shape.rows, shape.columns);
    for (int stratum = 0; stratum < shape.strata; ++stratum) {
        for (int level = 0; level < shape.levels; ++level) {
            for (int cell = 0; cell < shape.cells(); ++cell)
                stratum_[cell] = table.counts[shape.at(cell, stratum, level) + lane];
            sum_.add(stratum_.data());
        }
    }
    return sum_.result();
}

void Judge::offer(const TableStatistic& test, const ConditioningSet& set) {
    const std::int64_t dof =
        options_.adjusted ? test.dof : full_dof(data_.codes().levels, pair_.a(), pair_.b(), set.columns);
    best_.offer(dof, test.statistic, set.columns);
}

void Judge::offer_alone(const ConditioningSet& nothing) {
    sum_.restart(pair_.rows(), pair_.columns());
    sum_.add(pair_.cell_totals().data());
    offer(sum_.result(), nothing);
}

}  // namespace sepset::discrete
