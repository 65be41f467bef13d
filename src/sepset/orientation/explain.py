"""Why a mark is there: one sentence for each step of a trace, with the rule and the nodes that made it apply.

A sentence is data (`sepset.sentences`): a template, and the nodes, sets, marks and names of rules in its slots.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.orientation.engine import orient
>>> from sepset.orientation.evidence import Evidence, pair
>>> from sepset.orientation.plans import STANDARD
>>> from sepset.sentences import variables
>>> g = MixedGraph.from_edges("a o-o c", "b o-o c")
>>> evidence = Evidence({pair(0, 2): frozenset()}, k=1)
>>> said = step_sentence(orient(g.table, evidence, STANDARD).trace[0], variables(g.nodes), evidence)
>>> print(said)
a o-> c: the arrowhead at c comes from R0 (Step 3): a and b are not adjacent, and the set that separates them, {}, does not contain c.
>>> said["rule"], said["stage"], str(said["because"])
('R0', 'Step 3', 'a, c, b')
"""  # noqa: E501 - the sentence is shown as it is

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sepset.orientation.evidence import triple
from sepset.orientation.outcome import KNOWLEDGE_RULE, LOCI_RULE
from sepset.orientation.specs import PATTERNS
from sepset.sentences import Names, NameSet, Sentence, variables

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from sepset.orientation.engine import Conflict, Step
    from sepset.orientation.evidence import Evidence
    from sepset.sentences import Sentences, ShownVariable, Slot

    Reason: TypeAlias = Callable[[Step, Sequence[ShownVariable], Evidence], Sentence]

_MARK_NAMES = {"<": "arrowhead", ">": "arrowhead", "-": "tail"}


def step_sentence(
    step: Step, nodes: Sequence[ShownVariable], evidence: Evidence, said: Sentences | None = None
) -> Sentence:
    """Return what an edge became, which mark is new, which rule put it there and why.

    The slots are those of a step in a saved result; `reason` is a sentence of its own. `said`: the statements
    behind a mark that was known before any data.
    """
    slots: dict[str, Slot] = {
        "stage": step.stage,
        "rule": step.rule,
        "a": nodes[step.a],
        "before": step.before,
        "after": step.after,
        "b": nodes[step.b],
        "because": Names(nodes[i] for i in step.because),
        "reason": _reason(step, nodes, evidence, said),
    }
    return Sentence(_step_words(step.before, step.after, in_stage=bool(step.stage)), slots)


@cache
def _step_words(before: str, after: str, *, in_stage: bool) -> str:
    where = " ({stage})" if in_stage else ""
    return f"{{a}} {{after}} {{b}}: {_new_marks(before, after)} from {{rule}}{where}: {{reason}}."


def _reason(
    step: Step, nodes: Sequence[ShownVariable], evidence: Evidence, said: Sentences | None
) -> Sentence:
    if step.rule == KNOWLEDGE_RULE:
        return Sentence(f"{KNOWLEDGE}: {{said}}", {"said": said}) if said else Sentence(KNOWLEDGE, {})
    pattern = PATTERNS.get(step.rule)
    if pattern is not None:
        named = zip(pattern.reason, step.because, strict=True)
        return Sentence(pattern.sentence, {letter: nodes[i] for letter, i in named})
    return _BY_CODE.get(step.rule, _any_rule)(step, nodes, evidence)


# How many nodes a rule gives as its reason, where the number is fixed; and the fewest, where it is not.
_NODES = {"R0": 3, "counting": 3, LOCI_RULE: 3, KNOWLEDGE_RULE: 2} | {
    name: len(rule.reason) for name, rule in PATTERNS.items()
}
_FEWEST_NODES = {"R4": 4, "R9": 3, "R10": 4, "R11": 2, "R12": 2}


def can_be_explained(step: Step) -> bool:
    """Say whether a step can come from its rule: marks only replace circles, and its reason has enough nodes.

    For steps that were read from a file. Rules that are not known here may give any nodes.
    """
    replaced = [(old, new) for old, new in zip(step.before, step.after, strict=True) if old != new]
    if not replaced or any(new == "o" for _, new in replaced):
        return False
    nodes = len(step.because)
    if nodes != _NODES.get(step.rule, nodes) or nodes < _FEWEST_NODES.get(step.rule, 0):
        return False
    # R10 has the node between its two paths, each of which has another node.
    return step.rule != "R10" or (step.a in step.because[2:-1] and step.a != step.because[1])


def conflict_sentence(conflict: Conflict, nodes: Sequence[ShownVariable]) -> Sentence:
    """Return what the evidence asks for and the graph does not show, with the rule that asks for it.

    >>> from sepset.orientation.engine import Conflict
    >>> conflict = Conflict("collider", "Step 5", "R0", 0, 1, "o->", "*--", (0, 1, 2))
    >>> print(conflict_sentence(conflict, variables(("x", "y", "z"))))
    x *-> y <-* z is drawn as a collider, although the evidence on x and z says it is not one.
    """
    slots = conflict_slots(conflict, nodes)
    if conflict.kind in WHOLE:
        return Sentence(WHOLE[conflict.kind], slots)
    where = " ({stage})" if conflict.stage else ""
    asked = f"{{rule}}{where} asks for {{a}} {{wanted}} {{b}}, because of {{because}}"
    if conflict.kind == "settled":
        end = "but the edge was already {a} {drawn} {b}; a settled mark does not change."
    else:
        end = "but another proposal of the same round disagrees; {a} {drawn} {b} stays."
    return Sentence(f"{asked}, {end}", slots)


COLLIDER = "{end} *-> {middle} <-* {other} is drawn as a collider, although the evidence on {end} and {other} says it is not one."  # noqa: E501 - one sentence


NO_ROOM = "{a} <-> {b} is drawn, although no DAG has it: it would need more than k parents of {starved} at the same time, and the graph leaves room for fewer."  # noqa: E501 - one sentence

BOTH_ENDS = "{a} <-> {b} is drawn, although no DAG has it: the evidence asks for an arrowhead at both ends, which only a hidden cause could explain."  # noqa: E501 - one sentence

CYCLE = "{a} --> {b} is drawn, although no DAG has it: the arrows run in a circle, through {because} and back to {a}."  # noqa: E501 - one sentence

ALMOST_CYCLE = "{a} {drawn} {b} is drawn, so {b} is no cause of {a}, although arrows lead from {b} to {a}: no DAG has all edges of the circle {because}."  # noqa: E501 - one sentence

#: The sentences for conflicts in which no rule asks for another mark.
WHOLE = {
    "collider": COLLIDER,
    "no room": NO_ROOM,
    "both ends": BOTH_ENDS,
    "cycle": CYCLE,
    "almost cycle": ALMOST_CYCLE,
}


def conflict_slots(conflict: Conflict, nodes: Sequence[ShownVariable]) -> dict[str, Slot]:
    """Return what is known about a conflict, named as in a saved result; for a collider also its nodes."""
    slots: dict[str, Slot] = {
        "conflict": conflict.kind,
        "stage": conflict.stage,
        "rule": conflict.rule,
        "a": nodes[conflict.a],
        "drawn": conflict.drawn,
        "wanted": conflict.wanted,
        "b": nodes[conflict.b],
        "because": Names(nodes[i] for i in conflict.because),
    }
    if conflict.kind == "collider":
        slots |= zip(("end", "middle", "other"), (nodes[i] for i in conflict.because), strict=True)
    elif conflict.kind == "no room":
        slots["starved"] = nodes[conflict.because[-1]]
    return slots


def explain_conflict(conflict: Conflict, names: Sequence[str]) -> str:
    """Return the sentence about a conflict as text."""
    return str(conflict_sentence(conflict, variables(names)))


def _new_marks(before: str, after: str) -> str:
    new = [
        (_MARK_NAMES[after[place]], slot)
        for place, slot in ((0, "{a}"), (2, "{b}"))
        if before[place] != after[place]
    ]
    if len(new) == 2 and new[0][0] == new[1][0]:
        return f"the {new[0][0]}s at {new[0][1]} and {new[1][1]} come"
    parts = " and ".join(f"the {mark} at {slot}" for mark, slot in new)
    return f"{parts} {'come' if len(new) > 1 else 'comes'}"


#: A mark that was known before any data has no rule behind it.
KNOWLEDGE = "it follows from what was known before the data"


_R0_VOTED = "{a} and {b} are not adjacent, and the tests on this triple together speak for a collider at {c}"
_R0_SEPARATED = "{a} and {b} are not adjacent, and the set that separates them, {given}, does not contain {c}"


def _r0(step: Step, nodes: Sequence[ShownVariable], evidence: Evidence) -> Sentence:
    a, c, b = step.because
    slots: dict[str, Slot] = {"a": nodes[a], "c": nodes[c], "b": nodes[b]}
    if evidence.votes.get(triple(a, c, b)) is not None:
        return Sentence(_R0_VOTED, slots)
    slots["given"] = NameSet([nodes[i] for i in evidence.sepset(a, b) or ()])
    return Sentence(_R0_SEPARATED, slots)


def _r4(step: Step, nodes: Sequence[ShownVariable], evidence: Evidence) -> Sentence:
    start, end, middle = step.because[0], step.because[-1], step.because[-2]
    where = "inside" if step.after != "<->" else "outside"
    return Sentence(
        f"the path {{path}} discriminates for {{c}}, which is {where} the set that separates {{a}} and "
        "{b}, {given}",
        {
            "path": Names(nodes[i] for i in step.because),
            "a": nodes[start],
            "b": nodes[end],
            "c": nodes[middle],
            "given": NameSet(nodes[i] for i in evidence.sepset(start, end) or ()),
        },
    )


def _r9(step: Step, nodes: Sequence[ShownVariable], evidence: Evidence) -> Sentence:
    path = Names(nodes[i] for i in step.because)
    return Sentence(
        "the path {path} is uncovered and potentially directed, and {b} and {c} are not adjacent; an "
        "arrowhead at {a} would make the whole path directed and {a} an ancestor of {c}",
        {"path": path, "a": path[0], "b": path[1], "c": path[-1]},
    )


def _r10(step: Step, nodes: Sequence[ShownVariable], evidence: Evidence) -> Sentence:
    middle = step.because[1:].index(step.a)
    path = Names(nodes[i] for i in step.because[1:])
    one, other = Names(path[middle::-1]), Names(path[middle:])
    return Sentence(
        "the uncovered potentially directed paths {one} and {other} end in parents of {c}, and {b} and {d} "
        "are not adjacent; one of the two paths is directed, which makes {a} an ancestor of {c}",
        {
            "one": one,
            "other": other,
            "a": nodes[step.a],
            "b": one[1],
            "c": nodes[step.because[0]],
            "d": other[1],
        },
    )


def _step5(step: Step, nodes: Sequence[ShownVariable], evidence: Evidence) -> Sentence:
    a, b, *others = (nodes[i] for i in step.because)
    start = "no arrowhead points at {a}, and {a} <-> {b} would need a parent of {a}"
    if not others:
        return Sentence(f"{start}, but no other node can be one", {"a": a, "b": b})
    only = "candidate, {candidates}, is" if len(others) == 1 else "candidates, {candidates}, are"
    end = f"the only {only} not adjacent to {{b}} and would make a new collider"
    return Sentence(f"{start}; {end}", {"a": a, "b": b, "candidates": Names(others)})


def _counting(step: Step, nodes: Sequence[ShownVariable], evidence: Evidence) -> Sentence:
    a, b, starved = (nodes[i] for i in step.because)
    return Sentence(
        "{a} <-> {b} would need at least k+1 = {needed} parents of {c} at the same time, and the graph "
        "leaves room for fewer",
        {"a": a, "b": b, "c": starved, "needed": (evidence.k or 0) + 1},
    )


def _loci(step: Step, nodes: Sequence[ShownVariable], evidence: Evidence) -> Sentence:
    slots: dict[str, Slot] = dict(zip("acb", (nodes[i] for i in step.because), strict=True))
    if not evidence.k:
        return Sentence("{a} and {b} are independent, while {c} depends on both", slots)
    return Sentence(
        f"some set of at most {{k}} variable{'' if evidence.k == 1 else 's'}, without {{c}}, makes {{a}} and "
        "{b} independent, while {c} depends on both given that set",
        {**slots, "k": evidence.k},
    )


def _any_rule(step: Step, nodes: Sequence[ShownVariable], evidence: Evidence) -> Sentence:
    return Sentence("it applies to {because}", {"because": Names(nodes[i] for i in step.because)})


_BY_CODE: dict[str, Reason] = {
    "R0": _r0,
    "R4": _r4,
    "R9": _r9,
    "R10": _r10,
    "R11": _step5,
    "R12": _step5,
    "counting": _counting,
    LOCI_RULE: _loci,
}
