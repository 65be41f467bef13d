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
#include "common/vector.hpp"

namespace sepset::gaussian {

namespace {

constexpr std::size_t kLanes = 8;
constexpr std::size_t kChunk = 1024;
constexpr std::size_t kTile = 64;  // columns on a side of a tile of the matrix; the work item of a thread

double fold(const double* lane) {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

// Brings a number to between 1/2 and 1; a number so small that no double does stays smaller.
double power_of_two_below_inverse(double number) {
    int exponent = 0;
    std::frexp(number, &exponent);
    return std::ldexp(1.0, std::min(-exponent, 1023));
}

constexpr std::size_t kBlock = 4;  // columns whose products with as many others are computed at once

// The dot products of four columns with four columns over one chunk; `rows` is a multiple of the lanes.
using Dots = void (*)(const double* const x[kBlock], const double* const y[kBlock], std::size_t rows,
                      double out[kBlock][kBlock]);

// Vectors of `Bytes`; `Width` columns y at a time, so that all sums stay in registers.
template <int Bytes, std::size_t Width>
SEPSET_INLINE void dots(const double* const x[kBlock], const double* const y[kBlock], std::size_t rows,
                        double out[kBlock][kBlock]) {
    using V = Vector<double, Bytes>;
    constexpr std::size_t kPart = Bytes / sizeof(double);
    for (std::size_t first = 0; first < kBlock; first += Width) {
        double lane[kBlock][Width][kLanes];
        for (std::size_t part = 0; part < kLanes; part += kPart) {
            V sums[kBlock][Width] = {};
            for (std::size_t row = part; row < rows; row += kLanes) {
                V left, right[Width];
                for (std::size_t j = 0; j < Width; ++j) std::memcpy(&right[j], y[first + j] + row, Bytes);
                for (std::size_t i = 0; i < kBlock; ++i) {
                    std::memcpy(&left, x[i] + row, Bytes);
                    for (std::size_t j = 0; j < Width; ++j) sums[i][j] += left * right[j];
                }
            }
            for (std::size_t i = 0; i < kBlock; ++i)
                for (std::size_t j = 0; j < Width; ++j) std::memcpy(&lane[i][j][part], &sums[i][j], Bytes);
        }
        for (std::size_t i = 0; i < kBlock; ++i)
            for (std::size_t j = 0; j < Width; ++j) out[i][first + j] = fold(lane[i][j]);
    }
}

void dots_portable(const double* const x[kBlock], const double* const y[kBlock], std::size_t rows,
                   double out[kBlock][kBlock]) {
    dots<16, 2>(x, y, rows, out);
}

#if SEPSET_X86
__attribute__((target("avx2"))) void dots_avx2(const double* const x[kBlock], const double* const y[kBlock],
                                               std::size_t rows, double out[kBlock][kBlock]) {
    dots<32, 2>(x, y, rows, out);
}

__attribute__((target("avx512f"))) void dots_avx512(const double* const x[kBlock], const double* const y[kBlock],
                                                    std::size_t rows, double out[kBlock][kBlock]) {
    dots<64, 4>(x, y, rows, out);
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

// Columns, scaled to mean 0 and length 1 or as they are, padded with zero rows to whole lanes and with zero columns to
// whole blocks.
class PaddedColumns {
  public:
    enum class As { unit, given };

    PaddedColumns(const double* columns, std::size_t n, std::size_t rows, As as, int threads,
                  Interruption& interruption)
        : rows_(rows), stride_((rows + kLanes - 1) / kLanes * kLanes),
          values_((n + kBlock - 1) / kBlock * kBlock * stride_, 0.0) {
        parallel_for(n, threads, [&](std::size_t i, int) {
            interruption.check();
            const double* from = columns + i * rows;
            double* to = values_.data() + i * stride_;
            as == As::unit ? standardise(from, to) : static_cast<void>(std::copy(from, from + rows, to));
        });
    }
    const double* column(std::size_t i) const { return values_.data() + i * stride_; }
    std::size_t stride() const { return stride_; }

  private:
    double chunked_sum(const double* x, const double* y) const {
        double total = 0.0;
        for (std::size_t from = 0; from < stride_; from += kChunk) {
            double lane[kLanes] = {};
            for (std::size_t row = from; row < std::min(stride_, from + kChunk); row += kLanes)
                for (std::size_t i = 0; i < kLanes; ++i) lane[i] += y ? x[row + i] * y[row + i] : x[row + i];
            total += fold(lane);
        }
        return total;
    }
    // A power of two, which changes no digit, keeps squares from overflowing; centring twice removes the rounding of a
    // mean that is large beside the spread.
    void standardise(const double* from, double* to) const {
        double lane[kLanes] = {};
        for (std::size_t row = 0; row < rows_; ++row)
            lane[row % kLanes] = std::max(lane[row % kLanes], std::fabs(from[row]));
        const double largest = *std::max_element(lane, lane + kLanes);
        const double scale = power_of_two_below_inverse(largest);
        for (std::size_t row = 0; row < rows_; ++row) to[row] = from[row] * scale;
        for (int pass = 0; pass < 2; ++pass) {
            const double mean = chunked_sum(to, nullptr) / static_cast<double>(rows_);
            for (std::size_t row = 0; row < rows_; ++row) to[row] -= mean;
        }
        const double length = std::sqrt(chunked_sum(to, to));
        for (std::size_t row = 0; row < rows_; ++row) to[row] /= length;
    }

    std::size_t rows_, stride_;
    std::vector<double> values_;
};

// Adds up the products of columns, tile by tile of the matrix; `largest` bounds what rounding may have made larger.
class Products {
  public:
    Products(const PaddedColumns& columns, std::size_t n, Interruption& interruption, double largest, double* out)
        : columns_(columns), n_(n), interruption_(interruption), largest_(largest), out_(out) {}

    // The tile that starts at (i0, j0), i0 <= j0, and its mirror image.
    void fill_tile(std::size_t i0, std::size_t j0) const {
        add_chunks(i0, j0);
        for (std::size_t i = i0; i < std::min(n_, i0 + kTile); ++i) {
            for (std::size_t j = std::max(i, j0); j < std::min(n_, j0 + kTile); ++j) {
                double& product = out_[i * n_ + j];
                product = std::min(largest_, std::max(-largest_, product));
                out_[j * n_ + i] = product;
            }
        }
    }

  private:
    // All chunks for the pairs (i, j), i <= j, of a tile; chunk by chunk, so that the tile's columns stay in cache
    // however many rows there are.
    void add_chunks(std::size_t i0, std::size_t j0) const {
        for (std::size_t from = 0; from < columns_.stride(); from += kChunk) {
            interruption_.check();
            const std::size_t rows = std::min(columns_.stride(), from + kChunk) - from;
            for (std::size_t i = i0; i < std::min(n_, i0 + kTile); i += kBlock)
                for (std::size_t j = std::max(i, j0); j < std::min(n_, j0 + kTile); j += kBlock)
                    add_block(i, j, from, rows);
        }
    }

    void add_block(std::size_t i, std::size_t j, std::size_t from, std::size_t rows) const {
        const double *x[kBlock], *y[kBlock];
        for (std::size_t k = 0; k < kBlock; ++k) {
            x[k] = columns_.column(i + k) + from;
            y[k] = columns_.column(j + k) + from;
        }
        double part[kBlock][kBlock];
        dots_(x, y, rows, part);
        for (std::size_t a = 0; a < std::min(kBlock, n_ - i); ++a)
            for (std::size_t b = 0; b < std::min(kBlock, n_ - j); ++b) {
                double& sum = out_[(i + a) * n_ + j + b];
                sum = (from ? sum : 0.0) + part[a][b];
            }
    }

    const PaddedColumns& columns_;
    const std::size_t n_;
    Interruption& interruption_;
    const double largest_;
    double* out_;
    const Dots dots_ = choose_dots();
};

// out: the products of every two columns.
void fill_products(const PaddedColumns& columns, std::size_t n, int threads, Interruption& interruption, double largest,
                   double* out) {
    const std::size_t side = (n + kTile - 1) / kTile;
    const Products products(columns, n, interruption, largest, out);
    parallel_for(side * side, threads, [&](std::size_t item, int) {
        const std::size_t i0 = item / side * kTile, j0 = item % side * kTile;
        if (i0 <= j0) products.fill_tile(i0, j0);
    });
}

}  // namespace

void correlation_matrix(const double* columns, std::size_t n, std::size_t rows, int threads,
                        const std::function<void()>& check_signals, double* out) {
    Interruption interruption(check_signals);
    const PaddedColumns unit(columns, n, rows, PaddedColumns::As::unit, threads, interruption);
    fill_products(unit, n, threads, interruption, 1.0, out);
    for (std::size_t i = 0; i < n; ++i) out[i * n + i] = 1.0;
}

void cross_products(const double* columns, std::size_t n, std::size_t rows, int threads,
                    const std::function<void()>& check_signals, double* out) {
    Interruption interruption(check_signals);
    const PaddedColumns given(columns, n, rows, PaddedColumns::As::given, threads, interruption);
    fill_products(given, n, threads, interruption, std::numeric_limits<double>::infinity(), out);
}

}  // namespace sepset::gaussian
