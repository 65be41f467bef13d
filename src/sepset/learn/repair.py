"""The graph of a real class where the decisions of a run contradict each other: ``kpc(..., repair=True)``.

A run decides which pairs are joined and which unshielded triples are colliders. On data it may happen that no
DAG agrees with all of that. Then the nearest class is taken (`sepset.equivalence.essential.nearest`), and its
exact k-essential graph is the result; what was overruled is listed. With knowledge, only classes with a DAG
that fits it count.

A decision weighs 1 + abs(log(p / alpha)), rounded and at most 10: for a pair that is apart p is that of its
separating set, and a triple weighs as much as the pair at its ends; for a pair that is joined p is the
largest of all sets that were tried. So answers near the level of the tests go first.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from sepset.equivalence.essential.class_pattern import ClassPattern
from sepset.equivalence.essential.decisions import Choice, pair, triples
from sepset.equivalence.essential.given import given_about
from sepset.equivalence.essential.k_essential import complete_pattern
from sepset.equivalence.essential.nearest import nearest_closure
from sepset.graph.bits import members
from sepset.orientation.evidence import triple
from sepset.orientation.outcome import Overruled
from sepset.sentences import Note, Sentence, Sentences, variables

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sepset.equivalence.essential.k_essential import KEssential
    from sepset.equivalence.essential.nearest import Nearest
    from sepset.graph.mark_table import MarkTable
    from sepset.knowledge.statements import Knowledge
    from sepset.result.discovery import Orientation
    from sepset.skeleton.search import Skeleton
    from sepset.skeleton.separations import Separations

_LARGEST = 10
#: The weight of answers that are certain, for which there is no p to compare with alpha.
_SAME_FOR_ALL = 1


def repaired(
    oriented: Orientation,
    skeleton: Skeleton,
    k: int,
    *,
    alpha: float | None,
    knowledge: Knowledge | None,
    time_limit: float | None,
) -> Orientation:
    """Return the k-essential graph of the class nearest to what was decided; alpha None: certain answers.

    With knowledge only DAGs that fit it count: decisions of tests are overruled, knowledge never is.
    """
    strengths = dict(decisions_of(skeleton, oriented.votes, k))
    weights = {choice: _weight(p, alpha) for choice, p in strengths.items()}
    given = given_about(knowledge, oriented.graph.nodes)
    nearest = nearest_closure(oriented.graph, weights, k, given=given, time_limit=time_limit)
    completion = complete_pattern(nearest.closure, k, knowledge=knowledge, time_limit=time_limit)
    if completion is None:
        raise AssertionError("a k-closure is in its own class")
    notes = list(oriented.notes)
    if nearest.broken:
        notes.append(_note(nearest, len(weights), known=knowledge is not None))
    if not completion.exact:
        notes.append(undecided_note(completion))
    overruled = tuple(
        Overruled(choice.kind, choice.nodes, _finite(strengths[choice])) for choice in nearest.broken
    )
    kept = oriented if not overruled else replace(oriented, trace=(), conflicts=())
    return replace(
        kept, graph=completion.graph, completion=completion, notes=tuple(notes), overruled=overruled
    )


def _note(nearest: Nearest, decisions: int, *, known: bool) -> Note:
    fitting = " that fits what is known" if known else ""
    how = f"no class of DAGs{fitting} breaks decisions of less weight"
    how = how if nearest.proven else "others may break less"
    words = (
        f"No DAG{fitting} agrees with everything that was found. The graph is that of the nearest class of "
        f"DAGs that was found ({how}): it overrules {{overruled:,}} of {{decisions:,}} "
        f"decision{'' if decisions == 1 else 's'}."
    )
    slots = {"overruled": len(nearest.broken), "decisions": decisions, "proven": nearest.proven}
    return Note("nearest_class", Sentence(words, slots))


def undecided_note(completion: KEssential) -> Note:
    """Say which edges a time limit has left undecided."""
    nodes = variables(completion.graph.nodes)
    named = {variable.name: variable for variable in nodes}
    edges = [
        Sentence("{a} {pattern} {b}", {"a": named[one.u], "pattern": one.pattern, "b": named[one.v]})
        for one in completion.undecided
    ]
    words = "The time limit was hit before it was settled whether these edges occur: {edges:, }."
    return Note("undecided", Sentence(words, {"edges": Sentences(edges)}))


def decisions_of(
    skeleton: Skeleton, votes: Mapping[tuple[int, int, int], bool | None], k: int
) -> Iterator[tuple[Choice, float]]:
    """Yield every decision of a bound with its p, NaN where there is none."""
    found = skeleton.separations.at(k)
    table = found.skeleton()
    largest = skeleton.largest_p(k)
    for a in range(table.n):
        for b in members(table.adjacency[a] >> a << a):
            yield pair("joined", a, b), largest.get((a, b), math.nan)
    yield from ((pair("apart", a, b), p) for a, b, _, p in found.rows())
    yield from _triples(found, table, votes)


def _triples(
    found: Separations, table: MarkTable, votes: Mapping[tuple[int, int, int], bool | None]
) -> Iterator[tuple[Choice, float]]:
    """Yield the unshielded triples by vote, or by the recorded set; those that are ambiguous are left out."""
    for a, c, b in triples(ClassPattern.of(table).non_colliders):
        collider = votes.get(triple(a, c, b), c not in (found.given(a, b) or ()))
        if collider is not None:
            yield Choice("collider" if collider else "no collider", (a, c, b)), found.p_value(a, b) or 0.0


def _weight(p: float, alpha: float | None) -> int:
    if alpha is None or math.isnan(p):
        return _SAME_FOR_ALL
    return 1 + round(min(_LARGEST - 1, abs(math.log(max(p, 1e-300) / alpha))))


def _finite(p: float) -> float | None:
    return p if math.isfinite(p) else None
