// Local scores: the logarithm of what a node contributes to the marginal likelihood, for each set of parents.
//
// Every score here is s(v, P) = A(P and v) - B(P): a term of the family and one of the parents alone. So each set of
// variables is counted once, whoever is child and whoever is parent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace sepset::score {

using Set = std::uint32_t;  // variables 0 .. n - 1 as bits

// Discrete columns end to end, `rows` codes each.
struct Codes {
    const std::uint16_t* values;
    std::size_t n, rows;
    const std::int32_t* levels;
};

// Dirichlet(cell) puts the same a on every cell of a table; BDeu(sample) shares a sample size among the cells.
struct DirichletScores {
    std::vector<double> cell, sample;
    std::size_t count() const { return cell.size() + sample.size(); }
};

// For each score, node v and set P of at most `bound` others, at (score * n + v) * 2^n + P; minus infinity elsewhere.
// `check_signals` is called now and then and ends the work by throwing.
std::vector<double> discrete_local_scores(const Codes& codes, const DirichletScores& scores, int bound, int threads,
                                          const std::function<void()>& check_signals);

// The BGe score [Geiger and Heckerman 2002; Kuipers, Moffa and Heckerman 2014]: the scatter matrix of `rows` centred
// rows, prior precision t on the diagonal, weights of the prior mean and of the prior precision.
struct GaussianScore {
    const double* scatter;
    std::size_t n, rows;
    double mean_weight, wishart_weight;
};

std::vector<double> gaussian_local_scores(const GaussianScore& score, int bound);

}  // namespace sepset::score
