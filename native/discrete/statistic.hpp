// The statistic of a contingency table, in one fixed order of additions and with no call into a mathematics library,
// so that every machine, every thread count and the Python twin compute the same bits.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/builtins.hpp"

namespace sepset::discrete {

enum class Statistic { pearson, likelihood };

struct TableStatistic {
    double statistic;
    std::int64_t dof;  // adjusted: rows and columns without observations are dropped in each stratum
};

// The product of two whole numbers that may be too large for 64 bits, and their difference: exact, and rounded once.
class LongProduct {
  public:
    LongProduct(std::uint64_t x, std::uint64_t y) {
        const std::uint64_t x0 = x & kLow, x1 = x >> 32, y0 = y & kLow, y1 = y >> 32;
        const std::uint64_t middle = x1 * y0 + (x0 * y0 >> 32), other = x0 * y1 + (middle & kLow);
        high_ = x1 * y1 + (middle >> 32) + (other >> 32);
        low_ = (other << 32) | (x0 * y0 & kLow);
    }
    double to_double() const { return rounded(high_, low_); }

    // first - second.
    static double difference(const LongProduct& first, const LongProduct& second) {
        const bool negative = first.high_ < second.high_ || (first.high_ == second.high_ && first.low_ < second.low_);
        const LongProduct &more = negative ? second : first, &less = negative ? first : second;
        const double size = rounded(more.high_ - less.high_ - (more.low_ < less.low_), more.low_ - less.low_);
        return negative ? -size : size;
    }

  private:
    static constexpr std::uint64_t kLow = 0xffffffffu;

    // The upper 64 bits from the first one on, with a last bit that says whether anything was cut off: more bits than a
    // double has, so that the one rounding is right.
    static double rounded(std::uint64_t high, std::uint64_t low) {
        if (high == 0) return static_cast<double>(low);
        const int shift = highest_bit(high) + 1;
        const std::uint64_t upper = shift == 64 ? high : (high << (64 - shift)) | (low >> shift);
        const std::uint64_t rest = shift == 64 ? low : low << (64 - shift);
        return std::ldexp(static_cast<double>(upper | (rest != 0)), shift);
    }

    std::uint64_t high_, low_;
};

// Rows up to which products of two counts fit into 64 bits with a sign.
constexpr std::int64_t kMostPlainRows = 3037000499;

// ln(m / k) for positive whole numbers, relative error of a few 1e-16 also where m / k is near 1: after scaling by a
// power of two (exact), ln(m / k) = 2 artanh((m - k) / (m + k)), a short odd series.
inline double log_ratio(double upper, double lower) {
    constexpr double kRootTwo = 1.4142135623730951;
    constexpr double kLogTwo = 0.6931471805599453;
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
    template <class Count>
    void add(const Count* counts) {
        const std::int64_t total = margins(counts);
        if (total == 0) return;
        const bool plain = total <= kMostPlainRows;
        for (std::size_t i = 0; i < rows_; ++i) {
            if (row_sum_[i] == 0) continue;
            for (std::size_t j = 0; j < columns_; ++j) {
                if (column_sum_[j] == 0) continue;
                const std::int64_t count = counts[i * columns_ + j];
                if (plain) {
                    add_cell(count, total, row_sum_[i] * column_sum_[j]);
                } else {
                    add_large_cell(count, total, row_sum_[i], column_sum_[j]);
                }
            }
        }
    }

    TableStatistic result() const {
        const double statistic = kind_ == Statistic::likelihood ? 2.0 * sum_ : sum_;
        return {statistic > 0.0 ? statistic : 0.0, dof_};
    }

  private:
    template <class Count>
    std::int64_t margins(const Count* counts) {
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
            sum_ += static_cast<double>(count) *
                    log_ratio(static_cast<double>(count * total), static_cast<double>(product));
        }
    }

    // The same with products that may not fit into 64 bits.
    void add_large_cell(std::int64_t count, std::int64_t total, std::int64_t row, std::int64_t column) {
        const LongProduct seen(static_cast<std::uint64_t>(count), static_cast<std::uint64_t>(total));
        const LongProduct product(static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column));
        if (kind_ == Statistic::pearson) {
            const double excess = LongProduct::difference(seen, product);
            sum_ += excess * excess / (static_cast<double>(total) * product.to_double());
        } else if (count != 0) {
            sum_ += static_cast<double>(count) * log_ratio(seen.to_double(), product.to_double());
        }
    }

    Statistic kind_;
    std::size_t rows_ = 0, columns_ = 0;
    std::vector<std::int64_t> row_sum_, column_sum_;
    double sum_ = 0.0;
    std::int64_t dof_ = 0;
};

}  // namespace sepset::discrete
