"""The stages that learners share: from a test to a skeleton, from a skeleton to an oriented graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, get_args

from sepset.errors import OptionError, nearest
from sepset.graph.mixed_graph import MixedGraph
from sepset.learn.result import Orientation
from sepset.orientation.engine import orient
from sepset.skeleton.evidence import SkeletonEvidence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sepset.orientation.plans import Plan
    from sepset.skeleton.search import Skeleton

T = TypeVar("T")


def orient_skeleton(skeleton: Skeleton, plan: Plan, k: int) -> Orientation:
    """Run a plan on the pairs that no set of at most k variables separates."""
    found = skeleton.separations.at(k)
    start = found.skeleton()
    oriented = orient(start, SkeletonEvidence(found, start, k), plan)
    graph = MixedGraph.from_table(skeleton.names, oriented.table)
    return Orientation(graph, oriented.trace, oriented.conflicts)


def check_choice(name: str, value: object, allowed: Iterable[str]) -> str:
    """Return `value` when it is one of the allowed words; anything else is an error that lists them."""
    words = list(allowed)
    if isinstance(value, str) and value in words:
        return value
    close = nearest(value, words) if isinstance(value, str) else None
    hint = f"; did you mean {close!r}?" if close else ""
    raise OptionError(f"{name} is one of {', '.join(map(repr, words))}; got {value!r}{hint}")


def words_of(literal: object) -> tuple[str, ...]:
    """Return the words of a Literal type."""
    return get_args(literal)
