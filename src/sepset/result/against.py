"""Where data contradict what is known beforehand: knowledge stays, and each such place is kept as data.

Two things contradict knowledge. A rule asks for a mark that it excludes, or a conflict would not be there
without it. And a cause and its effect are separated by variables none of which can lie on a path between
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.graph.bits import members
from sepset.knowledge.drawing import RULE
from sepset.sentences import Names, NameSet, Sentence, variables
from sepset.wording import p_form

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.knowledge.known import KnownRelations
    from sepset.orientation.outcome import Conflict, Step
    from sepset.result.data_summary import DataSummary
    from sepset.sentences import Slot
    from sepset.skeleton.separations import Separations


class Against(NamedTuple):
    """Data against what is known of a and b: a conflict, by its place in the list, or a separation (None)."""

    a: int
    b: int
    conflict: int | None


def against_knowledge(
    known: KnownRelations,
    trace: Sequence[Step],
    conflicts: Sequence[Conflict],
    found: Separations,
    without: Sequence[Conflict],
) -> tuple[Against, ...]:
    """Return where data contradict knowledge; `without` has the conflicts of the same run without it."""
    drawn = {frozenset((step.a, step.b)) for step in trace if step.rule == RULE}
    usual = {_asked(conflict) for conflict in without}
    return (*_refused(conflicts, drawn, usual), *_separated(known, found))


def _refused(
    conflicts: Sequence[Conflict], drawn: set[frozenset[int]], usual: set[tuple[object, ...]]
) -> Iterator[Against]:
    for place, conflict in enumerate(conflicts):
        pairs = edges_of(conflict)
        touched = [pair for pair in pairs if pair in drawn and conflict.kind != "contested"]
        if touched or _asked(conflict) not in usual:
            a, b = sorted(touched[0] if touched else pairs[0])
            yield Against(a, b, place)


def edges_of(conflict: Conflict) -> list[frozenset[int]]:
    """Return the edges that a conflict is about: both of a collider, else the one."""
    if conflict.kind != "collider":
        return [frozenset((conflict.a, conflict.b))]
    end, middle, other = conflict.because
    return [frozenset((end, middle)), frozenset((middle, other))]


def _asked(conflict: Conflict) -> tuple[object, ...]:
    """Return what a conflict says, whatever the nodes that made its rule apply."""
    nodes = tuple(sorted(conflict.because)) if conflict.kind == "collider" else (conflict.a, conflict.b)
    return conflict.kind, conflict.rule, nodes, conflict.wanted


def _separated(known: KnownRelations, found: Separations) -> Iterator[Against]:
    """Yield pairs of which one affects the other, and that a set without any possible mediator separates."""
    for a, row in enumerate(known.ancestor):
        for b in members(row):
            given = found.given(a, b)
            if given is not None and not any(_may_lie_between(known, a, c, b) for c in given):
                yield Against(a, b, None)


def _may_lie_between(known: KnownRelations, a: int, c: int, b: int) -> bool:
    return not (known.not_ancestor[a] >> c & 1 or known.not_ancestor[c] >> b & 1)


def against_sentence(
    one: Against,
    known: KnownRelations,
    conflicts: Sequence[Conflict],
    found: Separations,
    data: DataSummary | None,
) -> Sentence:
    """Return what knowledge says, what data say against it, and how strongly: p and N of the separation.

    The words say "stays": knowledge is never given up.
    """
    nodes = variables(known.names)
    said = known.said_of(one.a, one.b) or Sentence("what follows from the statements", {})
    slots: dict[str, Slot] = {"said": said, "a": nodes[one.a], "b": nodes[one.b]}
    if one.conflict is None:
        ends = (one.a, one.b)
        slots["given"] = NameSet(nodes[c] for c in found.given(*ends) or ())
        how = (
            "given {given}, which has no variable that could lie between them" if slots["given"] else "alone"
        )
        words = f"{{said}} stays, although {{a}} and {{b}} are independent {how}"
    else:
        conflict = conflicts[one.conflict]
        ends = (conflict.because[0], conflict.because[-1])
        slots |= {"x": nodes[conflict.a], "wanted": conflict.wanted, "y": nodes[conflict.b]}
        slots |= {"end": nodes[ends[0]], "other": nodes[ends[1]]}
        slots |= {"because": Names(nodes[i] for i in conflict.because)}
        words = "{said} stays, although the tests on {because} ask for {x} {wanted} {y}"
        if conflict.kind == "no room":
            words = "{said} stays, although it leaves no room for the parents that {x} <-> {y} would need"
    strength = _strength(ends, found, data, slots, apart=one.conflict is not None)
    return Sentence(f"Knowledge against data: {words}{strength}.", slots)


def _strength(
    ends: tuple[int, int],
    found: Separations,
    data: DataSummary | None,
    slots: dict[str, Slot],
    *,
    apart: bool,
) -> str:
    """Note p and N of the separation behind it in the slots, where there is one, and return the words."""
    p, given = found.p_value(*ends), found.given(*ends)
    parts = ["{end} and {other} are separated"] if apart and given is not None else []
    if p is not None and data is not None:
        slots |= {"p": p, "rows": data.rows_with((*ends, *(given or ())))}
        parts += [p_form(p), "N = {rows:,}"]
    return f" ({', '.join(parts)})" if parts else ""
