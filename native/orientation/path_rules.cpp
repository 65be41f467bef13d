// Step 3 (R0) and the rules that follow paths: R4, R9 and R10.
#include <algorithm>

#include "orientation/paths.hpp"
#include "orientation/rules.hpp"

namespace sepset::orientation {

// R0: a *-* c *-* b, a and b not adjacent, c not in S_{a,b}  =>  a *-> c <-* b.
// Each a *-> c is proposed once, for the first such b; in the order of b, then c.
void r0(const RuleInput& input, Proposals& out) {
    const Marks& g = input.g;
    struct Found {
        Node b, c;
        bool operator<(const Found& other) const { return b != other.b ? b < other.b : c < other.c; }
    };
    std::vector<Found> found;
    for (Node a = 0; a < g.n(); ++a) {
        input.interruption.check();
        found.clear();
        each(g.adjacent(a), g.words(), [&](Node c) {
            const Node b = first_that(g.adjacent(c) - g.adjacent(a) - Single(a), g.words(),
                                      [&](Node end) { return input.evidence.outside(a, end, c); });
            if (b != kNoNode) found.push_back({b, c});
        });
        std::sort(found.begin(), found.end());
        for (const auto [b, c] : found) out.add(a, kInto, c, {a, c, b});
    }
}

namespace {

// What the starts of one cluster say about b: each branch of R4 at most once per node a before b.
void discriminate(const RuleInput& input, const DiscriminatingPaths& paths, const DiscriminatingPaths::Cluster& cluster,
                  Node b, Node c, Proposals& out) {
    const Marks& g = input.g;
    const auto ends = cluster.inner.row() & g.far(b, kArrow);
    if (empty(ends, g.words())) return;
    const Node non_collider =
        first_that(cluster.starts.row(), g.words(), [&](Node t) { return input.evidence.inside(t, c, b); });
    if (non_collider != kNoNode)
        out.add(b, kDirected, c, paths.shortest(non_collider, cluster, first(ends, g.words()), b));
    const Node collider =
        first_that(cluster.starts.row(), g.words(), [&](Node t) { return input.evidence.outside(t, c, b); });
    if (collider == kNoNode) return;
    each(ends, g.words(), [&](Node a) {
        const Path path = paths.shortest(collider, cluster, a, b);
        out.add(a, kSpouses, b, path);
        out.add(b, kSpouses, c, path);
    });
}

}  // namespace

// R4: <t, ..., a, b, c> discriminating for b, b o-* c  =>  b --> c if b in S_{t,c}, else a <-> b <-> c.
void r4(const RuleInput& input, Proposals& out) {
    const Marks& g = input.g;
    for (Node c = 0; c < g.n(); ++c) {
        input.interruption.check();
        if (empty(g.far(c, kCircle), g.words()) || empty(g.parents(c), g.words())) continue;
        const DiscriminatingPaths paths(g, c);
        each(g.far(c, kCircle), g.words(), [&](Node b) {
            for (const auto& cluster : paths.clusters()) discriminate(input, paths, cluster, b, c, out);
        });
    }
}

// R9: a o-> c, an uncovered p.d. path <a, b, ..., c>, b and c not adjacent  =>  a --> c.
void r9(const RuleInput& input, Proposals& out) {
    const Marks& g = input.g;
    UncoveredPaths paths(g, input.evidence);
    for (Node a = 0; a < g.n(); ++a)
        each(g.pointing(a), g.words(), [&](Node c) {
            input.interruption.check();
            const Node b = first_that(paths.steps(a) - g.adjacent(c) - Single(c), g.words(), [&](Node step) {
                return !input.evidence.doubtful(step, a, c) &&
                       has(paths.ends(a, step).words, static_cast<std::size_t>(c));
            });
            if (b != kNoNode) out.add(a, kDirected, c, paths.shortest(a, b, c));
        });
}

// R10: a o-> c, b --> c <-- d, uncovered p.d. paths <a, m, ..., b> and <a, w, ..., d>, m and w different and not
// adjacent  =>  a --> c. A path may be a single edge, and both may end in the same parent.
void r10(const RuleInput& input, Proposals& out) {
    const Marks& g = input.g;
    UncoveredPaths paths(g, input.evidence);
    for (Node a = 0; a < g.n(); ++a)
        each(g.pointing(a), g.words(), [&](Node c) {
            input.interruption.check();
            if (empty(g.parents(c), g.words())) return;
            const auto parent_at_end = [&](Node m) { return first(paths.ends(a, m) & g.parents(c), g.words()); };
            Bits firsts(g.words());
            each(paths.steps(a) - Single(c), g.words(), [&](Node m) {
                if (parent_at_end(m) != kNoNode) firsts.put(m);
            });
            const Apart fork = two_apart(input, a, firsts.row());
            if (!fork) return;
            const Path one = paths.shortest(a, fork.one, parent_at_end(fork.one));
            const Path other = paths.shortest(a, fork.other, parent_at_end(fork.other));
            Path nodes{c};  // as they lie: c, then b, ..., m, a, w, ..., d
            nodes.insert(nodes.end(), one.rbegin(), one.rend());
            nodes.insert(nodes.end(), other.begin() + 1, other.end());
            out.add(a, kDirected, c, nodes);
        });
}

}  // namespace sepset::orientation
