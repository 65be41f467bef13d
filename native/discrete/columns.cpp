#include "discrete/columns.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "discrete/level_bits.hpp"

namespace sepset::discrete {

void check(const Codes& codes) {
    for (std::size_t x = 0; x < codes.columns.size(); ++x) {
        if (codes.levels[x] < 1) throw std::invalid_argument("a column has at least one level");
        if (codes.rows == 0) continue;
        codes.visit(x, [&](const auto* column) {
            auto largest = column[0];  // in the narrow type of the codes, many at a time
            for (std::size_t r = 1; r < codes.rows; ++r) largest = std::max(largest, column[r]);
            if (largest >= codes.levels[x]) throw std::invalid_argument("codes are below the levels of their column");
        });
    }
}

std::int64_t full_dof(const std::vector<std::int32_t>& levels, std::int32_t a, std::int32_t b,
                      const std::vector<std::int32_t>& given) {
    constexpr std::int64_t kMost = std::int64_t{1} << 62;
    std::int64_t dof = static_cast<std::int64_t>(levels[a] - 1) * (levels[b] - 1);
    for (const std::int32_t column : given) {
        const std::int64_t count = levels[column];
        dof = dof > kMost / count ? kMost : dof * count;
    }
    return dof;
}

Columns::Columns(Codes codes, int threads, const std::function<void()>& check_signals)
    : codes_(std::move(codes)), bitmap_operations_(choose_bitmap_operations()),
      block_operations_(choose_block_operations()) {
    lay_out();
    Interruption interruption(check_signals);
    parallel_for(narrow_, threads, [&](std::size_t x, int) {
        interruption.check();
        fill_bits(x);
    });
    parallel_for(blocks(), threads, [&](std::size_t block, int) {
        interruption.check();
        count_joint(block);
    });
}

// Joint counts grow with the square of the columns: those with the most levels go without when they are too many.
void Columns::lay_out() {
    words_ = counted_words(rows());
    std::size_t bit_rows = 0, slots = 0;
    for (; narrow_ < columns() && levels(narrow_) <= kNarrow; ++narrow_) {
        const auto more = static_cast<std::size_t>(levels(narrow_) - 1);
        const std::size_t width = (slots + std::max<std::size_t>(more, 1) + 1) * kLanes;
        if ((bit_rows + more) * width > kMostJoint) break;
        if (narrow_ % kLanes == 0) {
            slot_base_.push_back(slots);
            slots_.push_back(0);
        }
        const int wanted = std::max(slots_.back(), std::max(levels(narrow_) - 1, 1));
        slots += static_cast<std::size_t>(wanted - slots_.back());
        slots_.back() = wanted;
        bit_row_.push_back(bit_rows);
        bit_rows += more;
    }
    joint_width_ = (slots + 1) * kLanes;
    bits_.resize(bit_rows * line_words(words_));
    joint_.resize(bit_rows * joint_width_);
    margins_.resize(joint_width_);
}

void Columns::fill_bits(std::size_t x) {
    codes_.visit(x, [&](const auto* codes) {
        for (int level = 1; level < levels(x); ++level) {
            level_bits(codes, rows(), level, bits_.data() + (bit_row_[x] + level - 1) * line_words(words_));
        }
    });
}

std::vector<Bitmap> Columns::joint_rows(std::size_t from, std::size_t to) const {
    std::vector<Bitmap> rows;
    for (std::size_t x = from; x < to; ++x) {
        for (int level = 1; level < levels(x); ++level) rows.push_back({bits(x, level), joint_at(x, level)});
    }
    return rows;
}

// The joint counts of a block's columns with all columns from this block on, and the same the other way around.
void Columns::count_joint(std::size_t block) {
    const std::size_t first = block * kLanes, stop = std::min(first + kLanes, narrow_);
    const std::vector<Bitmap> rows = joint_rows(first, narrow_);
    if (rows.empty()) return;
    std::vector<Bitmap> masks = joint_rows(first, stop);
    for (std::size_t m = 0; m < masks.size(); ++m) masks[m].place = (bit_row_[first] + m) * joint_width_;
    bitmap_operations_.count(masks.data(), masks.size(), rows.data(), rows.size(), {0, words_}, joint_.data());
    for (std::size_t m = 0; m < masks.size(); ++m) {
        margins_[rows[m].place] = joint_[masks[m].place + rows[m].place];
    }
    for (std::size_t r = masks.size(); r < rows.size(); ++r) {
        std::int32_t* mirrored = joint_.data() + (bit_row_[first] + r) * joint_width_;
        for (std::size_t m = 0; m < masks.size(); ++m) {
            mirrored[rows[m].place] = joint_[masks[m].place + rows[r].place];
        }
    }
}

LaneBits Columns::lanes(std::size_t block) const {
    std::call_once(lanes_made_, [this] {
        lanes_.resize((joint_width_ - kLanes) * words_);
        for (std::size_t b = 0; b < blocks(); ++b) {
            std::vector<Bitmap> rows = joint_rows(b * kLanes, std::min((b + 1) * kLanes, narrow_));
            for (Bitmap& row : rows) row.place -= joint_at(b);
            lay_side_by_side(rows.data(), rows.size(), words_, lanes_.data() + joint_at(b) * words_,
                             static_cast<std::size_t>(slots(b)) * kLanes);
        }
    });
    return {lanes_.data() + joint_at(block) * words_, static_cast<std::size_t>(slots(block)) * kLanes};
}

const std::vector<double>& Columns::n_log_n() const {
    std::call_once(logarithms_made_, [this] {
        if (rows() >= kMostLogarithms) return;
        n_log_n_.push_back(0.0);
        for (std::size_t n = 1; n <= rows(); ++n) {
            n_log_n_.push_back(static_cast<double>(n) * std::log(static_cast<double>(n)));
        }
    });
    return n_log_n_;
}

}  // namespace sepset::discrete
