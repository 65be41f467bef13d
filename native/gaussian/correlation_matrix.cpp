// The correlation matrix with a fixed order of summation: eight lanes within chunks of 1,024 rows, chunk after chunk.
// The order depends on nothing but the number of rows, so neither threads nor vector width change a bit.
#include "gaussian/correlation_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "common/instruction_set.hpp"
#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "common/raw_array.hpp"
#include "common/vector.hpp"

namespace sepset::gaussian {

namespace {

constexpr std::size_t kLanes = 8;
constexpr std::size_t kChunk = 1024;
double fold(const double* lane) {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

// Brings a number to between 1/2 and 1; a number so small that no double does stays smaller.
double power_of_two_below_inverse(double number) {
    int exponent = 0;
    std::frexp(number, &exponent);
    return std::ldexp(1.0, std::min(-exponent, 1023));
}

constexpr std::size_t kBlock = 5;         // columns whose products with as many others are computed at once
constexpr std::size_t kCachedRows = 256;  // of two blocks: 20 kB

// The dot products of a block of columns with another over one chunk; `rows` is a multiple of the lanes.
using Dots = void (*)(const double* const x[kBlock], const double* const y[kBlock], std::size_t rows,
                      double out[kBlock][kBlock]);

using Lanes = double[kBlock][kBlock][kLanes];

// Adds rows `from` to `to` to the sums of each lane. Vectors of `Bytes`; at most `Width` columns y at a time, so that
// all sums stay in registers.
template <int Bytes, std::size_t Width, std::size_t First = 0>
SEPSET_INLINE void add_rows(const double* const x[kBlock], const double* const y[kBlock], std::size_t from,
                            std::size_t to, Lanes& lanes) {
    using V = Vector<double, Bytes>;
    constexpr std::size_t kPart = Bytes / sizeof(double);
    constexpr std::size_t kCount = std::min(Width, kBlock - First);
    for (std::size_t part = 0; part < kLanes; part += kPart) {
        V sums[kBlock][kCount];
        for (std::size_t i = 0; i < kBlock; ++i)
            for (std::size_t j = 0; j < kCount; ++j) std::memcpy(&sums[i][j], &lanes[i][First + j][part], Bytes);
        for (std::size_t row = from + part; row < to; row += kLanes) {
            V left, right[kCount];
            for (std::size_t j = 0; j < kCount; ++j) std::memcpy(&right[j], y[First + j] + row, Bytes);
            for (std::size_t i = 0; i < kBlock; ++i) {
                std::memcpy(&left, x[i] + row, Bytes);
                for (std::size_t j = 0; j < kCount; ++j) sums[i][j] += left * right[j];
            }
        }
        for (std::size_t i = 0; i < kBlock; ++i)
            for (std::size_t j = 0; j < kCount; ++j) std::memcpy(&lanes[i][First + j][part], &sums[i][j], Bytes);
    }
    if constexpr (First + kCount < kBlock) add_rows<Bytes, Width, First + kCount>(x, y, from, to, lanes);
}

// `Rows` at a time: where columns are read several times, as many as the first cache holds.
template <int Bytes, std::size_t Width, std::size_t Rows>
SEPSET_INLINE void dots(const double* const x[kBlock], const double* const y[kBlock], std::size_t rows,
                        double out[kBlock][kBlock]) {
    Lanes lanes = {};
    for (std::size_t from = 0; from < rows; from += Rows)
        add_rows<Bytes, Width>(x, y, from, std::min(rows, from + Rows), lanes);
    for (std::size_t i = 0; i < kBlock; ++i)
        for (std::size_t j = 0; j < kBlock; ++j) out[i][j] = fold(lanes[i][j]);
}

void dots_portable(const double* const x[kBlock], const double* const y[kBlock], std::size_t rows,
                   double out[kBlock][kBlock]) {
    dots<16, 2, kCachedRows>(x, y, rows, out);
}

#if SEPSET_X86
__attribute__((target("avx2"))) void dots_avx2(const double* const x[kBlock], const double* const y[kBlock],
                                               std::size_t rows, double out[kBlock][kBlock]) {
    dots<32, 2, kCachedRows>(x, y, rows, out);
}

__attribute__((target("avx512f"))) void dots_avx512(const double* const x[kBlock], const double* const y[kBlock],
                                                    std::size_t rows, double out[kBlock][kBlock]) {
    dots<64, kBlock, kChunk>(x, y, rows, out);
}
#endif

Dots choose_dots() {
#if SEPSET_X86
    switch (instruction_set()) {
        case InstructionSet::avx512: return dots_avx512;
        case InstructionSet::avx2: return dots_avx2;
        case InstructionSet::portable: break;
    }
#endif
    return dots_portable;
}

// How the values of a column become those of which products are taken: to mean 0 and length 1, or not at all.
struct Standard {
    double scale = 1.0, mean = 0.0, rest = 0.0, length = 1.0;

    double operator()(double value) const { return (value * scale - mean - rest) / length; }
};

// Sums f(value) in the fixed order.
template <class Function>
double chunked_sum(const double* values, std::size_t rows, Function f) {
    double total = 0.0;
    for (std::size_t from = 0; from < rows; from += kChunk) {
        double lane[kLanes] = {};
        const std::size_t to = std::min(rows, from + kChunk), whole = from + (to - from) / kLanes * kLanes;
        for (std::size_t row = from; row < whole; row += kLanes)
            for (std::size_t i = 0; i < kLanes; ++i) lane[i] += f(values[row + i]);
        for (std::size_t row = whole; row < to; ++row) lane[row - whole] += f(values[row]);
        total += fold(lane);
    }
    return total;
}

double largest_magnitude(const double* values, std::size_t rows) {
    double lane[kLanes] = {};
    const std::size_t whole = rows / kLanes * kLanes;
    for (std::size_t row = 0; row < whole; row += kLanes)
        for (std::size_t i = 0; i < kLanes; ++i) lane[i] = std::max(lane[i], std::fabs(values[row + i]));
    for (std::size_t row = whole; row < rows; ++row) lane[0] = std::max(lane[0], std::fabs(values[row]));
    return *std::max_element(lane, lane + kLanes);
}

// A power of two, which changes no digit, keeps squares from overflowing; centring twice removes the rounding of a mean
// that is large beside the spread.
Standard standard_of(const double* values, std::size_t rows) {
    const double scale = power_of_two_below_inverse(largest_magnitude(values, rows));
    const double count = static_cast<double>(rows);
    const double mean = chunked_sum(values, rows, [=](double x) { return x * scale; }) / count;
    const double rest = chunked_sum(values, rows, [=](double x) { return x * scale - mean; }) / count;
    const auto square = [=](double x) {
        const double centred = x * scale - mean - rest;
        return centred * centred;
    };
    return {scale, mean, rest, std::sqrt(chunked_sum(values, rows, square))};
}

// Some rows of all columns as their products are taken: padded with zero rows to whole lanes and with zero columns to
// whole blocks.
class Panel {
  public:
    // Columns of `rows` rows in all.
    Panel(std::size_t n, std::size_t rows, std::size_t most_rows)
        : n_(n), at_once_(std::clamp<std::size_t>(kShortRows / std::max<std::size_t>(1, rows), 1, kMostAtOnce)),
          stride_(padded(most_rows)), values_(blocks() * stride_) {}

    // copy(i, from, to, values) writes rows `from` to `to` of column i.
    template <class Copy>
    void fill(std::size_t from, std::size_t to, const Copy& copy, int threads, Interruption& interruption) {
        rows_ = padded(to - from);
        const auto fill_column = [&](std::size_t i) {
            interruption.check();
            double* values = values_.data() + i * stride_;
            if (i >= n_) return static_cast<void>(std::fill(values, values + rows_, 0.0));
            copy(i, from, to, values);
            std::fill(values + (to - from), values + rows_, 0.0);
        };
        parallel_for_small(blocks(), threads, fill_column, at_once_);
    }
    const double* column(std::size_t i) const { return values_.data() + i * stride_; }
    std::size_t rows() const { return rows_; }

  private:
    static std::size_t padded(std::size_t rows) { return (rows + kLanes - 1) / kLanes * kLanes; }
    std::size_t blocks() const { return (n_ + kBlock - 1) / kBlock * kBlock; }

    // How many columns are one item of work: some microseconds, but columns may be looked at as a whole, and then long
    // ones are an item each.
    static constexpr std::size_t kMostAtOnce = 16, kShortRows = kMostAtOnce * kChunk;

    std::size_t n_, at_once_, stride_, rows_ = 0;
    RawArray<double> values_;
};

// Adds up the products of columns, tile by tile of the matrix.
class Products {
  public:
    // `largest` bounds what rounding may have made larger.
    Products(std::size_t n, double largest, double* out)
        : n_(n), tile_(n < kManyColumns ? 4 * kBlock : 8 * kBlock), largest_(largest), out_(out) {}

    // Adds the rows of a panel, the first or the last of all or neither. An item of work is a run of tiles in one row
    // of tiles: threads that write into neighbouring tiles at the same moment wait for each other's cache lines.
    void add(const Panel& panel, bool first, bool last, int threads, Interruption& interruption) const {
        const std::size_t side = (n_ + tile_ - 1) / tile_;
        const std::size_t run = run_length(side, threads), runs = (side + run - 1) / run;
        parallel_for(side * runs, threads, [&](std::size_t item, int) {
            const std::size_t i = item / runs, from = item % runs * run;
            for (std::size_t j = std::max(i, from); j < std::min(side, from + run); ++j)
                add_tile(panel, i * tile_, j * tile_, first, last, interruption);
        });
    }

  private:
    // With few columns tiles are small, so that there are enough of them to share; with many, a column of tiles fits
    // into a second cache of 512 kB.
    static constexpr std::size_t kManyColumns = 500;

    // So long that each thread gets several runs, and the last ones, which are short, end at about the same time.
    static std::size_t run_length(std::size_t side, int threads) {
        constexpr std::size_t kRunsOfAThread = 8;
        const std::size_t tiles = side * (side + 1) / 2;
        const std::size_t runs = kRunsOfAThread * static_cast<std::size_t>(worker_count(tiles, threads));
        return std::clamp<std::size_t>(tiles / runs, 1, std::max<std::size_t>(1, side));
    }

    // The tile that starts at (i0, j0), chunk by chunk, so that its columns stay in cache.
    void add_tile(const Panel& panel, std::size_t i0, std::size_t j0, bool first, bool last,
                  Interruption& interruption) const {
        for (std::size_t from = 0; from < panel.rows(); from += kChunk) {
            interruption.check();
            for (std::size_t i = i0; i < std::min(n_, i0 + tile_); i += kBlock)
                for (std::size_t j = std::max(i, j0); j < std::min(n_, j0 + tile_); j += kBlock)
                    add_block(panel, i, j, from, first && from == 0);
        }
        if (last) finish_tile(i0, j0);
    }

    void add_block(const Panel& panel, std::size_t i, std::size_t j, std::size_t from, bool first) const {
        const double *x[kBlock], *y[kBlock];
        for (std::size_t k = 0; k < kBlock; ++k) {
            x[k] = panel.column(i + k) + from;
            y[k] = panel.column(j + k) + from;
        }
        double part[kBlock][kBlock];
        dots_(x, y, std::min(panel.rows(), from + kChunk) - from, part);
        for (std::size_t a = 0; a < std::min(kBlock, n_ - i); ++a)
            for (std::size_t b = 0; b < std::min(kBlock, n_ - j); ++b) {
                double& sum = out_[(i + a) * n_ + j + b];
                sum = (first ? 0.0 : sum) + part[a][b];
            }
    }

    // The tile that starts at (i0, j0), i0 <= j0, and its mirror image.
    void finish_tile(std::size_t i0, std::size_t j0) const {
        for (std::size_t i = i0; i < std::min(n_, i0 + tile_); ++i)
            for (std::size_t j = std::max(i, j0); j < std::min(n_, j0 + tile_); ++j) {
                double& product = out_[i * n_ + j];
                product = std::min(largest_, std::max(-largest_, product));
                out_[j * n_ + i] = product;
            }
    }

    std::size_t n_, tile_;
    double largest_;
    double* out_;
    const Dots dots_ = choose_dots();
};

// out: the products of every two of n columns, of their values as `copy` writes them.
template <class Copy>
void fill_products(std::size_t n, std::size_t rows, const Copy& copy, double largest, int threads,
                   Interruption& interruption, double* out) {
    constexpr std::size_t kPanelNumbers = std::size_t{1} << 20;  // 8 MB, for the cache that the threads share
    const std::size_t chunks = std::max<std::size_t>(1, kPanelNumbers / (kChunk * std::max<std::size_t>(1, n)));
    const std::size_t step = std::min(rows, chunks * kChunk);
    Panel panel(n, rows, step);
    const Products products(n, largest, out);
    for (std::size_t from = 0; from < rows; from += step) {
        const std::size_t to = std::min(rows, from + step);
        panel.fill(from, to, copy, threads, interruption);
        products.add(panel, from == 0, to == rows, threads, interruption);
    }
    if (rows == 0) std::fill(out, out + n * n, 0.0);
}

}  // namespace

void correlation_matrix(const std::vector<const double*>& columns, std::size_t rows, int threads,
                        const std::function<void()>& check_signals, double* out) {
    Interruption interruption(check_signals);
    const std::size_t n = columns.size();
    std::vector<Standard> standards(n);
    const auto standardised = [&](std::size_t i, std::size_t from, std::size_t to, double* values) {
        if (from == 0) standards[i] = standard_of(columns[i], rows);  // and the column is in cache
        std::transform(columns[i] + from, columns[i] + to, values, standards[i]);
    };
    fill_products(n, rows, standardised, 1.0, threads, interruption, out);
    // Scaled values have squares that add up to a finite number, unless a value is not finite itself.
    for (std::size_t i = 0; i < n; ++i)
        out[i * n + i] = std::isfinite(standards[i].length) ? 1.0 : std::numeric_limits<double>::quiet_NaN();
}

void cross_products(const std::vector<const double*>& columns, std::size_t rows, int threads,
                    const std::function<void()>& check_signals, double* out) {
    Interruption interruption(check_signals);
    const auto as_it_is = [&](std::size_t i, std::size_t from, std::size_t to, double* values) {
        std::copy(columns[i] + from, columns[i] + to, values);
    };
    fill_products(columns.size(), rows, as_it_is, std::numeric_limits<double>::infinity(), threads, interruption, out);
}

}  // namespace sepset::gaussian
