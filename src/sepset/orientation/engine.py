"""The engine: the one writer. It runs a plan, writes what rules propose, and keeps a trace and the conflicts.

With a true oracle no two proposals ever disagree. Finite data contradict themselves, so the policy is
explicit, and it depends neither on the order of nodes nor on the order in which a rule finds its proposals:

- A rule reads one graph, and all its proposals are collected before anything is written (a round).
- A settled mark (tail or arrowhead) never changes. A proposal that asks for another mark there is refused as
  a whole.
- Where proposals of one round ask for a tail and an arrowhead at the same end, the end is contested: every
  proposal that touches it is refused as a whole and the mark stays a circle, open for later rounds and
  rules.
- Each refused proposal is recorded once, as a `Conflict`.
- At the end, every unshielded collider that is drawn against its separating set is recorded too.

Two colliders that share an edge, a *-> b from one and a <-* b from the other, do not conflict: they set
different ends, and the edge becomes ``a <-> b``. Where no DAG has that (PC), the result has a conflict for
it, and for arrows that run in a circle (`sepset.result.impossible`).

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.orientation.evidence import Evidence, pair
>>> from sepset.orientation.plans import STANDARD
>>> g = MixedGraph.from_edges("a o-o c", "b o-o c", "c o-o d")
>>> sets = {pair(0, 2): frozenset(), pair(0, 3): frozenset({1}), pair(2, 3): frozenset({1})}
>>> found = orient(g.table, Evidence(sets, k=1), STANDARD)
>>> print(MixedGraph.from_table(g.nodes, found.table))
a --> c
c <-- b
c --> d
>>> [(step.rule, step.before, step.after) for step in found.trace][:2]
[('R0', 'o-o', 'o->'), ('R0', 'o-o', 'o->')]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sepset.graph.bits import members
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import QUERY_PATTERNS, Mark
from sepset.orientation import compiled
from sepset.orientation.counting import without_room
from sepset.orientation.outcome import Conflict, Oriented, Step
from sepset.orientation.plans import Fixpoint, Together
from sepset.orientation.proposals import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.orientation.evidence import Evidence
    from sepset.orientation.plans import Plan, PlanPart
    from sepset.orientation.proposals import Orient, Rule

__all__ = [
    "Conflict",
    "Oriented",
    "Step",
    "circles_on",
    "edges_without_room",
    "orient",
    "orient_by_python_rules",
]


def circles_on(table: MarkTable) -> MarkTable:
    """Return the skeleton of a graph with ``o-o`` on every edge: where every plan starts (Steps 0 to 2).

    >>> table = MarkTable(2)
    >>> table.set(0, "-->", 1)
    >>> circles_on(table).pattern(0, 1)
    'o-o'
    """
    start = MarkTable(table.n)
    start.adjacency = table.adjacency.copy()
    start.near = ([0] * table.n, [0] * table.n, table.adjacency.copy())
    start.far = ([0] * table.n, [0] * table.n, table.adjacency.copy())
    return start


def orient(table: MarkTable, evidence: Evidence, plan: Plan) -> Oriented:
    """Run a plan on a graph and return the result; the given table does not change.

    The compiled engine runs patterns and sepset's own rules, on sepset's own kinds of evidence. A plan with a
    function of yours, or evidence of a class of yours, runs in Python. The result is the same either way.
    """
    found = compiled.orient(table, evidence, plan)
    return orient_by_python_rules(table, evidence, plan) if found is None else found


def edges_without_room(table: MarkTable, evidence: Evidence) -> list[Orient]:
    """Return what `without_room` finds in a finished graph; compiled where the kernel takes the evidence."""
    found = compiled.propose(without_room, table, evidence)
    return list(without_room(table, evidence) if found is None else found)


def orient_by_python_rules(table: MarkTable, evidence: Evidence, plan: Plan) -> Oriented:
    """Run a plan with the rules as they are written in Python: the readable twin of the compiled engine."""
    writer = _MarkWriter(table.copy())
    for part in plan.parts:
        _run(part, writer, evidence)
    last = plan.parts[-1].stage if plan.parts else ""
    refused = (*writer.conflicts.values(), *_drawn_against_evidence(writer.table, evidence, last))
    return Oriented(writer.table, tuple(writer.trace), refused)


def _run(part: PlanPart, writer: _MarkWriter, evidence: Evidence) -> None:
    if isinstance(part, Together):
        writer.round(part.stage, part.rules, evidence)
        return
    changed = True
    while changed:
        changed = False
        for rule in part.rules:
            changed |= writer.round(part.stage, (rule,), evidence)
        changed &= isinstance(part, Fixpoint)


class _MarkWriter:
    """The graph that is being oriented; nothing else changes it."""

    def __init__(self, table: MarkTable) -> None:
        self.table = table
        self.trace: list[Step] = []
        self.conflicts: dict[tuple[str, int, str, int], Conflict] = {}

    def round(self, stage: str, rules: Sequence[Rule], evidence: Evidence) -> bool:
        """Collect what rules propose on the graph as it is, then write it; say whether anything changed."""
        proposals = [(name_of(rule), p) for rule in rules for p in rule(self.table, evidence)]
        open_ones = []
        for name, p in proposals:
            if any(self.table.mark_at(x, y) not in (Mark.CIRCLE, mark) for x, y, mark in _demands(p)):
                self._refuse("settled", stage, name, p)
            else:
                open_ones.append((name, p))
        contested = _contested(p for _, p in open_ones)
        # Refuse first and write afterwards, so that each conflict shows the graph that the rule saw.
        agreed = []
        for name, p in open_ones:
            if contested and any((x, y) in contested for x, y, _ in _demands(p)):
                self._refuse("contested", stage, name, p)
            else:
                agreed.append((name, p))
        return sum([self._write(stage, name, p) for name, p in agreed]) > 0

    def _refuse(self, kind: Literal["settled", "contested"], stage: str, name: str, p: Orient) -> None:
        drawn = self.table.pattern(p.a, p.b)
        conflict = Conflict(kind, stage, name, p.a, p.b, drawn, p.pattern, p.because)
        # A rule repeats itself every round, perhaps with other nodes as its reason: that is one conflict.
        self.conflicts.setdefault((name, p.a, p.pattern, p.b), conflict)

    def _write(self, stage: str, name: str, p: Orient) -> bool:
        before = self.table.pattern(p.a, p.b)
        for x, y, mark in _demands(p):
            self.table.set_mark(x, y, mark)
        after = self.table.pattern(p.a, p.b)
        if after == before:
            return False
        self.trace.append(Step(stage, name, p.a, p.b, before, after, p.because))
        return True


def _demands(p: Orient) -> Iterator[tuple[int, int, Mark]]:
    """Yield (x, y, mark): the proposal wants this mark at x on the edge x-y."""
    at_a, at_b = QUERY_PATTERNS[p.pattern]
    if at_a is not None:
        yield p.a, p.b, at_a
    if at_b is not None:
        yield p.b, p.a, at_b


def _contested(proposals: Iterator[Orient]) -> set[tuple[int, int]]:
    """Return the ends (x, y), at x on the edge x-y, for which proposals want different marks."""
    wanted: dict[tuple[int, int], Mark] = {}
    contested = set()
    for p in proposals:
        for x, y, mark in _demands(p):
            if wanted.setdefault((x, y), mark) is not mark:
                contested.add((x, y))
    return contested


def _drawn_against_evidence(g: MarkTable, evidence: Evidence, stage: str) -> Iterator[Conflict]:
    """Yield each unshielded collider a *-> c <-* b whose middle is inside the set that separates a and b."""
    for a, c, b in _unshielded_colliders(g):
        if evidence.inside(a, b) >> c & 1:
            yield Conflict("collider", stage, "R0", a, c, g.pattern(a, c), "*--", (a, c, b))


def _unshielded_colliders(g: MarkTable) -> Iterator[tuple[int, int, int]]:
    for c in range(g.n):
        into_c = g.where(c, "<-*")
        for a in members(into_c):
            yield from ((a, c, b) for b in members(into_c & ~g.adjacency[a] & -1 << (a + 1)))
