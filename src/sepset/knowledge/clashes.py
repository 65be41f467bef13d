"""Why statements contradict each other: the fewest of them that do.

A chain of "a affects b" that comes back to its start is a cycle. A chain from a to b clashes with "a does not
affect b". A required effect clashes with a statement that forbids it. And where every way from a to b is
closed by statements about direct effects, a cannot affect b at all.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from sepset.errors import KnowledgeError
from sepset.graph.bits import reachable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sepset.knowledge.known import KnownRelations, Statement


def refuse_clashes(known: KnownRelations, *, whole: bool) -> None:
    """Raise an error if statements contradict each other; `whole`: there are no variables but these."""
    required_against_forbidden(known)
    steps = (*known.affects, *known.required)
    chains = shortest_chains(steps)
    _refuse_cycles(known, chains)
    against = [(len(chains[f.a, f.b]), i) for i, f in enumerate(known.affects_not) if (f.a, f.b) in chains]
    denied = min(against, default=None)
    if denied is not None:
        fact = known.affects_not[denied[1]]
        chain = chains[fact.a, fact.b]
        way = " -> ".join(known.names[i] for i in (chain[0].a, *(step.b for step in chain)))
        said = "; ".join((*(step.cited for step in chain), fact.cited))
        names = known.names[fact.a], known.names[fact.b]
        raise _clash(f"{way}, and yet {names[0]} does not affect {names[1]} ({said})")
    if whole:
        _refuse_closed_ways(known)


def required_against_forbidden(known: KnownRelations) -> None:
    """Refuse a required effect that another statement forbids."""
    against = {(f.a, f.b): f for f in known.forbidden}
    for f in known.no_edge:
        against[f.a, f.b] = against[f.b, f.a] = f
    for fact in known.required:
        if (fact.a, fact.b) in against:
            raise _clash(f"{fact.cited}, and {against[fact.a, fact.b].cited}")


def _refuse_cycles(known: KnownRelations, chains: dict[tuple[int, int], tuple[Statement, ...]]) -> None:
    cycles = [chain for (a, b), chain in chains.items() if a == b]
    if cycles:
        chain = min(cycles, key=len)
        way = " -> ".join(known.names[i] for i in (chain[0].a, *(step.b for step in chain)))
        raise _clash(f"{way} is a cycle ({'; '.join(step.cited for step in chain)})")


def shortest_chains(steps: Iterable[Statement]) -> dict[tuple[int, int], tuple[Statement, ...]]:
    """Return, for each pair that a chain of effects joins, a shortest one; (a, a) is a cycle."""
    after: dict[int, dict[int, Statement]] = {}
    for step in steps:
        after.setdefault(step.a, {}).setdefault(step.b, step)
    return {(start, end): chain for start in after for end, chain in _chains_from(start, after).items()}


def _chains_from(start: int, after: dict[int, dict[int, Statement]]) -> dict[int, tuple[Statement, ...]]:
    chains: dict[int, tuple[Statement, ...]] = {}
    queue: deque[tuple[int, tuple[Statement, ...]]] = deque([(start, ())])
    while queue:
        at, chain = queue.popleft()
        for b, step in after.get(at, {}).items():
            if b not in chains:
                chains[b] = (*chain, step)
                queue.append((b, chains[b]))
    return chains


def _refuse_closed_ways(known: KnownRelations) -> None:
    """Refuse "a affects b" where no way of allowed direct effects leads from a to b."""
    everything = (1 << len(known.names)) - 1
    onward = [everything & ~(row | 1 << x) for x, row in enumerate(known.not_ancestor)]
    for f in (*known.forbidden, *known.no_edge):
        onward[f.a] &= ~(1 << f.b)
    for f in known.no_edge:
        onward[f.b] &= ~(1 << f.a)
    for fact in known.affects:
        if not reachable(1 << fact.a, onward) >> fact.b & 1:
            a, b = known.names[fact.a], known.names[fact.b]
            said = "; ".join(f.cited for f in (*known.forbidden, *known.no_edge))
            raise _clash(f"{fact.cited}, but no way of direct effects leads from {a} to {b} ({said})")


def _clash(what: str) -> KnowledgeError:
    return KnowledgeError(f"the knowledge contradicts itself: {what}")
