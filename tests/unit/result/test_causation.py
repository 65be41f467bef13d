"""What causes what, read from graphs and from results."""

import pickle

import pytest

import sepset as sp

g = sp.MixedGraph.from_edges


def test_each_answer_shows_its_path():
    found = sp.ancestors(g("a o-> b", "b --> c", "d <-> c"), "c")
    assert found == {"a": "possibly", "b": "always", "d": "never"}
    assert [word.paths for word in found.values()] == [(("a", "b", "c"),), (("b", "c"),), ()]
    assert [word.reason for word in found.values()] == [
        "The path a, b, c may be directed; this is not settled.",
        "b, c is a directed path.",
        "No path from d to c can be directed.",
    ]


def test_two_ways_of_which_one_is_directed():
    fork = g("a o-o m", "a o-o w", "m --> b", "w --> b")
    assert sp.ancestors(fork, "b")["a"] == "always"
    joined = fork.with_edge("m", "o-o", "w")
    assert sp.ancestors(joined, "b")["a"] == "possibly"


def test_a_covered_path_proves_nothing():
    """m --> b is not forced by a --> m, as a and b are adjacent."""
    open_edge = g("a o-o m", "m o-o b", "a o-o b")
    assert sp.ancestors(open_edge, "b") == {"a": "possibly", "m": "possibly"}


def test_undirected_edges_may_point_either_way():
    assert sp.ancestors(g("a --- b", "b --> c"), "c") == {"a": "possibly", "b": "always"}


def test_results_answer_for_every_bound():
    found = sp.kpc(sp.Oracle(g("a --> b", "b --> c", "u --> b", "v --> c")), k=1)
    assert found.causes("a", "c") == found.causes("a", "c", k=0) == "always"
    assert found.causes("b", "c") == "always"
    assert found.causes("b", "c", k=0) == "possibly"
    assert found.causes("a", "c").paths == (("a", "b", "c"),)


def test_contradicted_edges_are_never_certain():
    """Whatever the tests contradict is read as open."""
    found = sp.kpc(sp.asia().sample(500, seed=5), k=2, alpha=0.1)
    for u, pattern, v in (("xray", "-->", "either"), ("smoke", "<->", "either")):
        assert found.graph.has(u, pattern, v)
        assert found.status(u, v) == "contradicted"
        assert found.causes(u, v) == found.causes(v, u) == "possibly"


def test_loci_drops_edges_and_the_answer_knows():
    """m and w are not adjacent in LOCI's graph only because it drops m <-> w."""
    dag = g("p --> m", "q --> w", "s --> m", "s --> w")
    found = sp.loci(sp.Oracle(dag), k=0)
    assert not found.graph.adjacent("m", "w")
    assert found.causes("m", "w") == found.causes("w", "m") == "never"


def test_answers_are_words_that_survive_a_pickle():
    word = sp.ancestors(g("a --> b"), "b")["a"]
    again = pickle.loads(pickle.dumps(word))  # noqa: S301
    assert (again, again.paths, again.reason) == ("always", (("a", "b"),), "a, b is a directed path.")


@pytest.mark.parametrize(("cause", "effect"), [("a", "x"), ("x", "a"), ("a", "a")])
def test_bad_names(cause, effect):
    found = sp.kpc(sp.Oracle(g("a --> b")), k=0)
    with pytest.raises(sp.errors.SepsetError, match=r"x|both 'a'"):
        found.causes(cause, effect)


def test_ancestors_needs_a_graph_and_a_node():
    with pytest.raises(sp.errors.SepsetError):
        sp.ancestors(g("a --> b"), "x")
    with pytest.raises(sp.errors.SepsetError):
        sp.ancestors("a --> b", "b")
