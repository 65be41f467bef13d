#include "testwise/correlations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "gaussian/partial_correlation.hpp"

namespace sepset::testwise {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool holds(const std::vector<std::uint64_t>& present, std::int32_t v) {
    return (present[static_cast<std::size_t>(v) / 64] >> (v % 64)) & 1u;
}

// The two-sided p-value of Fisher's z.
double fisher_tail(double r, double dof) {
    const double x = std::fabs(r);
    return std::erfc(std::sqrt(dof) * 0.5 * std::log1p(2.0 * x / (1.0 - x)) / std::sqrt(2.0));
}

}  // namespace

// Sums over some rows: of products of (1, variables) with each other, the lower triangle.
struct Correlations::Sums {
    explicit Sums(std::size_t variables) : width(variables + 1), products(width * width, 0.0) {}
    std::size_t width;
    std::vector<double> products;
    double& at(std::size_t i, std::size_t j) { return products[i * width + j]; }
};

Correlations::Correlations(const double* values, std::size_t n, std::size_t rows) : n_(n), rows_(rows) {
    standardise(values);
    group_rows();
}

// With mean 0 and variance 1 over its own rows, a variable loses little to rounding in the rows of a test.
void Correlations::standardise(const double* values) {
    values_.resize(n_ * rows_);
    for (std::size_t v = 0; v < n_; ++v) {
        const double* from = values + v * rows_;
        double largest = 0.0, sum = 0.0, square = 0.0, count = 0.0;
        for (std::size_t row = 0; row < rows_; ++row)
            if (!std::isnan(from[row])) largest = std::max(largest, std::fabs(from[row]));
        if (largest == 0.0) largest = 1.0;
        for (std::size_t row = 0; row < rows_; ++row) {
            if (std::isnan(from[row])) continue;
            sum += from[row] / largest;
            count += 1.0;
        }
        const double mean = sum / std::max(count, 1.0);
        for (std::size_t row = 0; row < rows_; ++row) {
            const double away = from[row] / largest - mean;
            values_[row * n_ + v] = away;
            if (!std::isnan(away)) square += away * away;
        }
        const double deviation = std::sqrt(square / std::max(count, 1.0));
        for (std::size_t row = 0; row < rows_ && deviation > 0.0; ++row) values_[row * n_ + v] /= deviation;
    }
}

void Correlations::group_rows() {
    std::map<std::vector<std::uint64_t>, std::vector<std::size_t>> rows_of;
    for (std::size_t row = 0; row < rows_; ++row) {
        std::vector<std::uint64_t> present((n_ + 63) / 64, 0);
        for (std::size_t v = 0; v < n_; ++v)
            if (!std::isnan(values_[row * n_ + v])) present[v / 64] |= std::uint64_t{1} << (v % 64);
        rows_of[std::move(present)].push_back(row);
    }
    for (const auto& [present, rows] : rows_of) {
        RowsAlike group;
        group.present = present;
        group.rows = rows.size();
        const std::size_t width = n_ + 1;
        if (rows.size() > n_) group.products.assign(width * width, 0.0);
        for (const std::size_t row : rows) {
            const double* value = &values_[row * n_];
            if (rows.size() <= n_) {
                group.values.insert(group.values.end(), value, value + n_);
                continue;
            }
            group.products[0] += 1.0;
            for (std::size_t i = 0; i < n_; ++i) {
                group.products[(i + 1) * width] += value[i];
                for (std::size_t j = 0; j <= i; ++j) group.products[(i + 1) * width + j + 1] += value[i] * value[j];
            }
        }
        groups_.push_back(std::move(group));
    }
    values_.clear();
    values_.shrink_to_fit();
}

// `variables` rise, so that what is asked for lies in the lower triangle.
void Correlations::add(const RowsAlike& group, const std::vector<std::int32_t>& variables, Sums& sums) const {
    const std::size_t width = n_ + 1, count = variables.size();
    if (!group.products.empty()) {
        sums.at(0, 0) += group.products[0];
        for (std::size_t i = 0; i < count; ++i) {
            const double* from = &group.products[(static_cast<std::size_t>(variables[i]) + 1) * width];
            sums.at(i + 1, 0) += from[0];
            for (std::size_t j = 0; j <= i; ++j)
                sums.at(i + 1, j + 1) += from[static_cast<std::size_t>(variables[j]) + 1];
        }
        return;
    }
    for (std::size_t row = 0; row < group.rows; ++row) {
        const double* value = &group.values[row * n_];
        sums.at(0, 0) += 1.0;
        for (std::size_t i = 0; i < count; ++i) {
            const double x = value[variables[i]];
            sums.at(i + 1, 0) += x;
            for (std::size_t j = 0; j <= i; ++j) sums.at(i + 1, j + 1) += x * value[variables[j]];
        }
    }
}

PartialCorrelation Correlations::partial(std::int32_t a, std::int32_t b, const std::vector<std::int32_t>& given) const {
    std::vector<std::int32_t> variables = given;
    variables.insert(variables.end(), {a, b});
    std::sort(variables.begin(), variables.end());
    const std::size_t count = variables.size();
    Sums sums(count);
    for (const RowsAlike& group : groups_) {
        const auto present = [&](std::int32_t v) { return holds(group.present, v); };
        if (std::all_of(variables.begin(), variables.end(), present)) add(group, variables, sums);
    }
    const double rows = sums.at(0, 0);
    std::vector<double> matrix(count * count, 1.0);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            sums.at(i + 1, j + 1) -= sums.at(i + 1, 0) * sums.at(j + 1, 0) / std::max(rows, 1.0);
    for (std::size_t i = 0; i < count; ++i) {
        // A variable that is constant in these rows leaves nothing to correlate.
        if (!(sums.at(i + 1, i + 1) > 1e-10 * rows)) return {kNaN, static_cast<std::int64_t>(rows)};
        for (std::size_t j = 0; j < i; ++j) {
            const double r = sums.at(i + 1, j + 1) / std::sqrt(sums.at(i + 1, i + 1) * sums.at(j + 1, j + 1));
            matrix[i * count + j] = matrix[j * count + i] = std::clamp(r, -1.0, 1.0);
        }
    }
    const auto place = [&](std::int32_t v) {
        return static_cast<std::int32_t>(std::lower_bound(variables.begin(), variables.end(), v) - variables.begin());
    };
    std::vector<std::int32_t> members;
    members.reserve(given.size());
    for (const std::int32_t v : given) members.push_back(place(v));
    std::vector<double> work(count * count);
    const double r = gaussian::partial_correlation({matrix.data(), count}, place(std::min(a, b)), place(std::max(a, b)),
                                                   members.data(), static_cast<int>(members.size()), work.data());
    const auto used = static_cast<std::int64_t>(rows);
    return {used > static_cast<std::int64_t>(given.size()) + 3 ? r : kNaN, used};
}

BestSets Correlations::search(const SetLevel& level) const {
    return search_sets(level, n_, [&](const std::vector<std::int32_t>& set) {
        return [this, &set](std::int32_t a, std::int32_t b) -> SetAnswer {
            const PartialCorrelation found = partial(a, b, set);
            if (std::isnan(found.r)) return {kNaN, kNaN, 0};
            const auto dof = static_cast<double>(found.rows - static_cast<std::int64_t>(set.size()) - 3);
            return {fisher_tail(found.r, dof), std::sqrt(dof) * std::fabs(std::atanh(found.r)), 0};
        };
    });
}

}  // namespace sepset::testwise
