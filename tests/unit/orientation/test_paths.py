import random
from itertools import combinations, pairwise

from sepset import Edge, MixedGraph
from sepset.graph.bits import members
from sepset.graph.marks import EDGE_PATTERNS
from sepset.orientation.evidence import Evidence
from sepset.orientation.paths import DiscriminatingPaths, UncoveredPaths


def random_graph(n, density, rng, patterns=tuple(EDGE_PATTERNS)):
    names = [f"v{i}" for i in range(n)]
    return MixedGraph(
        names,
        [Edge(u, rng.choice(patterns), v) for u, v in combinations(names, 2) if rng.random() < density],
    )


def literal_walk_ends(g, a, b):
    """Ends of uncovered p.d. walks by growing the set of last edges, one literal condition at a time."""
    found = {(a, b)} if g.has(a, "*-*", b) and not g.has(a, "<-*", b) and not g.has(a, "*--", b) else set()
    while True:
        more = {
            (v, w)
            for u, v in found
            for w in range(g.n)
            if g.adjacent(v, w)
            and w != u
            and not g.adjacent(u, w)
            and not g.has(v, "<-*", w)
            and not g.has(v, "*--", w)
        } - found
        if not more:
            return {v for _, v in found}
        found |= more


def test_ends_match_the_definition():
    rng = random.Random(0)
    for _ in range(150):
        g = random_graph(rng.randint(2, 8), rng.uniform(0.2, 0.8), rng).table
        paths = UncoveredPaths(g, Evidence())
        starts = [(a, b) for a in range(g.n) for b in members(paths.steps[a])]
        rng.shuffle(starts)  # solved states are reused whatever the order
        for a, b in starts:
            assert set(members(paths.ends(a, b))) == literal_walk_ends(g, a, b)


def test_shortest_is_an_uncovered_pd_path():
    rng = random.Random(1)
    for _ in range(100):
        g = random_graph(rng.randint(3, 9), rng.uniform(0.2, 0.5), rng, ("o-o", "o->", "-->", "<-o")).table
        paths = UncoveredPaths(g, Evidence())
        for a in range(g.n):
            for b in members(paths.steps[a]):
                for goal in members(paths.ends(a, b)):
                    path = paths.shortest(a, b, goal)
                    assert path[:2] == (a, b)
                    assert path[-1] == goal
                    assert all(paths.steps[u] >> v & 1 for u, v in pairwise(path))
                    assert not any(g.adjacent(u, w) for u, w in zip(path, path[2:], strict=False))


def test_a_long_chain_has_no_cap():
    n = 400
    g = MixedGraph([f"v{i}" for i in range(n)], [Edge(f"v{i}", "o-o", f"v{i + 1}") for i in range(n - 1)])
    paths = UncoveredPaths(g.table, Evidence())
    assert paths.ends(0, 1) >> (n - 1) & 1
    assert len(paths.shortest(0, 1, n - 1)) == n


def test_a_ladder_with_exponentially_many_paths_is_fast():
    """Each rung doubles the number of paths; 60 rungs could never be listed."""
    edges, last = [], "s"
    for i in range(60):
        for side in "xy":
            edges += [Edge(last, "o->", f"{side}{i}"), Edge(f"{side}{i}", "o->", f"z{i}")]
        last = f"z{i}"
    names = list(dict.fromkeys(name for e in edges for name in (e.u, e.v)))
    g = MixedGraph(names, edges)
    paths = UncoveredPaths(g.table, Evidence())
    assert paths.ends(g.number("s"), g.number("x0")) >> g.number("z59") & 1


def literal_discriminating(g, b, c):
    """(t, a) for every discriminating path <t, ..., a, b, c>, by listing paths."""

    def extend(path):
        """`path` runs backward from b: every node after b so far is a collider and a parent of c."""
        for v in range(g.n):
            if v in path or v == c or not g.adjacent(path[-1], v):
                continue
            if len(path) > 1 and g.has(v, "*->", path[-1]) and not g.adjacent(v, c):
                yield v, path[1]
            inner = g.has(v, "-->", c) and g.has(v, "<-*", path[-1])
            if inner and (len(path) == 1 or g.has(v, "*->", path[-1])):
                yield from extend((*path, v))

    return set(extend((b,)))


def test_discriminating_paths_match_the_definition():
    rng = random.Random(2)
    seen = 0
    for _ in range(800):
        patterns = ("-->", "<--", "<->", "<->", "o->", "<-o")
        g = random_graph(rng.randint(4, 7), rng.uniform(0.3, 0.8), rng, patterns).table
        for c in range(g.n):
            paths = DiscriminatingPaths(g, c)
            for b in members(g.where(c, "*-o")):
                found = {
                    (t, a)
                    for group, starts in paths.groups
                    for a in members(group & g.where(b, "*->"))
                    for t in members(starts)
                }
                assert found == literal_discriminating(g, b, c)
                seen += len(found)
                for group, starts in paths.groups:
                    for a in members(group & g.where(b, "*->")):
                        for t in members(starts):
                            path = paths.shortest(t, group, a, b)
                            assert (path[0], path[-3], path[-2], path[-1]) == (t, a, b, c)
                            assert all(g.has(q, "-->", c) for q in path[1:-2])
    assert seen > 100
