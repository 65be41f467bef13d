"""Slow textbook twins: every definition of the paper, spelled out, for tests only.

Nothing here is clever. Separation follows paths, k-closures try all conditioning sets, classes are found by
listing every graph and comparing every statement. The product never imports this; the product is compared
with it.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations, permutations, product

from sepset import Edge, MixedGraph

NAMES = "abcdefgh"


# ---- all graphs on n nodes -------------------------------------------------------------------------------


def graphs(n, patterns):
    """Every labelled graph on n nodes whose edges have one of `patterns` (None: no edge)."""
    nodes = tuple(NAMES[:n])
    pairs = list(combinations(nodes, 2))
    for choice in product(patterns, repeat=len(pairs)):
        yield MixedGraph(nodes, [Edge(u, p, v) for (u, v), p in zip(pairs, choice, strict=True) if p])


@cache
def all_dags(n):
    """Every labelled DAG on n nodes."""
    return [g for g in graphs(n, (None, "-->", "<--")) if is_acyclic(g)]


@cache
def all_mags(n):
    """Every labelled maximal ancestral graph on n nodes (without undirected edges)."""
    return [g for g in graphs(n, (None, "-->", "<--", "<->")) if is_mag(g)]


def random_dag(n, edge_probability, rng):
    """Return a random DAG: a random order, each pair an edge with the given probability."""
    order = list(NAMES[:n])
    rng.shuffle(order)
    edges = [Edge(u, "-->", v) for u, v in combinations(order, 2) if rng.random() < edge_probability]
    return MixedGraph(NAMES[:n], edges)


# ---- ancestors, cycles -----------------------------------------------------------------------------------


def ancestors(g, nodes):
    """An(nodes): the nodes themselves and everything with a directed path into one of them."""
    found = set(nodes)
    while True:
        more = {u for u in g.nodes for v in found if g.has(u, "-->", v)} - found
        if not more:
            return found
        found |= more


def is_acyclic(g):
    """No node is a proper ancestor of one of its own parents."""
    return not any(g.has(u, "-->", v) and v in ancestors(g, {u}) for u in g.nodes for v in g.nodes if u != v)


def is_ancestral(g):
    """No directed cycle, and no a <-> b where one is an ancestor of the other."""
    return is_acyclic(g) and not any(
        g.has(u, "<->", v) and u in ancestors(g, {v}) for u in g.nodes for v in g.nodes if u != v
    )


# ---- separation by listing paths -------------------------------------------------------------------------


def paths(g, a, b):
    """Every path from a to b: no node twice, consecutive nodes adjacent."""

    def extend(path):
        if path[-1] == b:
            yield path
            return
        for v in g.nodes:
            if v not in path and g.adjacent(path[-1], v):
                yield from extend((*path, v))

    return extend((a,))


def is_open(g, path, given):
    """The paper's d-connecting path: colliders are ancestors of `given`, non-colliders are not in it."""
    opened = ancestors(g, given)
    for u, v, w in zip(path, path[1:], path[2:], strict=False):
        if g.has(u, "*->", v) and g.has(v, "<-*", w):
            if v not in opened:
                return False
        elif v in given:
            return False
    return True


def separated(g, a, b, given):
    """No path between a and b is open given the set."""
    return not any(is_open(g, path, set(given)) for path in paths(g, a, b))


def conditioning_sets(g, a, b, k):
    """Every set of at most k other nodes, small ones first."""
    others = [v for v in g.nodes if v not in (a, b)]
    for size in range(min(k, len(others)) + 1):
        yield from combinations(others, size)


def separators(g, a, b, k):
    """Every separating set of at most k nodes."""
    return [given for given in conditioning_sets(g, a, b, k) if separated(g, a, b, given)]


def nodes_on_paths(adjacent, a, b):
    """Every node on a path between a and b, which are adjacent, in the graph with these edges (as sets)."""
    graph = MixedGraph(
        sorted(set().union(*adjacent)), [Edge(*sorted(pair)[:1], "o-o", max(pair)) for pair in adjacent]
    )
    return set().union(*paths(graph, a, b))


@cache
def statements(g, k):
    """All degree-k statements: (a, b, given) with a and b separated by at most k nodes."""
    return frozenset(
        (a, b, frozenset(given))
        for a, b in combinations(sorted(g.nodes), 2)
        for given in separators(g, a, b, k)
    )


# ---- k-closures and MAGs ---------------------------------------------------------------------------------


def is_k_covered(g, a, b, k):
    """No set of at most k nodes separates a and b."""
    return not any(separated(g, a, b, given) for given in conditioning_sets(g, a, b, k))


@cache
def k_closure(dag, k):
    """The paper's definition of C_k(D), read line by line."""
    edges = []
    for a, b in combinations(dag.nodes, 2):
        if is_k_covered(dag, a, b, k):
            if a in ancestors(dag, {b}):
                edges.append(Edge(a, "-->", b))
            elif b in ancestors(dag, {a}):
                edges.append(Edge(a, "<--", b))
            else:
                edges.append(Edge(a, "<->", b))
    return MixedGraph(dag.nodes, edges)


def is_maximal(g):
    """Every non-adjacent pair is separated by some set."""
    return all(
        g.adjacent(a, b) or not is_k_covered(g, a, b, len(g.nodes)) for a, b in combinations(g.nodes, 2)
    )


def is_mag(g):
    """Ancestral and maximal."""
    return is_ancestral(g) and is_maximal(g)


def unshielded_colliders(g):
    """Every a *-> c <-* b with a and b not adjacent."""
    return frozenset(
        (frozenset((a, b)), c)
        for a, c, b in permutations(g.nodes, 3)
        if g.has(a, "*->", c) and g.has(c, "<-*", b) and not g.adjacent(a, b)
    )


def skeleton(g):
    """The set of adjacent pairs."""
    return frozenset(frozenset((e.u, e.v)) for e in g.edges())


# ---- classes and what they share -------------------------------------------------------------------------


@cache
def k_classes(n, k):
    """All DAGs on n nodes, grouped by their degree-k statements."""
    groups = defaultdict(list)
    for dag in all_dags(n):
        groups[statements(dag, k)].append(dag)
    return list(groups.values())


@cache
def mag_classes(n):
    """All MAGs on n nodes, grouped by all of their separation statements."""
    groups = defaultdict(list)
    for mag in all_mags(n):
        groups[statements(mag, n)].append(mag)
    return list(groups.values())


#: the paper's edge union, by the types that occur
UNIONS = {
    frozenset({"-->"}): "-->",
    frozenset({"<--"}): "<--",
    frozenset({"<->"}): "<->",
    frozenset({"-->", "<--"}): "---",
    frozenset({"-->", "<->"}): "o->",
    frozenset({"<--", "<->"}): "<-o",
    frozenset({"-->", "<--", "<->"}): "o-o",
}


def edge_union(members):
    """The paper's edge union: by type of edge over all members, which share one skeleton."""
    return _union(members, UNIONS)


def pag_union(members):
    """The union over all Markov equivalent MAGs: as `edge_union`, but both directions give o-o."""
    unions = {
        frozenset({"-->"}): "-->",
        frozenset({"<--"}): "<--",
        frozenset({"<->"}): "<->",
        frozenset({"-->", "<--"}): "o-o",
        frozenset({"-->", "<->"}): "o->",
        frozenset({"<--", "<->"}): "<-o",
        frozenset({"-->", "<--", "<->"}): "o-o",
    }
    return _union(members, unions)


def _union(members, unions):
    first = members[0]
    edges = []
    for e in first.edges():
        types = frozenset(g.edge(e.u, e.v).pattern for g in members)
        edges.append(Edge(e.u, unions[types], e.v))
    return MixedGraph(first.nodes, edges)


def k_essential_graph(members, k):
    """The k-essential graph of a class, given all DAGs of the class."""
    return edge_union([k_closure(dag, k) for dag in members])


def zero_essential_graph(dag):
    """k = 0 by the closed form, as it reads: closed neighbourhoods in the graph of shared ancestors."""
    above = {v: ancestors(dag, {v}) for v in dag.nodes}
    closed = {v: {u for u in dag.nodes if above[u] & above[v]} for v in dag.nodes}
    edges = []
    for a, b in combinations(dag.nodes, 2):
        if b in closed[a]:
            types = {"-->"} if closed[a] <= closed[b] else set()
            types |= {"<--"} if closed[b] <= closed[a] else set()
            thirds = set(dag.nodes) - {a, b}
            types |= {"<->"} if any(closed[w] <= closed[a] & closed[b] for w in thirds) else set()
            edges.append(Edge(a, UNIONS[frozenset(types)], b))
    return MixedGraph(dag.nodes, edges)


# ---- LOCI ------------------------------------------------------------------------------------------------


def loci_arrowheads(test, k, *, alpha):
    """Step 2 of LOCI, every statement asked: (a, b, c) with a independent of c given S, and b of neither."""
    names = test.names
    found = []
    for size in range(min(k, max(len(names) - 2, 0)) + 1):
        for given in combinations(range(len(names)), size):
            others = [i for i in range(len(names)) if i not in given]
            words = [names[i] for i in given]
            apart = {
                pair
                for pair in combinations(others, 2)
                if test(names[pair[0]], names[pair[1]], words).independent(alpha=alpha)
            }
            for a, c in sorted(apart):
                found += [
                    (a, b, c)
                    for b in others
                    if b not in (a, c) and not {tuple(sorted((a, b))), tuple(sorted((b, c)))} & apart
                ]
    return found
