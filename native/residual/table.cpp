#include "residual/table.hpp"

#include <algorithm>
#include <cstring>

#include "common/instruction_set.hpp"
#include "common/parallel.hpp"
#include "common/vector.hpp"

namespace sepset::residual {

namespace {

// Eight lanes within chunks of 1,024 rows, chunk after chunk: the order of summation depends on nothing but the number
// of rows, so that the width of vectors changes no bit.
constexpr std::size_t kLanes = 8, kChunk = 1024;

using Dot = double (*)(const double* x, const double* y, std::size_t rows);

template <int Bytes>
SEPSET_INLINE double dot_by(const double* x, const double* y, std::size_t rows) {
    using V = Vector<double, Bytes>;
    constexpr std::size_t kPart = Bytes / sizeof(double), kParts = kLanes / kPart;
    double total = 0.0;
    for (std::size_t from = 0; from < rows; from += kChunk) {
        const std::size_t end = std::min(rows, from + kChunk), whole = from + (end - from) / kLanes * kLanes;
        V sums[kParts] = {};
        for (std::size_t row = from; row < whole; row += kLanes)
            for (std::size_t part = 0; part < kParts; ++part) {
                V left, right;
                std::memcpy(&left, x + row + part * kPart, Bytes);
                std::memcpy(&right, y + row + part * kPart, Bytes);
                sums[part] += left * right;
            }
        double lane[kLanes];
        for (std::size_t part = 0; part < kParts; ++part) std::memcpy(lane + part * kPart, &sums[part], Bytes);
        for (std::size_t row = whole; row < end; ++row) lane[row - whole] += x[row] * y[row];
        total += ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
    }
    return total;
}

double dot_portable(const double* x, const double* y, std::size_t rows) { return dot_by<16>(x, y, rows); }

#if SEPSET_X86
__attribute__((target("avx2"))) double dot_avx2(const double* x, const double* y, std::size_t rows) {
    return dot_by<32>(x, y, rows);
}

__attribute__((target("avx512f"))) double dot_avx512(const double* x, const double* y, std::size_t rows) {
    return dot_by<64>(x, y, rows);
}
#endif

Dot choose_dot() {
#if SEPSET_X86
    switch (instruction_set()) {
        case InstructionSet::avx512: return dot_avx512;
        case InstructionSet::avx2: return dot_avx2;
        case InstructionSet::portable: break;
    }
#endif
    return dot_portable;
}

}  // namespace

double dot(const double* x, const double* y, std::size_t rows) { return choose_dot()(x, y, rows); }

Table::Table(Columns columns, std::size_t with_powers, int threads) : columns_(std::move(columns)) {
    const std::size_t n = columns_.rows, vectors = columns_.first.back();
    std::size_t powers = 0;
    for (std::size_t v = 0; v < with_powers; ++v) powers += columns_.continuous[v] ? 2 : 0;
    extra_.assign((1 + powers) * n, 1.0);
    atoms_.push_back(extra_.data());
    for (std::size_t i = 0; i < vectors; ++i) atoms_.push_back(columns_.vector(i));
    power_.assign(columns_.variables(), 0);
    double* next = extra_.data() + n;
    for (std::size_t v = 0; v < with_powers; ++v) {
        if (!columns_.continuous[v]) continue;
        const double* z = columns_.vector(columns_.first[v]);
        power_[v] = atoms_.size();
        for (std::size_t row = 0; row < n; ++row) {
            next[row] = z[row] * z[row];
            next[n + row] = z[row] * z[row] * z[row];
        }
        atoms_.push_back(next);
        atoms_.push_back(next + n);
        next += 2 * n;
    }
    gaps_.assign(columns_.variables(), 0);
    for (std::size_t v = 0; v < columns_.variables() && !columns_.observed.empty(); ++v)
        for (std::size_t row = 0; row < n; ++row) gaps_[v] |= !columns_.observed[v * n + row];
    const std::size_t size = atoms_.size();
    gram_.resize(size * size);
    const Dot product = choose_dot();
    parallel_for(size, threads, [&](std::size_t i, int) {
        for (std::size_t j = 0; j <= i; ++j) gram_[i * size + j] = product(atoms_[i], atoms_[j], n);
    });
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < i; ++j) gram_[j * size + i] = gram_[i * size + j];
}

bool Table::complete(const std::vector<std::int32_t>& variables) const {
    for (const std::int32_t v : variables)
        if (gaps_[v]) return false;
    return true;
}

std::vector<std::size_t> Table::complete_rows(const std::vector<std::int32_t>& variables) const {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < columns_.rows; ++row) {
        bool complete = true;
        for (const std::int32_t v : variables) complete &= columns_.observed[v * columns_.rows + row] != 0;
        if (complete) rows.push_back(row);
    }
    return rows;
}

Table Table::restricted(const std::vector<std::int32_t>& variables, const std::vector<std::size_t>& rows,
                        std::size_t with_powers) const {
    Columns part;
    part.rows = rows.size();
    part.first.push_back(0);
    for (const std::int32_t v : variables) {
        for (std::int64_t i = columns_.first[v]; i < columns_.first[v + 1]; ++i)
            for (const std::size_t row : rows) part.values.push_back(columns_.vector(i)[row]);
        part.first.push_back(part.first.back() + static_cast<std::int64_t>(columns_.width(v)));
        part.continuous.push_back(columns_.continuous[v]);
    }
    return Table(std::move(part), with_powers, 1);
}

}  // namespace sepset::residual
