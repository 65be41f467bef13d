#include "discrete_data.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "parallel.hpp"

namespace sepset {

DiscreteData::DiscreteData(DiscreteCodes codes, int threads)
    : codes_(std::move(codes)), operations_(choose_lane_operations()) {
    lay_out();
    if (rows() < kMostLogarithms) n_log_n_.push_back(0.0);
    for (std::size_t n = 1; n <= rows() && !n_log_n_.empty(); ++n) {
        n_log_n_.push_back(static_cast<double>(n) * std::log(static_cast<double>(n)));
    }
    parallel_for(narrow_, threads, [&](std::size_t x, int) { fill_bits(x); });
    parallel_for(blocks(), threads, [&](std::size_t block, int) { fill_block(block); });
    parallel_for(narrow_, threads, [&](std::size_t x, int) { count_joint(x); });
}

void DiscreteData::lay_out() {
    while (narrow_ < columns() && levels(narrow_) <= kNarrow) ++narrow_;
    words_ = (rows() + 63) / 64;
    std::size_t bit_rows = 0, slots = 0;
    for (std::size_t x = 0; x < narrow_; ++x) {
        bit_row_.push_back(bit_rows);
        bit_rows += static_cast<std::size_t>(levels(x) - 1);
    }
    for (std::size_t first = 0; first < narrow_; first += kLanes) {
        int most = 2;
        for (std::size_t x = first; x < std::min(first + kLanes, narrow_); ++x) most = std::max(most, levels(x));
        slot_base_.push_back(slots);
        slots_.push_back(most - 1);
        slots += static_cast<std::size_t>(most - 1);
    }
    joint_width_ = (slots + 1) * kLanes;
    bits_.resize(bit_rows * words_);
    blocks_.resize(slots * kLanes * words_);
    joint_.resize(bit_rows * joint_width_);
    margins_.resize(joint_width_);
}

void DiscreteData::fill_bits(std::size_t x) {
    codes_.visit(x, [&](const auto* codes) {
        for (int level = 1; level < levels(x); ++level) {
            std::uint64_t* out = bits_.data() + (bit_row_[x] + level - 1) * words_;
            for (std::size_t w = 0; w < words_; ++w) {
                const std::size_t first = w * 64, count = std::min<std::size_t>(64, rows() - first);
                std::uint64_t word = 0;
                for (std::size_t r = 0; r < count; ++r) word |= std::uint64_t{codes[first + r] == level} << r;
                out[w] = word;
            }
        }
    });
}

void DiscreteData::fill_block(std::size_t block) {
    std::uint64_t* out = blocks_.data() + slot_base_[block] * kLanes * words_;
    for (std::size_t x = block * kLanes; x < std::min((block + 1) * kLanes, narrow_); ++x) {
        for (int level = 1; level < levels(x); ++level) {
            const std::uint64_t* from = bits(x, level);
            std::uint64_t* to = out + (level - 1) * kLanes + x % kLanes;
            std::int32_t total = 0;
            for (std::size_t w = 0; w < words_; ++w) {
                to[w * slots_[block] * kLanes] = from[w];
                total += count_bits(from[w]);
            }
            margins_[joint_at(x, level)] = total;
        }
    }
}

void DiscreteData::count_joint(std::size_t x) {
    if (levels(x) < 2) return;
    std::int32_t* out = joint_.data() + bit_row_[x] * joint_width_;
    for (std::size_t block = 0; block < blocks(); ++block) {
        operations_.count(bits(x, 1), words_, levels(x) - 1, this->block(block), words_, slots_[block],
                          out + joint_at(block), joint_width_);
    }
}

}  // namespace sepset
