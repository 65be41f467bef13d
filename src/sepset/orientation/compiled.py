"""The compiled engine: plan, graph and evidence as arrays, and its answer as a graph, steps and conflicts.

The kernel holds each rule a second time, in C++ (``native/orientation/``), with the same proposals in the
same order. The rules in Python are its twin: they say what a rule is, and they run where the kernel does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.graph.bits import from_rows, to_words
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import QUERY_PATTERNS
from sepset.kernels import orient_marks
from sepset.orientation.outcome import Conflict, Oriented, Records, Step
from sepset.orientation.plans import Fixpoint, Together
from sepset.orientation.proposals import name_of
from sepset.orientation.rules_fci import r0, r1, r2, r3, r4, r8, r9, r10
from sepset.orientation.rules_kpc import counting, r11, r12
from sepset.orientation.rules_meek import directed, meek1, meek2, meek3, undirected

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from numpy.typing import NDArray

    from sepset.kernels.orientation import RecordArrays
    from sepset.orientation.evidence import Evidence
    from sepset.orientation.plans import Part, Plan

#: The rules that the kernel knows, by their number there.
RULES = (
    r0, r1, r2, r3, r4, r8, r9, r10, r11, r12, counting, directed, meek1, meek2, meek3, undirected,
)  # fmt: skip

# By identity: a rule of the user's may be an object that cannot be hashed.
_NUMBERS = {id(rule): number for number, rule in enumerate(RULES)}
_NAMES = tuple(name_of(rule) for rule in RULES)
_KINDS: tuple[Literal["settled", "contested", "collider"], ...] = ("settled", "contested", "collider")
_ANY = 3
_PATTERNS = {
    4 * (_ANY if left is None else left) + (_ANY if right is None else right): pattern
    for pattern, (left, right) in QUERY_PATTERNS.items()
    if len(pattern) == 3
}


def orient(table: MarkTable, evidence: Evidence, plan: Plan) -> Oriented | None:
    """Run a plan with the kernel; None when there is none, or it does not know a rule or the evidence."""
    if orient_marks is None or not knows(evidence, plan):
        return None
    arrays = evidence.to_arrays()
    if arrays is None:
        return None
    n = table.n
    near = np.stack([to_words(rows, n) for rows in table.near])
    adjacency = None if arrays.adjacency is None else to_words(arrays.adjacency, n)
    new_near, new_far, trace, conflicts = orient_marks(
        near,
        plan_numbers(plan),
        None if evidence.k is None else min(evidence.k, n),  # no node has more parents
        arrays.first,
        arrays.second,
        arrays.size,
        arrays.members,
        arrays.votes,
        adjacency,
        None if arrays.ancestors is None else to_words(arrays.ancestors, n),
        arrays.doubts_without_set,
    )
    stages = [part.stage for part in plan.parts] or [""]
    return Oriented(
        _table(table, new_near, new_far),
        Records(len(trace[0]), lambda: _steps(trace, stages)),
        Records(len(conflicts[0]), lambda: _conflicts(conflicts, stages)),
    )


def knows(evidence: Evidence, plan: Plan) -> bool:
    """Say whether the kernel has every rule of a plan, and evidence of this class as arrays."""
    # A class that inherits `to_arrays` may answer otherwise than its parent, so it must say it itself.
    return "to_arrays" in vars(type(evidence)) and all(
        id(rule) in _NUMBERS for part in plan.parts for rule in part.rules
    )


def plan_numbers(plan: Plan) -> NDArray[np.int32]:
    """Return the plan as one list: for each part its kind, the number of its rules, and the rules."""
    numbers: list[int] = []
    for part in plan.parts:
        numbers += (_kind(part), len(part.rules), *(_NUMBERS[id(rule)] for rule in part.rules))
    return np.array(numbers, dtype=np.int32)


def _kind(part: Part) -> int:
    return 2 if isinstance(part, Together) else 1 if isinstance(part, Fixpoint) else 0


def _table(old: MarkTable, near: NDArray[np.uint64], far: NDArray[np.uint64]) -> MarkTable:
    table = MarkTable.__new__(MarkTable)
    table.n, table.adjacency = old.n, old.adjacency.copy()
    table.near = (from_rows(near[0]), from_rows(near[1]), from_rows(near[2]))
    table.far = (from_rows(far[0]), from_rows(far[1]), from_rows(far[2]))
    return table


def _steps(arrays: RecordArrays, stages: list[str]) -> Iterator[Step]:
    for (part, rule, a, b, before, after), because in _rows(arrays):
        yield Step(stages[part], _NAMES[rule], a, b, _PATTERNS[before], _PATTERNS[after], because)


def _conflicts(arrays: RecordArrays, stages: list[str]) -> Iterator[Conflict]:
    for (kind, part, rule, a, b, drawn, wanted), because in _rows(arrays):
        edge = a, b, _PATTERNS[drawn], _PATTERNS[wanted]
        yield Conflict(_KINDS[kind], stages[part], _NAMES[rule], *edge, because)


def _rows(arrays: RecordArrays) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    numbers, starts, because = (array.tolist() for array in arrays)
    for row, start, end in zip(numbers, starts, starts[1:], strict=False):
        yield row, tuple(because[start:end])
