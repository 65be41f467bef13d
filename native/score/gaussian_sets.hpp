// The marginal likelihood of sets of Gaussian columns, from the determinants of their scatter.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "score/local_scores.hpp"

namespace sepset::score {

class GaussianSets {
  public:
    explicit GaussianSets(const GaussianScore& score);

    std::size_t n() const { return n_; }
    double scatter(std::size_t a, std::size_t b) const { return posterior_[a * n_ + b]; }

    // The log marginal likelihood of `size` columns whose matrix has this log determinant.
    double value(std::size_t size, double log_determinant) const {
        return constant_[size] - power_[size] * log_determinant;
    }

  private:
    std::size_t n_;
    std::vector<double> posterior_, constant_, power_;
};

// A Cholesky factor that grows one variable at a time.
class GrowingFactor {
  public:
    GrowingFactor(const GaussianSets& sets, std::size_t most) : sets_(sets), most_(most), row_(most * most) {}

    std::size_t size() const { return members_.size(); }

    // Adds a variable; returns the square of its diagonal, what is left of its scatter given the others.
    double push(std::size_t v) {
        double* row = row_.data() + size() * most_;
        double left = sets_.scatter(v, v);
        for (std::size_t i = 0; i < size(); ++i) {
            row[i] = entry(v, row, i);
            left -= row[i] * row[i];
        }
        row[size()] = std::sqrt(left);
        members_.push_back(v);
        return left;
    }
    void pop() { members_.pop_back(); }

    // Writes the coordinates of a variable that is not added.
    void project(std::size_t v, double* row) const {
        for (std::size_t i = 0; i < size(); ++i) row[i] = entry(v, row, i);
    }

  private:
    double entry(std::size_t v, const double* row, std::size_t i) const {
        const double* other = row_.data() + i * most_;
        double value = sets_.scatter(v, members_[i]);
        for (std::size_t j = 0; j < i; ++j) value -= row[j] * other[j];
        return value / other[i];
    }

    const GaussianSets& sets_;
    std::size_t most_;
    std::vector<double> row_;
    std::vector<std::size_t> members_;
};

}  // namespace sepset::score
