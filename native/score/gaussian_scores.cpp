#include <cmath>

#include "score/family.hpp"
#include "score/gaussian_sets.hpp"
#include "score/rising.hpp"

namespace sepset::score {

namespace {

constexpr double kPi = 3.14159265358979323846264338327950288;

// Σ_{j=1..size} log Γ((x + 1 - j) / 2): the logarithm of the multivariate gamma function, up to a constant that
// cancels.
double log_multigamma(double x, std::size_t size) {
    double sum = 0.0;
    for (std::size_t j = 0; j < size; ++j) sum += log_gamma((x - static_cast<double>(j)) / 2.0);
    return sum;
}

void visit(const GaussianSets& sets, GrowingFactor& factor, std::size_t bound, Set set, std::size_t next,
           double log_determinant, std::vector<double>& value) {
    value[set] = sets.value(factor.size(), log_determinant);
    if (factor.size() > bound) return;
    for (std::size_t v = next; v < sets.n(); ++v) {
        const double left = factor.push(v);
        visit(sets, factor, bound, set | Set{1} << v, v + 1, log_determinant + std::log(left), value);
        factor.pop();
    }
}

}  // namespace

GaussianSets::GaussianSets(const GaussianScore& score)
    : n_(score.n), posterior_(score.scatter, score.scatter + score.n * score.n) {
    const double am = score.mean_weight, rows = static_cast<double>(score.rows);
    const double extra = score.wishart_weight - static_cast<double>(n_), precision = am * (extra - 1.0) / (am + 1.0);
    for (std::size_t v = 0; v < n_; ++v) posterior_[v * n_ + v] += precision;
    for (std::size_t size = 0; size <= n_; ++size) {
        const double count = static_cast<double>(size), freedom = extra + count;
        constant_.push_back(0.5 * count * (std::log(am / (rows + am)) - rows * std::log(kPi)) +
                            log_multigamma(rows + freedom, size) - log_multigamma(freedom, size) +
                            0.5 * freedom * count * std::log(precision));
        power_.push_back(0.5 * (rows + freedom));
    }
}

std::vector<double> gaussian_local_scores(const GaussianScore& score, int bound) {
    const GaussianSets sets(score);
    GrowingFactor factor(sets, sets.n());
    std::vector<double> value(std::size_t{1} << score.n), out(score.n << score.n);
    visit(sets, factor, static_cast<std::size_t>(bound), 0, 0, 0.0, value);
    const auto likelihood = [&](Set set) { return value[set]; };
    write_families(score.n, bound, likelihood, [&](std::size_t, Set set) { return value[set]; }, out.data());
    return out;
}

}  // namespace sepset::score
