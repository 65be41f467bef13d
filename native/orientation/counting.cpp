// The rules that only hold for k-closures: R11 and R12 of the k-PC algorithm, and the counting rule.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "orientation/rules.hpp"

namespace sepset::orientation {

namespace {

// a, b, then some more nodes.
template <class Some>
std::vector<Node> listed(Node a, Node b, const Set<Some>& others, std::size_t words) {
    std::vector<Node> nodes{a, b};
    each(others, words, [&](Node node) { nodes.push_back(node); });
    return nodes;
}

// Says whether a <-> b would make a new unshielded collider with each of some nodes: none is adjacent to b, and a is
// known to be no collider between it and b.
template <class Some>
bool none_fits(const RuleInput& input, const Set<Some>& nodes, Node a, Node b) {
    return first_that(nodes, input.g.words(),
                      [&](Node c) { return input.g.adjacent(b, c) || input.evidence.doubtful(c, a, b); }) == kNoNode;
}

}  // namespace

// R11: no arrowhead at a, a o-> b, b not adjacent to any c with a o-o c  =>  a --> b.
void r11(const RuleInput& input, Proposals& out) {
    const Marks& g = input.g;
    for (Node a = 0; a < g.n(); ++a) {
        if (!empty(g.near(a, kArrow), g.words())) continue;
        each(g.pointing(a), g.words(), [&](Node b) {
            if (none_fits(input, g.open(a), a, b)) out.add(a, kDirected, b, listed(a, b, g.open(a), g.words()));
        });
    }
}

// R12: no arrowhead at a, a o-o c, c not adjacent to any other d with a o-o d  =>  a --- c.
void r12(const RuleInput& input, Proposals& out) {
    const Marks& g = input.g;
    for (Node a = 0; a < g.n(); ++a) {
        if (!empty(g.near(a, kArrow), g.words())) continue;
        each(g.open(a), g.words(), [&](Node c) {
            const auto others = g.open(a) - Single(c);
            if (none_fits(input, others, a, c)) out.add(a, kUndirected, c, listed(a, c, others, g.words()));
        });
    }
}

namespace {

std::size_t count(const Bits& bits) {
    std::size_t found = 0;
    for (std::size_t w = 0; w < bits.words(); ++w) found += static_cast<std::size_t>(count_bits(bits.row()[w]));
    return found;
}

// The parents that a node may have, and which of them may be its parents at the same time. A possible parent w: the
// edge is ---, or has no tail at the node and no arrowhead at w. Two fit when they are adjacent or form an unshielded
// collider at the node.
class Room {
  public:
    Room(const RuleInput& input, Node node)
        : input_(input), node_(node),
          possible_(((input.g.near(node, kCircle) | input.g.near(node, kArrow)) - input.g.far(node, kArrow)) |
                        input.g.where(node, kTail, kTail),
                    input.g.words()) {}

    // Says whether the node can have more than k parents beside node <-> spouse.
    bool has_more_than(int k, Node spouse) {
        Bits candidates = fitting(spouse);
        candidates.drop(spouse);
        return has_clique(candidates, static_cast<std::size_t>(k) + 1);
    }

  private:
    // The possible parents whose arrow into the node fits one from w.
    Bits fitting(Node w) const {
        const Marks& g = input_.g;
        Bits fit(possible_.row() & g.adjacent(w), g.words());
        if (g.has_near(node_, kArrow, w)) fit.add(possible_.row() & g.near(node_, kArrow));
        each(possible_.row() - fit.row(), g.words(), [&](Node x) {
            if (input_.evidence.doubtful(x, node_, w)) fit.put(x);
        });
        return fit;
    }

    const Bits& compatible(Node w) {
        const auto known = compatible_.find(w);
        return known != compatible_.end() ? known->second : compatible_.emplace(w, fitting(w)).first->second;
    }

    // Says whether some `size` candidates are pairwise compatible; exact, stops at the first such set.
    bool has_clique(Bits candidates, std::size_t size) {
        if (size <= 1) return size < 1 || count(candidates) > 0;
        drop_with_few_partners(candidates, size - 1);
        while (count(candidates) >= size) {
            const Node v = first(candidates.row(), candidates.words());
            candidates.drop(v);
            if (has_clique(Bits(candidates.row() & compatible(v).row(), candidates.words()), size - 1)) return true;
        }
        return false;
    }

    // Drops, again and again, the candidates with fewer compatible partners than that.
    void drop_with_few_partners(Bits& candidates, std::size_t partners) {
        for (bool dropped = true; dropped;) {
            dropped = false;
            each(Bits(candidates).row(), candidates.words(), [&](Node v) {
                if (count(Bits(candidates.row() & compatible(v).row(), candidates.words())) >= partners) return;
                candidates.drop(v);
                dropped = true;
            });
        }
    }

    const RuleInput& input_;
    Node node_;
    Bits possible_;
    std::unordered_map<Node, Bits> compatible_;
};

// The room at every node of a graph.
class Rooms {
  public:
    Rooms(const RuleInput& input, int k) : k_(k) {
        rooms_.reserve(static_cast<std::size_t>(input.g.n()));
        for (Node a = 0; a < input.g.n(); ++a) rooms_.emplace_back(input, a);
    }

    // The end of a <-> b, a before b, that cannot have k+1 parents beside it; kNoNode if both can.
    Node starved(Node a, Node b) { return !has_room(a, b) ? a : !has_room(b, a) ? b : kNoNode; }

  private:
    bool has_room(Node node, Node spouse) { return rooms_[static_cast<std::size_t>(node)].has_more_than(k_, spouse); }

    int k_;
    std::vector<Room> rooms_;
};

// Calls found(a, b, starved) for every edge a *-* b, b among others(a), of which one end is starved.
template <class Others, class Found>
void each_starved(const RuleInput& input, Others others, Found found) {
    const std::optional<int> k = input.evidence.k();
    if (!k) return;
    Rooms rooms(input, *k);
    for (Node a = 0; a < input.g.n(); ++a) {
        input.interruption.check();
        each(others(a), input.g.words(), [&](Node b) {
            const Node starved = rooms.starved(a, b);
            if (starved != kNoNode) found(a, b, starved);
        });
    }
}

}  // namespace

// Count: a o-> b (a o-o b), and a or b cannot have k+1 parents together  =>  a --> b (a --- b).
void counting(const RuleInput& input, Proposals& out) {
    const Marks& g = input.g;
    each_starved(
        input, [&](Node a) { return g.pointing(a) | (g.open(a) & After(a)); },
        [&](Node a, Node b, Node starved) {
            out.add(a, g.has_near(b, kArrow, a) ? kDirected : kUndirected, b, {a, b, starved});
        });
}

// A check, not a rule, so it proposes no mark: a <-> b, and a or b cannot have k+1 parents together.
void without_room(const RuleInput& input, Proposals& out) {
    const Marks& g = input.g;
    each_starved(
        input, [&](Node a) { return g.where(a, kArrow, kArrow) & After(a); },
        [&](Node a, Node b, Node starved) { out.add(a, kAsItIs, b, {a, b, starved}); });
}

}  // namespace sepset::orientation
