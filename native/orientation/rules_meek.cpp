// Orientation without hidden causes: an undirected edge is o-o while these rules run.
#include "orientation/rules.hpp"

namespace sepset::orientation {

// Directed: a o-> b  =>  a --> b.
void directed(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    for (Node a = 0; a < g.n(); ++a)
        each(g.pointing(a), g.words(), [&](Node b) { out.add(a, kDirected, b, {a, b}); });
}

// Meek 1: a *-> b o-o c, a and c not adjacent  =>  b --> c.
void meek1(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    for (Node b = 0; b < g.n(); ++b)
        each(g.open(b), g.words(), [&](Node c) {
            const Node a = first_sure(scene, g.near(b, kArrow) - g.adjacent(c), b, c);
            if (a != kNoNode) out.add(b, kDirected, c, {a, b, c});
        });
}

// Meek 2: a --> b --> c, a o-o c  =>  a --> c.
void meek2(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    for (Node a = 0; a < g.n(); ++a)
        each(g.open(a), g.words(), [&](Node c) {
            const Node b = first(g.children(a) & g.parents(c), g.words());
            if (b != kNoNode) out.add(a, kDirected, c, {a, b, c});
        });
}

// Meek 3: a o-o b, a o-o c --> b, a o-o d --> b, c and d not adjacent  =>  a --> b.
void meek3(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    for (Node a = 0; a < g.n(); ++a)
        each(g.open(a), g.words(), [&](Node b) {
            const Apart ends = two_apart(scene, a, g.open(a) & g.parents(b));
            if (ends) out.add(a, kDirected, b, {a, b, ends.one, ends.other});
        });
}

// Undirected: a o-o b  =>  a --- b, once nothing else applies.
void undirected(const Scene& scene, Proposals& out) {
    const Marks& g = scene.g;
    for (Node a = 0; a < g.n(); ++a)
        each(g.open(a) & After(a), g.words(), [&](Node b) { out.add(a, kUndirected, b, {a, b}); });
}

}  // namespace sepset::orientation
