// Discrete columns, laid out for counting: codes, bitmaps, and the joint counts of every two columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "discrete/bitmaps.hpp"
#include "discrete/block_tables.hpp"

namespace sepset::discrete {

constexpr std::size_t kMostLogarithms = std::size_t{1} << 22;
constexpr std::size_t kMostJoint = std::size_t{1} << 27;  // joint counts to keep: half a gigabyte
constexpr int kNarrow = 16;                               // columns with at most this many levels have bitmaps

// Codes are not copied: column x is `rows` numbers of one or two bytes, each below levels[x].
struct Codes {
    struct Column {
        const void* codes;
        bool two_bytes;
    };
    std::vector<Column> columns;
    std::size_t rows;
    std::vector<std::int32_t> levels;

    // Calls use(pointer to the codes of column x), whatever their width.
    template <class Use>
    void visit(std::size_t x, Use use) const {
        if (columns[x].two_bytes) {
            use(static_cast<const std::uint16_t*>(columns[x].codes));
        } else {
            use(static_cast<const std::uint8_t*>(columns[x].codes));
        }
    }
};

// Throws std::invalid_argument when codes or levels are not what they claim to be.
void check(const Codes& codes);

// (levels of a - 1) (levels of b - 1) times the product of the levels of `given`; at most 2^62.
std::int64_t full_dof(const std::vector<std::int32_t>& levels, std::int32_t a, std::int32_t b,
                      const std::vector<std::int32_t>& given);

class Columns {
  public:
    // Calls `check_signals` now and then in the calling thread; it may throw.
    Columns(Codes codes, int threads, const std::function<void()>& check_signals);

    const Codes& codes() const { return codes_; }
    std::size_t rows() const { return codes_.rows; }
    std::size_t columns() const { return codes_.columns.size(); }
    std::int32_t levels(std::size_t x) const { return codes_.levels[x]; }
    const BitmapOperations& bitmap_operations() const { return bitmap_operations_; }
    const BlockOperations& block_operations() const { return block_operations_; }

    // The first `narrow` columns have bitmaps and are in blocks; column x is lane x % 16 of block x / 16.
    std::size_t narrow() const { return narrow_; }
    std::size_t words() const { return words_; }
    std::size_t blocks() const { return slots_.size(); }
    int slots(std::size_t block) const { return slots_[block]; }
    const std::uint64_t* bits(std::size_t x, int level) const {
        return bits_.data() + (bit_row_[x] + level - 1) * line_words(words_);
    }

    // The bitmaps of a block side by side, slot after slot; laid out when first asked for.
    LaneBits lanes(std::size_t block) const;

    // Numbers for every (block, slot, lane), in this order: how many rows have level `level` >= 1 of column x and
    // that level of that lane's column; or, for margins(), the latter alone. The last entry is always zero.
    const std::int32_t* joint(std::size_t x, int level) const {
        return joint_.data() + (bit_row_[x] + level - 1) * joint_width_;
    }
    const std::int32_t* margins() const { return margins_.data(); }
    std::size_t joint_at(std::size_t block) const { return slot_base_[block] * kLanes; }
    std::size_t joint_at(std::size_t x, int level) const {
        return (slot_base_[x / kLanes] + level - 1) * kLanes + x % kLanes;
    }
    std::size_t joint_zero() const { return joint_width_ - 1; }

    // n ln n for n = 0 .. rows(), for quick approximations; empty if there are too many rows.
    const std::vector<double>& n_log_n() const;

  private:
    void lay_out();
    void fill_bits(std::size_t x);
    void count_joint(std::size_t block);
    std::vector<Bitmap> joint_rows(std::size_t from, std::size_t to) const;

    Codes codes_;
    BitmapOperations bitmap_operations_;
    BlockOperations block_operations_;
    std::size_t narrow_ = 0, words_ = 0, joint_width_ = 0;
    std::vector<int> slots_;
    std::vector<std::size_t> slot_base_, bit_row_;
    BitWords bits_;
    LaneCounts joint_, margins_;
    mutable std::once_flag lanes_made_, logarithms_made_;
    mutable BitWords lanes_;
    mutable std::vector<double> n_log_n_;
};

}  // namespace sepset::discrete
