#include "discrete/pair.hpp"

#include <algorithm>

namespace sepset::discrete {

void Pair::set(std::int32_t a, std::int32_t b) {
    a_ = std::min(a, b), b_ = std::max(a, b);
    rows_ = data_.levels(a_), columns_ = data_.levels(b_);
}

void Pair::count_cells() {
    cell_totals_.assign(static_cast<std::size_t>(cells()), 0);
    auto rest = static_cast<std::int32_t>(data_.rows());
    for (int j = 1; j < columns_; ++j) {
        std::int32_t without = data_.margins()[data_.joint_at(b_, j)];
        for (int i = 1; i < rows_; ++i) {
            const std::int32_t n = data_.joint(a_, i)[data_.joint_at(b_, j)];
            cell_totals_[i * columns_ + j] = n;
            without -= n;
        }
        cell_totals_[j] = without;
        rest -= without;
    }
    for (int i = 1; i < rows_; ++i) {
        std::int32_t without = data_.margins()[data_.joint_at(a_, i)];
        rest -= without;
        for (int j = 1; j < columns_; ++j) without -= cell_totals_[i * columns_ + j];
        cell_totals_[i * columns_] = without;
    }
    cell_totals_[0] = rest;
}

void Pair::cell_rows(int cell, BitWords& rows) const {
    rows.assign(data_.rows() / 64, ~std::uint64_t{0});
    if (data_.rows() % 64) rows.push_back((std::uint64_t{1} << data_.rows() % 64) - 1);
    const std::int32_t ends[] = {a_, b_};
    const int levels[] = {cell / columns_, cell % columns_};
    for (int side = 0; side < 2; ++side) {
        for (int level = 1; level < data_.levels(ends[side]); ++level) {
            if (levels[side] != 0 && levels[side] != level) continue;
            const std::uint64_t* bits = data_.bits(ends[side], level);
            const std::uint64_t flip = levels[side] == 0 ? ~std::uint64_t{0} : 0;
            for (std::size_t w = 0; w < rows.size(); ++w) rows[w] &= bits[w] ^ flip;
        }
    }
}

}  // namespace sepset::discrete
