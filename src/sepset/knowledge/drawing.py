"""The marks that knowledge puts on a skeleton before any rule runs.

An edge a-b of a k-closure says that no small set separates the two, not that one affects the other directly:

- "a does not affect b" puts an arrowhead at a, and never a tail;
- "a affects b" makes the edge ``a --> b``;
- statements about direct effects put no mark, unless the learner aims at the DAG itself (`direct`): then "a
  does not affect b directly" puts an arrowhead at a too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import members
from sepset.orientation.outcome import KNOWLEDGE_RULE, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.graph.mark_table import MarkTable
    from sepset.knowledge.known import KnownRelations

STAGE, RULE = "beforehand", KNOWLEDGE_RULE


def draw(known: KnownRelations, table: MarkTable, *, direct: bool = False) -> list[Step]:
    """Put the marks that follow from knowledge on a table, and return a step for each edge that changed."""
    return list(_steps(known, table, no_effects(known, direct=direct)))


def no_effects(known: KnownRelations, *, direct: bool) -> list[int]:
    """Return, for each a, every b such that an edge a-b has an arrowhead at a."""
    rows = list(known.not_ancestor)
    for fact in known.forbidden if direct else ():
        rows[fact.a] |= 1 << fact.b
    return rows


def apart(known: KnownRelations) -> frozenset[frozenset[int]]:
    """Return the pairs in which neither affects the other directly."""
    rows = no_effects(known, direct=True)
    both = ((a, b) for a in range(len(rows)) for b in members(rows[a]) if a < b and rows[b] >> a & 1)
    return frozenset(frozenset(pair) for pair in (*both, *((f.a, f.b) for f in known.no_edge)))


def forbid(known: KnownRelations, table: MarkTable) -> list[Step]:
    """Remove directions that are not direct effects, and edges left without any, from a finished graph.

    For learners whose edges say which variables may affect each other directly (LOCI).
    """
    steps = []
    forbidden = no_effects(known, direct=True)
    for a, b in apart(known):
        forbidden[a] |= 1 << b
        forbidden[b] |= 1 << a
    for a, row in enumerate(forbidden):
        for b in members(row & table.adjacency[a]):
            if table.has(a, "-->", b):
                table.remove(a, b)
            elif table.has(a, "---", b):
                table.set(a, "<--", b)
                steps.append(Step(STAGE, RULE, a, b, "---", "<--", (a, b)))
    return steps


def _steps(known: KnownRelations, table: MarkTable, no_effects: list[int]) -> Iterator[Step]:
    spoken_of = _symmetric([row | known.ancestor[a] for a, row in enumerate(no_effects)])
    for a in range(table.n):
        for b in members((table.adjacency[a] & spoken_of[a]) >> (a + 1) << (a + 1)):
            at_a = _mark(no_effects[a] >> b & 1, known.ancestor[a] >> b & 1, "<")
            at_b = _mark(no_effects[b] >> a & 1, known.ancestor[b] >> a & 1, ">")
            before = table.pattern(a, b)
            after = f"{at_a or before[0]}-{at_b or before[2]}"
            if after != before:
                table.set(a, after, b)
                yield Step(STAGE, RULE, a, b, before, after, (a, b))


def _symmetric(rows: list[int]) -> list[int]:
    """Return, for each a, every b that is in the row of a, or that has a in its own."""
    both = rows.copy()
    for a, row in enumerate(rows):
        for b in members(row):
            both[b] |= 1 << a
    return both


def _mark(no_effect: int, effect: int, arrowhead: str) -> str:
    return arrowhead if no_effect else "-" if effect else ""
