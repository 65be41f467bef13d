"""The report as a file: what is in it, what cannot be in it, and how it is written."""

import html
import html.parser
import itertools
import json
import os
import re
from pathlib import Path

import pytest

import sepset as sp
from sepset.catalogue import references
from sepset.catalogue.records import Reference
from sepset.drawing.ordering import order_layers
from sepset.report.html import render, to_bytes, write_report
from sepset.report.legend import legend
from sepset.report.methods import methods_text, sentences
from sepset.report.payload import Places, payload
from sepset.report.phrases import Phrases
from sepset.report.subtitle import subtitle
from sepset.result.verdict import links_of

HOSTILE = (
    "<script>alert(1)</script>",
    "</script>",
    "<!--",
    '"><img src=x onerror=alert(1)>',
    "$title",
    "⟦0⟧",
    "a\x00b",
)


@pytest.fixture(scope="module")
def asia():
    return sp.kpc(sp.asia().sample(2000, seed=1), k=2)


@pytest.fixture(scope="module")
def hostile():
    dag = sp.simulate.random_dag(7, edges=9, seed=4)
    return sp.kpc(sp.Oracle(dag.relabel(dict(zip(dag.nodes, HOSTILE, strict=True)))), k=2)


@pytest.fixture(scope="module")
def disputed():
    return sp.kpc(sp.asia().sample(60, seed=3), k=2, alpha=0.3, search="all")


class Elements(html.parser.HTMLParser):
    """Collect elements, their attributes and the text of scripts."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.links, self.handlers, self.ids = [], [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [v for k, v in attrs if k in ("src", "href", "action", "xlink:href", "data")]
        self.handlers += [k for k, _ in attrs if k.startswith("on")]
        self.ids += [v for k, v in attrs if k == "id"]


@pytest.mark.parametrize("result", ["asia", "hostile"])
def test_the_page_stands_alone(request, result):
    page = Elements(render(request.getfixturevalue(result)))
    assert page.tags.count("script") == 2
    assert "img" not in page.tags
    assert "iframe" not in page.tags
    assert page.handlers == []
    assert all(link.startswith(("#", "data:")) for link in page.links)
    assert len(page.ids) == len(set(page.ids))


def test_the_data_inside_are_json_that_cannot_end_its_element(hostile):
    inside = re.search(r'id="payload">(.*?)</script>', render(hostile), re.DOTALL)[1]
    assert not set("<>&") & set(inside)
    assert json.loads(inside)["names"] == list(HOSTILE)


def test_the_same_result_gives_the_same_bytes(asia, tmp_path):
    asia.save(tmp_path / "run.json")
    assert to_bytes(asia) == to_bytes(sp.load(tmp_path / "run.json"))


def test_lone_surrogates_can_be_written(tmp_path):
    found = sp.kpc(sp.Oracle(sp.MixedGraph(["\ud800", "b"])), k=0)
    write_report(found, tmp_path / "page.html")
    assert (tmp_path / "page.html").read_bytes().decode("utf-8").startswith("<!DOCTYPE html>")


def test_a_hundred_variables_stay_below_a_megabyte():
    dag = sp.simulate.random_dag(100, edges=200, seed=1)
    found = sp.kpc(sp.simulate.linear_gaussian(dag, seed=1).sample(1000, seed=2), k=2)
    assert len(to_bytes(found)) < 1_000_000


LEARNERS = {
    "k-PC": lambda test: sp.kpc(test, k=2),
    "k-PC complete": lambda test: sp.kpc(test, k=1, complete=True),
    "PC": sp.pc,
    "LOCI": lambda test: sp.loci(test, k=1),
    "Anytime FCI": lambda test: sp.anytime_fci(test, k=1),
}


class Page:
    """What a page knows, read as its script reads it."""

    def __init__(self, found):
        self.names = found.names
        # Through JSON, as everything on a page.
        self.known = json.loads(json.dumps(payload(found, Places.of(found.diagram()), links_of(found))))
        self.book = Phrases()
        self.book._numbers = {tuple(template): i for i, template in enumerate(self.known["templates"])}
        self.separations = dict(self._separations())

    def _separations(self):
        """Yield separated pairs in node order with their set and p, as page/state.js does."""
        packed = self.known["separations"]
        joined = {tuple(pair) for pair in packed["joined"]}
        pairs = [p for p in itertools.combinations(range(len(self.names)), 2) if p not in joined]
        numbers = packed["given"].split(" ") if packed["given"] else []
        written = packed["p"].split(" ") if packed["p"] else [None] * len(pairs)
        for pair, number, p in zip(pairs, numbers, written, strict=True):
            value = "" if p is None else f"0{p}" if p.startswith(".") else p or "0"
            yield pair, (packed["sets"][int(number, 36)], value)

    def levels(self):
        for level in self.known["levels"]:
            edges = {(a, b): (self.known["kinds"][kind], lines) for a, kind, b, lines in level["edges"]}
            yield level["k"], edges, {(a, b): lines for a, b, lines in level["apart"]}

    def lines(self, a, b, edges, apart):
        if (a, b) in edges:
            (_, _, shared), lines = edges[a, b]
            return [[number, a, b] for number in shared] + lines
        if (a, b) in apart:
            return apart[a, b]
        given, p = self.separations[a, b]
        empty, other = self.known["separated"]
        return [[other, a, b, given, p] if given else [empty, a, b, p]]

    def shown(self, line):
        """How a line is shown, and its text."""
        return self.known["templates"][line[0]][0], self.book.fill(line, self.names)


def learned(learner, oracle):
    return LEARNERS[learner](sp.Oracle(sp.asia().dag) if oracle else sp.asia().sample(500, seed=3))


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("oracle", [True, False], ids=["oracle", "data"])
def test_the_page_explains_every_pair_as_the_library_does(learner, oracle):
    found = learned(learner, oracle)
    page = Page(found)
    for k, edges, apart in page.levels():
        for a, b in itertools.combinations(range(len(found.names)), 2):
            facts = [fact for fact in found.facts(found.names[a], found.names[b], k) if fact.kind != "note"]
            shown = [page.shown(line) for line in page.lines(a, b, edges, apart)]
            assert [text for _, text in shown] == list(map(str, facts))
            parts = ["evidence" if part == "conflict" else part for part, _ in shown]
            assert parts == [fact.part for fact in facts]
            warned = [fact.kind in ("conflict", "ambiguous") for fact in facts]
            assert [part == "conflict" for part, _ in shown] == warned


@pytest.mark.parametrize("result", ["disputed", "hostile"])
def test_the_page_knows_how_sure_every_edge_is(request, result):
    found = request.getfixturevalue(result)
    page = Page(found)
    for k, edges, _ in page.levels():
        drawn = {(a, b): kind[:2] for (a, b), (kind, _) in edges.items()}
        graph = found.graph_at(k)
        assert drawn == {
            tuple(graph.numbers((e.u, e.v))): [e.pattern, found.status(e.u, e.v, k)] for e in graph.edges()
        }


def test_contradicted_edges_are_drawn_and_listed_as_such(disputed, hostile):
    page = render(disputed)
    doubted = [e for e in disputed.graph.edges() if disputed.status(e.u, e.v) == "contradicted"]
    assert (
        len(doubted)
        == page.count('class="pair contradicted"')
        == page.count('stroke-dasharray="10 3 2 3 2 3"')
        > 0
    )
    assert "Struck through: other tests disagree; do not build on it." in page
    assert "Struck through" not in render(hostile)


def test_the_layers_of_a_page_are_ordered_once(asia, monkeypatch):
    """For wide windows, narrow windows and the picture alike."""
    calls = []

    def counted(links):
        calls.append(links)
        return order_layers(links)

    monkeypatch.setattr("sepset.drawing.layout.order_layers", counted)
    render(asia)
    assert len(calls) == len(list(asia.diagram().parts()))


@pytest.mark.parametrize("learner", LEARNERS)
def test_methods_cite_what_they_list(learner):
    found = LEARNERS[learner](sp.asia().sample(500, seed=3))
    words = methods_text(found)
    page = render(found)
    every = [reference for reference in vars(references).values() if isinstance(reference, Reference)]
    cited = {reference for sentence in sentences(found) for reference in sentence.cites}
    assert cited
    for reference in every:
        assert (html.escape(reference.full) in page) == (reference.short in words) == (reference in cited)


def test_methods_name_no_bound_that_there_was_not():
    data = sp.asia().sample(500, seed=3)
    words = methods_text(sp.pc(data))
    assert " with the PC algorithm (Spirtes et al. 2000), with conditioning sets of any size, as " in words
    assert "says that no set of neighbours of one of them, of any size, makes them independent." in words
    assert "at most" not in words
    assert "with conditioning sets of at most k = 2 variables, as" in methods_text(sp.pc(data, max_k=2))
    assert "<td>k</td>" not in render(sp.pc(data))
    assert "<td>k</td>" in render(sp.pc(data, max_k=2))


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("oracle", [True, False], ids=["oracle", "data"])
def test_every_sentence_of_the_legend_ends_with_a_full_stop(learner, oracle):
    found = LEARNERS[learner](sp.Oracle(sp.asia().dag) if oracle else sp.asia().sample(500, seed=3))
    sentences = re.findall(r"<p[^>]*>(.*?)</p>", legend(found), re.DOTALL)
    assert len(sentences) > 10
    plain = [re.sub(r"<[^>]*>", "", words) for words in sentences]
    assert [words for words in plain if not words.endswith(".")] == []


def test_the_line_below_the_title_is_in_plain_words(asia):
    line = "k-PC on 8 variables (all discrete), 2,000 rows: k = 2; chi-square test at alpha = 0.05; "
    line += "separating sets among neighbours; colliders from the separating sets"
    assert f'<p class="lead">{line}</p>' in render(asia)


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("oracle", [True, False], ids=["oracle", "data"])
def test_what_is_off_is_not_named(learner, oracle):
    found = LEARNERS[learner](sp.Oracle(sp.asia().dag) if oracle else sp.asia().sample(500, seed=3))
    words = subtitle(found)
    assert not re.search("True|False|None|none|_", words)
    assert ("exact search" in words) == (learner == "k-PC complete")
    assert ("known graph" in words) == oracle
    assert ("alpha" in words) == (not oracle)
    assert ("sets of any size" in words) == (learner == "PC")
    assert not re.search("<td>(True|False|None)</td>", render(found))


def test_what_was_chosen_automatically_is_said():
    words = subtitle(sp.kpc(sp.asia().sample(500, seed=3), k="auto", alpha="auto"))
    assert re.search(r"k = \d+ \(chosen automatically\); chi-square test at alpha = [\d.]+ \(chosen", words)
    assert "colliders where all separating sets agree; rules that count possible parents" in words


def test_settings_and_tests_are_told(asia):
    page = render(asia)
    assert f"{sum(asia.tests_run.values()):,}" in page
    assert asia.data.fingerprint in page
    for value in asia.versions.values():
        assert value in page


def test_large_tables_are_cut_and_say_so():
    found = sp.kpc(sp.Oracle(sp.MixedGraph([f"x{i}" for i in range(30)])), k=0)
    assert "200 of 435 are listed" in render(found)


class TestWriting:
    def test_a_folder_is_refused(self, asia, tmp_path):
        with pytest.raises(sp.OptionError, match="is a folder"):
            write_report(asia, tmp_path)

    def test_a_missing_folder_is_named(self, asia, tmp_path):
        with pytest.raises(sp.OptionError, match="no folder"):
            write_report(asia, tmp_path / "nowhere" / "page.html")

    def test_a_device_stays_one(self, asia):
        write_report(asia, "/dev/null")
        assert Path("/dev/null").is_char_device()

    def test_a_graph_is_no_result(self, asia, tmp_path):
        with pytest.raises(sp.OptionError, match=r"about the result of a learner, .* got MixedGraph"):
            write_report(asia.graph, tmp_path / "page.html")

    def test_an_older_page_survives_a_failure(self, asia, tmp_path, monkeypatch):
        page = tmp_path / "page.html"
        page.write_text("old")
        monkeypatch.setattr(
            os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device"))
        )
        with pytest.raises(OSError, match="No space left"):
            write_report(asia, page)
        assert page.read_text() == "old"
        assert [file.name for file in tmp_path.iterdir()] == ["page.html"]

    def test_a_link_keeps_pointing(self, asia, tmp_path):
        (tmp_path / "real.html").write_text("old")
        (tmp_path / "link.html").symlink_to(tmp_path / "real.html")
        write_report(asia, tmp_path / "link.html")
        assert (tmp_path / "link.html").is_symlink()
        assert (tmp_path / "real.html").read_bytes() == to_bytes(asia)


def test_divided_tests_are_no_agreement_even_where_no_rule_was_refused():
    truth = sp.simulate.linear_gaussian(sp.simulate.random_dag(6, edges=7, seed=13), seed=13)
    found = sp.pc(truth.sample(120, seed=13), colliders="conservative")
    assert not found.conflicts
    assert "contradicted" in {found.status(edge.u, edge.v) for edge in found.graph.edges()}
    page = to_bytes(found).decode()
    assert "None: all orientations agree with all tests." not in page
    assert "No rule asks for other marks. But the tests on 3 pairs are divided" in page
