"""What must hold for every graph, tried on random ones."""

from itertools import combinations, islice, pairwise

import hypothesis.strategies as st
from hypothesis import given, settings

from sepset import MixedGraph
from sepset.equivalence.classes import k_closures, k_equivalent_dags
from sepset.equivalence.essential.k_essential import k_essential_graph
from sepset.equivalence.k_closure import k_closure
from sepset.equivalence.mag import is_k_closure, is_mag
from sepset.equivalence.markov import (
    k_closures_equivalent,
    k_markov_equivalent,
    markov_equivalent,
    refines,
    skeleton,
    unshielded_colliders,
)
from sepset.equivalence.pag import pag
from sepset.graph.separation import separated
from sepset.graph.separators import minimum_separator, minimum_separators

modest = settings(max_examples=60, derandomize=True, deadline=None)
sizes = st.integers(0, 3)


@st.composite
def dags(draw, largest=7):
    """A DAG with its nodes in any order."""
    n = draw(st.integers(1, largest))
    names = draw(st.permutations([f"x{i}" for i in range(n)]))
    pairs = list(combinations(names, 2))
    kept = draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    edges = [(u, "-->", v) for (u, v), keep in zip(pairs, kept, strict=True) if keep]
    return MixedGraph(sorted(names), edges)


@st.composite
def mags(draw, largest=6):
    """A k-closure of some DAG, with one <-> at a random place if it stays a MAG."""
    mag = k_closure(draw(dags(largest)), draw(sizes))
    edges = list(mag.edges())
    if edges:
        edge = draw(st.sampled_from(edges))
        changed = mag.with_edge(edge.u, "<->", edge.v)
        mag = changed if is_mag(changed) else mag
    return mag


@st.composite
def relabellings(draw, graph):
    """New names for all nodes, and a new order of them."""
    shuffled = draw(st.permutations(graph.nodes))
    names = dict(zip(graph.nodes, (f"y{name}" for name in shuffled), strict=True))
    order = draw(st.permutations(sorted(names.values())))
    return lambda g: g.relabel(names).reorder(order), names


@modest
@given(st.data())
def test_relabelling_commutes_with_k_closure_and_pag(data):
    dag, k = data.draw(dags()), data.draw(sizes)
    renamed, _ = data.draw(relabellings(dag))
    assert k_closure(renamed(dag), k) == renamed(k_closure(dag, k))
    assert pag(renamed(k_closure(dag, k))) == renamed(pag(k_closure(dag, k)))


@settings(modest, max_examples=25)
@given(st.data())
def test_relabelling_commutes_with_the_class(data):
    dag, k = data.draw(dags(largest=5)), data.draw(sizes)
    renamed, _ = data.draw(relabellings(dag))
    assert set(k_closures(renamed(dag), k)) == {renamed(closure) for closure in k_closures(dag, k)}
    assert k_essential_graph(renamed(dag), k) == renamed(k_essential_graph(dag, k))


@modest
@given(st.data())
def test_relabelling_commutes_with_separators(data):
    """Which of several smallest sets is returned depends on names, so that only its size is compared."""
    mag = data.draw(mags())
    renamed, names = data.draw(relabellings(mag))
    there = renamed(mag)
    for a, b in combinations(mag.nodes, 2):
        here, found = minimum_separator(mag, a, b), minimum_separator(there, names[a], names[b])
        assert (here is None) == (found is None)
        if here is not None and found is not None:
            assert len(here) == len(found)
            assert separated(there, names[a], names[b], given=found)
            assert separated(there, names[a], names[b], given=[names[node] for node in here])


@modest
@given(st.data())
def test_reordering_never_changes_the_separator(data):
    mag = data.draw(mags())
    order = data.draw(st.permutations(mag.nodes))
    assert minimum_separators(mag) == minimum_separators(mag.reorder(order))


@modest
@given(st.data())
def test_relabelling_commutes_with_markov_equivalence(data):
    first = data.draw(mags())
    edges = list(first.edges())
    second = first
    if edges:
        edge = data.draw(st.sampled_from(edges))
        changed = first.with_edge(edge.u, data.draw(st.sampled_from(("-->", "<--", "<->"))), edge.v)
        second = changed if is_mag(changed) else first
    renamed, _ = data.draw(relabellings(first))
    assert markov_equivalent(first, first)
    assert markov_equivalent(first, second) == markov_equivalent(second, first)
    assert markov_equivalent(first, second) == markov_equivalent(renamed(first), renamed(second))
    if markov_equivalent(first, second):
        assert minimum_separators(first).keys() == minimum_separators(second).keys()
        assert pag(first) == pag(second)


@modest
@given(dags())
def test_larger_k_never_adds_edges(dag):
    skeletons = [skeleton(k_closure(dag, k)) for k in range(len(dag))]
    assert all(larger <= smaller for smaller, larger in pairwise(skeletons))
    assert k_closure(dag, len(dag)) == dag


@modest
@given(dags(), sizes)
def test_the_directed_part_is_a_fixed_point(dag, k):
    closure = k_closure(dag, k)
    assert k_closure(closure.directed_part(), k) == closure
    assert is_k_closure(closure, k)
    assert is_mag(closure)


@modest
@given(dags(), sizes)
def test_ancestors_stay_the_same(dag, k):
    closure = k_closure(dag, k)
    assert all(dag.ancestors(node) == closure.ancestors(node) for node in dag.nodes)


@modest
@given(dags(), dags(), sizes)
def test_equivalence_gets_finer_with_k(d1, d2, k):
    if d1.nodes == d2.nodes and k_markov_equivalent(d1, d2, k + 1):
        assert k_markov_equivalent(d1, d2, k)


@modest
@given(dags(), sizes)
def test_members_of_a_class_are_equivalent(dag, k):
    closure = k_closure(dag, k)
    for member in islice(k_closures(dag, k), 8):
        assert is_k_closure(member, k)
        assert k_closures_equivalent(member, closure)
        assert markov_equivalent(member, closure)
        assert unshielded_colliders(member) == unshielded_colliders(closure)
    for member in islice(k_equivalent_dags(dag, k), 8):
        assert k_markov_equivalent(dag, member, k)


@settings(modest, max_examples=30)
@given(dags(largest=6), sizes)
def test_closure_refines_essential_graph_refines_pag(dag, k):
    closure, essential = k_closure(dag, k), k_essential_graph(dag, k)
    # An undirected edge stands for both directions, so that it is read as circles here.
    as_circles = MixedGraph(dag.nodes, [(u, p.replace("---", "o-o"), v) for u, p, v in essential.edges()])
    assert refines(closure, as_circles)
    assert refines(essential, pag(closure))
