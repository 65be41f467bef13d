"""The trace in plain English: one sentence for each mark, with the rule and the nodes that made it apply.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.orientation.engine import orient
>>> from sepset.orientation.evidence import Evidence, pair
>>> from sepset.orientation.plans import STANDARD
>>> g = MixedGraph.from_edges("a o-o c", "b o-o c")
>>> evidence = Evidence({pair(0, 2): frozenset()}, k=1)
>>> found = orient(g.table, evidence, STANDARD)
>>> print(explain_step(found.trace[0], g.nodes, evidence))
a o-> c: the arrowhead at c was put by R0 (Step 3): a and b are not adjacent, and the set that separates them, {}, does not contain c.
"""  # noqa: E501 - the sentence is shown as it is

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.orientation.evidence import triple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from sepset.orientation.engine import Conflict, Step
    from sepset.orientation.evidence import Evidence

    Reason: TypeAlias = Callable[[Step, Sequence[str], Evidence], str]

_MARK_NAMES = {"<": "arrowhead", ">": "arrowhead", "-": "tail"}


def explain_step(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    """Return one sentence: what the edge became, which mark is new, which rule put it there and why."""
    where = f" ({step.stage})" if step.stage else ""
    reason = _REASONS.get(step.rule, _any_rule)(step, names, evidence)
    edge = f"{names[step.a]} {step.after} {names[step.b]}"
    return f"{edge}: {_new_marks(step, names)} put by {step.rule}{where}: {reason}."


# How many nodes a rule gives as its reason, where the number is fixed; and the fewest, where it is not.
_NODES = {
    "R0": 3,
    "R1": 3,
    "R2": 3,
    "R3": 4,
    "R8": 3,
    "counting": 3,
    "meek1": 3,
    "meek2": 3,
    "meek3": 4,
    "LOCI": 3,
}
_FEWEST_NODES = {"R4": 4, "R9": 3, "R10": 4, "R11": 2, "R12": 2}


def can_be_explained(step: Step) -> bool:
    """Say whether a step can come from its rule: marks only replace circles, and its reason has enough nodes.

    For steps that were read from a file. Rules that are not known here give any nodes.
    """
    replaced = [(old, new) for old, new in zip(step.before, step.after, strict=True) if old != new]
    if not replaced or any(new == "o" for _, new in replaced):
        return False
    nodes = len(step.because)
    if nodes != _NODES.get(step.rule, nodes) or nodes < _FEWEST_NODES.get(step.rule, 0):
        return False
    # R10 has the node between its two paths, each of which has another node.
    return step.rule != "R10" or (step.a in step.because[2:-1] and step.a != step.because[1])


def explain_conflict(conflict: Conflict, names: Sequence[str]) -> str:
    """Return one sentence about something the evidence wants and the graph does not say.

    >>> from sepset.orientation.engine import Conflict
    >>> explain_conflict(Conflict("collider", "Step 5", "R0", 0, 1, "o->", "*--", (0, 1, 2)), ("x", "y", "z"))
    'x *-> y <-* z is drawn as a collider, although the evidence on x and z says it is none.'
    """
    a, b = names[conflict.a], names[conflict.b]
    if conflict.kind == "collider":
        x, c, y = (names[i] for i in conflict.because)
        drawn = f"{x} *-> {c} <-* {y}"
        return f"{drawn} is drawn as a collider, although the evidence on {x} and {y} says it is none."
    where = f" ({conflict.stage})" if conflict.stage else ""
    nodes = _listed(conflict.because, names)
    asked = f"{conflict.rule}{where} asks for {a} {conflict.wanted} {b}, because of {nodes}"
    if conflict.kind == "settled":
        return f"{asked}, but the edge was already {a} {conflict.drawn} {b}; a settled mark does not change."
    return f"{asked}, but another proposal of the same round disagrees; {a} {conflict.drawn} {b} stays."


def _new_marks(step: Step, names: Sequence[str]) -> str:
    new = [
        (_MARK_NAMES[step.after[place]], names[node])
        for place, node in ((0, step.a), (2, step.b))
        if step.before[place] != step.after[place]
    ]
    if len(new) == 2 and new[0][0] == new[1][0]:
        return f"the {new[0][0]}s at {new[0][1]} and {new[1][1]} were"
    parts = " and ".join(f"the {mark} at {node}" for mark, node in new)
    return f"{parts} {'were' if len(new) > 1 else 'was'}"


def _listed(nodes: Iterable[int], names: Sequence[str]) -> str:
    return ", ".join(names[i] for i in nodes)


def _set(nodes: Iterable[int], names: Sequence[str]) -> str:
    return "{" + _listed(sorted(nodes), names) + "}"


def _r0(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    a, c, b = step.because
    apart = f"{names[a]} and {names[b]} are not adjacent"
    if evidence.votes.get(triple(a, c, b)) is not None:
        return f"{apart}, and the tests on this triple together speak for a collider at {names[c]}"
    separator = _set(evidence.sepset(a, b) or (), names)
    return f"{apart}, and the set that separates them, {separator}, does not contain {names[c]}"


def _r1(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    a, b, c = (names[i] for i in step.because)
    return (
        f"the edge {a} *-> {b} has an arrowhead at {b}, and {a} and {c} are not adjacent; an arrowhead at "
        f"{b} from {c} would make {b} a collider between them, and it is known to be none"
    )


def _r2(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    a, b, c = (names[i] for i in step.because)
    return (
        f"the edges {a} *-> {b} *-> {c} point to {c} and one of them is directed; a tail at {c} would "
        f"close a directed or almost directed cycle"
    )


def _r3(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    a, b, c, d = (names[i] for i in step.because)
    return (
        f"{a} and {c} are not adjacent, both point at {b}, and {d} is no collider between them; a tail at "
        f"{b} would close a directed or almost directed cycle through {a} or {c}"
    )


def _r4(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    start, end, middle = step.because[0], step.because[-1], step.because[-2]
    inside = step.after != "<->"
    return (
        f"the path {_listed(step.because, names)} discriminates for {names[middle]}, which is "
        f"{'inside' if inside else 'outside'} the set that separates {names[start]} and {names[end]}, "
        f"{_set(evidence.sepset(start, end) or (), names)}"
    )


def _r8(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    a, b, c = (names[i] for i in step.because)
    return f"{a} --> {b} --> {c} makes {a} an ancestor of {c}"


def _r9(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    a, b, c = names[step.because[0]], names[step.because[1]], names[step.because[-1]]
    return (
        f"the path {_listed(step.because, names)} is uncovered and potentially directed, and {b} and {c} "
        f"are not adjacent; an arrowhead at {a} would make the whole path directed and {a} an ancestor of "
        f"{c}"
    )


def _r10(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    nodes = step.because[1:]
    middle = nodes.index(step.a)
    one, other = nodes[middle::-1], nodes[middle:]
    c = names[step.because[0]]
    return (
        f"the uncovered potentially directed paths {_listed(one, names)} and {_listed(other, names)} end "
        f"in parents of {c}, and {names[one[1]]} and {names[other[1]]} are not adjacent; one of the two "
        f"paths is directed, which makes {names[step.a]} an ancestor of {c}"
    )


def _step5(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    a, b, *others = step.because
    start = (
        f"no arrowhead points at {names[a]}, and {names[a]} <-> {names[b]} would need a parent of {names[a]}"
    )
    if not others:
        return f"{start}, but no other node can be one"
    shown = _listed(others, names)
    return (
        f"{start}; the only candidates, {shown}, are not adjacent to {names[b]} and would make a new collider"
    )


def _counting(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    a, b, starved = (names[i] for i in step.because)
    needed = (evidence.k or 0) + 1
    return (
        f"{a} <-> {b} would need at least k+1 = {needed} parents of {starved} at the same time, and the "
        f"graph leaves room for fewer"
    )


def _directed(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    return "without hidden causes an edge with an arrowhead at one end has a tail at the other"


def _meek2(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    a, b, c = (names[i] for i in step.because)
    return f"{a} --> {b} --> {c} is directed, and {c} --> {a} would close a cycle"


def _meek3(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    a, b, c, d = (names[i] for i in step.because)
    return (
        f"{c} --> {b} and {d} --> {b}, and {c} and {d} are not adjacent; {b} --> {a} would make {a} a "
        f"collider between them, and it is known to be none"
    )


def _undirected(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    return "no rule decides the direction, and both occur among the equivalent graphs"


def _any_rule(step: Step, names: Sequence[str], evidence: Evidence) -> str:
    return f"it applies to {_listed(step.because, names)}"


_REASONS: dict[str, Reason] = {
    "R0": _r0,
    "R1": _r1,
    "R2": _r2,
    "R3": _r3,
    "R4": _r4,
    "R8": _r8,
    "R9": _r9,
    "R10": _r10,
    "R11": _step5,
    "R12": _step5,
    "counting": _counting,
    "directed": _directed,
    "meek1": _r1,
    "meek2": _meek2,
    "meek3": _meek3,
    "undirected": _undirected,
}
