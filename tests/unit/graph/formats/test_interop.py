"""Graphs in the hands of the real libraries: what they say about a graph is what sepset says."""

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sepset as sp
from sepset.graph import interop
from sepset.graph.formats.graphml import to_graphml
from sepset.graph.formats.json_form import to_json
from sepset.graph.interop import from_json
from sepset.graph.marks import EDGE_PATTERNS

ALL_MARKS = sp.MixedGraph.from_edges(
    "a --> b", "b <-> c", "c o-> d", "d --- e", "e o-o a", "a --o c", "b <-- e", nodes=("alone",)
)
CPDAG = sp.MixedGraph.from_edges("a --- b", "b --> c", "d --> c", nodes=("alone",))
DAG = sp.MixedGraph.from_edges("a --> b", "b --> c", "d --> c", nodes=("alone",))


@pytest.fixture(autouse=True)
def quiet():
    """Let libraries warn of their own future."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def need(name):
    return pytest.importorskip(
        name, reason=f"{name} comes with the extras 'interop' and 'pywhy'", exc_type=ImportError
    )


@pytest.mark.parametrize("graph", [ALL_MARKS, CPDAG, DAG], ids=["all marks", "cpdag", "dag"])
class TestRoundTrips:
    def test_causal_learn(self, graph):
        need("causallearn")
        assert interop.from_causal_learn(interop.to_causal_learn(graph)) == graph

    def test_causal_learn_text(self, graph, tmp_path):
        need("causallearn")
        from causallearn.utils.TXT2GeneralGraph import txt2generalgraph

        assert sp.MixedGraph.parse(str(interop.to_causal_learn(graph))) == graph
        file = tmp_path / "graph.txt"
        file.write_text(graph.to_tetrad(), encoding="utf-8")
        assert interop.from_causal_learn(txt2generalgraph(str(file))) == graph

    def test_pywhy(self, graph):
        need("pywhy_graphs")
        assert interop.from_pywhy(interop.to_pywhy(graph)) == graph

    def test_pgmpy(self, graph):
        need("pgmpy")
        assert interop.from_pgmpy(interop.to_pgmpy(graph)) == graph

    def test_graphml(self, graph, tmp_path):
        networkx = need("networkx")
        file = tmp_path / "graph.graphml"
        file.write_text(to_graphml(graph), encoding="utf-8")
        assert sp.MixedGraph.from_networkx(networkx.read_graphml(file)) == graph

    def test_json(self, graph):
        read = from_json(to_json(graph))
        assert read == graph
        assert read.nodes == graph.nodes

    def test_pcalg(self, graph):
        read = sp.MixedGraph.from_matrix(graph.to_matrix(), graph.nodes)
        assert read == graph


def test_causal_learn_sees_the_same_marks():
    need("causallearn")
    made = interop.to_causal_learn(sp.MixedGraph.from_edges("a --> b", "b o-> c", "c <-> d"))
    a, b, c, d = (made.get_node(name) for name in "abcd")
    assert made.is_parent_of(a, b)
    assert not made.is_parent_of(b, a)
    assert made.get_endpoint(c, b).name == "CIRCLE"
    assert made.get_endpoint(b, c).name == "ARROW"
    assert made.is_def_collider(b, c, d)


def test_a_learner_of_causal_learn_is_read():
    need("causallearn")
    from causallearn.search.ConstraintBased.PC import pc

    dag = sp.simulate.random_dag(6, edges=6, seed=3)
    data = sp.simulate.linear_gaussian(dag, seed=1).sample(2000, seed=2)
    learned = pc(data.matrix(), alpha=0.05, show_progress=False, node_names=list(data.names))
    ours = sp.pc(data, alpha=0.05, search="neighbours")
    read = interop.from_causal_learn(learned)
    assert {frozenset((e.u, e.v)) for e in read.edges()} == {
        frozenset((e.u, e.v)) for e in ours.graph.edges()
    }


def test_pywhy_separates_as_we_do():
    need("pywhy_graphs")
    from pywhy_graphs.networkx import m_separated

    mag = sp.MixedGraph.from_edges("a --> b", "b <-> c", "c <-- d")
    made = interop.to_pywhy(mag)
    admg = __import__("pywhy_graphs").ADMG(
        made.sub_directed_graph().edges(), made.sub_bidirected_graph().edges()
    )
    for given_ in ((), ("b",), ("c",), ("b", "c")):
        assert m_separated(admg, {"a"}, {"d"}, set(given_)) == sp.separated(mag, "a", "d", given=given_)


def test_pgmpy_takes_the_narrowest_class():
    base = need("pgmpy.base")
    assert type(interop.to_pgmpy(DAG)) is base.DAG
    assert type(interop.to_pgmpy(CPDAG)) is base.PDAG
    made = interop.to_pgmpy(ALL_MARKS)
    assert type(made) is base.AncestralBase
    assert made.edges["c", "d"]["marks"] == {"c": "o", "d": ">"}


def test_pgmpy_agrees_on_d_separation():
    need("pgmpy")
    made = interop.to_pgmpy(DAG)
    assert made.is_dconnected("a", "d") is not sp.separated(DAG, "a", "d")
    assert made.is_dconnected("a", "d", observed=["c"]) is not sp.separated(DAG, "a", "d", given=("c",))


@pytest.mark.parametrize("graph", [CPDAG, DAG], ids=["cpdag", "dag"])
def test_pyagrum(graph):
    need("pyagrum")
    made = interop.to_pyagrum(graph)
    assert interop.from_pyagrum(made, graph.nodes) == graph
    assert made.size() == len(graph)


def test_the_essential_graph_of_pyagrum_is_ours():
    gum = need("pyagrum")
    network = gum.fastBN("a->b->c<-d")
    essential = interop.from_pyagrum(
        gum.EssentialGraph(network), [network.variable(i).name() for i in network.nodes()]
    )
    dag = interop.from_pyagrum(network)
    assert dag == sp.MixedGraph.from_edges("a --> b", "b --> c", "d --> c")
    assert essential == sp.pc(sp.Oracle(dag)).graph


def test_what_cannot_be_held_is_refused_by_name():
    with pytest.raises(sp.GraphError, match="b <-> c"):
        interop.to_pyagrum(ALL_MARKS.only("-->", "<->"))
    with pytest.raises(sp.CycleError):
        interop.to_pyagrum(sp.MixedGraph.from_edges("a --> b", "b --> c", "c --> a"))
    with pytest.raises(sp.GraphError, match="XML"):
        to_graphml(sp.MixedGraph(["a\x00b"]))
    with pytest.raises(sp.FormatError, match="something else"):
        from_json("[]")


NAMES = st.text(min_size=1, max_size=6).filter(lambda s: s.isprintable() or s in "\t\r\n")


@given(
    st.lists(NAMES, min_size=2, max_size=4, unique=True),
    st.lists(st.sampled_from(sorted(EDGE_PATTERNS)), min_size=3),
)
def test_any_name_and_mark_survive_graphml_and_json(names, patterns):
    networkx = need("networkx")
    edges = zip(names, patterns, names[1:], strict=False)
    graph = sp.MixedGraph(names, edges)
    assert from_json(to_json(graph)) == graph
    assert sp.MixedGraph.from_networkx(networkx.parse_graphml(to_graphml(graph))) == graph
