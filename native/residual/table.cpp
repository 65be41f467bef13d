#include "residual/table.hpp"

#include "common/parallel.hpp"

namespace sepset::residual {

Table::Table(Columns columns, std::size_t with_powers, int threads) : columns_(std::move(columns)) {
    const std::size_t n = columns_.rows, vectors = columns_.first.back();
    std::size_t powers = 0;
    for (std::size_t v = 0; v < with_powers; ++v) powers += columns_.continuous[v] ? 2 : 0;
    extra_.assign((1 + powers) * n, 1.0);
    atoms_.push_back({extra_.data(), nullptr});
    ones_.resize(vectors);
    for (std::size_t i = 0; i < vectors; ++i) {
        const double* values = columns_.vector(i);
        atoms_.push_back({values, find_ones(values, n, ones_[i]) ? &ones_[i] : nullptr});
    }
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
        atoms_.push_back({next, nullptr});
        atoms_.push_back({next + n, nullptr});
        next += 2 * n;
    }
    gaps_.assign(columns_.variables(), 0);
    for (std::size_t v = 0; v < columns_.variables() && !columns_.observed.empty(); ++v)
        for (std::size_t row = 0; row < n; ++row) gaps_[v] |= !columns_.observed[v * n + row];
    const std::size_t size = atoms_.size();
    gram_.resize(size * size);
    parallel_for(size, threads, [&](std::size_t i, int) {
        for (std::size_t j = 0; j <= i; ++j) gram_[i * size + j] = dot(atoms_[i], atoms_[j], n);
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
