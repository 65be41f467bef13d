"""The page about a stability: its numbers are those of the shares, and its words never promise more."""

import json
import re
from html import unescape

import pytest

import sepset as sp
from sepset.graph.marks import EDGE_PATTERNS
from sepset.report.html import render, write_report
from sepset.report.stability_page import stability_parts
from sepset.result.verdict import stability_verdict


@pytest.fixture(scope="module")
def stable():
    return sp.stability(sp.asia().sample(500, seed=2).named("asia.csv"), resamples=40, k=1)


def payload_of(page):
    return json.loads(
        re.search(r'<script type="application/json" id="payload">(.*?)</script>', page, re.DOTALL)[1]
    )


def test_every_share_is_on_the_page(stable):
    (level,) = payload_of(render(stable))["sure"]["levels"]
    drawn = {(stable.names[a], pattern, stable.names[b]): share for a, pattern, b, share in level["edges"]}
    assert drawn == {tuple(e): stable.share(*e) for e in stable.commonest().edges()}
    told = {(stable.names[a], stable.names[b]): dict(shares) for a, b, shares, _ in level["chances"]}
    for row in stable.marks():
        shares = told.get((row["a"], row["b"]), {})
        assert (shares == {}) == (row["*-*"] < 0.005)
        for pattern, share in shares.items():
            expected = 1 - row["*-*"] if pattern == "no edge" else row[pattern]
            assert share == pytest.approx(expected)


def test_what_is_drawn_is_what_was_found_most_often(stable):
    graph = stable.commonest()
    assert {frozenset((e.u, e.v)) for e in graph.edges()} == {
        frozenset((e.u, e.v)) for e in stable.skeleton().edges()
    }
    for edge in graph.edges():
        assert stable.share(*edge) == max(stable.share(edge.u, pattern, edge.v) for pattern in EDGE_PATTERNS)


def test_ties_do_not_hang_on_the_order_of_columns():
    columns = {"b": [0, 1] * 30, "a": [0, 1] * 30, "c": [0, 0, 1] * 20}
    one = sp.stability(columns, resamples=6, k=1)
    other = sp.stability(dict(reversed(columns.items())), resamples=6, k=1)
    assert one.commonest() == other.commonest()


def test_standings_follow_the_shares(stable):
    for link in stability_verdict(stable).links:
        u, v = stable.names[link.a], stable.names[link.b]
        assert link.linked == stable.share(u, "*-*", v) >= 0.5
        assert link.exactly == stable.share(u, link.pattern, v)
        assert (link.standing == "doubtful") == (link.linked < 0.95)


def test_nothing_is_called_certain_or_probable(stable):
    page = re.sub(r"<(script|style|button)[^>]*>.*?</\1>", "", render(stable), flags=re.DOTALL)
    words = " ".join(re.sub(r"<[^>]*>", " ", page).split()).replace("least certain first", "")
    assert re.findall(r"\bcertain", words) == []
    assert set(re.findall(r"\w+ \w+ probab\w+", words)) == {"not a probability"}


def test_methods_cite_how_rows_were_drawn(stable):
    page = "".join(stability_parts(stable).sections)
    assert "Efron, B. (1979)" in page
    assert "40 bootstrap samples of the rows" in page
    half = sp.stability(sp.asia().sample(200, seed=2), resamples=5, k=1, method="half")
    assert "Meinshausen, N." in "".join(stability_parts(half).sections)


def test_the_same_stability_gives_the_same_bytes(stable, tmp_path):
    stable.report(tmp_path / "one.html")
    stable.save(tmp_path / "stable.json")
    write_report(sp.load(tmp_path / "stable.json"), tmp_path / "two.html")
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


@pytest.mark.parametrize("learner", ["pc", "loci", "anytime-fci", lambda data: sp.kpc(data, k=0)])
def test_every_learner_has_a_page(learner):
    stable = sp.stability(sp.asia().sample(200, seed=2), resamples=3, learner=learner)
    assert payload_of(render(stable))["resamples"] == 3
    assert "<iframe sandbox=" in stable.show(height=300)._repr_html_()
    assert stable.summary().splitlines()[0] in unescape(stable._repr_html_())


def test_nothing_linked():
    stable = sp.stability({"a": [0, 0, 1, 1] * 20, "b": [0, 1] * 40}, resamples=9, alpha=1e-9, k=0)
    page = render(stable)
    assert payload_of(page)["sure"]["levels"][0]["edges"] == []
    assert "The only pair is not linked in half of 9 resamples or more" in page


def test_it_has_no_effects(stable):
    with pytest.raises(sp.OptionError, match="no estimates of effects"):
        render(stable, {"a": [1, 2]})
