#include "residual/vectors.hpp"

#include <algorithm>

#include "common/builtins.hpp"

namespace sepset::residual {
namespace {

constexpr std::size_t kLanes = 8, kChunk = 1024;

double sum_of(const double (&lane)[kLanes]) {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

double over_all_rows(const double* x, const double* y, std::size_t rows) {
    double total = 0.0;
    for (std::size_t from = 0; from < rows; from += kChunk) {
        const std::size_t end = std::min(rows, from + kChunk), whole = from + (end - from) / kLanes * kLanes;
        double lane[kLanes] = {};
        for (std::size_t row = from; row < whole; row += kLanes)
            for (std::size_t i = 0; i < kLanes; ++i) lane[i] += x[row + i] * y[row + i];
        for (std::size_t row = whole; row < end; ++row) lane[row - whole] += x[row] * y[row];
        total += sum_of(lane);
    }
    return total;
}

double where_one(const Ones& x, const double* y) {
    double total = 0.0;
    for (std::size_t i = 0; i < x.rows.size();) {
        const std::size_t chunk = x.rows[i] / kChunk;
        double lane[kLanes] = {};
        for (; i < x.rows.size() && x.rows[i] / kChunk == chunk; ++i) lane[x.rows[i] % kLanes] += y[x.rows[i]];
        total += sum_of(lane);
    }
    return total;
}

double where_both_are_one(const Ones& x, const Ones& y) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < x.words.size(); ++i)
        total += static_cast<std::size_t>(count_bits(x.words[i] & y.words[i]));
    return static_cast<double>(total);
}

}  // namespace

bool find_ones(const double* values, std::size_t rows, Ones& found) {
    for (std::size_t row = 0; row < rows; ++row)
        if (values[row] != 0.0 && values[row] != 1.0) return false;
    found.words.assign((rows + 63) / 64, 0);
    for (std::size_t row = 0; row < rows; ++row) {
        if (values[row] == 0.0) continue;
        found.rows.push_back(static_cast<std::uint32_t>(row));
        found.words[row / 64] |= std::uint64_t{1} << (row % 64);
    }
    return true;
}

Ones both(const Ones& x, const Ones& y) {
    Ones found;
    found.words.resize(x.words.size());
    for (std::size_t i = 0; i < x.words.size(); ++i) {
        found.words[i] = x.words[i] & y.words[i];
        for (std::uint64_t left = found.words[i]; left; left &= left - 1)
            found.rows.push_back(static_cast<std::uint32_t>(64 * i + static_cast<std::size_t>(lowest_bit(left))));
    }
    return found;
}

double dot(const Vector& x, const Vector& y, std::size_t rows) {
    if (x.ones && y.ones) return where_both_are_one(*x.ones, *y.ones);
    if (x.ones && (!x.values || x.ones->rare(rows))) return where_one(*x.ones, y.values);
    if (y.ones && (!y.values || y.ones->rare(rows))) return where_one(*y.ones, x.values);
    return over_all_rows(x.values, y.values, rows);
}

}  // namespace sepset::residual
