#include "discrete_lanes.hpp"

#include <cstdlib>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#define SEPSET_X86 1
#endif

// The bodies below are written once with vector types of sixteen lanes and inlined into one function per instruction
// set; the compiler lowers them to what the set has.
#define SEPSET_INLINE inline __attribute__((always_inline))

namespace sepset {
namespace {

typedef std::uint64_t Words __attribute__((vector_size(sizeof(std::uint64_t) * kLanes)));
typedef std::int32_t Counts __attribute__((vector_size(sizeof(std::int32_t) * kLanes)));
typedef float Floats __attribute__((vector_size(sizeof(float) * kLanes)));

template <class Vector, class Number>
SEPSET_INLINE void load(Vector& vector, const Number* from) {
    std::memcpy(&vector, from, sizeof(Vector));
}

template <class Vector, class Number>
SEPSET_INLINE void store(const Vector& vector, Number* to) {
    std::memcpy(to, &vector, sizeof(Vector));
}

// Adds the number of bits of each byte of x to the bytes of `bytes`.
SEPSET_INLINE void add_byte_counts(Words& bytes, const Words& word) {
    Words x = word - ((word >> 1) & 0x5555555555555555u);
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    bytes += (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
}

SEPSET_INLINE void add_bytes_up(Words& total, const Words& bytes) {
    Words x = (bytes & 0x00ff00ff00ff00ffu) + ((bytes >> 8) & 0x00ff00ff00ff00ffu);
    x += x >> 16;
    x += x >> 32;
    total += x & 0xffffu;
}

SEPSET_INLINE void count_body(const std::uint64_t* masks, std::size_t mask_stride, int mask_count,
                              const std::uint64_t* block, std::size_t words, int slots, std::int32_t* out,
                              std::size_t out_stride) {
    constexpr std::size_t kBatch = 31;  // 31 words of at most 8 bits a byte fit a byte
    for (int m = 0; m < mask_count; ++m) {
        const std::uint64_t* mask = masks + m * mask_stride;
        for (int slot = 0; slot < slots; ++slot) {
            Words total = {};
            for (std::size_t start = 0; start < words; start += kBatch) {
                const std::size_t stop = start + kBatch < words ? start + kBatch : words;
                Words bytes = {};
                for (std::size_t w = start; w < stop; ++w) {
                    Words x;
                    load(x, block + (w * slots + slot) * kLanes);
                    add_byte_counts(bytes, x & mask[w]);
                }
                add_bytes_up(total, bytes);
            }
            store(__builtin_convertvector(total, Counts), out + m * out_stride + slot * kLanes);
        }
    }
}

SEPSET_INLINE void squeeze_body(const std::uint64_t* block, int slots, const SqueezeStep* steps,
                                std::size_t step_count, std::uint64_t* out) {
    for (int slot = 0; slot < slots; ++slot) {
        Words pending = {};
        unsigned filled = 0;
        std::uint64_t* target = out + slot * kLanes;
        for (std::size_t s = 0; s < step_count; ++s) {
            const SqueezeStep& step = steps[s];
            Words x;
            load(x, block + (static_cast<std::size_t>(step.word) * slots + slot) * kLanes);
            x &= step.rows;
            for (int move = 0; move < kMoves; ++move) {
                const Words moved = x & step.moves[move];
                x = (x ^ moved) | (moved >> (1 << move));
            }
            pending |= x << filled;
            if (filled + step.count >= 64) {
                store(pending, target);
                target += static_cast<std::size_t>(slots) * kLanes;
                pending = filled ? x >> (64 - filled) : Words{};
                filled = filled + step.count - 64;
            } else {
                filled += step.count;
            }
        }
        if (filled) store(pending, target);
    }
}

SEPSET_INLINE void first_body(const FirstOrderParts& parts, const TableShape& shape, std::int32_t* counts) {
    const int slots = shape.levels - 1;
    for (int slot = 0; slot < slots; ++slot) {
        Counts rest;  // what is left of all rows
        load(rest, parts.all + slot * kLanes);
        for (int j = 1; j < shape.columns; ++j) {  // first level of a: what the others leave of b's level
            Counts with_b, n;
            load(with_b, parts.with_b[j - 1] + slot * kLanes);
            for (int i = 1; i < shape.rows; ++i) {
                load(n, parts.counted + (((i - 1) * (shape.columns - 1) + j - 1) * slots + slot) * kLanes);
                store(n, counts + shape.at(i * shape.columns + j, 0, slot + 1));
                with_b -= n;
            }
            store(with_b, counts + shape.at(j, 0, slot + 1));
            rest -= with_b;
        }
        for (int i = 1; i < shape.rows; ++i) {
            Counts with_a, n;
            load(with_a, parts.with_a[i - 1] + slot * kLanes);
            rest -= with_a;
            for (int j = 1; j < shape.columns; ++j) {
                load(n, counts + shape.at(i * shape.columns + j, 0, slot + 1));
                with_a -= n;
            }
            store(with_a, counts + shape.at(i * shape.columns, 0, slot + 1));
        }
        store(rest, counts + shape.at(0, 0, slot + 1));
    }
    for (int cell = 0; cell < shape.cells(); ++cell) {
        Counts rest = Counts{} + parts.cell_totals[cell], n;
        for (int level = 1; level < shape.levels; ++level) {
            load(n, counts + shape.at(cell, 0, level));
            rest -= n;
        }
        store(rest, counts + shape.at(cell, 0, 0));
    }
}

// The skipped cell, for outer strata and levels other than the first.
SEPSET_INLINE void skipped_body(const OuterParts& parts, const TableShape& shape, std::int32_t* counts) {
    for (int outer = 1; outer < shape.outer; ++outer) {
        for (int level = 1; level < shape.levels; ++level) {
            Counts rest, n;
            load(rest, parts.totals[outer - 1] + (level - 1) * kLanes);
            for (int cell = 0; cell < shape.cells(); ++cell) {
                if (cell == parts.skipped) continue;
                load(n, counts + shape.at(cell, outer, level));
                rest -= n;
            }
            store(rest, counts + shape.at(parts.skipped, outer, level));
        }
    }
}

SEPSET_INLINE void outer_body(const OuterParts& parts, const TableShape& shape, std::int32_t* counts) {
    if (parts.skipped >= 0) skipped_body(parts, shape, counts);
    const TableShape first{shape.rows, shape.columns, 1, shape.levels};
    for (int cell = 0; cell < shape.cells(); ++cell) {
        Counts n;
        for (int level = 1; level < shape.levels; ++level) {
            Counts rest;
            load(rest, parts.first_order + first.at(cell, 0, level));
            for (int outer = 1; outer < shape.outer; ++outer) {
                load(n, counts + shape.at(cell, outer, level));
                rest -= n;
            }
            store(rest, counts + shape.at(cell, 0, level));
        }
        for (int outer = 0; outer < shape.outer; ++outer) {
            Counts rest = Counts{} + parts.outer_totals[cell * shape.outer + outer];
            for (int level = 1; level < shape.levels; ++level) {
                load(n, counts + shape.at(cell, outer, level));
                rest -= n;
            }
            store(rest, counts + shape.at(cell, outer, 0));
        }
    }
}

// The counts of one stratum as floats, with their margins.
struct Stratum {
    Floats count[kMostCells];
    Floats row[kMostCells], column[kMostCells], total;
};

template <int kRows, int kColumns>
SEPSET_INLINE void load_stratum(Stratum& s, const std::int32_t* counts, const TableShape& shape, int outer, int level) {
    const int rows = kRows ? kRows : shape.rows, columns = kColumns ? kColumns : shape.columns;
    for (int j = 0; j < columns; ++j) s.column[j] = Floats{};
    s.total = Floats{};
    for (int i = 0; i < rows; ++i) {
        s.row[i] = Floats{};
        for (int j = 0; j < columns; ++j) {
            Counts whole;
            load(whole, counts + shape.at(i * columns + j, outer, level));
            const Floats n = __builtin_convertvector(whole, Floats);
            s.count[i * columns + j] = n;
            s.row[i] += n;
            s.column[j] += n;
        }
        s.total += s.row[i];
    }
}

// quotient = above / max(below, 1). A denominator of 0 belongs to an empty row or column, whose numerator is 0.
SEPSET_INLINE void divide(Floats& quotient, const Floats& above, const Floats& below) {
    quotient = above / (below < 1.0f ? Floats{} + 1.0f : below);
}

// Pearson: the sum of (total * count - row * column)^2 / (total * row * column).
template <int kRows, int kColumns>
SEPSET_INLINE void pearson_stratum(const Stratum& s, int rows, int columns, Floats& sum) {
    if (kRows == 2 && kColumns == 2) {
        const Floats excess = s.total * s.count[0] - s.row[0] * s.column[0];
        Floats phi_square;
        divide(phi_square, excess * excess, (s.row[0] * s.row[1]) * (s.column[0] * s.column[1]));
        sum += phi_square * s.total;
        return;
    }
    Floats inverse_column[kMostCells];
    for (int j = 0; j < columns; ++j) divide(inverse_column[j], Floats{} + 1.0f, s.column[j]);
    Floats part = {}, quotient;
    for (int i = 0; i < rows; ++i) {
        Floats row_part = {};
        for (int j = 0; j < columns; ++j) {
            const Floats excess = s.total * s.count[i * columns + j] - s.row[i] * s.column[j];
            row_part += excess * excess * inverse_column[j];
        }
        divide(quotient, row_part, s.row[i]);
        part += quotient;
    }
    divide(quotient, part, s.total);
    sum += quotient;
}

// Likelihood ratio: u ln u - u + 1 >= 3 (u - 1)^2 / (2 u + 4) for all u >= 0, equal up to the fourth order at u = 1.
// With u = count / expected: G2 >= the sum of 3 (count - expected)^2 / (count + 2 expected).
SEPSET_INLINE void likelihood_stratum(const Stratum& s, int rows, int columns, Floats& sum) {
    Floats part = {}, quotient;
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) {
            const Floats observed = s.total * s.count[i * columns + j], expected = s.row[i] * s.column[j];
            const Floats excess = observed - expected;
            divide(quotient, excess * excess, observed + expected + expected);
            part += quotient;
        }
    }
    divide(quotient, part, s.total);
    sum += 3.0f * quotient;
}

template <bool kPearson, int kRows, int kColumns>
SEPSET_INLINE void bound_of_size(const std::int32_t* counts, const TableShape& shape, float* bound) {
    Stratum stratum;
    Floats sum = {};
    for (int outer = 0; outer < shape.outer; ++outer) {
        for (int level = 0; level < shape.levels; ++level) {
            load_stratum<kRows, kColumns>(stratum, counts, shape, outer, level);
            const int rows = kRows ? kRows : shape.rows, columns = kColumns ? kColumns : shape.columns;
            if (kPearson) {
                pearson_stratum<kRows, kColumns>(stratum, rows, columns, sum);
            } else {
                likelihood_stratum(stratum, rows, columns, sum);
            }
        }
    }
    store(sum, bound);
}

template <bool kPearson>
SEPSET_INLINE void bound_body(const std::int32_t* counts, const TableShape& shape, float* bound) {
    if (shape.rows == 2 && shape.columns == 2) {
        bound_of_size<kPearson, 2, 2>(counts, shape, bound);
    } else if (shape.rows == 3 && shape.columns == 3) {
        bound_of_size<kPearson, 3, 3>(counts, shape, bound);
    } else {
        bound_of_size<kPearson, 0, 0>(counts, shape, bound);
    }
}

SEPSET_INLINE void dof_body(const std::int32_t* counts, const TableShape& shape, std::int32_t* dof) {
    Stratum s;
    Counts sum = {};
    for (int outer = 0; outer < shape.outer; ++outer) {
        for (int level = 0; level < shape.levels; ++level) {
            load_stratum<0, 0>(s, counts, shape, outer, level);
            Counts rows = {}, columns = {};  // comparisons give -1 for true
            for (int i = 0; i < shape.rows; ++i) rows -= (Counts)(s.row[i] > 0.0f);
            for (int j = 0; j < shape.columns; ++j) columns -= (Counts)(s.column[j] > 0.0f);
            sum += ((rows - 1) * (columns - 1)) & (Counts)(s.total > 0.0f);
        }
    }
    store(sum, dof);
}

#define SEPSET_LANE_OPERATIONS(NAME, TARGET)                                                                          \
    TARGET void count_##NAME(const std::uint64_t* masks, std::size_t mask_stride, int mask_count,                     \
                             const std::uint64_t* block, std::size_t words, int slots, std::int32_t* out,             \
                             std::size_t out_stride) {                                                                \
        count_body(masks, mask_stride, mask_count, block, words, slots, out, out_stride);                             \
    }                                                                                                                 \
    TARGET void squeeze_##NAME(const std::uint64_t* block, int slots, const SqueezeStep* steps, std::size_t count,    \
                               std::uint64_t* out) {                                                                  \
        squeeze_body(block, slots, steps, count, out);                                                                \
    }                                                                                                                 \
    TARGET void first_##NAME(const FirstOrderParts& parts, const TableShape& shape, std::int32_t* counts) {           \
        first_body(parts, shape, counts);                                                                             \
    }                                                                                                                 \
    TARGET void outer_##NAME(const OuterParts& parts, const TableShape& shape, std::int32_t* counts) {                \
        outer_body(parts, shape, counts);                                                                             \
    }                                                                                                                 \
    TARGET void pearson_##NAME(const std::int32_t* counts, const TableShape& shape, float* bound) {                   \
        bound_body<true>(counts, shape, bound);                                                                       \
    }                                                                                                                 \
    TARGET void likelihood_##NAME(const std::int32_t* counts, const TableShape& shape, float* bound) {                \
        bound_body<false>(counts, shape, bound);                                                                      \
    }                                                                                                                 \
    TARGET void dof_##NAME(const std::int32_t* counts, const TableShape& shape, std::int32_t* dof) {                  \
        dof_body(counts, shape, dof);                                                                                 \
    }                                                                                                                 \
    constexpr LaneOperations k_##NAME = {count_##NAME,   squeeze_##NAME,    first_##NAME, outer_##NAME,                  \
                                         pearson_##NAME, likelihood_##NAME, dof_##NAME};

SEPSET_LANE_OPERATIONS(portable, )

#ifdef SEPSET_X86
#define SEPSET_WIDE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,prefer-vector-width=512")))

SEPSET_LANE_OPERATIONS(avx2, __attribute__((target("avx2"))))
SEPSET_LANE_OPERATIONS(avx512, SEPSET_WIDE)

// With an instruction that counts the bits of eight words, several masks share each load of a block.
template <int kMasks>
SEPSET_WIDE void count_masks(const std::uint64_t* masks, std::size_t mask_stride, const std::uint64_t* block,
                             std::size_t words, int slots, std::int32_t* out, std::size_t out_stride) {
    for (int slot = 0; slot < slots; ++slot) {
        __m512i low[kMasks], high[kMasks];
        for (int m = 0; m < kMasks; ++m) low[m] = high[m] = _mm512_setzero_si512();
        const std::uint64_t* from = block + slot * kLanes;
        for (std::size_t w = 0; w < words; ++w, from += static_cast<std::size_t>(slots) * kLanes) {
            const __m512i first = _mm512_loadu_si512(from), second = _mm512_loadu_si512(from + 8);
            for (int m = 0; m < kMasks; ++m) {
                const __m512i mask = _mm512_set1_epi64(static_cast<long long>(masks[m * mask_stride + w]));
                low[m] = _mm512_add_epi64(low[m], _mm512_popcnt_epi64(_mm512_and_si512(first, mask)));
                high[m] = _mm512_add_epi64(high[m], _mm512_popcnt_epi64(_mm512_and_si512(second, mask)));
            }
        }
        for (int m = 0; m < kMasks; ++m) {
            std::int32_t* to = out + m * out_stride + slot * kLanes;
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_maskz_cvtepi64_epi32(0xff, low[m]));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 8), _mm512_maskz_cvtepi64_epi32(0xff, high[m]));
        }
    }
}

void count_vpopcnt(const std::uint64_t* masks, std::size_t mask_stride, int mask_count, const std::uint64_t* block,
                   std::size_t words, int slots, std::int32_t* out, std::size_t out_stride) {
    int m = 0;
    for (; m + 4 <= mask_count; m += 4) {
        count_masks<4>(masks + m * mask_stride, mask_stride, block, words, slots, out + m * out_stride, out_stride);
    }
    masks += m * mask_stride, out += m * out_stride;
    switch (mask_count - m) {
        case 3: return count_masks<3>(masks, mask_stride, block, words, slots, out, out_stride);
        case 2: return count_masks<2>(masks, mask_stride, block, words, slots, out, out_stride);
        case 1: return count_masks<1>(masks, mask_stride, block, words, slots, out, out_stride);
        default: return;
    }
}
#endif

}  // namespace

LaneOperations choose_lane_operations() {
#ifdef SEPSET_X86
    const char* asked = std::getenv("SEPSET_INSTRUCTIONS");
    if (asked && std::strcmp(asked, "portable") == 0) return k_portable;
    const bool wide = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
    if (wide && !(asked && std::strcmp(asked, "avx2") == 0)) {
        LaneOperations operations = k_avx512;
        operations.count = count_vpopcnt;
        return operations;
    }
    if (__builtin_cpu_supports("avx2")) return k_avx2;
#endif
    return k_portable;
}

SqueezeStep squeeze_step(std::uint32_t word, std::uint64_t rows) {
    SqueezeStep step{rows, {}, word, static_cast<std::uint32_t>(count_bits(rows))};
    std::uint64_t chosen = rows, gaps = ~rows << 1;
    for (int move = 0; move < kMoves; ++move) {
        std::uint64_t parity = gaps;  // bit i: whether an odd number of gaps lies below it
        for (int shift = 1; shift < 64; shift *= 2) parity ^= parity << shift;
        const std::uint64_t moved = parity & chosen;
        step.moves[move] = moved;
        chosen = (chosen ^ moved) | (moved >> (1 << move));
        gaps &= ~parity;
    }
    return step;
}

int count_bits(std::uint64_t word) {
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>((word * 0x0101010101010101u) >> 56);
}

}  // namespace sepset
