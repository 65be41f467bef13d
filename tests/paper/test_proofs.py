"""Every lemma of docs/proofs.md that is not tested elsewhere, on all small graphs and on some larger ones."""

import random
from itertools import combinations, permutations, product

import networkx as nx
import pytest

import naive
import sepset as sp
from sepset import MixedGraph
from sepset.equivalence.k_closure import k_closure
from sepset.orientation.engine import circles_on, orient
from sepset.orientation.evidence import MagEvidence
from sepset.orientation.path_rules import r0, r4, r9, r10
from sepset.orientation.plans import PAG, Fixpoint, Once, Plan
from sepset.orientation.specs import r1, r2, r3, r8

g = MixedGraph.from_edges
COLLIDERS = Plan("R0 to R2", (Once(r0), Fixpoint(r1, r2)))


def run(dag, k, plan):
    """Carry a plan out on the skeleton of the k-closure, with an oracle."""
    closure = k_closure(dag, k)
    found = orient(circles_on(closure.table), MagEvidence(closure.table, k), plan)
    return MixedGraph.from_table(dag.nodes, found.table)


def ancestral_sample(count, seed):
    """Some ancestral graphs on four nodes, maximal or not."""
    rng = random.Random(seed)
    every = [m for m in naive.graphs(4, (None, "-->", "<--", "<->")) if naive.is_ancestral(m)]
    return rng.sample(every, count)


def sets_beside(graph, a, b):
    others = [v for v in graph.nodes if v not in (a, b)]
    return [set(s) for size in range(len(others) + 1) for s in combinations(others, size)]


def walks(graph, a, b, length):
    """All walks from a to b with at most `length` edges."""
    found, ends = [], [(a,)]
    for _ in range(length):
        ends = [(*w, v) for w in ends for v in graph.neighbours(w[-1])]
        found += [w for w in ends if w[-1] == b]
    return found


def test_open_walks_contain_open_paths():
    for graph in ancestral_sample(60, seed=1):
        for a, b in combinations(graph.nodes, 2):
            found = walks(graph, a, b, 5)
            for given in sets_beside(graph, a, b):
                if any(naive.is_open(graph, walk, given) for walk in found):
                    assert not naive.separated(graph, a, b, given)


def test_pruning_closes_a_path_and_opens_none():
    pruned = 0
    for graph in ancestral_sample(300, seed=2):
        for x, y in permutations(graph.nodes, 2):
            if x in naive.ancestors(graph, {y}):
                continue
            every = list(naive.paths(graph, x, y))
            for given in sets_beside(graph, x, y):
                was_open = {p for p in every if naive.is_open(graph, p, given)}
                for path in was_open:
                    if graph.has(path[0], "-->", path[1]):
                        pruned += 1
                        fewer = given - below(graph, first_collider(graph, path))
                        still_open = {p for p in every if naive.is_open(graph, p, fewer)}
                        assert still_open <= was_open - {path}
    assert pruned > 1000


def first_collider(graph, path):
    return next(
        v
        for u, v, w in zip(path, path[1:], path[2:], strict=False)
        if graph.has(u, "*->", v) and graph.has(v, "<-*", w)
    )


def below(graph, node):
    return {v for v in graph.nodes if node in naive.ancestors(graph, {v})}


@pytest.mark.parametrize("k", [0, 1, 2])
def test_replacement_paths(k):
    for dag in naive.all_dags(4):
        for x, y in permutations(dag.nodes, 2):
            if dag.adjacent(x, y) or x in naive.ancestors(dag, {y}) or not naive.is_k_covered(dag, x, y, k):
                continue
            both = y not in naive.ancestors(dag, {x})
            for given in naive.conditioning_sets(dag, x, y, k):
                assert any(
                    naive.is_open(dag, path, set(given))
                    and dag.has(path[1], "-->", path[0])
                    and (not both or dag.has(path[-2], "-->", path[-1]))
                    for path in naive.paths(dag, x, y)
                )


# ---- discriminating paths and R4 -------------------------------------------------------------------------

#: k = 1: a --> u <-> y <-> v with u --> v, a and v not adjacent
DISCRIMINATING = g(
    *("a --> u", "u --> v", "p --> u", "p --> y", "q --> u", "q --> y"),
    *("r --> y", "r --> v", "s --> y", "s --> v"),
)


def larger_dags(count, seed):
    """Random DAGs in which discriminating paths are common: the one above with edges and chains put in."""
    rng = random.Random(seed)
    order = ["a", "p", "q", "m", "r", "s", "n", "u", "y", "v"]
    for _ in range(count):
        edges = {(e.u, e.v) if e.pattern == "-->" else (e.v, e.u) for e in DISCRIMINATING.edges()}
        for parent, middle in (("p", "m"), ("s", "n")):
            if rng.random() < 0.5:
                edges = edges - {(parent, "y")} | {(parent, middle), (middle, "y")}
        possible = [pair for pair in combinations(order, 2) if pair not in edges]
        edges |= set(rng.sample(possible, rng.choice((0, 1, 2, 3))))
        yield MixedGraph(order, [(u, "-->", v) for u, v in sorted(edges)])


def discriminating_paths(mag):
    """Every path <t, ..., u, y, v> that is discriminating for y."""
    for t, v in permutations(mag.nodes, 2):
        if not mag.adjacent(t, v):
            for path in naive.paths(mag, t, v):
                between = path[1:-2]
                if between and all(mag.has(z, "-->", v) for z in between):
                    triples = zip(path, between, path[2:], strict=False)
                    if all(mag.has(x, "*->", z) and mag.has(z, "<-*", w) for x, z, w in triples):
                        yield path


def test_colliders_on_discriminating_paths():
    met = 0
    for dag in larger_dags(30, seed=3):
        for k in (1, 2):
            closure, found = k_closure(dag, k), run(dag, k, COLLIDERS)
            for *_, u, y, v in discriminating_paths(closure):
                if closure.has(u, "*->", y) and closure.has(y, "<-*", v):
                    met += 1
                    assert found.has(u, "*->", y)
                    assert found.has(v, "*->", y)
    assert met > 50


def test_a_chain_that_needs_r1_and_r2():
    """p --> m --> y: m is next to v and p is not, so that the arrowhead at y comes from that at m."""
    chain = g(
        *("a --> u", "u --> v", "p --> u", "p --> m", "m --> y", "q --> u", "q --> l", "l --> y"),
        *("r --> m", "r --> v", "s --> m", "s --> v", "i --> l", "i --> v", "j --> l", "j --> v"),
        *("w --> y", "w --> v", "x --> y", "x --> v"),
    )
    closure = k_closure(chain, 1)
    assert all(closure.has(*edge) for edge in (("a", "-->", "u"), ("u", "<->", "y"), ("y", "<->", "v")))
    assert closure.has("u", "-->", "v")
    assert not closure.adjacent("a", "v")
    assert not run(chain, 1, Plan("R0", (Once(r0),))).has("v", "*->", "y")
    assert run(chain, 1, COLLIDERS).has("v", "*->", "y")


def r4_tails(table, evidence):
    """R4 without its collider branch."""
    return (proposal for proposal in r4(table, evidence) if proposal.pattern == "-->")


TAILS_ONLY = Plan("tails", (Once(r0), Fixpoint(r1, r2, r3, r4_tails), Fixpoint(r8, r9, r10)))


def test_r4_is_needed_for_tails_only():
    needed = 0
    small = [(dag, k) for dag in random.Random(4).sample(naive.all_dags(4), 150) for k in (1, 2)]
    large = [(dag, k) for dag in larger_dags(30, seed=4) for k in (1, 2, 3)]
    for dag, k in small + large:
        whole = run(dag, k, PAG)
        assert run(dag, k, TAILS_ONLY) == whole
        without = run(dag, k, PAG.without("R4"))
        assert k >= 2 or without == whole
        needed += without != whole
    assert needed


# ---- the PAG and the k-essential graph -------------------------------------------------------------------


def directed_mags(pag):
    """Each `o->` directed, and the `o-o` edges in every way without cycles and unshielded colliders."""
    circles = [e for e in pag.edges() if e.pattern == "o-o"]
    base = pag
    for edge in pag.edges():
        if edge.pattern in ("o->", "<-o"):
            base = base.with_edge(edge.u, edge.pattern.replace("o", "-"), edge.v)
    for choice in product(("-->", "<--"), repeat=len(circles)):
        directed = [(e.u, p, e.v) for e, p in zip(circles, choice, strict=True)]
        alone = MixedGraph(pag.nodes, directed)
        if alone.is_dag() and not naive.unshielded_colliders(alone):
            mag = base
            for edge in directed:
                mag = mag.with_edge(*edge)
            yield mag


@pytest.mark.parametrize(("n", "k"), [(3, 0), (3, 1), (4, 0), (4, 1), (4, 2)])
def test_every_directed_mag_of_the_class_is_a_k_closure(n, k):
    for members in naive.k_classes(n, k):
        closures = {naive.k_closure(dag, k) for dag in members}
        mags = list(directed_mags(sp.pag(next(iter(closures)))))
        assert mags
        assert set(mags) <= closures


def test_circles_are_chordal_and_arrowheads_pass_through_them():
    """Z1 and Z2 of the page, where they are used."""
    for n, k in ((4, 0), (4, 1), (4, 2)):
        for members in naive.k_classes(n, k):
            pag = sp.pag(k_closure(members[0], k))
            circles = nx.Graph((e.u, e.v) for e in pag.edges() if e.pattern == "o-o")
            assert nx.is_chordal(circles) if len(circles) else True
            for x, y, z in permutations(pag.nodes, 3):
                if pag.has(x, "*->", y) and pag.has(y, "o-*", z):
                    assert pag.has(x, "*->", z)


# ---- k = 0 and searches ----------------------------------------------------------------------------------


def test_k_pc_for_k_0():
    """Complete, with the paper's rules too; and Step 4 does nothing."""
    rng = random.Random(5)
    larger = [naive.random_dag(8, density, rng) for density in (0.1, 0.2, 0.3) for _ in range(40)]
    for dag in [*rng.sample(naive.all_dags(4), 200), *larger]:
        assert run(dag, 0, PAG) == run(dag, 0, Plan("R0", (Once(r0),)))
        expected = naive.zero_essential_graph(dag)
        for rules in ("paper", "standard"):
            assert sp.kpc(sp.Oracle(dag), k=0, rules=rules).graph == expected


def test_neighbours_suffice_for_k_1():
    rng = random.Random(6)
    for _ in range(150):
        dag = naive.random_dag(rng.choice((6, 7, 8)), rng.choice((0.25, 0.35, 0.5)), rng)
        found = sp.kpc(sp.Oracle(dag), k=1, search="neighbours").graph
        assert naive.skeleton(found) == naive.skeleton(k_closure(dag, 1))
