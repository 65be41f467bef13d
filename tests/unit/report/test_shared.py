"""What Python and the page's script say alike stands once, in Python: words, signs and limits."""

import json
import re
from importlib.resources import files

import pytest

import sepset as sp
from sepset import status
from sepset.cli.graph_words import HEADINGS
from sepset.graph.marks import EDGE_PATTERNS, mirror
from sepset.report.html import render
from sepset.report.markup import SIGNS
from sepset.wording import LEAST_P, LEAST_PERCENT, MOST_PERCENT, as_percent

LIMITS = {
    *status.LEAST_PROBABILITY.values(),
    *status.LEAST_LINKED,
    *status.P_BELOW,
    status.HOLLOW_BELOW,
    status.NOTED_BELOW,
    LEAST_PERCENT,
    MOST_PERCENT,
} - {0.0}
PARTS = {part.name: part for part in files("sepset.report").joinpath("page").iterdir()}
SCRIPTS = [name for name in PARTS if name.endswith((".js", ".html"))]


@pytest.fixture(scope="module")
def table():
    return sp.asia().sample(500, seed=1).named("asia.csv")


@pytest.fixture(scope="module", params=["tests", "posterior", "stability"])
def page(request, table):
    made = {
        "tests": lambda: sp.kpc(table, k=1),
        "posterior": lambda: sp.posterior(table, seed=0, samples=100),
        "stability": lambda: sp.stability(table, resamples=10, k=1),
    }
    return render(made[request.param]())


def payload(page):
    (found,) = re.findall(r'<script type="application/json" id="payload">(.*?)</script>', page, re.DOTALL)
    return json.loads(found)


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_compares_with_a_limit_of_its_own(name):
    text = PARTS[name].read_text(encoding="utf-8")
    compared = re.findall(r"(?:[<>]=?|[!=]==) (\d[\d.e-]*)", text)
    assert not LIMITS & {float(number) for number in compared}
    assert not re.findall(r"\d %", text)
    assert LEAST_P not in text


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_has_words_or_signs_of_its_own(name):
    text = PARTS[name].read_text(encoding="utf-8")
    words = {*status.STATUS_WORDS.values(), *status.CERTAINTY_WORDS.values(), status.WEAK} - {"contradicted"}
    assert not re.findall(rf'"(?:{"|".join(words)}),? ?"', text, re.IGNORECASE)
    assert not re.findall("[→←↔⟜⊸]", re.sub(r"//.*", "", text))


def test_the_page_is_told_what_python_says(page):
    told = payload(page)
    assert list(told["words"]["statuses"].items()) == list(status.STATUS_WORDS.items())
    assert tuple(told["words"]["statuses"]) == status.STATUSES
    assert told["words"]["signs"] == SIGNS
    assert told["limits"]["hollow_below"] == status.HOLLOW_BELOW
    assert tuple(told["limits"]["least_linked"]) == status.LEAST_LINKED
    assert tuple(told["limits"]["p_below"]) == status.P_BELOW
    if told["sure"] is not None:
        assert list(told["sure"]["certainties"]) == list(told["sure"]["titles"])


def test_percentages_on_the_page_are_limits(page):
    """In the legend beside the drawing every percentage is one that something is compared with."""
    (key,) = re.findall(r'<ul id="key".*?</ul>', page, re.DOTALL)
    said = {part for run in re.findall(r"((?:\d+, )*\d+) %", key) for part in run.split(", ")}
    assert said <= {f"{100 * limit:.0f}" for limit in LIMITS}
    assert bool(said) == (payload(page)["sure"] is not None)


def test_a_status_has_one_name(table):
    found = sp.kpc(table, k=1)
    assert "partly_settled" in {found.status(edge.u, edge.v) for edge in found.graph.edges()}
    assert "<td>partly settled</td>" in render(found)
    for one, words in status.STATUS_WORDS.items():
        assert words == one.replace("_", " ")
        assert HEADINGS[one].title.lower() == words
        assert HEADINGS[one].meaning == status.STATUS_MEANS[one]
        assert f"{status.STATUS_MEANS[one]}</span>" in render(found)


def test_signs_read_alike_from_either_end():
    turned = str.maketrans("→←", "←→")
    assert set(SIGNS) == set(EDGE_PATTERNS)
    assert len(set(SIGNS.values())) == len(SIGNS)
    for pattern, sign in SIGNS.items():
        assert SIGNS[mirror(pattern)] == sign[::-1].translate(turned)
        assert ("o" in sign) == ("o" in pattern)


@pytest.mark.parametrize("certainty", ["nearly_certain", "likely"])
def test_limits_in_words_are_where_the_certainty_changes(certainty):
    least = status.LEAST_PROBABILITY[certainty]
    assert status.in_percent(certainty) == f"{as_percent(least)} or more"
    assert status.certainty_of(least) == certainty != status.certainty_of(least - 1e-9)
    assert status.in_percent("open") == f"under {as_percent(status.LEAST_PROBABILITY['likely'])}"
