"""Knowledge in learners: what it saves, what it draws, and where data contradict it."""

import random
from dataclasses import replace

import numpy as np
import pytest

import naive
from naive_knowledge import random_knowledge
from sepset import (
    Knowledge,
    KnowledgeError,
    MixedGraph,
    OptionError,
    Oracle,
    anytime_fci,
    k_essential_graph,
    kpc,
    load,
    loci,
    pc,
)
from sepset.equivalence.essential.lemmas import BarLemma, WayLemma
from sepset.theory import find_problems, k_essential, verify


class AskedSetBySet:
    """The oracle behind the plain protocol of a test, which counts and remembers what is asked."""

    def __init__(self, graph):
        self._oracle, self.names, self.asked = Oracle(graph), graph.nodes, []

    def __call__(self, a, b, given=()):
        self.asked.append((a, b, frozenset(given)))
        return self._oracle(a, b, given)


def table(rows=400, seed=0):
    rng = np.random.default_rng(seed)
    age, sex = rng.normal(size=rows), rng.normal(size=rows)
    smoking = 0.7 * age + 0.5 * sex + rng.normal(size=rows)
    lung = 0.8 * smoking + rng.normal(size=rows)
    return {"age": age, "sex": sex, "smoking": smoking, "lung": lung}


@pytest.mark.parametrize("search", ["all", "neighbours", "component"])
def test_true_knowledge_saves_tests_and_changes_no_adjacency(search):
    rng = random.Random(3)
    skipped = 0
    for _ in range(40):
        dag = naive.random_dag(6, 0.5, rng)
        known = random_knowledge(dag, rng)
        plain, informed = AskedSetBySet(dag), AskedSetBySet(dag)
        without = kpc(plain, k=2, search=search)
        found = kpc(informed, k=2, search=search, knowledge=known)
        assert naive.skeleton(found.graph) == naive.skeleton(without.graph)
        assert found.settings["tests_skipped"] == len(plain.asked) - len(informed.asked)
        assert sum(found.tests_run.values()) == len(informed.asked)
        for a, b in known.required:
            assert not any({a, b} == {x, y} for x, y, _ in informed.asked)
        skipped += int(found.settings["tests_skipped"])
    assert skipped > 100


def test_no_set_has_a_member_of_a_tier_later_than_both_ends():
    dag = MixedGraph.from_edges("a --> b", "b --> c", "c --> d", "a --> d", "b --> e")
    tiers = [["a"], ["b"], ["c", "e"], ["d"]]
    asked = AskedSetBySet(dag)
    kpc(asked, k=2, search="all", knowledge=Knowledge(tiers=tiers))
    tier = {name: number for number, group in enumerate(tiers) for name in group}
    assert asked.asked
    for a, b, given in asked.asked:
        assert all(tier[c] <= max(tier[a], tier[b]) for c in given)


def test_knowledge_on_data():
    known = Knowledge(tiers=[["age", "sex"], ["smoking"], ["lung"]])
    for learner in (kpc, anytime_fci):
        found = learner(table(), k=1, knowledge=known)
        assert found.graph.has("age", "*->", "smoking")
        assert found.graph.has("smoking", "*->", "lung")
        assert found.settings["knowledge"] == {"tiers": [["age", "sex"], ["smoking"], ["lung"]]}
        assert found.settings["tests_skipped"] > 0
        assert "knowledge" in found.explain("smoking", "lung")
    assert pc(table(), knowledge=known).graph.has("smoking", "-->", "lung")


def test_order_of_columns_and_threads_do_not_matter():
    known = Knowledge(tiers=[["age", "sex"], ["smoking"], ["lung"]], required=[("age", "smoking")])
    data = table()
    turned = {name: data[name] for name in reversed(data)}
    one, other = kpc(data, k=1, knowledge=known, threads=1), kpc(turned, k=1, knowledge=known, threads=2)
    assert one.graph == other.graph
    assert one.tests_run == other.tests_run
    assert one.settings["tests_skipped"] == other.settings["tests_skipped"]


def test_a_result_with_knowledge_is_saved_and_loaded(tmp_path):
    found = kpc(table(), k=1, knowledge=Knowledge(tiers=[["age", "sex"], ["smoking"], ["lung"]]))
    found.save(tmp_path / "run.json")
    again = load(tmp_path / "run.json")
    assert again.graph == found.graph
    assert again.settings["knowledge"] == found.settings["knowledge"]
    assert again.explain("age", "smoking") == found.explain("age", "smoking")


def test_knowledge_stays_where_data_speak_against_it():
    dag = MixedGraph.from_edges("a --> c", "b --> c")
    known = Knowledge(ancestor=[("c", "a")])
    found = kpc(Oracle(dag), k=1, knowledge=known)
    assert found.graph.has("c", "-->", "a")
    assert found.orientation().conflicts
    assert any(
        "ancestor: c -> a stays" in note and "a and b are separated" in note
        for note in found.orientation().notes
    )
    with pytest.raises(KnowledgeError, match=r"the data contradict the knowledge: .*ancestor: c -> a"):
        _ = kpc(Oracle(dag), k=1, knowledge=known, strict=True).graph


def test_a_cause_that_the_data_separate_from_its_effect():
    """a affects b, and yet nothing that could lie between them separates the two."""
    dag = MixedGraph.from_edges("a --> c", "b --> c", "d --> b")
    found = kpc(Oracle(dag), k=1, knowledge=Knowledge(ancestor=[("a", "b")]))
    (against,) = found.orientation().against
    assert against == (0, 2, None)
    (note,) = found.notes
    assert note == "Knowledge against data: ancestor: a -> b stays, although a and b are independent alone."
    assert "Knowledge against data" in found.explain("a", "b")
    chain = MixedGraph.from_edges("a --> m", "m --> b", "x --> b")
    assert not kpc(Oracle(chain), k=1, knowledge=Knowledge(ancestor=[("a", "b")])).notes
    between = Knowledge(ancestor=[("a", "b")], not_ancestor=[("a", "m")])
    assert (
        "{m}, which has no variable that could lie between"
        in kpc(Oracle(chain), k=1, knowledge=between).notes[-1]
    )


def test_conflicts_that_only_follow_from_knowledge_count_as_data_against_it():
    """The mark that the data refuse comes from a rule, after what knowledge had drawn."""
    dag = MixedGraph.from_edges("a --> b", "b --> c", "c --> d", "e --> d")
    known = Knowledge(ancestor=[("d", "e")])
    found = kpc(Oracle(dag), k=1, knowledge=known)
    assert not kpc(Oracle(dag), k=1).conflicts
    assert len(found.orientation().against) == len(found.conflicts) > 0
    with pytest.raises(KnowledgeError, match="the data contradict"):
        _ = kpc(Oracle(dag), k=1, knowledge=known, strict=True).graph


def test_what_follows_is_told_with_the_statements_it_follows_from():
    dag = MixedGraph.from_edges("a --> b", "b --> c", "a --> c")
    found = kpc(Oracle(dag), k=0, knowledge=Knowledge(ancestor=[("a", "b"), ("b", "c")]))
    assert "before the data: ancestor: a -> b; ancestor: b -> c" in found.explain("a", "c")


def test_the_exact_graph_with_knowledge_is_saved_and_checked(tmp_path):
    dag = MixedGraph.from_edges("a --> b", "b --> c", "a --> d", "d --> c", "c --> e")
    known = Knowledge(tiers=[["a"], ["b", "d"], ["c", "e"]], forbidden=[("a", "c")], ancestor=[("a", "e")])
    found = kpc(Oracle(dag), k=1, complete=True, knowledge=known)
    certificate = found.orientation().completion.certificate
    assert found.graph == k_essential_graph(dag, 1, knowledge=known)
    assert verify(certificate)
    found.save(tmp_path / "run.json")
    again = load(tmp_path / "run.json").orientation().completion.certificate
    assert again == certificate
    assert "that fit what is known" in again.why("a", "b")
    wrong = Knowledge(tiers=[["e", "c"], ["b", "d"], ["a"]]).on(dag.nodes).given
    assert "does not fit what is known" in next(find_problems(replace(certificate, given=wrong)))
    assert not verify(replace(certificate, given=None))


def test_lemmas_that_knowledge_does_not_bear_out_are_refused():
    dag = MixedGraph.from_edges("a --> b", "b --> c", "d --> c")
    known = Knowledge(not_ancestor=[("d", "a")], ancestor=[("a", "c")])
    certificate = k_essential(dag, 1, knowledge=known).certificate
    for lemma in (BarLemma((0, 1, 2)), WayLemma(0, 2, 0b0111), WayLemma(3, 0, 0b1000), BarLemma((0,))):
        made_up = replace(certificate, lemmas=(*certificate.lemmas, lemma))
        assert "does not hold" in next(find_problems(made_up))
    for lemma in (BarLemma((3, 2, 1, 0)), WayLemma(0, 2, 0b0011)):
        assert verify(replace(certificate, lemmas=(*certificate.lemmas, lemma)))


@pytest.mark.parametrize("learner", [pc, loci])
def test_a_pair_left_out_by_knowledge_is_explained_saved_and_loaded(learner, tmp_path):
    dag = MixedGraph.from_edges("a --> b", "b --> c", "a --> c")
    found = learner(Oracle(dag), knowledge=Knowledge(no_edge=[("a", "c")]))
    assert not found.graph.adjacent("a", "c")
    assert "it is known that neither affects the other directly (no edge: a -- c)" in found.explain("a", "c")
    found.save(tmp_path / "run.json")
    assert load(tmp_path / "run.json").graph == found.graph
    assert load(tmp_path / "run.json").explain("a", "c") == found.explain("a", "c")
    found.report(tmp_path / "run.html")


def test_p_and_n_are_said_on_data():
    found = kpc(table(), k=1, knowledge=Knowledge(ancestor=[("smoking", "age")]))
    (note,) = found.orientation().notes
    assert "p = " in note
    assert "N = 400" in note


def test_statements_on_direct_effects_leave_a_k_closure_alone():
    dag = MixedGraph.from_edges("a --> b", "b --> c", "a --> c")
    plain = kpc(Oracle(dag), k=1).graph
    for known in (Knowledge(forbidden=[("a", "c")]), Knowledge(no_edge=[("a", "c")])):
        assert kpc(Oracle(dag), k=1, knowledge=known).graph == plain
    assert pc(Oracle(dag), knowledge=Knowledge(forbidden=[("c", "a")])).graph.has("a", "-->", "c")


def test_pc_drops_a_pair_known_to_have_no_edge_without_inventing_colliders():
    dag = MixedGraph.from_edges("a --> b", "b --> c", "a --> c")
    found = pc(Oracle(dag), knowledge=Knowledge(no_edge=[("a", "c")]))
    assert not found.graph.adjacent("a", "c")
    assert found.graph.has("a", "---", "b")
    assert found.graph.has("b", "---", "c")
    found.explain("a", "c")


def test_options_that_do_not_fit():
    oracle = Oracle(MixedGraph.from_edges("a --> b"))
    with pytest.raises(OptionError, match=r"knowledge is a sepset\.Knowledge"):
        kpc(oracle, knowledge={"roots": ["a"]})
    with pytest.raises(OptionError, match="strict"):
        kpc(oracle, strict=True)
    with pytest.raises(OptionError, match=r"knowledge is a sepset\.Knowledge"):
        k_essential_graph(MixedGraph.from_edges("a --> b"), 1, knowledge={"roots": ["a"]})
    with pytest.raises(KnowledgeError, match="there is no variable 'z'"):
        kpc(oracle, knowledge=Knowledge(roots=["z"]))
