// Uncovered potentially directed paths and discriminating paths: the compiled form of sepset.orientation.paths.
#pragma once

#include <vector>

#include "orientation/evidence.hpp"

namespace sepset::orientation {

using Path = std::vector<Node>;

// Uncovered p.d. paths of one graph: where they lead from a first edge, and a shortest one. A state is a p.d. edge
// u, v; whether a path goes on depends on its last edge only. States that reach each other lead to the same ends, so
// ends are kept for each strongly connected component, found by Tarjan's algorithm when first asked for.
class UncoveredPaths {
  public:
    UncoveredPaths(const Marks& g, const Evidence& evidence);

    // Every v such that u, v is a p.d. edge: no arrowhead at u, no tail at v.
    auto steps(Node u) const { return g_.adjacent(u) - g_.near(u, kArrow) - g_.far(u, kTail); }

    // Every node that an uncovered p.d. path with first edge a, b reaches; b is one of them.
    Row ends(Node a, Node b);

    // A shortest uncovered p.d. path from a over b to the goal, which must be one of its ends.
    Path shortest(Node a, Node b, Node goal);

  private:
    using State = std::int32_t;
    static constexpr State kUnseen = -1;

    struct Visit {
        State state;
        State next;  // the first state after `state` not yet looked at
    };

    State state_of(Node u, Node v) const;
    State start_after(State state) const {
        return start_[static_cast<std::size_t>(to_[static_cast<std::size_t>(state)])];
    }
    State stop_after(State state) const {
        return start_[static_cast<std::size_t>(to_[static_cast<std::size_t>(state)]) + 1];
    }
    bool follows(State state, State following) const;
    void solve(State first);
    void enter(State state);
    void go_on();
    void leave();
    void close_component(State root);
    Path trail(State first, State last) const;

    const Marks& g_;
    const Evidence& evidence_;
    std::vector<State> start_;     // the states u, * are those from start_[u] to start_[u + 1]
    std::vector<Node> from_, to_;  // of each state
    // Tarjan's: when a state was entered, the earliest state on the stack that it reaches, its component.
    std::vector<std::int32_t> entered_, lowest_, component_;
    std::vector<State> stack_;
    std::vector<Visit> visits_;
    std::int32_t clock_ = 0;
    std::vector<Bits> ends_;  // of each component
    // The last search for a shortest path; a state belongs to it when its stamp is the current one.
    std::vector<State> came_from_;
    std::vector<std::int32_t> stamp_;
    std::int32_t search_ = 0;
};

// Discriminating paths <theta, q1, ..., alpha, beta, gamma> into one node gamma: theta and gamma are not adjacent, and
// every node between theta and beta is a collider on the path and a parent of gamma. The inner nodes are therefore
// parents of gamma joined by <->: they fall into clusters, and each cluster has the same possible starts theta.
class DiscriminatingPaths {
  public:
    struct Cluster {
        Bits inner, starts;
    };

    DiscriminatingPaths(const Marks& g, Node gamma);

    // Those that have a start.
    const std::vector<Cluster>& clusters() const { return clusters_; }

    // A shortest (theta, ..., alpha, beta, gamma) with its inner nodes in the cluster.
    Path shortest(Node theta, const Cluster& cluster, Node alpha, Node beta) const;

  private:
    // The nodes that can begin a path at q: not adjacent to gamma, with an arrowhead at q.
    auto starts(Node q) const { return g_.near(q, kArrow) - g_.adjacent(gamma_) - Single(gamma_); }
    Cluster grow(Node seed, const Bits& left) const;

    const Marks& g_;
    Node gamma_;
    std::vector<Cluster> clusters_;
};

}  // namespace sepset::orientation
