#include "essential/covers.hpp"

#include <algorithm>

namespace sepset::essential {

namespace {

// Node-disjoint paths, found one by one [Ford and Fulkerson]; each node has an entry 2v and an exit 2v + 1.
class Flow {
  public:
    Flow(const std::vector<Row>& links, Row starts, Row ends)
        : links_(links), starts_(starts), ends_(ends), before_(links.size(), kNobody) {}

    // Adds one path, re-routing the others where that makes room; says whether it was possible.
    bool augment() {
        came_.assign(2 * links_.size(), kNobody);
        queue_.clear();
        each(starts_, [&](std::size_t v) { queue_.push_back(2 * v); });
        Row entered = starts_, left = 0;
        for (std::size_t at = 0; at < queue_.size(); ++at) {
            const std::size_t state = queue_[at], v = state / 2;
            if (state % 2 == 0) {
                // A used node can only be left backwards, along the path that came in here.
                const std::size_t u = used_ & bit(v) ? before_[v] : v;
                if (u == kNobody || left & bit(u)) continue;
                left |= bit(u);
                visit(2 * u + 1, state);
                continue;
            }
            if (ends_ & bit(v)) return reroute(state), true;
            Row onward = links_[v] & ~entered;
            if (used_ & bit(v) && !(entered & bit(v))) onward |= bit(v);  // take the path through v back
            entered |= onward;
            each(onward, [&](std::size_t w) { visit(2 * w, state); });
        }
        return false;
    }

  private:
    static constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

    void visit(std::size_t state, std::size_t from) {
        came_[state] = from;
        queue_.push_back(state);
    }

    void reroute(std::size_t state) {
        ends_ &= ~bit(state / 2);
        added_.clear();
        for (std::size_t from = came_[state]; from != kNobody; from = came_[state]) {
            const std::size_t u = from / 2, v = state / 2;
            if (u == v)
                used_ ^= bit(v);
            else if (from % 2)
                added_.push_back({u, v});  // leaving an exit adds the step u, v
            else if (before_[u] == v)
                before_[u] = kNobody;  // leaving an entry backwards takes v, u away
            state = from;
        }
        starts_ &= ~bit(state / 2);
        for (const auto& [u, v] : added_) before_[v] = u;
    }

    const std::vector<Row>& links_;
    Row starts_, ends_, used_ = 0;
    std::vector<std::size_t> before_, came_, queue_;
    std::vector<std::pair<std::size_t, std::size_t>> added_;
};

// Whether more than k node-disjoint paths lead from `starts` to `ends`; a node in both is a path.
bool more_disjoint_paths(std::vector<Row>& links, Row starts, Row ends, int k) {
    const Row both = starts & ends;
    const int needed = k + 1 - count_bits(both);
    if (needed <= 0) return true;
    for (Row& row : links) row &= ~both;
    Flow flow(links, starts & ~both, ends & ~both);
    for (int i = 0; i < needed; ++i)
        if (!flow.augment()) return false;
    return true;
}

// How many of the candidates can be parents of a together, or k + 1 when more.
int largest_family(const Pattern& pattern, std::size_t a, int chosen, Row left, int k) {
    int best = chosen;
    while (left && best <= k && chosen + count_bits(left) > best) {
        const auto j = static_cast<std::size_t>(lowest_bit(left));
        left &= left - 1;
        best = std::max(best, largest_family(pattern, a, chosen + 1, left & ~pattern.non_colliders(a, j), k));
    }
    return best;
}

bool enough_parents(const Partial& partial, std::size_t a, Row candidates, int k) {
    const Row certain = partial.parents()[a] & candidates;
    return count_bits(certain) > k ||
           largest_family(partial.pattern(), a, count_bits(certain), candidates & ~certain, k) > k;
}

}  // namespace

Row reached(Row from, const std::vector<Row>& rows) {
    Row found = from;
    for (Row frontier = from; frontier;) {
        Row next = 0;
        each(frontier, [&](std::size_t i) { next |= rows[i]; });
        frontier = next & ~found;
        found |= frontier;
    }
    return found;
}

bool may_be_covered(const Partial& partial, std::size_t a, std::size_t b, int k) {
    const std::size_t n = partial.n();
    const Row ends = bit(a) | bit(b);
    std::vector<Row> possible(n), links(n, 0);
    for (std::size_t i = 0; i < n; ++i) possible[i] = partial.possible_parents(i);
    possible[a] &= ~ends;
    possible[b] &= ~ends;
    // Neither end is an ancestor of the other, so nothing certainly below one of them is an ancestor of either.
    const Row below = reached(ends, partial.children()) & ~ends;
    for (std::size_t i = 0; i < n; ++i) links[i] = possible[i] & ~below;
    const Row ancestors = reached(ends, links);
    for (const std::size_t end : {a, b})
        if (!enough_parents(partial, end, possible[end] & ancestors, k)) return false;
    const Row inner = ancestors & ~ends;
    std::fill(links.begin(), links.end(), Row{0});
    each(inner, [&](std::size_t i) {
        const Row family = possible[i] & inner;
        links[i] |= family;
        // Two nodes that are not adjacent are both parents of i only where the class has an unshielded collider.
        each(family, [&](std::size_t j) { links[j] |= bit(i) | (partial.pattern().colliders(i, j) & family); });
    });
    return more_disjoint_paths(links, possible[a] & inner, possible[b] & inner, k);
}

bool is_covered(const Partial& partial, std::size_t a, std::size_t b, int k) {
    const std::vector<Row>& parents = partial.parents();
    const Row ends = bit(a) | bit(b), inner = reached(ends, parents) & ~ends;
    std::vector<Row> links(parents.size(), 0);
    each(inner, [&](std::size_t i) {
        const Row family = parents[i] & inner;
        links[i] |= family;
        each(family, [&](std::size_t j) { links[j] |= (family | bit(i)) & ~bit(j); });
    });
    return more_disjoint_paths(links, parents[a] & inner, parents[b] & inner, k);
}

}  // namespace sepset::essential
