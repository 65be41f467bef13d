#include "discrete/counted_sets.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "discrete/level_bits.hpp"

namespace sepset::discrete {
namespace {

constexpr std::size_t kTileRows = std::size_t{1} << 15;  // the bitmaps of some dozen columns stay in the cache

using Keys = std::vector<std::int32_t>;  // keys of one length, end to end

Keys sorted_unique(const Keys& keys, std::size_t length) {
    std::vector<std::size_t> order(keys.size() / length);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) { return keys.data() + i * length; };
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
        return std::lexicographical_compare(key(i), key(i) + length, key(j), key(j) + length);
    });
    Keys out;
    for (const std::size_t i : order) {
        const bool again =
            !out.empty() && std::equal(key(i), key(i) + length, out.end() - static_cast<std::ptrdiff_t>(length));
        if (!again) out.insert(out.end(), key(i), key(i) + length);
    }
    return out;
}

// Every key without one of its members.
Keys smaller(const Keys& keys, std::size_t length) {
    Keys out;
    for (std::size_t first = 0; first < keys.size(); first += length) {
        for (std::size_t left_out = 0; left_out < length; ++left_out) {
            for (std::size_t i = 0; i < length; ++i)
                if (i != left_out) out.push_back(keys[first + i]);
        }
    }
    return sorted_unique(out, length - 1);
}

void check_sets(const View<std::int32_t>& sets, std::size_t size, std::size_t columns) {
    bool sound = size > 0 && sets.size % size == 0;
    for (std::size_t i = 0; sound && i < sets.size; ++i) {
        sound = sets[i] >= 0 && static_cast<std::size_t>(sets[i]) < columns && (i % size == 0 || sets[i - 1] < sets[i]);
    }
    if (!sound) throw std::invalid_argument("sets hold ascending columns that exist");
}

}  // namespace

CountedSets::CountedSets(std::vector<std::int32_t> levels, const View<std::int32_t>& sets, std::size_t size)
    : levels_(std::move(levels)), size_(size) {
    check_sets(sets, size, levels_.size());
    for (const std::int32_t count : levels_)
        if (count < 1) throw std::invalid_argument("a column has at least one level");
    std::vector<Keys> keys(size + 1);
    keys[size] = sorted_unique({sets.begin(), sets.end()}, size);
    for (std::size_t length = size; length > 1; --length) keys[length - 1] = smaller(keys[length], length);
    lay_out(keys);
}

void CountedSets::lay_out(const std::vector<Keys>& keys) {
    depths_.resize(size_ + 1);
    depths_[0].column.push_back(-1);
    for (std::size_t depth = 0; depth < size_; ++depth) {
        const Keys& below = keys[depth + 1];
        const std::size_t parents = depths_[depth].column.size(), length = depth + 1, count = below.size() / length;
        std::size_t child = 0;
        for (std::size_t node = 0; node < parents; ++node) {
            depths_[depth].first.push_back(child);
            const std::int32_t* parent = keys[depth].data() + node * depth;
            while (child < count && std::equal(parent, parent + depth, below.data() + child * length)) ++child;
        }
        depths_[depth].first.push_back(child);
        for (std::size_t i = 0; i < count; ++i) depths_[depth + 1].column.push_back(below[i * length + depth]);
        depths_[depth + 1].offset.resize(count);
        depths_[depth].base.resize(parents);
        depths_[depth].width.resize(parents);
    }
    lay_out_children(0, 0, 1);
}

void CountedSets::lay_out_children(std::size_t depth, std::size_t node, std::size_t joint_levels) {
    if (depth == size_) return;
    Depth &own = depths_[depth], &below = depths_[depth + 1];
    std::size_t width = 0;
    for (std::size_t child = own.first[node]; child < own.first[node + 1]; ++child) {
        below.offset[child] = width;
        width += more_levels(below.column[child]);
    }
    own.base[node] = counts_.size();
    own.width[node] = width;
    counts_.resize(counts_.size() + joint_levels * width);
    for (std::size_t child = own.first[node]; child < own.first[node + 1]; ++child)
        lay_out_children(depth + 1, child, joint_levels * more_levels(below.column[child]));
}

// What one thread needs to count a tile of rows.
class CountedSets::Tile {
  public:
    explicit Tile(const CountedSets& sets)
        : sets_(sets), operations_(choose_bitmap_operations()), counts_(sets.counts_.size()), masks_(sets.size_) {
        std::size_t rows = 0;
        for (std::size_t x = 0; x < sets.levels_.size(); ++x) {
            bit_row_.push_back(rows);
            rows += sets.more_levels(static_cast<std::int32_t>(x));
        }
        bits_.resize(rows * line_words(counted_words(kTileRows)));
    }

    const std::vector<std::int64_t>& counts() const { return counts_; }

    void count(const Codes& codes, std::size_t from, std::size_t rows) {
        words_ = counted_words(rows);
        std::fill(bits_.begin(), bits_.end(), 0);
        for (std::size_t x = 0; x < sets_.levels_.size(); ++x) {
            codes.visit(x, [&](const auto* column) {
                for (int level = 1; level < sets_.levels_[x]; ++level)
                    level_bits(column + from, rows, level, bits_.data() + (bit_row_[x] + level - 1) * line());
            });
        }
        masks_[0].assign(line(), 0);
        for (std::size_t row = 0; row < rows; row += 64)
            masks_[0][row / 64] = rows - row >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (rows - row)) - 1;
        count_children(0, 0, 1);
    }

  private:
    std::size_t line() const { return line_words(words_); }
    const std::uint64_t* bits(std::int32_t column, std::size_t level) const {
        return bits_.data() + (bit_row_[column] + level) * line();
    }

    // The rows of each joint level of the node are in masks_[depth].
    void count_children(std::size_t depth, std::size_t node, std::size_t joint_levels) {
        const Depth &own = sets_.depths_[depth], &below = sets_.depths_[depth + 1];
        const std::size_t width = own.width[node];
        levels_.clear();
        for (std::size_t child = own.first[node]; child < own.first[node + 1]; ++child) {
            for (std::size_t level = 0; level < sets_.more_levels(below.column[child]); ++level)
                levels_.push_back({bits(below.column[child], level), levels_.size()});
        }
        joint_.clear();
        for (std::size_t joint = 0; joint < joint_levels; ++joint)
            joint_.push_back({masks_[depth].data() + joint * line(), joint * width});
        shared_.resize(joint_levels * width);
        operations_.count(joint_.data(), joint_.size(), levels_.data(), levels_.size(), {0, words_}, shared_.data());
        for (std::size_t i = 0; i < shared_.size(); ++i) counts_[own.base[node] + i] += shared_[i];
        if (depth + 1 == sets_.size_) return;
        for (std::size_t child = own.first[node]; child < own.first[node + 1]; ++child) {
            if (below.first[child] == below.first[child + 1]) continue;
            const std::size_t more = sets_.more_levels(below.column[child]);
            split(depth, joint_levels, below.column[child], more);
            count_children(depth + 1, child, joint_levels * more);
        }
    }

    void split(std::size_t depth, std::size_t joint_levels, std::int32_t column, std::size_t more) {
        masks_[depth + 1].resize(joint_levels * more * line());
        std::uint64_t* out = masks_[depth + 1].data();
        for (std::size_t joint = 0; joint < joint_levels; ++joint) {
            const std::uint64_t* mask = masks_[depth].data() + joint * line();
            for (std::size_t level = 0; level < more; ++level, out += line()) {
                const std::uint64_t* own = bits(column, level);
                for (std::size_t w = 0; w < words_; ++w) out[w] = mask[w] & own[w];
            }
        }
    }

    const CountedSets& sets_;
    const BitmapOperations operations_;
    std::vector<std::int64_t> counts_;
    std::vector<BitWords> masks_;  // by depth
    std::vector<std::size_t> bit_row_;
    BitWords bits_;
    std::size_t words_ = 0;
    std::vector<Bitmap> levels_, joint_;
    std::vector<std::int32_t> shared_;
};

void CountedSets::add(const Codes& codes, int threads, const std::function<void()>& check_signals) {
    if (codes.levels != levels_) throw std::invalid_argument("the same columns are needed");
    const std::size_t tiles = (codes.rows + kTileRows - 1) / kTileRows;
    Interruption interruption(check_signals);
    std::vector<std::unique_ptr<Tile>> workers(worker_count(tiles, threads));
    parallel_for(tiles, threads, [&](std::size_t tile, int number) {
        interruption.check();
        if (!workers[number]) workers[number] = std::make_unique<Tile>(*this);
        workers[number]->count(codes, tile * kTileRows, std::min(kTileRows, codes.rows - tile * kTileRows));
    });
    for (const auto& worker : workers) {
        if (!worker) continue;
        for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += worker->counts()[i];
    }
    rows_ += static_cast<std::int64_t>(codes.rows);
}

void CountedSets::add_weighted(const Codes& codes, const View<std::int64_t>& weights) {
    if (codes.levels != levels_ || weights.size != codes.rows)
        throw std::invalid_argument("the same columns are needed, and a weight for each row");
    for (std::size_t row = 0; row < codes.rows; ++row) {
        if (weights[row] < 0) throw std::invalid_argument("a row occurs a number of times");
        add_row(codes, row, weights[row], 0, 0, 0);
        rows_ += weights[row];
    }
}

std::vector<std::int64_t> CountedSets::counts() const {
    std::vector<std::int64_t> out{rows_};
    out.insert(out.end(), counts_.begin(), counts_.end());
    return out;
}

void CountedSets::add_counts(const View<std::int64_t>& counts) {
    if (counts.size != counts_.size() + 1) throw std::invalid_argument("counts of the same sets are needed");
    rows_ += counts[0];
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += counts[i + 1];
}

void CountedSets::add_row(const Codes& codes, std::size_t row, std::int64_t weight, std::size_t depth, std::size_t node,
                          std::size_t joint) {
    if (depth == size_) return;
    const Depth &own = depths_[depth], &below = depths_[depth + 1];
    for (std::size_t child = own.first[node]; child < own.first[node + 1]; ++child) {
        const std::int32_t column = below.column[child];
        std::size_t code = 0;
        codes.visit(column, [&](const auto* values) { code = values[row]; });
        if (code == 0) continue;
        counts_[own.base[node] + joint * own.width[node] + below.offset[child] + code - 1] += weight;
        add_row(codes, row, weight, depth + 1, child, joint * more_levels(column) + code - 1);
    }
}

// Fills a table with the counts of parts of its columns, which stand where the other columns have their first level;
// then those are what is left of them.
class CountedSets::Filling {
  public:
    Filling(const CountedSets& sets, const std::vector<std::int32_t>& columns, std::vector<std::int64_t>& out)
        : sets_(sets), out_(out) {
        std::size_t step = 1;
        for (std::size_t i = columns.size(); i-- > 0;) {
            axes_.push_back({columns[i], step});
            step *= static_cast<std::size_t>(sets.levels_[columns[i]]);
        }
        std::sort(axes_.begin(), axes_.end(), [](const Axis& x, const Axis& y) { return x.column < y.column; });
        out_.assign(step, 0);
    }

    void run() {
        fill(0, {0, 0, 0}, sets_.rows_, 0);
        for (const Axis& axis : axes_) take_off(axis.step, static_cast<std::size_t>(sets_.levels_[axis.column]));
    }

  private:
    struct Axis {
        std::int32_t column;
        std::size_t step;
    };
    struct Place {
        std::size_t depth, node, joint;
    };

    void fill(std::size_t axis, const Place& at, std::int64_t count, std::size_t cell) {
        if (axis == axes_.size()) {
            out_[cell] = count;
            return;
        }
        fill(axis + 1, at, count, cell);
        const std::size_t more = sets_.more_levels(axes_[axis].column);
        if (more == 0) return;
        const std::size_t child = find(at, axes_[axis].column);
        const Depth& own = sets_.depths_[at.depth];
        const std::size_t first =
            own.base[at.node] + at.joint * own.width[at.node] + sets_.depths_[at.depth + 1].offset[child];
        for (std::size_t level = 0; level < more; ++level) {
            fill(axis + 1, {at.depth + 1, child, at.joint * more + level}, sets_.counts_[first + level],
                 cell + (level + 1) * axes_[axis].step);
        }
    }

    std::size_t find(const Place& at, std::int32_t column) const {
        if (at.depth < sets_.size_) {
            const std::vector<std::int32_t>& below = sets_.depths_[at.depth + 1].column;
            const std::vector<std::size_t>& first = sets_.depths_[at.depth].first;
            const auto start = below.begin() + static_cast<std::ptrdiff_t>(first[at.node]);
            const auto stop = below.begin() + static_cast<std::ptrdiff_t>(first[at.node + 1]);
            const auto found = std::lower_bound(start, stop, column);
            if (found != stop && *found == column) return static_cast<std::size_t>(found - below.begin());
        }
        throw std::invalid_argument("these columns were not counted together");
    }

    void take_off(std::size_t step, std::size_t levels) {
        for (std::size_t block = 0; block < out_.size(); block += step * levels) {
            for (std::size_t cell = block; cell < block + step; ++cell)
                for (std::size_t level = 1; level < levels; ++level) out_[cell] -= out_[cell + level * step];
        }
    }

    const CountedSets& sets_;
    std::vector<std::int64_t>& out_;
    std::vector<Axis> axes_;
};

void CountedSets::table(const std::vector<std::int32_t>& columns, std::vector<std::int64_t>& out) const {
    Filling(*this, columns, out).run();
}

}  // namespace sepset::discrete
