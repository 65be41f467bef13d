// One conditioning set, worked out once: the part of every variable that it explains, so that pairs are cheap.
#pragma once

#include <cstdint>
#include <vector>

#include "residual/table.hpp"

namespace sepset::residual {

// What is left of a vector after conditioning, at or below this share of its variance, is rounding.
constexpr double kSingular = 1e-8;

struct Answer {
    double p, statistic;     // NaN: not usable
    std::int64_t dof, left;  // of numerator and denominator
    std::int64_t rows;
};

class SetResiduals {
  public:
    // The members of the set are variables of the table, in increasing order.
    SetResiduals(const Table& table, const std::int32_t* members, std::size_t size);

    // Works out what is left of a variable; before `test` asks about it.
    void prepare(std::int32_t variable);
    Answer test(std::int32_t a, std::int32_t b) const;

  private:
    // A vector of the basis: an atom, or a product of two atoms with its values, or with its ones if both have them.
    struct Element {
        std::size_t atom;
        bool product = false;
        std::vector<double> values;
        Ones ones;
    };
    // What is left of a variable: by vector its parts along the basis, and the Cholesky factor of what is left.
    struct Rest {
        bool ready = false;
        std::vector<double> along;      // vector after vector
        std::vector<std::size_t> kept;  // vectors that are not rounding
        std::vector<double> factor;     // lower triangle by rows, of the kept vectors
    };

    void choose_basis(const std::int32_t* members, std::size_t size);
    void add_products(const std::int32_t* members, std::size_t size);
    std::vector<std::size_t> factors_of(std::int32_t variable) const;
    std::size_t occurring(const std::int32_t* members, std::size_t size) const;
    Element product_of(const Vector& x, const Vector& y) const;
    Vector vector(const Element& element) const;
    double product(const Element& x, const Element& y) const;
    void orthonormalise();
    void solve(double* parts) const;
    double left_over(const Rest& x, std::size_t i, const Rest& y, std::size_t j, double whole) const;

    const Table& table_;
    bool too_wide_ = false;  // more than N / 2 vectors, so that nothing is said
    std::vector<Element> basis_;
    std::vector<std::size_t> kept_;            // elements that are not rounding given the ones before
    std::vector<std::vector<double>> factor_;  // of each kept element: the parts of itself and later ones along it
    std::vector<Rest> rests_;
};

}  // namespace sepset::residual
