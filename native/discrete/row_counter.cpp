#include "discrete/row_counter.hpp"

#include <algorithm>
#include <numeric>

namespace sepset::discrete {
namespace {

// Tables up to this size are counted cell by cell; beyond, only what occurs is looked at.
std::size_t most_dense_cells(std::size_t rows) { return std::max<std::size_t>(4 * rows, 1 << 14); }

// Numbers the levels that occur among `rows` 0, 1, ... in level order; returns how many. Other entries stay as they
// are.
template <class Code>
std::size_t number_present(const Code* codes, std::size_t levels, const std::uint32_t* rows, std::size_t count,
                           std::vector<std::uint32_t>& number) {
    std::vector<Code> present(count);
    for (std::size_t r = 0; r < count; ++r) present[r] = codes[rows[r]];
    std::sort(present.begin(), present.end());
    present.erase(std::unique(present.begin(), present.end()), present.end());
    number.resize(std::max(number.size(), levels));
    for (std::size_t i = 0; i < present.size(); ++i) number[present[i]] = static_cast<std::uint32_t>(i);
    return present.size();
}

}  // namespace

void RowCounter::fix(std::int32_t a, std::int32_t b, const std::int32_t* prefix, std::size_t size) {
    a_ = a, b_ = b;
    prefix_.assign(prefix, prefix + size);
    cells_ = static_cast<std::size_t>(codes_.levels[a]) * codes_.levels[b];
    const std::size_t most = most_dense_cells(codes_.rows);
    strata_ = cells_ <= most ? 1 : 0;
    for (const auto column : prefix_) {
        strata_ *= codes_.levels[column];
        if (strata_ * cells_ > most) strata_ = 0;
    }
    if (strata_ == 0) return;
    cell_of_row_.assign(codes_.rows, 0);
    std::vector<std::int32_t> digits = prefix_;
    digits.push_back(a);
    digits.push_back(b);
    for (const auto column : digits) {
        codes_.visit(column, [&](const auto* codes) {
            const auto levels = static_cast<std::uint32_t>(codes_.levels[column]);
            for (std::size_t r = 0; r < codes_.rows; ++r) cell_of_row_[r] = cell_of_row_[r] * levels + codes[r];
        });
    }
}

bool RowCounter::counts_are_dense(std::int32_t last_levels) const {
    return strata_ != 0 && strata_ * cells_ * last_levels <= most_dense_cells(codes_.rows);
}

// The table is laid out [level of last][stratum][a][b]; strata are added up prefix first, as everywhere.
TableStatistic RowCounter::dense(const std::int32_t* last) {
    const std::size_t levels = last ? codes_.levels[*last] : 1, stride = strata_ * cells_;
    counts_.assign(levels * stride, 0);
    if (last) {
        codes_.visit(*last, [&](const auto* codes) {
            for (std::size_t r = 0; r < codes_.rows; ++r) ++counts_[codes[r] * stride + cell_of_row_[r]];
        });
    } else {
        for (const auto cell : cell_of_row_) ++counts_[cell];
    }
    sum_.restart(codes_.levels[a_], codes_.levels[b_]);
    for (std::size_t prefix = 0; prefix < strata_; ++prefix) {
        for (std::size_t level = 0; level < levels; ++level)
            sum_.add(counts_.data() + level * stride + prefix * cells_);
    }
    return sum_.result();
}

// Renumbers the strata after splitting them by `column`; the numbers keep the mixed-radix order.
void RowCounter::refine(std::vector<std::uint32_t>& strata, std::int32_t column) {
    std::vector<std::uint64_t> keys(codes_.rows);
    codes_.visit(column, [&](const auto* codes) {
        const auto levels = static_cast<std::uint64_t>(codes_.levels[column]);
        for (std::size_t r = 0; r < codes_.rows; ++r) keys[r] = strata[r] * levels + codes[r];
    });
    std::vector<std::uint64_t> present = keys;
    std::sort(present.begin(), present.end());
    present.erase(std::unique(present.begin(), present.end()), present.end());
    for (std::size_t r = 0; r < codes_.rows; ++r) {
        const auto found = std::lower_bound(present.begin(), present.end(), keys[r]);
        strata[r] = static_cast<std::uint32_t>(found - present.begin());
    }
}

TableStatistic RowCounter::sparse(const std::int32_t* last) {
    std::vector<std::uint32_t> strata(codes_.rows, 0);
    for (const auto column : prefix_) refine(strata, column);
    if (last) refine(strata, *last);
    order_.resize(codes_.rows);
    std::iota(order_.begin(), order_.end(), 0u);
    std::stable_sort(order_.begin(), order_.end(), [&](auto r, auto s) { return strata[r] < strata[s]; });
    sum_.restart(0, 0);
    for (std::size_t first = 0; first < order_.size();) {
        std::size_t stop = first;
        while (stop < order_.size() && strata[order_[stop]] == strata[order_[first]]) ++stop;
        add_sparse_stratum(order_.data() + first, stop - first);
        first = stop;
    }
    return sum_.result();
}

void RowCounter::add_sparse_stratum(const std::uint32_t* rows, std::size_t count) {
    codes_.visit(a_, [&](const auto* a_codes) {
        codes_.visit(b_, [&](const auto* b_codes) {
            const std::size_t a_levels = number_present(a_codes, codes_.levels[a_], rows, count, a_number_);
            const std::size_t b_levels = number_present(b_codes, codes_.levels[b_], rows, count, b_number_);
            counts_.assign(a_levels * b_levels, 0);
            for (std::size_t r = 0; r < count; ++r) {
                ++counts_[a_number_[a_codes[rows[r]]] * b_levels + b_number_[b_codes[rows[r]]]];
            }
            sum_.resize(a_levels, b_levels);
            sum_.add(counts_.data());
        });
    });
}

}  // namespace sepset::discrete
