import pytest

import naive
from sepset import CycleError, GraphError, MixedGraph
from sepset.equivalence.pag import pag


def test_the_pag_is_the_union_over_all_equivalent_mags_up_to_four_nodes():
    for n in range(1, 5):
        for members in naive.mag_classes(n):
            union = naive.pag_union(members)
            for mag in members:
                assert pag(mag) == union


@pytest.mark.parametrize("members", [(), ("a",)])
def test_a_graph_without_edges_is_its_own_pag(members):
    graph = MixedGraph(members)
    assert pag(graph) == graph


def test_the_pag_knows_discriminating_paths():
    """Zhang's two MAGs with one skeleton and the same unshielded colliders that are not equivalent."""
    collider = MixedGraph.from_edges("t --> a", "a <-> b", "a --> c", "b <-> c")
    non_collider = MixedGraph.from_edges("t --> a", "a <-> b", "a --> c", "b --> c")
    assert pag(collider).has("b", "<->", "c")
    assert pag(non_collider).has("b", "-->", "c")


@pytest.mark.parametrize(
    ("edges", "error"),
    [
        (("a --> b", "b --> c", "c --> a"), CycleError),
        (("a --> b", "b --> c", "a <-> c"), CycleError),
        (("a o-> b",), GraphError),
        (("a --- b",), GraphError),
    ],
)
def test_only_ancestral_graphs_have_a_pag(edges, error):
    with pytest.raises(error):
        pag(MixedGraph.from_edges(*edges))
