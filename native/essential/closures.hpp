// k-closures by rows of bits, and what all k-closures of one class share.
#pragma once

#include <cstdint>
#include <vector>

#include "common/builtins.hpp"

namespace sepset::essential {

using Row = std::uint64_t;  // nodes 0 .. 63 as bits
constexpr std::size_t kMostNodes = 64;

inline Row bit(std::size_t i) { return Row{1} << i; }

// Calls visit(i) for the members of a row, the lowest first.
template <class Visit>
void each(Row row, Visit visit) {
    for (; row; row &= row - 1) visit(static_cast<std::size_t>(lowest_bit(row)));
}

// A k-closure: i --> j where i is in parents[j]; adjacent nodes with neither are i <-> j.
struct Closure {
    std::vector<Row> adjacency, parents;

    std::size_t n() const { return adjacency.size(); }
    bool head(std::size_t at, std::size_t other) const { return !(parents[other] >> at & 1); }
};

// The k-closure of a DAG given by its parents: an edge for each pair that no set of at most k nodes separates.
Closure k_closure(const std::vector<Row>& parents, int k);

// The skeleton and the unshielded colliders: two k-closures are of one class exactly when they agree on these.
struct Pattern {
    explicit Pattern(const Closure& closure);

    std::size_t n() const { return adjacency.size(); }
    // All b such that (a, c, b) is unshielded and a collider, or none.
    Row colliders(std::size_t c, std::size_t a) const { return colliders_[c * n() + a]; }
    Row non_colliders(std::size_t c, std::size_t a) const {
        return adjacency[c] & ~adjacency[a] & ~bit(a) & ~colliders(c, a);
    }
    friend bool operator<(const Pattern& one, const Pattern& other) {
        return one.adjacency != other.adjacency ? one.adjacency < other.adjacency : one.colliders_ < other.colliders_;
    }

    std::vector<Row> adjacency;

  private:
    std::vector<Row> colliders_;
};

}  // namespace sepset::essential
