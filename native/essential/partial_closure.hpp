// A k-closure under construction: which marks are certain, and what follows from them.
// sepset/equivalence/essential/partial_closure.py says the same, more readably.
#pragma once

#include "essential/closures.hpp"

namespace sepset::essential {

enum class Type { forwards, backwards, both };  // i --> j, i <-- j, i <-> j

// Methods that conclude return false when the certain marks clash: no k-closure of the class has all of them.
class Partial {
  public:
    explicit Partial(const Pattern& pattern);

    bool start();  // what follows from skeleton and unshielded colliders alone
    bool assume(std::size_t i, Type type, std::size_t j);
    bool exclude(std::size_t i, Type type, std::size_t j);

    const Pattern& pattern() const { return *pattern_; }
    std::size_t n() const { return pattern_->n(); }
    bool possible(std::size_t i, Type type, std::size_t j) const;
    // Neighbours for which the type of the edge is open; those that may be parents; those with i <-> j for certain.
    Row undecided(std::size_t i) const {
        return pattern_->adjacency[i] & ~(child_[i] | parent_[i] | (arrow_[i] & arrow_at_[i]));
    }
    Row possible_parents(std::size_t i) const { return pattern_->adjacency[i] & ~child_[i] & ~arrow_at_[i]; }
    Row siblings(std::size_t i) const { return arrow_[i] & arrow_at_[i]; }
    const std::vector<Row>& parents() const { return parent_; }
    const std::vector<Row>& children() const { return child_; }

  private:
    bool put_arrow(std::size_t i, std::size_t j);
    bool put_tail(std::size_t i, std::size_t j);
    bool put_tails(std::size_t i, Row others);
    bool put_arrows(Row others, std::size_t j);
    bool after_arrow(std::size_t i, std::size_t j);
    bool after_tail(std::size_t i, std::size_t j);
    bool along_directed_paths();
    bool propagate();

    struct News {
        bool tail;
        std::size_t i, j;
    };

    const Pattern* pattern_;
    // By node: neighbours with an arrowhead here, with one at their end, children, parents, and where <-> is ruled out.
    std::vector<Row> arrow_, arrow_at_, child_, parent_, directed_;
    std::vector<News> news_;
};

}  // namespace sepset::essential
