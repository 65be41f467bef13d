"""``sepset effect``: words and JSON, from a result, a graph and a posterior."""

import json

import numpy as np
import pytest

import sepset as sp


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A table in which c is a common cause of a and b, and a acts on b; results on it."""
    folder = tmp_path_factory.mktemp("effect")
    rng = np.random.default_rng(0)
    u, c = rng.normal(size=(2, 600))
    a = c + u + rng.normal(size=600)
    b = 2 * a + c + rng.normal(size=600)
    values = np.column_stack([a, b, c, u])
    np.savetxt(folder / "data.csv", values, delimiter=",", header="a,b,c,u", comments="")
    data = sp.read(folder / "data.csv")
    sp.pc(data).save(folder / "pc.json")
    sp.posterior(data, seed=0).save(folder / "post.json")
    (folder / "graph.txt").write_text("c --> a\nc --> b\na --> b\nu --> a\n")
    return folder


def test_words_from_a_graph(files, cli):
    shown = cli("effect", files / "graph.txt", files / "data.csv", "a", "b")
    assert "Does a affect b? Always: a, b is a directed path." in shown
    assert "{c}" in shown
    assert "slope" in shown


def test_levels_are_named_with_their_variables(cli):
    cli.write("graph.txt", "drug --> cured\ndrug --> days\n")
    kinds = 5 * ["yes,yes", "yes,yes", "yes,no", "no,no", "no,no", "no,yes"]
    rows = [f"{kind},{row + 0.25}" for row, kind in enumerate(kinds)]
    cli.write("data.csv", "\n".join(["drug,cured,days", *rows]))
    shown = cli("effect", "graph.txt", "data.csv", "drug", "cured")
    assert "risk difference of cured=yes for drug=yes vs no" in shown
    assert "risk ratio of cured=yes for drug=yes vs no" in shown
    assert "difference of means for drug=yes vs no" in cli("effect", "graph.txt", "data.csv", "drug", "days")


def test_json_from_a_result_and_what_it_says_of_the_rows(files, cli):
    said = json.loads(cli("effect", files / "pc.json", files / "data.csv", "a", "b", "--json"))
    assert said["identified"] is True
    assert said["same_rows"] is True
    assert any("same rows" in note for note in said["notes"])
    for one in said["estimates"]:
        assert one["adjusted_for"] == ["c"]
        assert one["low"] < 2 < one["high"]


def test_split_learns_again_on_other_rows(files, cli):
    said = json.loads(
        cli("effect", files / "pc.json", files / "data.csv", "a", "b", "--split", "0.5", "--json")
    )
    assert said["rows"] == 300
    assert said["same_rows"] is False


def test_a_posterior_gives_a_distribution(files, cli):
    shown = cli("effect", files / "post.json", files / "data.csv", "a", "b")
    assert "With probability" in shown
    assert "no effect with probability" in shown


def test_an_effect_that_is_not_settled_has_a_range(files, cli, tmp_path):
    (tmp_path / "open.txt").write_text("a --- b\nb --- c\na --- c\nu --> a\nu --> b\nu --> c")
    shown = cli("effect", tmp_path / "open.txt", files / "data.csv", "a", "b")
    assert "stands in the way" in shown
    assert "not settled" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("a", "x"), "unknown"),
        (("a", "a"), "two variables"),
        (("a", "b", "--level", "2"), "--level"),
        (("a", "b", "--split", "0.5"), "--split"),
    ],
)
def test_bad_calls(files, cli, arguments, words):
    assert words in cli("effect", files / "graph.txt", files / "data.csv", *arguments, code=2)
