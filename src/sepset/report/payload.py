"""What the page of a report knows: the graphs for every k, where nodes stand, explanations and separations.

Everything is numbers and text; text goes through `as_script`, after which no name can end the element that
holds it, and the page only ever shows it as text.
"""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.drawing.layout import both_layouts
from sepset.graph.bits import members
from sepset.graph.marks import RIGHTWARDS
from sepset.report.phrases import Phrases
from sepset.report.sure import sure_payload
from sepset.result.disputes import disputes
from sepset.result.edge_p import quick_edge_p
from sepset.result.facts import Facts, separated, tested
from sepset.result.weak import weak_pairs
from sepset.sentences import NameSet, variables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.drawing.diagram import Diagram
    from sepset.drawing.layout import Layout
    from sepset.result.discovery import Discovery
    from sepset.result.facts import Alike
    from sepset.result.posterior.posterior import Posterior
    from sepset.result.verdict import Link
    from sepset.status import Status


class Places(NamedTuple):
    """Where everything stands in a wide window, and in a narrow one."""

    right: Layout
    down: Layout

    @classmethod
    def of(cls, diagram: Diagram) -> Places:
        """Lay a diagram out both ways."""
        return cls(*both_layouts(diagram))

    def payload(self) -> dict[str, object]:
        """Return what the page knows of both, ready for JSON."""
        labels = [box.label for box in self.right.boxes]
        return {"labels": labels, "right": _placed(self.right), "down": _placed(self.down)}


def payload(
    found: Discovery, placed: Places, links: Sequence[Link], post: Posterior | None = None
) -> dict[str, object]:
    """Return what goes into the page, ready for JSON; `placed` are the layouts of the graph.

    `links` are those of the tests (`links_of`), `post` is the posterior that the result stands beside, if
    there is one.
    """
    book, kinds = Phrases(), EdgeKinds()
    levels = [_level(Facts(found, k), book, kinds) for k in bounds(found)]
    return {
        "names": list(found.names),
        **placed.payload(),
        "levels": levels,
        "resamples": None,
        "sure": None if post is None else sure_payload(post, book),
        "separated": _separated(found, book),
        "templates": book.templates,
        "kinds": kinds.listed,
        "arrows": RIGHTWARDS,
        "separations": _separations(found),
        "evidence": _evidence(found),
        "weak": [[link.a, link.b] for link in links if link.weak],
    }


def drawing(found: Discovery, placed: Places) -> dict[str, object]:
    """Return what a page needs to draw the graph at the largest k, without a word about it: soon made."""
    said = disputes(found.orientation())
    return {
        "names": list(found.names),
        "right": _placed(placed.right),
        "down": _placed(placed.down),
        "k": bounds(found)[-1],
        "edges": [[a, mark, b, said.status(a, b, mark)] for a, mark, b in found.graph.table.edges()],
        "evidence": _evidence(found) or [],
        "weak": sorted(sorted(pair) for pair in weak_pairs(found)),
    }


class EdgeKind(NamedTuple):
    """What edges of a kind share: the arrow, how sure it is, and the templates of what is said about each."""

    pattern: str
    status: Status
    templates: tuple[int, ...]


class EdgeKinds:
    """Kinds of edges in order of appearance."""

    def __init__(self) -> None:
        self._numbers: dict[EdgeKind, int] = {}

    @property
    def listed(self) -> list[EdgeKind]:
        """The kinds, each at its number."""
        return list(self._numbers)

    def number(self, kind: EdgeKind) -> int:
        """Return the number of a kind."""
        return self._numbers.setdefault(kind, len(self._numbers))


def bounds(found: Discovery) -> range:
    """Return the values of k at which the result can differ."""
    return range(min(found.k, found.last_bound) + 1)


def as_script(value: object) -> str:
    r"""Return JSON that is safe inside a script element: it holds no <, > or & and only ASCII.

    >>> as_script(["</script><!--"])
    '["\\u003c/script\\u003e\\u003c!--"]'
    """
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    for letter in "<>&":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def _separations(found: Discovery) -> dict[str, object]:
    """Return which pairs are separated, in node order, by which set and with which p, each set once.

    Hundreds of thousands of pairs are a few bytes each: `apart` has for each node the pairs (node, other)
    without a set, `given` the number of the set of every other pair, `p` their p-values.
    """
    order = sorted(range(len(found.names)), key=lambda i: found.names[i])
    place = {node: i for i, node in enumerate(order)}
    sets: dict[tuple[int, ...], int] = {}
    codes: dict[tuple[int, ...], str] = {}
    given = []
    separations = found.skeleton.separations
    filled = separations.filled_rows()
    for size in separations.size.tolist():
        members_ = next(filled)[2] if size else ()
        code = codes.get(members_)
        if code is None:
            listed = tuple(sorted(members_, key=place.__getitem__))
            code = codes[members_] = _base36(sets.setdefault(listed, len(sets)))
        given.append(code)
    return {
        "joined": [[a, b] for a, _, b in separations.skeleton().edges()],
        "sets": list(sets),
        "given": " ".join(given),
        "p": "" if found.settings.is_oracle else _three_digits(separations.p.tolist()),
    }


def _three_digits(values: list[float]) -> str:
    """Return numbers with three digits, without the zero before the point.

    >>> _three_digits([0.25, 1.0, 0.0, 0.0, 1e-9])
    '.25 1   1e-09'
    """
    # One format for all of them takes half of the time that one for each does.
    text = f" {' '.join(['%.3g'] * len(values))} " % tuple(values)
    for zero, left in ((" 0.", " ."), (" 0 ", "  "), (" 0 ", "  ")):
        text = text.replace(zero, left)
    return text[1:-1]


def _base36(number: int) -> str:
    return np.base_repr(number, 36).lower()


def _evidence(found: Discovery) -> list[list[object]] | None:
    """Return the largest p of each pair that is joined at the largest k, where it is known."""
    known = quick_edge_p(found)
    if known is None:
        return None
    joined = ((a, b) for a, _, b in found.graph.table.edges())
    return [[a, b, f"{known(found.names[a], found.names[b]):.2g}"] for a, b in joined]


def _short(value: float) -> float:
    return round(value, 1)


def _placed(layout: Layout) -> dict[str, object]:
    boxes = [[_short(v) for v in (box.x, box.y, box.width, box.height)] for box in layout.boxes]
    return {"boxes": boxes, "bends": _bends(layout)}


def _bends(placed: Layout) -> list[list[object]]:
    runs = sorted((pair, run) for pair, run in placed.bends.items() if run)
    return [[*pair, *(_short(v) for point in run for v in point)] for pair, run in runs]


def _separated(found: Discovery, book: Phrases) -> list[int | str | tuple[int, ...]]:
    """Return the templates of pairs separated by the empty set, and by another; holes: a, b, set, p."""
    a, b, c = variables("abc")
    sample = tested(found, {"p": 0.5}, None if found.data is None else found.data.rows)
    return [book.add(separated(a, b, NameSet(given), sample))[0] for given in ((), (c,))]


def _level(facts: Facts, book: Phrases, kinds: EdgeKinds) -> dict[str, object]:
    edges = []
    known: dict[Alike, int] = {}
    for a, pattern, b in facts.result.graph.table.edges():
        alike = facts.alike(a, b)
        if alike not in known:
            shared = tuple(book.number(fact, a, b) for fact in facts.shared(a, b))
            known[alike] = kinds.number(EdgeKind(pattern, facts.disputes.status(a, b, pattern), shared))
        # What is to be noted about the whole graph stands above the drawing.
        said = tuple([book.add(fact) for fact in facts.own(a, b) if fact.kind != "note"])
        edges.append((a, known[alike], b, said))
    return {"k": facts.k, "edges": edges, "apart": _apart(facts, book)}


def _apart(facts: Facts, book: Phrases) -> list[list[object]]:
    """Return the pairs without an edge of which more is to say than their separation."""
    table = facts.result.graph.table
    pairs = {tuple(sorted(pair)) for pair in facts.disputes.pairs}
    unseparated = facts.found.skeleton.separations.at(facts.k).skeleton().adjacency
    for a in range(table.n):
        pairs |= {(a, b) for b in members(unseparated[a] & ~table.adjacency[a]) if a < b}
    if facts.found.data is not None and facts.found.data.gaps is not None:
        pairs |= set(combinations(range(table.n), 2))  # each test has an N of its own
    return [
        [a, b, [book.add(fact) for fact in facts.between(a, b)]]
        for a, b in sorted(pairs)
        if not table.adjacent(a, b)
    ]
