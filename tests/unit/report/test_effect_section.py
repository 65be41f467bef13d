"""The section on effects of the report page: an answer for every pair, the one that the library gives."""

from itertools import permutations

import numpy as np
import pytest

import sepset as sp
from sepset.effects.words import asked_line, rows
from sepset.report.effect_section import MOST_VARIABLES, effect_answers, effect_section
from sepset.report.html import render

DAG = sp.MixedGraph.from_edges("u --> a", "c --> a", "c --> b", "a --> b")


def table(size=400, seed=0):
    rng = np.random.default_rng(seed)
    u, c = rng.normal(size=(2, size))
    a = u + c + rng.normal(size=size)
    return {"u": u, "c": c, "a": a, "b": 2 * a + c + rng.normal(size=size)}


def test_without_data_it_has_causes_and_sets():
    found = sp.pc(sp.Oracle(DAG))
    told = effect_answers(found)
    for (a, b), one in zip(permutations(found.names, 2), told, strict=True):
        assert one["before"] == [asked_line(a, b, found.causes(a, b))]
        sets = sp.adjustment_sets(found, a, b)
        assert [row[0] for row in one["rows"]] == [str(given) for given in sets[:5]]
    assert "Estimates are here when" in effect_section(found.names, with_data=False)


def test_with_data_it_has_the_estimates_of_the_library():
    data = table()
    found = sp.pc(data)
    told = effect_answers(found, data)
    for (a, b), one in zip(permutations(found.names, 2), told, strict=True):
        assert one["rows"] == [list(row) for row in rows(sp.effect(data, found, a, b))]


def test_a_posterior_has_probabilities_and_with_data_distributions():
    data = table(200)
    post = sp.posterior(data, seed=0)
    without, with_data = effect_answers(post), effect_answers(post, data)
    assert all("With probability" in one["before"][0] for one in without)
    assert any("no effect with probability" in " ".join(one["after"]) for one in with_data)


def test_contradicted_results_say_so():
    for seed in range(50):
        found = sp.kpc(sp.asia().sample(200, seed=seed), k=1)
        if any(found.status(edge.u, edge.v) == "contradicted" for edge in found.graph.edges()):
            break
    assert any("contradict" in " ".join(one["after"]) for one in effect_answers(found))


def test_learners_that_allow_hidden_causes_have_causes_alone():
    told = effect_answers(sp.anytime_fci(sp.Oracle(DAG), k=1))
    assert all(one["before"] and not one["rows"] for one in told)


def test_many_variables_are_asked_about_one_by_one():
    many = sp.MixedGraph([f"x{i}" for i in range(MOST_VARIABLES + 1)])
    assert effect_answers(sp.kpc(sp.Oracle(many), k=0)) == []
    section = effect_section(many.nodes, with_data=True)
    assert "sepset effect RUN DATA CAUSE EFFECT" in section
    assert "<select" not in section


def test_one_variable_has_no_section():
    assert effect_section(("only",), with_data=False) == ""


@pytest.mark.parametrize("name", ["</script><script>alert(1)</script>", '"><img src=x>'])
def test_names_are_text(name):
    found = sp.kpc(sp.Oracle(DAG.relabel({"a": name})), k=1)
    assert name not in effect_section(found.names, with_data=False)
    assert name not in render(found)
    assert any(name in one["before"][0] for one in effect_answers(found))
