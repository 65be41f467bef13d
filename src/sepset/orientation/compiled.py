"""The compiled engine: plan, graph and evidence as arrays, and its answer as a graph, steps and conflicts.

Patterns are data, so the kernel runs all of them, including a user's own. The other rules are code, and the
kernel has each of them a second time, in C++ (``native/orientation/``), under the name of the Python function
and with the same proposals in the same order. The rules in Python are its twin: they define each rule, and
they run where the kernel cannot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from sepset.graph.bits import from_rows, to_words
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import QUERY_PATTERNS
from sepset.kernels import conflict_kinds, orient_marks, plan_part_kinds, propose_marks, rule_names
from sepset.orientation.counting import counting, r11, r12, without_room
from sepset.orientation.outcome import Conflict, Oriented, Records, Step
from sepset.orientation.path_rules import r0, r4, r9, r10
from sepset.orientation.pattern import Pattern, encode
from sepset.orientation.plans import Fixpoint, Once, Plan, Together
from sepset.orientation.proposals import Orient, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sepset.kernels.orientation import RecordArrays
    from sepset.orientation.evidence import Evidence
    from sepset.orientation.outcome import ConflictKind
    from sepset.orientation.plans import PlanPart
    from sepset.orientation.proposals import Rule

#: The rules that are code in both languages; the kernel knows them by their functions' names.
CODE_RULES = (r0, r4, r9, r10, r11, r12, counting)
#: A check of finished graphs that is called like a rule.
CHECKS = (without_room,)

_NAMES = rule_names()
# By identity: a user's rule may share a name with one of ours, or be an object that cannot be hashed.
_KNOWN = [rule for rule in (*CODE_RULES, *CHECKS) if rule.__name__ in _NAMES]
_NUMBERS = {id(rule): _NAMES.index(rule.__name__) for rule in _KNOWN}
_WRITTEN = {_NUMBERS[id(rule)]: name_of(rule) for rule in _KNOWN}
# The kernel says which kinds it has, and in which order: its numbers are places in these lists.
_PART_KINDS = plan_part_kinds()
_CONFLICT_KINDS = cast("list[ConflictKind]", conflict_kinds())
_ANY = 3
_PATTERNS = {
    4 * (_ANY if left is None else left) + (_ANY if right is None else right): pattern
    for pattern, (left, right) in QUERY_PATTERNS.items()
    if len(pattern) == 3
}


class _Numbering:
    """The numbers of the rules in one call: rules that are code first, then the patterns as they come."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        patterns = dict.fromkeys(rule for rule in rules if isinstance(rule, Pattern))
        self._patterns = {rule: len(_NAMES) + i for i, rule in enumerate(patterns)}
        self.names = _WRITTEN | {number: rule.name for rule, number in self._patterns.items()}
        self.encoded = [number for rule in patterns for number in encode(rule.shape)]

    def __getitem__(self, rule: Rule) -> int:
        return self._patterns[rule] if isinstance(rule, Pattern) else _NUMBERS[id(rule)]


def orient(table: MarkTable, evidence: Evidence, plan: Plan) -> Oriented | None:
    """Run a plan with the kernel; None when there is none, or it does not know a rule or the evidence."""
    rules = [rule for part in plan.parts for rule in part.rules]
    arguments = _arguments(table, evidence) if orient_marks is not None and knows(evidence, rules) else None
    if orient_marks is None or arguments is None:
        return None
    numbering = _Numbering(rules)
    near, far, trace, conflicts = orient_marks(plan=_numbers(plan, numbering), **arguments)
    stages, names = [part.stage for part in plan.parts] or [""], numbering.names
    return Oriented(
        _table(table, near, far),
        Records(len(trace[0]), lambda: _steps(trace, stages, names)),
        Records(len(conflicts[0]), lambda: _conflicts(conflicts, stages, names)),
    )


def propose(rule: Rule, table: MarkTable, evidence: Evidence) -> Iterator[Orient] | None:
    """Return what one rule proposes on a graph, as the kernel finds it; None where it cannot run."""
    arguments = _arguments(table, evidence) if propose_marks is not None and knows(evidence, [rule]) else None
    if propose_marks is None or arguments is None:
        return None
    found = propose_marks(plan=plan_numbers(Plan("one rule", (Once(rule),))), **arguments)
    return (Orient(a, _PATTERNS[wanted], b, because) for (a, b, wanted), because in _rows(found))


def knows(evidence: Evidence, rules: Sequence[Rule]) -> bool:
    """Say whether the kernel can run these rules, and takes evidence of this class as arrays."""
    if not all(type(rule) is Pattern or id(rule) in _NUMBERS for rule in rules):
        return False
    # Conflicts are told apart by the names of rules in Python and by their numbers in the kernel.
    different = {rule if isinstance(rule, Pattern) else id(rule): name_of(rule) for rule in rules}
    # A class that inherits `to_arrays` may answer differently from its parent, so it must define its own.
    return len(set(different.values())) == len(different) and "to_arrays" in vars(type(evidence))


def plan_numbers(plan: Plan) -> NDArray[np.int32]:
    """Return the plan as one list: its patterns, then each part: kind, number of rules, rules."""
    return _numbers(plan, _Numbering(rule for part in plan.parts for rule in part.rules))


def _numbers(plan: Plan, numbering: _Numbering) -> NDArray[np.int32]:
    numbers = [len(numbering.encoded), *numbering.encoded]
    for part in plan.parts:
        numbers += (_kind(part), len(part.rules), *(numbering[rule] for rule in part.rules))
    return np.array(numbers, dtype=np.int32)


def _arguments(table: MarkTable, evidence: Evidence) -> dict[str, object] | None:
    """Return graph and evidence as the kernel takes them, or None if arrays cannot express them."""
    arrays, n = evidence.to_arrays(), table.n
    if arrays is None:
        return None
    return {
        "near": np.stack([to_words(rows, n) for rows in table.near]),
        "k": None if evidence.k is None else min(evidence.k, n),  # no node has more parents
        "first": arrays.first,
        "second": arrays.second,
        "size": arrays.size,
        "members": arrays.members,
        "votes": arrays.votes,
        "adjacency": None if arrays.adjacency is None else to_words(arrays.adjacency, n),
        "ancestors": None if arrays.ancestors is None else to_words(arrays.ancestors, n),
        "doubts_without_set": arrays.doubts_without_set,
    }


def _kind(part: PlanPart) -> int:
    kind = next((one for one in (Together, Fixpoint) if isinstance(part, one)), Once)
    return _PART_KINDS.index(kind.__name__)


def _table(old: MarkTable, near: NDArray[np.uint64], far: NDArray[np.uint64]) -> MarkTable:
    table = MarkTable.__new__(MarkTable)
    table.n, table.adjacency = old.n, old.adjacency.copy()
    table.near = (from_rows(near[0]), from_rows(near[1]), from_rows(near[2]))
    table.far = (from_rows(far[0]), from_rows(far[1]), from_rows(far[2]))
    return table


def _steps(arrays: RecordArrays, stages: list[str], names: dict[int, str]) -> Iterator[Step]:
    for (part, rule, a, b, before, after), because in _rows(arrays):
        yield Step(stages[part], names[rule], a, b, _PATTERNS[before], _PATTERNS[after], because)


def _conflicts(arrays: RecordArrays, stages: list[str], names: dict[int, str]) -> Iterator[Conflict]:
    for (kind, part, rule, a, b, drawn, wanted), because in _rows(arrays):
        edge = a, b, _PATTERNS[drawn], _PATTERNS[wanted]
        yield Conflict(_CONFLICT_KINDS[kind], stages[part], names[rule], *edge, because)


def _rows(arrays: RecordArrays) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    numbers, starts, because = (array.tolist() for array in arrays)
    for row, start, end in zip(numbers, starts, starts[1:], strict=False):
        yield row, tuple(because[start:end])
