// The statistic of a contingency table, in one fixed order of additions and with no call into a mathematics library,
// so that every machine, every thread count and the Python twin compute the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sepset::discrete {

enum class Statistic { pearson, likelihood };

struct TableStatistic {
    double statistic;
    std::int64_t dof;  // adjusted: rows and columns without observations are dropped in each stratum
};

// ln(m / k) for positive whole numbers, relative error of a few 1e-16 also where m / k is near 1: after scaling by a
// power of two (exact), ln(m / k) = 2 artanh((m - k) / (m + k)), a short odd series.
inline double log_ratio(std::int64_t m, std::int64_t k) {
    constexpr double kRootTwo = 1.4142135623730951;
    constexpr double kLogTwo = 0.6931471805599453;
    double upper = static_cast<double>(m), lower = static_cast<double>(k);
    int doublings = 0;
    for (; upper > lower * kRootTwo; ++doublings) lower *= 2.0;
    for (; lower > upper * kRootTwo; --doublings) upper *= 2.0;
    const double z = (upper - lower) / (upper + lower);
    const double square = z * z;
    double series = 0.0;
    for (int odd = 23; odd >= 1; odd -= 2) series = series * square + 1.0 / odd;
    return doublings * kLogTwo + 2.0 * z * series;
}

// Adds up one table stratum after stratum.
class StatisticSum {
  public:
    explicit StatisticSum(Statistic kind) : kind_(kind) {}

    void restart(std::size_t rows, std::size_t columns) {
        sum_ = 0.0, dof_ = 0;
        resize(rows, columns);
    }

    // The strata that follow have this many rows and columns.
    void resize(std::size_t rows, std::size_t columns) {
        rows_ = rows, columns_ = columns;
        row_sum_.resize(rows);
        column_sum_.resize(columns);
    }

    // counts: rows x columns of this stratum, row after row.
    void add(const std::int32_t* counts) {
        const std::int64_t total = margins(counts);
        if (total == 0) return;
        for (std::size_t i = 0; i < rows_; ++i) {
            if (row_sum_[i] == 0) continue;
            for (std::size_t j = 0; j < columns_; ++j) {
                if (column_sum_[j] != 0) add_cell(counts[i * columns_ + j], total, row_sum_[i] * column_sum_[j]);
            }
        }
    }

    TableStatistic result() const {
        const double statistic = kind_ == Statistic::likelihood ? 2.0 * sum_ : sum_;
        return {statistic > 0.0 ? statistic : 0.0, dof_};
    }

  private:
    std::int64_t margins(const std::int32_t* counts) {
        std::int64_t total = 0;
        for (auto& sum : column_sum_) sum = 0;
        for (std::size_t i = 0; i < rows_; ++i) {
            row_sum_[i] = 0;
            for (std::size_t j = 0; j < columns_; ++j) {
                row_sum_[i] += counts[i * columns_ + j];
                column_sum_[j] += counts[i * columns_ + j];
            }
            total += row_sum_[i];
        }
        std::int64_t rows = 0, columns = 0;
        for (const auto sum : row_sum_) rows += sum != 0;
        for (const auto sum : column_sum_) columns += sum != 0;
        if (total != 0) dof_ += (rows - 1) * (columns - 1);
        return total;
    }

    // product = row sum * column sum; expected count = product / total.
    void add_cell(std::int64_t count, std::int64_t total, std::int64_t product) {
        if (kind_ == Statistic::pearson) {
            const double excess = static_cast<double>(count * total - product);
            sum_ += excess * excess / (static_cast<double>(total) * static_cast<double>(product));
        } else if (count != 0) {
            sum_ += static_cast<double>(count) * log_ratio(count * total, product);
        }
    }

    Statistic kind_;
    std::size_t rows_ = 0, columns_ = 0;
    std::vector<std::int64_t> row_sum_, column_sum_;
    double sum_ = 0.0;
    std::int64_t dof_ = 0;
};

}  // namespace sepset::discrete
