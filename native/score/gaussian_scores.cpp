#include <cmath>

#include "score/family.hpp"
#include "score/local_scores.hpp"
#include "score/rising.hpp"

namespace sepset::score {

namespace {

// Σ_{j=1..size} log Γ((x + 1 - j) / 2): the logarithm of the multivariate gamma function, up to a constant that cancels.
double log_multigamma(double x, int size) {
    double sum = 0.0;
    for (int j = 1; j <= size; ++j) sum += log_gamma((x + 1.0 - j) / 2.0);
    return sum;
}

// The log marginal likelihood of the columns of every set, by Cholesky rows that grow one variable at a time.
class SetLikelihoods {
  public:
    SetLikelihoods(const GaussianScore& score, int bound)
        : n_(score.n), bound_(bound), posterior_(score.scatter, score.scatter + score.n * score.n),
          value_(std::size_t{1} << score.n, 0.0), row_(n_ * n_), members_(n_) {
        const double am = score.mean_weight, aw = score.wishart_weight, rows = static_cast<double>(score.rows);
        const double precision = am * (aw - static_cast<double>(n_) - 1.0) / (am + 1.0);
        for (std::size_t v = 0; v < n_; ++v) posterior_[v * n_ + v] += precision;
        for (int size = 0; size <= static_cast<int>(n_); ++size) {
            const double freedom = aw - static_cast<double>(n_) + size;
            constant_.push_back(0.5 * size * (std::log(am / (rows + am)) - rows * std::log(kPi)) +
                                log_multigamma(rows + freedom, size) - log_multigamma(freedom, size) +
                                0.5 * freedom * size * std::log(precision));
            power_.push_back(0.5 * (rows + freedom));
        }
        visit(0, 0, 0, 0.0);
    }

    double operator()(Set set) const { return value_[set]; }

  private:
    static constexpr double kPi = 3.14159265358979323846264338327950288;

    void visit(Set set, std::size_t next, int size, double log_determinant) {
        value_[set] = constant_[static_cast<std::size_t>(size)] - power_[static_cast<std::size_t>(size)] * log_determinant;
        if (size > bound_) return;
        for (std::size_t v = next; v < n_; ++v)
            visit(set | Set{1} << v, v + 1, size + 1, log_determinant + std::log(append(static_cast<std::size_t>(size), v)));
    }

    // Adds the Cholesky row of one more variable; returns the square of its diagonal.
    double append(std::size_t size, std::size_t v) {
        members_[size] = v;
        double* row = row_.data() + size * n_;
        double left = posterior_[v * n_ + v];
        for (std::size_t i = 0; i < size; ++i) {
            const double* other = row_.data() + i * n_;
            double entry = posterior_[v * n_ + members_[i]];
            for (std::size_t j = 0; j < i; ++j) entry -= row[j] * other[j];
            row[i] = entry / other[i];
            left -= row[i] * row[i];
        }
        row[size] = std::sqrt(left);
        return left;
    }

    std::size_t n_;
    int bound_;
    std::vector<double> posterior_, value_, row_, constant_, power_;
    std::vector<std::size_t> members_;
};

}  // namespace

std::vector<double> gaussian_local_scores(const GaussianScore& score, int bound) {
    const SetLikelihoods likelihood(score, bound);
    std::vector<double> out(score.n << score.n);
    write_families(score.n, bound, likelihood, [&](std::size_t, Set set) { return likelihood(set); }, out.data());
    return out;
}

}  // namespace sepset::score
