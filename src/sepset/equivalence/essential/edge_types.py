"""The possible types of every edge of a class of k-closures, for checking certificates.

Kept as plain sets and narrowed by what each triple of nodes allows: simple, and shared with nothing in the
search (`sepset.equivalence.essential.partial_closure` is the fast counterpart).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from sepset.graph.marks import mirror

if TYPE_CHECKING:
    from sepset.graph.mixed_graph import MixedGraph

Types = frozenset[str]
ALL_TYPES: Types = frozenset({"-->", "<--", "<->"})


class Domains:
    """For each adjacent pair u < v (by place), the types that the edge may still have, seen from u."""

    def __init__(self, closure: MixedGraph, k: int, types: dict[tuple[str, str], Types]) -> None:
        self.closure, self.k, self.types = closure, k, types

    @classmethod
    def of(cls, closure: MixedGraph, k: int) -> Domains | None:
        """Start with every type for every edge and draw conclusions."""
        return cls(closure, k, {(edge.u, edge.v): ALL_TYPES for edge in closure.edges()})._concluded()

    def get(self, u: str, v: str) -> Types:
        """Return the possible types seen from u."""
        if (u, v) in self.types:
            return self.types[u, v]
        return frozenset(mirror(t) for t in self.types[v, u])

    def having(self, u: str, edge: str, v: str) -> Domains | None:
        """Assume an edge; None when that contradicts the rest."""
        return self._with(u, v, self.get(u, v) & {edge})

    def without(self, u: str, edge: str, v: str) -> Domains | None:
        """Rule an edge out; None when nothing is left."""
        return self._with(u, v, self.get(u, v) - {edge})

    def _with(self, u: str, v: str, types: Types) -> Domains | None:
        changed = dict(self.types)
        self._put(changed, u, v, types)
        return Domains(self.closure, self.k, changed)._concluded()

    @staticmethod
    def _put(types: dict[tuple[str, str], Types], u: str, v: str, left: Types) -> None:
        if (u, v) in types:
            types[u, v] = left
        else:
            types[v, u] = frozenset(mirror(t) for t in left)

    def _concluded(self) -> Domains | None:
        """Keep only what each few nodes allow, until nothing changes; None when an edge has no type left."""
        before: dict[tuple[str, str], Types] | None = None
        while before != self.types:
            before = dict(self.types)
            for a, b, c in _triples(self.closure):
                self._keep_supported(a, b, c)
            self._third_rule()
            self._no_long_cycles()
            if not all(self.types.values()):
                return None
        return self

    def _keep_supported(self, a: str, b: str, c: str) -> None:
        """Keep the types of a-b and b-c (and a-c, if adjacent) that occur in some allowed combination."""
        if self.closure.adjacent(a, c):
            ab, bc, ac = _triangle_support(self.get(a, b), self.get(b, c), self.get(a, c))
            self._put(self.types, a, c, ac)
        else:
            collider = self.closure.has(a, "*->", b) and self.closure.has(b, "<-*", c)
            ab, bc = _unshielded_support(self.get(a, b), self.get(b, c), collider)
        self._put(self.types, a, b, ab)
        self._put(self.types, b, c, bc)

    def _third_rule(self) -> None:
        """R3: b --> d is impossible when a *-> b <-* c with a, c not adjacent and (a, d, c) no collider."""
        g = self.closure
        for b, d in [*self.types, *((v, u) for u, v in self.types)]:
            if "-->" not in self.get(b, d):
                continue
            into = [
                a
                for a in g.neighbours(b)
                if a != d and g.adjacent(a, d) and all(t[-1] == ">" for t in self.get(a, b))
            ]
            for a, c in combinations(into, 2):
                if not g.adjacent(a, c) and not (g.has(a, "*->", d) and g.has(d, "<-*", c)):
                    self._put(self.types, b, d, self.get(b, d) - {"-->"})

    def _no_long_cycles(self) -> None:
        """Make a node the parent of every neighbour to which it certainly has a directed path."""
        below: dict[str, set[str]] = {u: set() for u in self.closure.nodes}
        for (u, v), types in self.types.items():
            if types == {"-->"}:
                below[u].add(v)
            elif types == {"<--"}:
                below[v].add(u)
        for middle, beyond in below.items():
            for found in below.values():
                found |= beyond if middle in found else set()
        for (u, v), types in self.types.items():
            if v in below[u]:
                self.types[u, v] = types & {"-->"}
            elif u in below[v]:
                self.types[u, v] = types & {"<--"}


@cache
def _triples(graph: MixedGraph) -> tuple[tuple[str, str, str], ...]:
    """All a, b, c with a-b and b-c adjacent, each unordered choice of the ends once."""
    return tuple((a, b, c) for b in graph.nodes for a, c in combinations(graph.neighbours(b), 2))


@cache
def _unshielded_support(ab: Types, bc: Types, collider: bool) -> tuple[Types, Types]:
    allowed = [(x, y) for x in ab for y in bc if (x[-1] == ">" and y[0] == "<") == collider]
    return frozenset(x for x, _ in allowed), frozenset(y for _, y in allowed)


@cache
def _triangle_support(ab: Types, bc: Types, ac: Types) -> tuple[Types, Types, Types]:
    allowed = [(x, y, z) for x in ab for y in bc for z in ac if _is_ancestral_triangle(x, y, z)]
    return (
        frozenset(x for x, _, _ in allowed),
        frozenset(y for _, y, _ in allowed),
        frozenset(z for _, _, z in allowed),
    )


def _is_ancestral_triangle(ab: str, bc: str, ac: str) -> bool:
    """No directed path of two edges whose ends are joined the other way round or by <->."""
    edge = {("a", "b"): ab, ("b", "c"): bc, ("a", "c"): ac}
    edge |= {(v, u): mirror(t) for (u, v), t in edge.items()}
    return not any(
        edge[u, v] == "-->" and edge[v, w] == "-->" and edge[u, w] != "-->" for u, v, w in permutations("abc")
    )
