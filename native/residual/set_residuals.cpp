#include "residual/set_residuals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "residual/beta.hpp"

namespace sepset::residual {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// A variance at or below this share of the mean square is that of a constant.
constexpr double kConstant = 1e-10;

// Whether something is left of a vector with this mean square and variance.
bool remains(double left, double variance, double square) {
    return variance > kConstant * square && left > kSingular * variance;
}

}  // namespace

SetResiduals::SetResiduals(const Table& table, const std::int32_t* members, std::size_t size)
    : table_(table), rests_(table.columns().variables()) {
    too_wide_ = 2 * occurring(members, size) > table.rows();
    if (too_wide_) return;
    choose_basis(members, size);
    orthonormalise();
}

// How many vectors of the members are not zero throughout.
std::size_t SetResiduals::occurring(const std::int32_t* members, std::size_t size) const {
    const Columns& columns = table_.columns();
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; ++i)
        for (std::int64_t k = columns.first[members[i]]; k < columns.first[members[i] + 1]; ++k)
            count += table_.gram(table_.linear(k), table_.linear(k)) > 0.0;
    return count;
}

// 1; indicators; z, z^2, z^3; products between two members. Beyond N / 5 vectors: indicators and z only.
void SetResiduals::choose_basis(const std::int32_t* members, std::size_t size) {
    const Columns& columns = table_.columns();
    std::size_t width = 0, sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t factors = factors_of(members[i]).size();
        width += columns.width(members[i]) + (columns.continuous[members[i]] ? 2 : 0) + factors * sum;
        sum += factors;
    }
    const bool full = 5 * width <= table_.rows();
    basis_.push_back({Table::kOne, false, {}, {}});
    for (std::size_t i = 0; i < size; ++i) {
        const std::int32_t v = members[i];
        for (std::int64_t k = columns.first[v]; k < columns.first[v + 1]; ++k)
            basis_.push_back({table_.linear(k), false, {}, {}});
        if (!full || !columns.continuous[v]) continue;
        basis_.push_back({table_.square(v), false, {}, {}});
        basis_.push_back({table_.cube(v), false, {}, {}});
    }
    if (full) add_products(members, size);
}

void SetResiduals::add_products(const std::int32_t* members, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = i + 1; j < size; ++j) {
            for (const std::size_t x : factors_of(members[i])) {
                for (const std::size_t y : factors_of(members[j]))
                    basis_.push_back(product_of(table_.atom(x), table_.atom(y)));
            }
        }
    }
}

SetResiduals::Element SetResiduals::product_of(const Vector& x, const Vector& y) const {
    if (x.ones && y.ones) return {0, true, {}, both(*x.ones, *y.ones)};
    std::vector<double> values(table_.rows());
    for (std::size_t row = 0; row < values.size(); ++row) values[row] = x.values[row] * y.values[row];
    return {0, true, std::move(values), {}};
}

Vector SetResiduals::vector(const Element& element) const {
    if (!element.product) return table_.atom(element.atom);
    if (element.values.empty()) return {nullptr, &element.ones};
    return {element.values.data(), nullptr};
}

// The atoms of a variable that enter products: indicators, or z and z^2.
std::vector<std::size_t> SetResiduals::factors_of(std::int32_t variable) const {
    const Columns& columns = table_.columns();
    std::vector<std::size_t> atoms;
    for (std::int64_t k = columns.first[variable]; k < columns.first[variable + 1]; ++k)
        atoms.push_back(table_.linear(k));
    if (columns.continuous[variable]) atoms.push_back(table_.square(variable));
    return atoms;
}

double SetResiduals::product(const Element& x, const Element& y) const {
    if (!x.product && !y.product) return table_.gram(x.atom, y.atom);
    return dot(vector(x), vector(y), table_.rows());
}

void SetResiduals::orthonormalise() {
    std::vector<double> along;
    for (std::size_t i = 0; i < basis_.size(); ++i) {
        along.clear();
        for (const std::size_t k : kept_) along.push_back(product(basis_[i], basis_[k]));
        solve(along.data());
        const double square = product(basis_[i], basis_[i]);
        double variance = square, left = square;
        for (std::size_t k = 0; k < along.size(); ++k) {
            left -= along[k] * along[k];
            if (k == 0) variance = left;
        }
        if (i > 0 && !remains(left, variance, square)) continue;
        for (std::size_t k = 0; k < along.size(); ++k) factor_[k].push_back(along[k]);
        factor_.push_back({std::sqrt(left)});
        kept_.push_back(i);
    }
}

// From products with the kept elements to parts along the orthonormal basis that they span: L x = products, column by
// column, so that the later parts are worked on side by side.
void SetResiduals::solve(double* parts) const {
    for (std::size_t k = 0; k < kept_.size(); ++k) {
        const std::vector<double>& column = factor_[k];
        parts[k] /= column[0];
        const double part = parts[k];
        double* later = parts + k;
        for (std::size_t j = 1; j < column.size(); ++j) later[j] -= part * column[j];
    }
}

double SetResiduals::left_over(const Rest& x, std::size_t i, const Rest& y, std::size_t j, double whole) const {
    const std::size_t depth = kept_.size();
    const double *first = &x.along[i * depth], *second = &y.along[j * depth];
    for (std::size_t k = 0; k < depth; ++k) whole -= first[k] * second[k];
    return whole;
}

void SetResiduals::prepare(std::int32_t variable) {
    Rest& rest = rests_[variable];
    if (rest.ready || too_wide_) return;
    rest.ready = true;
    const std::size_t from = table_.columns().first[variable], width = table_.columns().width(variable);
    const std::size_t depth = kept_.size();
    rest.along.resize(width * depth);
    for (std::size_t i = 0; i < width; ++i) {
        const Element vector{table_.linear(from + i), false, {}, {}};
        double* along = &rest.along[i * depth];
        for (std::size_t k = 0; k < depth; ++k) along[k] = product(vector, basis_[kept_[k]]);
        solve(along);
        std::vector<double> row;
        for (std::size_t k = 0; k < rest.kept.size(); ++k) {
            const std::size_t other = table_.linear(from + rest.kept[k]);
            double part = left_over(rest, i, rest, rest.kept[k], table_.gram(vector.atom, other));
            const double* before = &rest.factor[k * (k + 1) / 2];
            for (std::size_t j = 0; j < k; ++j) part -= row[j] * before[j];
            row.push_back(part / before[k]);
        }
        const double square = table_.gram(vector.atom, vector.atom);
        double left = left_over(rest, i, rest, i, square);
        for (const double part : row) left -= part * part;
        if (!remains(left, square - along[0] * along[0], square)) continue;
        row.push_back(std::sqrt(left));
        rest.factor.insert(rest.factor.end(), row.begin(), row.end());
        rest.kept.push_back(i);
    }
}

// Pillai's trace of the two blocks that are left, and its F approximation.
Answer SetResiduals::test(std::int32_t a, std::int32_t b) const {
    const Rest &x = rests_[a], &y = rests_[b];
    const std::size_t p = x.kept.size(), q = y.kept.size();
    const auto rows = static_cast<std::int64_t>(table_.rows());
    if (too_wide_) return {kNaN, kNaN, 0, 0, rows};
    const auto smaller = static_cast<std::int64_t>(std::min(p, q)), larger = static_cast<std::int64_t>(std::max(p, q));
    // The constant is one of the kept elements.
    const std::int64_t left = smaller * (rows - static_cast<std::int64_t>(kept_.size()) - larger);
    const auto dof = static_cast<std::int64_t>(p * q);
    if (smaller == 0 || left <= 0) return {kNaN, kNaN, dof, left, rows};
    std::vector<double> white(p * q);
    const std::size_t from_a = table_.columns().first[a], from_b = table_.columns().first[b];
    double trace = 0.0;
    for (std::size_t i = 0; i < p; ++i) {
        const double* lower = &x.factor[i * (i + 1) / 2];
        double* row = &white[i * q];
        for (std::size_t j = 0; j < q; ++j) {
            const double* other = &y.factor[j * (j + 1) / 2];
            const std::size_t u = x.kept[i], v = y.kept[j];
            double part = left_over(x, u, y, v, table_.gram(table_.linear(from_a + u), table_.linear(from_b + v)));
            for (std::size_t l = 0; l < j; ++l) part -= row[l] * other[l];
            row[j] = part / other[j];
        }
        // Now the row is whitened on the side of b; the rows before are whitened on both sides.
        for (std::size_t k = 0; k < i; ++k)
            for (std::size_t j = 0; j < q; ++j) row[j] -= lower[k] * white[k * q + j];
        for (std::size_t j = 0; j < q; ++j) {
            row[j] /= lower[i];
            trace += row[j] * row[j];
        }
    }
    double share = trace / static_cast<double>(smaller), rest = 1.0 - share;
    if (!(rest > kSingular)) share = 1.0, rest = 0.0;  // copies of each other, up to rounding: F is infinite
    const double f = share / rest * (static_cast<double>(left) / static_cast<double>(dof));
    return {incomplete_beta(0.5 * static_cast<double>(left), 0.5 * static_cast<double>(dof), rest), f, dof, left, rows};
}

}  // namespace sepset::residual
