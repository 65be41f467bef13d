"""Why statements contradict each other: the fewest of them that do.

A chain of "a affects b" that comes back to its start is a cycle. A chain from a to b clashes with "a does not
affect b". A required effect clashes with a statement that forbids it. And where statements about direct
effects leave no path for an effect that another statement asks for, a smallest clash is found by asking which
statements can hold together in some DAG (`sepset.equivalence.essential.smallest`).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sepset.errors import ClashError
from sepset.lazily import Lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sepset.equivalence.essential import core_guided, relations, smallest
    from sepset.knowledge.known import KnownRelations, PairStatement
else:
    # The solver finds the smallest clash, and most knowledge has none.
    core_guided = Lazy("sepset.equivalence.essential.core_guided")
    relations = Lazy("sepset.equivalence.essential.relations")
    smallest = Lazy("sepset.equivalence.essential.smallest")

Chains: TypeAlias = "dict[tuple[int, int], tuple[PairStatement, ...]]"
#: What each kind of statement says about a DAG; no_edge says it in both directions.
_MEANING: dict[str, relations.RelationKind] = {
    "ancestor": "above",
    "required": "parent",
    "forbidden": "never_parent",
    "no_edge": "never_parent",
    "not_ancestor": "never_above",
    "roots": "never_above",
    "sinks": "never_above",
    "tiers": "never_above",
}
_HOW = {
    "smallest": "; no smaller set of statements clashes",
    "irreducible": "; none of them can be left out",
    "clashing": "",
}
#: Questions on the way to a smallest set.
_QUESTIONS = 400


class _Clash(NamedTuple):
    """Statements that cannot all hold, and the words that say why."""

    statements: tuple[PairStatement, ...]
    words: str


def refuse_clashes(known: KnownRelations, *, whole: bool) -> None:
    """Raise an error if statements contradict each other; `whole`: there are no variables but these."""
    chains = shortest_chains((*known.affects, *known.required))
    found = [*_required_and_forbidden(known), *_cycles(known, chains), *_denied(known, chains)]
    best = min(found, key=lambda clash: len(clash.statements), default=None)
    if whole:
        best = _without_a_way(known, best) or best
    if best is not None:
        said = tuple(dict.fromkeys(one.stated for one in best.statements))
        raise ClashError(f"the knowledge contradicts itself: {best.words}", said)


def _required_and_forbidden(known: KnownRelations) -> Iterator[_Clash]:
    """Yield each required effect that another statement forbids."""
    against = {(f.a, f.b): f for f in known.forbidden}
    for f in known.no_edge:
        against[f.a, f.b] = against[f.b, f.a] = f
    for fact in known.required:
        other = against.get((fact.a, fact.b))
        if other is not None:
            yield _Clash((fact, other), f"{fact.cited}, and {other.cited}")


def _cycles(known: KnownRelations, chains: Chains) -> Iterator[_Clash]:
    for (a, b), chain in chains.items():
        if a == b:
            said = "; ".join(step.cited for step in chain)
            yield _Clash(chain, f"{_way(known, chain)} is a cycle ({said})")


def _denied(known: KnownRelations, chains: Chains) -> Iterator[_Clash]:
    """Yield each chain of effects whose first is said not to affect the last."""
    for fact in known.affects_not:
        chain = chains.get((fact.a, fact.b))
        if chain is not None:
            said = "; ".join(one.cited for one in (*chain, fact))
            names = known.names[fact.a], known.names[fact.b]
            words = f"{_way(known, chain)}, and yet {names[0]} does not affect {names[1]} ({said})"
            yield _Clash((*chain, fact), words)


def _way(known: KnownRelations, chain: Sequence[PairStatement]) -> str:
    return " -> ".join(known.names[i] for i in (chain[0].a, *(step.b for step in chain)))


def _without_a_way(known: KnownRelations, best: _Clash | None) -> _Clash | None:
    """Return a smallest clash that statements about direct effects take part in, if it is the smallest.

    Effects that need not be direct may take any path. Where none of them is forbidden to be direct, and
    nothing else clashes, the DAG with just these edges satisfies all statements.
    """
    closed = {(f.a, f.b) for f in (*known.forbidden, *known.no_edge)} | {(f.b, f.a) for f in known.no_edge}
    if not any((fact.a, fact.b) in closed for fact in known.affects):
        return None
    statements = (*known.affects, *known.required, *known.forbidden, *known.no_edge, *known.affects_not)
    groups: dict[str, list[PairStatement]] = {}
    for one in statements:
        groups.setdefault(one.stated, []).append(one)
    numbers = {said: place for place, said in enumerate(groups)}
    all_of_them = [one for said in groups for f in groups[said] for one in _relations(f, numbers[said])]
    most = None if best is None else len(best.statements) - 1
    try:
        search = relations.RelationSearch(len(known.names), all_of_them)
        found = smallest.find_clash(search, limit=_QUESTIONS, most=most)
    except core_guided.OutOfEffort:  # whether all of them can hold is open
        return None
    if found is None:
        return None
    named = list(groups.values())
    chosen = [named[place][0] for place in found.members]
    return _Clash(tuple(chosen), _closed(known, chosen) + _HOW[found.how])


def _closed(known: KnownRelations, chosen: Sequence[PairStatement]) -> str:
    """Say which effects have no path left, and which statements are in the way."""
    said = "; ".join(one.stated_at for one in chosen)
    effects = [one for one in chosen if one.kind == "ancestor"]
    if len(effects) > 1:
        return f"no chain of direct effects is left that fits all of these ({said})"
    a, b = known.names[effects[0].a], known.names[effects[0].b]
    return f"no chain of direct effects leads from {a} to {b} ({said})"


def _relations(fact: PairStatement, group: int) -> Iterator[relations.Relation]:
    yield relations.Relation(_MEANING[fact.kind], fact.a, fact.b, group)
    if fact.kind == "no_edge":
        yield relations.Relation("never_parent", fact.b, fact.a, group)


def shortest_chains(steps: Iterable[PairStatement]) -> dict[tuple[int, int], tuple[PairStatement, ...]]:
    """Return, for each pair that a chain of effects joins, a shortest one; (a, a) is a cycle."""
    after: dict[int, dict[int, PairStatement]] = {}
    for step in steps:
        after.setdefault(step.a, {}).setdefault(step.b, step)
    return {(start, end): chain for start in after for end, chain in _chains_from(start, after).items()}


def _chains_from(
    start: int, after: dict[int, dict[int, PairStatement]]
) -> dict[int, tuple[PairStatement, ...]]:
    chains: dict[int, tuple[PairStatement, ...]] = {}
    queue: deque[tuple[int, tuple[PairStatement, ...]]] = deque([(start, ())])
    while queue:
        at, chain = queue.popleft()
        for b, step in after.get(at, {}).items():
            if b not in chains:
                chains[b] = (*chain, step)
                queue.append((b, chains[b]))
    return chains
