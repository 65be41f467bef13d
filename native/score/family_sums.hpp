// Sums over the sets of parents that a node may have, and the best that can be reached: what both exact engines share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "score/local_scores.hpp"
#include "score/scaled.hpp"

namespace sepset::score {

// One component: local scores of one kind (n rows of 2^n logarithms), and the log-odds of an edge.
struct Component {
    const double* local;
    std::size_t n;
    double log_odds;
};

// W_v(S), the sum of the weights exp(score + log-odds * size) of all parent sets of v inside S, for every v and S
// without v, as mantissa times 2^exponent. The exponent is that of the best set, so that the mantissa is from 1 to 2^n.
class FamilySums {
  public:
    explicit FamilySums(const Component& component);

    std::size_t n() const { return n_; }
    Set all() const { return (Set{1} << n_) - 1; }
    double mantissa(std::size_t v, Set set) const { return mantissa_[v << n_ | set]; }
    std::int32_t exponent(std::size_t v, Set set) const { return exponent_[v << n_ | set]; }

    // W_v(set) - W_v(part) in units of 2^exponent(v, set), never below 0: parents in `set`, not all of them in `part`.
    double difference(std::size_t v, Set set, Set part) const {
        const std::size_t row = v << n_;
        const double smaller = mantissa_[row | part] * power_of_two(exponent_[row | part] - exponent_[row | set]);
        const double left = mantissa_[row | set] - smaller;
        return left > 0.0 ? left : 0.0;
    }

    // What was taken out of the scores, to be added to a logarithm of a sum of products over all nodes.
    double offset() const { return offset_; }

  private:
    std::size_t n_;
    double offset_ = 0.0;
    std::vector<double> mantissa_;
    std::vector<std::int32_t> exponent_;
};

// Exponents of the best graph on each set (`upto`), and of the best way to go on from it to all nodes (`onwards`).
// Whatever is scaled by them is at most the number of graphs, and what becomes 0 could not have mattered.
struct Potentials {
    std::vector<std::int32_t> upto, onwards;
    explicit Potentials(const FamilySums& sums);
};

}  // namespace sepset::score
