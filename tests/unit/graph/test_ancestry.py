"""Orders, cycles and the checks that a graph is of a kind."""

import pytest

import naive
from sepset import CycleError, GraphError, MixedGraph, OptionError
from sepset.checks import check_size
from sepset.graph.ancestry import almost_directed_cycle, directed_cycle, require_ancestral, require_dag


def test_all_small_graphs_against_the_definition():
    for g in naive.graphs(3, (None, "-->", "<--", "<->", "o->", "---")):
        arrows = all(e.pattern in ("-->", "<--", "<->") for e in g.edges())
        directed = all(e.pattern in ("-->", "<--") for e in g.edges())
        assert g.is_dag() == (directed and naive.is_acyclic(g)), str(g)
        assert g.is_ancestral() == (arrows and naive.is_ancestral(g)), str(g)
        assert (directed_cycle(g.table) is None) == naive.is_acyclic(g)


def test_four_nodes_against_the_definition():
    for g in naive.graphs(4, (None, "-->", "<--", "<->")):
        acyclic = naive.is_acyclic(g)
        assert (directed_cycle(g.table) is None) == acyclic
        if acyclic:
            order = g.topological_order()
            assert all(order.index(e.u) < order.index(e.v) for e in g.edges() if e.pattern == "-->")
            assert (almost_directed_cycle(g.table) is None) == naive.is_ancestral(g)


def test_ties_in_the_order_follow_the_nodes():
    g = MixedGraph.from_edges("c --> a", nodes=["d", "b", "a", "c"])
    assert g.topological_order() == ("d", "b", "c", "a")


def test_a_cycle_is_named():
    g = MixedGraph.from_edges("x --> a", "a --> b", "b --> c", "c --> a", "c --> y", "y --> z")
    with pytest.raises(CycleError, match="a --> b --> c --> a; remove or turn one of its edges") as caught:
        require_dag(g)
    assert caught.value.cycle == ("a", "b", "c")
    with pytest.raises(CycleError, match="an order of the nodes is needed, but there is a directed cycle: a"):
        g.topological_order()
    with pytest.raises(CycleError, match="an ancestral graph is needed, but there is a directed cycle: a"):
        require_ancestral(g)


def test_an_almost_directed_cycle_is_named():
    g = MixedGraph.from_edges("a --> b", "b --> c", "c <-> a")
    with pytest.raises(
        CycleError, match="almost directed cycle: a --> b --> c with a <-> c; remove"
    ) as caught:
        require_ancestral(g)
    assert caught.value.cycle == ("a", "b", "c")


@pytest.mark.parametrize("edge", ["a o-> b", "a o-o b", "a --o b"])
def test_circles_are_called_circles(edge):
    g = MixedGraph.from_edges("x --> y", "x <-> z", edge)
    with pytest.raises(GraphError, match=r"a DAG or an ancestral graph is needed.*has a circle"):
        require_ancestral(g)
    with pytest.raises(GraphError, match=r"a DAG is needed.*but there is x <-> z"):
        require_dag(g)


def test_the_message_is_about_the_edge_that_is_wrong():
    # There are circles elsewhere, but the first edge that a DAG cannot have is a <-> b.
    g = MixedGraph.from_edges("a <-> b", "c o-> d")
    with pytest.raises(GraphError) as caught:
        require_dag(g)
    assert str(caught.value) == (
        "a DAG is needed, whose edges are all -->, but there is a <-> b; change or remove that edge"
    )
    with pytest.raises(GraphError, match="but c o-> d has a circle"):
        require_ancestral(g)


def test_undirected_edges_are_not_ancestral():
    with pytest.raises(GraphError, match="whose edges are --> or <->, but there is a --- b"):
        require_ancestral(MixedGraph.from_edges("a --- b"))


def test_empty_graphs_and_lone_nodes_are_dags():
    for g in (MixedGraph(()), MixedGraph(("a",))):
        require_dag(g)
        require_ancestral(g)
        assert g.topological_order() == g.nodes


def test_a_cycle_in_front_of_a_long_chain_is_found():
    chain = [(f"c{i}", "-->", f"c{i + 1}") for i in range(2000)]
    cycle = [("z1", "-->", "z2"), ("z2", "-->", "z3"), ("z3", "-->", "z1"), ("z1", "-->", "c0")]
    g = MixedGraph([f"c{i}" for i in range(2000, -1, -1)] + ["z1", "z2", "z3"], chain + cycle)
    assert [g.nodes[i] for i in directed_cycle(g.table)] == ["z1", "z2", "z3"]


@pytest.mark.parametrize("k", [-1, 1.0, 0.5, True, False, None, "1", float("nan"), [1]])
def test_sizes_that_are_no_sizes(k):
    with pytest.raises(OptionError) as caught:
        check_size("k", k)
    message = str(caught.value)
    assert message.startswith("k is the largest size of a conditioning set: 0, 1, 2, ...; got ")
    assert type(k).__name__ in message


def test_a_whole_float_gets_advice():
    with pytest.raises(OptionError, match=r"got 2.0 \(float\); write 2$"):
        check_size("k", 2.0)


def test_whole_numbers_of_any_kind_are_sizes():
    import numpy as np

    for k in (3, np.int64(3), np.uint8(3), np.int16(3)):
        found = check_size("k", k)
        assert found == 3
        assert type(found) is int
    with pytest.raises(OptionError):
        check_size("k", np.bool_(True))
    with pytest.raises(OptionError):
        check_size("k", np.float64(3))
