// Step 3 (R0) and the FCI rules without selection bias: R1-R4 and R8-R10.
#include <algorithm>

#include "orientation/paths.hpp"
#include "orientation/rules.hpp"

namespace sepset::orientation {

// R0: a *-* c *-* b, a and b not adjacent, c not in S_{a,b}  =>  a *-> c <-* b.
// Each a *-> c is proposed once, for the first such b; in the order of b, then c.
void r0(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    struct Found {
        Node b, c;
        bool operator<(const Found& other) const { return b != other.b ? b < other.b : c < other.c; }
    };
    std::vector<Found> found;
    for (Node a = 0; a < g.n(); ++a) {
        scene.poll();
        found.clear();
        each(g.adjacent(a), g.words(), [&](Node c) {
            const Node b = first_that(g.adjacent(c) - g.adjacent(a) - Single(a), g.words(),
                                      [&](Node end) { return scene.evidence.outside(a, end, c); });
            if (b != kNoNode) found.push_back({b, c});
        });
        std::sort(found.begin(), found.end());
        for (const auto [b, c] : found) out.add(a, kInto, c, {a, c, b});
    }
}

// R1: a *-> b o-* c, a and c not adjacent  =>  b --> c.
void r1(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    for (Node b = 0; b < g.n(); ++b)
        each(g.near(b, kCircle), g.words(), [&](Node c) {
            const Node a = first_sure(scene, g.near(b, kArrow) - g.adjacent(c), b, c);
            if (a != kNoNode) out.add(b, kDirected, c, {a, b, c});
        });
}

// R2: a --> b *-> c or a *-> b --> c, and a *-o c  =>  a *-> c.
void r2(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    for (Node a = 0; a < g.n(); ++a)
        each(g.far(a, kCircle), g.words(), [&](Node c) {
            const auto between = (g.children(a) & g.near(c, kArrow)) | (g.far(a, kArrow) & g.parents(c));
            const Node b = first(between, g.words());
            if (b != kNoNode) out.add(a, kInto, c, {a, b, c});
        });
}

// R3: a *-> b <-* c, a *-o d o-* c, a and c not adjacent, d *-o b  =>  d *-> b.
void r3(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    for (Node d = 0; d < g.n(); ++d)
        each(g.far(d, kCircle), g.words(), [&](Node b) {
            const Apart ends = two_apart(scene, d, g.near(b, kArrow) & g.near(d, kCircle));
            if (ends) out.add(d, kInto, b, {ends.one, b, ends.other, d});
        });
}

namespace {

// What the starts of one group say about b: each branch of R4 at most once per node a before b.
void discriminate(const Scene& scene, const DiscriminatingPaths& paths, const DiscriminatingPaths::Group& group, Node b,
                  Node c, Proposals& out) {
    const Marks& g = scene.g;
    const auto ends = group.inner.row() & g.far(b, kArrow);
    if (empty(ends, g.words())) return;
    const Node non_collider =
        first_that(group.starts.row(), g.words(), [&](Node t) { return scene.evidence.inside(t, c, b); });
    if (non_collider != kNoNode)
        out.add(b, kDirected, c, paths.shortest(non_collider, group, first(ends, g.words()), b));
    const Node collider =
        first_that(group.starts.row(), g.words(), [&](Node t) { return scene.evidence.outside(t, c, b); });
    if (collider == kNoNode) return;
    each(ends, g.words(), [&](Node a) {
        const Path path = paths.shortest(collider, group, a, b);
        out.add(a, kSpouses, b, path);
        out.add(b, kSpouses, c, path);
    });
}

}  // namespace

// R4: <t, ..., a, b, c> discriminating for b, b o-* c  =>  b --> c if b in S_{t,c}, else a <-> b <-> c.
void r4(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    for (Node c = 0; c < g.n(); ++c) {
        scene.poll();
        if (empty(g.far(c, kCircle), g.words()) || empty(g.parents(c), g.words())) continue;
        const DiscriminatingPaths paths(g, c);
        each(g.far(c, kCircle), g.words(), [&](Node b) {
            for (const auto& group : paths.groups()) discriminate(scene, paths, group, b, c, out);
        });
    }
}

// R8: a --> b --> c, a o-> c  =>  a --> c.
void r8(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    for (Node a = 0; a < g.n(); ++a)
        each(g.pointing(a), g.words(), [&](Node c) {
            const Node b = first(g.children(a) & g.parents(c), g.words());
            if (b != kNoNode) out.add(a, kDirected, c, {a, b, c});
        });
}

// R9: a o-> c, an uncovered p.d. path <a, b, ..., c>, b and c not adjacent  =>  a --> c.
void r9(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    UncoveredPaths paths(g, scene.evidence);
    for (Node a = 0; a < g.n(); ++a)
        each(g.pointing(a), g.words(), [&](Node c) {
            scene.poll();
            const Node b = first_that(paths.steps(a) - g.adjacent(c) - Single(c), g.words(), [&](Node step) {
                return !scene.evidence.doubtful(step, a, c) && has(paths.ends(a, step).words, static_cast<std::size_t>(c));
            });
            if (b != kNoNode) out.add(a, kDirected, c, paths.shortest(a, b, c));
        });
}

// R10: a o-> c, b --> c <-- d, uncovered p.d. paths <a, m, ..., b> and <a, w, ..., d>, m and w different and not
// adjacent  =>  a --> c. A path may be a single edge, and both may end in the same parent.
void r10(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    UncoveredPaths paths(g, scene.evidence);
    for (Node a = 0; a < g.n(); ++a)
        each(g.pointing(a), g.words(), [&](Node c) {
            scene.poll();
            if (empty(g.parents(c), g.words())) return;
            const auto parent_at_end = [&](Node m) { return first(paths.ends(a, m) & g.parents(c), g.words()); };
            Bits firsts(g.words());
            each(paths.steps(a) - Single(c), g.words(), [&](Node m) {
                if (parent_at_end(m) != kNoNode) firsts.put(m);
            });
            const Apart fork = two_apart(scene, a, firsts.row());
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
