// Scores of families when there are too many variables for a table of all sets: asked for node by node.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "score/local_scores.hpp"

namespace sepset::score {

class Families {
  public:
    virtual ~Families() = default;
    virtual std::size_t n() const = 0;
    virtual std::size_t scores() const = 0;

    // s(v, parents and u) for every u, and s(v, parents) itself at v and at the parents.
    virtual std::vector<double> extensions(std::size_t v, const std::vector<std::size_t>& parents,
                                           std::size_t score) const = 0;

    // s(v, P) for every set P of candidates, at score * 2^candidates + P.
    virtual std::vector<double> table(std::size_t v, const std::vector<std::size_t>& candidates) const = 0;
};

std::unique_ptr<Families> discrete_families(const Codes& codes, const DirichletScores& scores);
std::unique_ptr<Families> gaussian_families(const GaussianScore& score);

}  // namespace sepset::score
