// The inner loops of the Gaussian search, in one version per instruction set.
//
// For a prefix Z and a tile of columns d, every row a has
//     x_a[d] = S_Z[a,d] / sqrt(S_Z[d,d])      and      v_a[d] = S_Z[a,a] - x_a[d]^2,
// S_Z the covariances given Z. The squared partial correlation of a, b given Z and d is then
//     (S_Z[a,b] - x_a[d] x_b[d])^2 / (v_a[d] v_b[d]),
// and "is it at most `limit`?" takes no division: six operations a test.
//
// The loops only pick out what is worth a second look; the partial correlation that counts is computed anew by
// `partial_correlation`. So v_a[d] may also say: NaN, d must not be used (nothing compares true with NaN); infinity,
// too ill-conditioned to judge here (always worth a look).
#pragma once

#include <cstddef>
#include <cstdint>

namespace sepset::gaussian {

constexpr std::size_t kTileMost = 64;  // columns in a tile, at most
constexpr std::size_t kTileStep = 8;   // the width of a tile is a multiple of this

// Conditional variances below this are ill-conditioned. Above it, the rounding error of a partial correlation is
// below kSlack: eliminating a set with determinant >= 1e-4 multiplies an error of a few 1e-16 by at most 1e6.
constexpr double kIll = 1e-4;
constexpr double kSlack = 1e-6;

// Squared partial correlations above this cannot be less than r once both are computed exactly.
inline double widened(double r) { return (r + 2 * kSlack) * (r + 2 * kSlack); }

// Row after row: `width` values x, then `width` values v.
struct Tile {
    double* values;
    std::size_t width;
    double* x(std::size_t row) const { return values + row * 2 * width; }
    double* v(std::size_t row) const { return x(row) + width; }
};

// How one row of a tile is computed: S_Z[a,d] = covariance[d] - sum_i row_part[i] * column_part[i][d].
struct TileRow {
    const double* covariance;          // correlations of a with the columns of the tile
    int prefix_size;                   // |Z|
    const double* row_part;            // |Z| numbers
    const double* const* column_part;  // |Z| arrays over the columns of the tile
    const double* inverse_root;        // 1 / sqrt(S_Z[d,d]), or 0 where d is ill-conditioned given Z
    double variance;                   // S_Z[a,a]
    std::size_t count;                 // columns that exist; the rest of the tile is filled with NaN
};

struct ScanPair {
    std::int32_t a, b;  // rows of the tile
    double covariance;  // S_Z[a,b]
    double limit;       // squared partial correlations above this are of no interest
};

struct ScanLoops {
    void (*prepare)(const TileRow& row, double* x, double* v, std::size_t width);
    // The first pair in [from, to) with a column worth a second look, or `to`.
    std::size_t (*next_hit)(const Tile& tile, const ScanPair* pairs, std::size_t from, std::size_t to);
    // The columns of the tile (bit d) that can be the best of the tile and within the limit of the pair.
    std::uint64_t (*promising)(const Tile& tile, const ScanPair& pair);
};

ScanLoops choose_scan_loops();

}  // namespace sepset::gaussian
