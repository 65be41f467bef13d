// Edges of a DAG reversed, with new parents for both ends: what moves of single nodes in a partition reach slowly.
#pragma once

#include <vector>

#include "common/random.hpp"
#include "score/chain_tables.hpp"

namespace sepset::score {

// Draws sets of parents by their weight.
class ParentDraws {
  public:
    explicit ParentDraws(const ChainTables& tables)
        : tables_(tables), sorted_(tables.components().size() * tables.n()) {}

    // One set inside `allowed` that meets `needed`, if that is not empty; `total` is the sum of their weights.
    Set draw(std::size_t component, std::size_t v, Set allowed, Set needed, const Scaled& total, Random& random);

  private:
    const std::vector<Set>& by_weight(std::size_t component, std::size_t v);

    const ChainTables& tables_;
    std::vector<std::vector<Set>> sorted_;
};

// A DAG given by sets of candidates, changed in steps that leave the posterior given a component as it is [Grzegorczyk
// and Husmeier 2008].
class EdgeReversal {
  public:
    explicit EdgeReversal(const ChainTables& tables) : tables_(tables), below_(tables.n()) {}

    void run(std::size_t steps, std::size_t component, std::vector<Set>& parents, ParentDraws& draws, Random& random);

  private:
    void step(std::size_t component, std::vector<Set>& parents, ParentDraws& draws, Random& random);
    Set not_below(std::size_t v, const std::vector<Set>& parents);
    Scaled sum_with(std::size_t component, std::size_t v, Set allowed, Set needed) const {
        return difference(tables_.sum(component, v, allowed), tables_.sum(component, v, allowed & ~needed));
    }

    const ChainTables& tables_;
    std::vector<char> below_;  // scratch: whether a node is below the one in question
    std::vector<std::size_t> found_;
    std::size_t edges_ = 0;
};

}  // namespace sepset::score
