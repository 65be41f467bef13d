"""Lemmas, refutations and clauses of a certificate as JSON values, and back; what was overruled, too."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, cast

from sepset.equivalence.essential.certificate import Refuted
from sepset.equivalence.essential.decisions import KINDS
from sepset.equivalence.essential.given import Given
from sepset.equivalence.essential.lemmas import BarLemma, CoverLemma, CutLemma, PathLemma, WayLemma
from sepset.graph.bits import from_members, members
from sepset.graph.edges import Edge
from sepset.orientation.outcome import Overruled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sepset.equivalence.essential.certificate import Step
    from sepset.equivalence.essential.decisions import DecisionKind
    from sepset.equivalence.essential.lemmas import Lemma
    from sepset.result.saved.json_values import Value

TYPES = ("-->", "<--", "<->")


def lemmas_as_json(lemmas: Iterable[Lemma]) -> dict[str, list[list[object]]]:
    """Return lemmas by kind, each as numbers and arrays of numbers."""
    found: dict[str, list[list[object]]] = {"paths": [], "cuts": [], "covers": []}
    lemmas = list(lemmas)
    if any(isinstance(lemma, BarLemma | WayLemma) for lemma in lemmas):
        found |= {"bars": [], "ways": []}
    for lemma in lemmas:
        if isinstance(lemma, PathLemma):
            found["paths"].append(list(lemma.nodes))
        elif isinstance(lemma, CutLemma):
            found["cuts"].append([lemma.a, lemma.b, *(list(members(part)) for part in lemma[2:])])
        elif isinstance(lemma, BarLemma):
            found["bars"].append(list(lemma.nodes))
        elif isinstance(lemma, WayLemma):
            found["ways"].append([lemma.a, lemma.b, list(members(lemma.inside))])
        else:
            found["covers"].append([lemma.a, lemma.b, list(chain.from_iterable(lemma.edges))])
    return found


def lemmas_of(value: Value, n: int) -> tuple[Lemma, ...]:
    """Return the lemmas of a document; whether they hold is for `verify` to say."""
    value.require_only(("bars", "covers", "cuts", "paths", "ways"))
    found: list[Lemma] = [PathLemma(tuple(nodes.wholes(0, n - 1))) for nodes in value.part("paths").items()]
    for a, b, *parts in value.part("cuts").rows(6):
        sides = [from_members(part.wholes(0, n - 1)) for part in parts]
        found.append(CutLemma(a.whole(0, n - 1), b.whole(0, n - 1), *sides))
    for a, b, edges in value.part("covers").rows(3):
        numbers = edges.wholes(0, n - 1)
        if len(numbers) % 2:
            edges.refuse("pairs of nodes, one after the other")
        pairs = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        found.append(CoverLemma(a.whole(0, n - 1), b.whole(0, n - 1), pairs))
    return (*found, *_lemmas_with_knowledge(value, n))


def _lemmas_with_knowledge(value: Value, n: int) -> Iterator[Lemma]:
    """Yield the lemmas that only knowledge makes; a result without any does not mention their kinds."""
    parts = value.parts()
    for nodes in parts["bars"].items() if "bars" in parts else ():
        yield BarLemma(tuple(nodes.wholes(0, n - 1)))
    for a, b, inside in parts["ways"].rows(3) if "ways" in parts else ():
        yield WayLemma(a.whole(0, n - 1), b.whole(0, n - 1), from_members(inside.wholes(0, n - 1)))


def given_of(value: Value, n: int) -> Given | None:
    """Return what was known beforehand; an empty array: nothing was."""
    if value.raw == []:
        return None
    value.require_only(Given._fields)
    rows: dict[str, list[int]] = {kind: [0] * n for kind in Given._fields}
    for kind, row in rows.items():
        for a, b in value.part(kind).rows(2):
            row[a.whole(0, n - 1)] |= 1 << b.whole(0, n - 1)
    return Given(*(tuple(row) for row in rows.values()))


def step_as_json(step: Step) -> list[int]:
    """Return a clause as three numbers per literal: i, j, and 1 for an arrowhead at i or 0 for a tail."""
    return [int(number) for literal in step for number in literal]


def step_of(value: Value, n: int) -> Step:
    """Return a clause of a document."""
    numbers = value.wholes(0, max(n - 1, 1))
    if len(numbers) % 3 or any(sign > 1 for sign in numbers[2::3]):
        value.refuse("literals of three numbers each: two nodes, and 1 or 0")
    ends = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
    return tuple((i, j, bool(is_arrow)) for i, j, is_arrow in ends)


def edge_of(row: list[Value], nodes: tuple[str, ...]) -> Edge:
    """Return the edge of the first three values of a row."""
    u, pattern, v = row[:3]
    return Edge(nodes[u.whole(0, len(nodes) - 1)], pattern.word(TYPES), nodes[v.whole(0, len(nodes) - 1)])


def refuted_of(row: list[Value], nodes: tuple[str, ...]) -> Refuted:
    """Return a refutation of a document."""
    reason = row[3].word(("conclusion", "cover", "search"))
    return Refuted(edge_of(row, nodes), reason, tuple(step_of(step, len(nodes)) for step in row[4].items()))


def overruled_of(value: Value, n: int) -> Iterator[Overruled]:
    """Yield the decisions of the tests that the graph breaks, if there are any."""
    for kind, nodes, p in value.part("overruled").rows(3) if "overruled" in value.parts() else ():
        word = kind.word(KINDS)
        numbers = nodes.wholes(0, n - 1)
        if len(numbers) != (2 if word in ("apart", "joined") else 3) or len(set(numbers)) < len(numbers):
            nodes.refuse("two different nodes of a pair, or three of a triple")
        if p.raw is not None and not (isinstance(p.raw, float | int) and 0 <= p.raw <= 1):
            p.refuse("a p-value from 0 to 1, or null")
        yield Overruled(cast("DecisionKind", word), tuple(numbers), p.raw)
