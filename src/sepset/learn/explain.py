"""What was found between two variables, in plain English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.errors import GraphError
from sepset.orientation.engine import Oriented
from sepset.orientation.explain import explain_edge
from sepset.skeleton.evidence import SkeletonEvidence

if TYPE_CHECKING:
    from sepset.learn.result import Discovery

#: What an edge of a k-essential graph says about every DAG that agrees with the tests.
MEANING = {
    "-->": "{a} is a cause of {b} wherever the two are adjacent; {b} is never a cause of {a}",
    "<--": "{b} is a cause of {a} wherever the two are adjacent; {a} is never a cause of {b}",
    "<->": "neither is a cause of the other, and still no set of at most {k} variables separates them",
    "o->": "{b} is not a cause of {a}; whether {a} is a cause of {b} is not settled",
    "<-o": "{a} is not a cause of {b}; whether {b} is a cause of {a} is not settled",
    "---": "the two are adjacent, one is a cause of the other, and the tests cannot say which",
    "o-o": "no set of at most {k} variables separates the two; nothing more is settled",
    "--o": "{a} is a cause of {b} or adjacent to it in some other way; the mark at {b} is not settled",
    "o--": "{b} is a cause of {a} or adjacent to it in some other way; the mark at {a} is not settled",
}


def explain(found: Discovery, a: str, b: str, k: int | None = None) -> str:
    """Say what was found between a and b for a bound k, and why."""
    bound = found.k if k is None else k
    orientation = found.orientation(bound)
    first, second = orientation.graph.number(a), orientation.graph.number(b)
    if first == second:
        raise GraphError(f"two different variables are needed, got {a!r} twice")
    edge = orientation.graph.edge(a, b)
    if edge is None:
        return _separated(found, a, b)
    lines = [f"{edge}: {MEANING[edge.pattern].format(a=a, b=b, k=bound)}."]
    separations = found.skeleton.separations.at(bound)
    evidence = SkeletonEvidence(separations, orientation.graph.table, bound)
    oriented = Oriented(orientation.graph.table, orientation.trace, orientation.conflicts)
    lines += explain_edge(oriented, first, second, found.names, evidence)
    if orientation.completion is not None:
        lines.append(f"Exact search: {orientation.completion.certificate.why(a, b)}")
    if len(lines) == 1:
        lines.append(
            f"No rule settles a mark here; the pair was kept since no test up to size {bound} separates it."
        )
    return "\n".join(lines)


def _separated(found: Discovery, a: str, b: str) -> str:
    names = found.sepset(a, b)
    if names is None:
        return (
            f"{a} and {b} are not adjacent: {found.learner} removed the edge although no set separates them."
        )
    given = "{" + ", ".join(sorted(names)) + "}"
    words = "without conditioning on anything" if not names else f"given {given}"
    p = found.p_value(a, b)
    evidence = "" if p is None or found.settings.get("test") == "oracle" else f" (p = {p:.3g})"
    return f"{a} and {b} are not adjacent: they are independent {words}{evidence}."
