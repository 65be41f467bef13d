"""From `Knowledge` to the DAGs that a posterior allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import members
from sepset.knowledge.statements import check_knowledge
from sepset.score.allowed import Allowed

if TYPE_CHECKING:
    from collections.abc import Sequence


def allowed_dags(knowledge: object, names: Sequence[str]) -> Allowed:
    """Return what knowledge allows, nodes in the order of the names.

    A variable that does not affect another has no edge to it. Statements about ancestors are kept as well,
    since they may or may not follow from the edges.

    >>> from sepset.knowledge.statements import Knowledge
    >>> known = Knowledge(tiers=[["a"], ["b"]], ancestor=[("a", "c")])
    >>> allowed_dags(known, ("a", "b", "c"))
    Allowed(n=3, may=(0, 5, 3), must=(0, 0, 0), above=((0, 2),), never_above=((1, 0), (2, 0)))
    """
    n = len(names)
    if knowledge is None:
        return Allowed.of(n)
    known = check_knowledge(knowledge).on(names)
    may, must = list(Allowed.of(n).may), [0] * n
    for a, row in enumerate(known.not_ancestor):
        for b in members(row):
            may[b] &= ~(1 << a)
    for one in (*known.forbidden, *known.no_edge):
        may[one.b] &= ~(1 << one.a)
    for one in known.no_edge:
        may[one.a] &= ~(1 << one.b)
    for one in known.required:
        must[one.b] |= 1 << one.a
    return Allowed.of(
        n,
        may=tuple(may),
        must=tuple(must),
        above=tuple((a, b) for a, row in enumerate(known.ancestor) for b in members(row)),
        never_above=tuple((a, b) for a, row in enumerate(known.not_ancestor) for b in members(row)),
    )
