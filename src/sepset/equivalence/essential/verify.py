"""Check a certificate of a k-essential graph without trusting the code that wrote it.

Only the k-closure itself is shared with the search. The possible types of each edge are kept as plain sets;
conclusions are drawn by keeping, for each triple of nodes, only the types that occur in some allowed
combination of the triple; refutations that needed a search are replayed turn by turn. Slower than the
search, and simple enough to read in one sitting.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from sepset.equivalence.essential.check_witnesses import graph_problems, undecided_types, witness_problems
from sepset.equivalence.essential.edge_types import Domains
from sepset.equivalence.essential.unconditional import closed_neighbourhoods, never_siblings
from sepset.equivalence.essential.union import TypesSeen
from sepset.equivalence.k_closure import k_closure
from sepset.graph.bits import members
from sepset.graph.edges import Edge
from sepset.graph.mixed_graph import MixedGraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.equivalence.essential.certificate import Certificate, Refuted
    from sepset.equivalence.essential.witness_search import Turn


def verify(certificate: Certificate) -> bool:
    """Say whether all that a certificate claims holds; `find_problems` says what does not.

    Types of edges that it lists as `undecided` are no claim. So its graph is proved to be the k-essential
    graph when `undecided` is empty; otherwise every mark in it is proved, but a circle may hide one.
    """
    return next(find_problems(certificate), None) is None


def find_problems(certificate: Certificate) -> Iterator[str]:
    """Yield, in plain English, everything in a certificate that does not hold."""
    k = certificate.k
    if not isinstance(k, int) or isinstance(k, bool) or k < 0:
        yield f"k is a number of variables 0, 1, 2, ..., not {k!r}"
        return
    seen = TypesSeen(len(certificate.closure))
    problems = list(witness_problems(certificate, seen))
    yield from problems
    undecided = undecided_types(certificate)
    if problems or undecided is None:
        yield from () if undecided is not None else ("an undecided type is that of no edge",)
        return
    seen.add_types(undecided)
    yield from _unrefuted_without_sets(certificate, seen) if k == 0 else _unrefuted(certificate, seen)
    yield from graph_problems(certificate, seen)


def _unrefuted_without_sets(certificate: Certificate, possible: TypesSeen) -> Iterator[str]:
    """For k = 0 a type is refuted by closed neighbourhoods (docs/errata.md, "k = 0 in closed form")."""
    nodes = certificate.closure.nodes
    closed = closed_neighbourhoods(certificate.closure.table.adjacency)
    for a, row in enumerate(certificate.closure.table.adjacency):
        inside = [b for b in members(row & ~possible.below[a]) if not closed[a] & ~closed[b]]
        yield from (f"nothing is said about {nodes[a]} --> {nodes[b]}" for b in inside)
        beside = members((row & ~possible.beside[a]) >> a << a)
        together = [b for b in beside if not never_siblings(closed, a, b)]
        yield from (f"nothing is said about {nodes[a]} <-> {nodes[b]}" for b in together)


def _unrefuted(certificate: Certificate, possible: TypesSeen) -> Iterator[str]:
    domains = Domains.of(certificate.closure, certificate.k)
    if domains is None:
        yield "the k-closure contradicts itself"
        return
    for entry in certificate.refuted:
        if not (_is_well_formed(certificate.closure, entry) and _is_refuted(domains, entry)):
            yield f"the refutation of {entry.edge} does not go through"
            return
        without = domains.without(*entry.edge)
        if without is None:
            yield f"with {entry.edge} refuted nothing is left"
            return
        domains = without
    number = certificate.closure.number
    for (u, v), types in domains.types.items():
        for edge in sorted(types):
            if not possible.has(number(u), edge, number(v)):
                yield f"nothing is said about {u} {edge} {v}"


# ---- refutations -----------------------------------------------------------------------------------------


def _is_well_formed(closure: MixedGraph, entry: Refuted) -> bool:
    """Say whether a refutation speaks of an edge that exists and of nodes that exist."""
    nodes = closure.nodes
    known = (
        entry.edge.u in closure and entry.edge.v in closure and closure.adjacent(entry.edge.u, entry.edge.v)
    )
    splits = (turn for turn in entry.turns if turn.kind == "split")
    return known and all(
        0 <= turn.i < len(nodes)
        and 0 <= turn.j < len(nodes)
        and closure.adjacent(nodes[turn.i], nodes[turn.j])
        for turn in splits
    )


def _is_refuted(domains: Domains, entry: Refuted) -> bool:
    """Replay a refutation: the assumed edge must lead to a contradiction in every branch."""
    assumed = domains.having(*entry.edge)
    if assumed is None or not _can_be_covered(assumed):
        return True
    return entry.reason == "search" and _replay(assumed, entry.turns)


def _replay(start: Domains, turns: tuple[Turn, ...]) -> bool:
    """Follow the turns of a search; at each split every type that is not followed must contradict at once."""
    nodes = start.closure.nodes
    path: list[tuple[Domains | None, Turn]] = []
    for number, turn in enumerate(turns):
        if (turn.depth == 0) != (number == 0) or turn.depth > len(path):
            return False
        del path[turn.depth :]
        here: Domains | None = start
        if path:
            above, split = path[-1]
            here = above.having(nodes[split.i], turn.choice, nodes[split.j]) if above else None
        path.append((here, turn))
        if here is not None and not _turn_holds(here, turn, _choices_below(turns, number)):
            return False
    return bool(turns)


def _choices_below(turns: tuple[Turn, ...], number: int) -> set[str]:
    choices = set()
    for later in turns[number + 1 :]:
        if later.depth <= turns[number].depth:
            break
        if later.depth == turns[number].depth + 1:
            choices.add(later.choice)
    return choices


def _turn_holds(here: Domains, turn: Turn, followed: set[str]) -> bool:
    if turn.kind == "cut":
        return not _can_be_covered(here)
    if turn.kind == "closure":
        return _is_decided(here) and not _is_k_closure(here)
    u, v = here.closure.nodes[turn.i], here.closure.nodes[turn.j]
    return all(here.having(u, t, v) is None for t in here.get(u, v) - followed)


def _is_decided(domains: Domains) -> bool:
    return all(len(types) == 1 for types in domains.types.values())


def _is_k_closure(domains: Domains) -> bool:
    edges = [Edge(u, next(iter(types)), v) for (u, v), types in domains.types.items()]
    graph = MixedGraph(domains.closure.nodes, edges)
    return k_closure(graph.directed_part(), domains.k) == graph


# ---- can the certain <-> edges still be covered? ---------------------------------------------------------


def _can_be_covered(domains: Domains) -> bool:
    certain = [pair for pair, types in domains.types.items() if types == {"<->"}]
    return all(_optimistic_paths(domains, a, b) > domains.k for a, b in certain)


def _optimistic_paths(domains: Domains, a: str, b: str) -> int:
    """Bound the number of disjoint paths that could cover a <-> b, up to k + 1."""
    g = domains.closure
    parents = {v: {u for u in g.neighbours(v) if "-->" in domains.get(u, v)} for v in g.nodes}
    for end, other in ((a, b), (b, a)):
        parents[end].discard(other)
    below = _below(domains, a) | _below(domains, b)
    found, frontier = {a, b}, [a, b]
    while frontier:
        new = parents[frontier.pop()] - found - below
        found |= new
        frontier += new
    for end in (a, b):
        if not _has_family(domains, end, parents[end] & found):
            return domains.k
    inner = found - {a, b}
    links: dict[str, set[str]] = {u: set() for u in inner}
    for v in inner:
        for u in parents[v] & inner:
            links[u].add(v)
            links[v].add(u)
            links[u] |= {w for w in parents[v] & inner if w != u and _are_married(g, u, v, w)}
    return _disjoint_paths(links, parents[a] & inner, parents[b] & inner, domains.k + 1)


def _are_married(g: MixedGraph, u: str, v: str, w: str) -> bool:
    """Say whether u and w, not adjacent, may both be parents of v: only where the class has a collider."""
    return not g.adjacent(u, w) and g.has(u, "*->", v) and g.has(v, "<-*", w)


def _below(domains: Domains, a: str) -> set[str]:
    found: set[str] = set()
    frontier = [a]
    while frontier:
        u = frontier.pop()
        new = {v for v in domains.closure.neighbours(u) if domains.get(u, v) == {"-->"}} - found
        found |= new
        frontier += new
    return found


def _has_family(domains: Domains, v: str, candidates: set[str]) -> bool:
    """Say whether k + 1 of the candidates can be parents of v at the same time."""
    g = domains.closure
    return any(
        all(g.adjacent(u, w) or _are_married(g, u, v, w) for u, w in combinations(family, 2))
        for family in combinations(sorted(candidates), domains.k + 1)
    )


def _disjoint_paths(links: dict[str, set[str]], starts: set[str], ends: set[str], enough: int) -> int:
    """Return the number of node-disjoint paths, up to `enough`; each node has an in and an out side."""
    following: dict[tuple[str, str], set[tuple[str, str]]] = {("", "start"): {(s, "in") for s in starts}}
    for u, others in links.items():
        following[u, "in"] = {(u, "out")}
        following[u, "out"] = {(v, "in") for v in others} | ({("", "end")} if u in ends else set())
    following["", "end"] = set()
    count = 0
    while count < enough and _turn_one_path(following):
        count += 1
    return count


def _turn_one_path(following: dict[tuple[str, str], set[tuple[str, str]]]) -> bool:
    """Find a way from start to end and turn its arcs round, as in the residual graph of a flow."""
    came: dict[tuple[str, str], tuple[str, str]] = {("", "start"): ("", "start")}
    queue = [("", "start")]
    for here in queue:
        for there in sorted(following[here]):
            if there not in came:
                came[there] = here
                queue.append(there)
    there = ("", "end")
    if there not in came:
        return False
    while there != ("", "start"):
        here = came[there]
        following[here].remove(there)
        following[there].add(here)
        there = here
    return True
