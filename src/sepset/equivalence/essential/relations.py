"""DAGs in which given relations hold: who is above whom, who is not, which edges there are and are not.

Relations come in groups, one for each statement that someone makes. A solver chooses edges; where its choice
breaks a relation or has a cycle, a clause is added that every such DAG satisfies: some edge of a cycle is
absent; so is some edge of a path from a to b where a is not above b; and where a is above b, an edge leads
out of every set that contains a and not b.

>>> search = RelationSearch(3, [Relation("above", 0, 1, 0), Relation("never_parent", 0, 1, 1)])
>>> search.dag()  # by way of the third: rows of children
[4, 0, 2]
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from sepset.equivalence.essential.core_guided import OutOfEffort
from sepset.equivalence.essential.solvers import new_solver
from sepset.graph.ancestry import shortest_path
from sepset.graph.bits import members, reachable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.equivalence.essential.clauses import Literals
    from sepset.equivalence.essential.given import Given

RelationKind = Literal["above", "never_above", "parent", "never_parent"]
#: Choices of edges that are looked at for one question.
_MOST_CHOICES = 20_000


class Relation(NamedTuple):
    """a is above b, or not; or a --> b is an edge, or not. `group` is the statement that says so."""

    kind: RelationKind
    a: int
    b: int
    group: int


def relations_of(given: Given) -> list[Relation]:
    """Return what is given as relations of one group."""
    kinds: tuple[RelationKind, ...] = ("above", "never_above", "parent", "never_parent")
    pairs = given.pairs()
    return [Relation(kind, a, b, 0) for kind in kinds for a, b in pairs[kind]]


class RelationSearch:
    """DAGs over n nodes, and groups of relations that they keep or break."""

    def __init__(self, n: int, relations: Sequence[Relation], wanted: Sequence[int] = ()) -> None:
        """`wanted`: rows of children; such edges are chosen where nothing speaks against them."""
        self.n, self._relations = n, relations
        self.number = max((one.group for one in relations), default=-1) + 1
        self._edge = {
            (u, v): place + 1
            for place, (u, v) in enumerate((u, v) for u in range(n) for v in range(n) if u != v)
        }
        self._first_group = len(self._edge) + 1
        self._solver = new_solver("glucose4", list(self._first_clauses()))
        liked = {(u, v) for u, row in enumerate(wanted) for v in members(row)}
        self._solver.set_phases([place if pair in liked else -place for pair, place in self._edge.items()])
        self._core: list[int] = []

    def dag(self, groups: Sequence[int] | None = None) -> list[int] | None:
        """Return rows of children of a DAG in which groups hold (by default all); None: there is none."""
        asked = range(self.number) if groups is None else groups
        assumptions = [self._first_group + group for group in asked]
        for _ in range(_MOST_CHOICES):
            if not self._solver.solve(assumptions=assumptions):
                self._core = sorted(literal - self._first_group for literal in self._solver.get_core() or ())
                return None
            model = self._solver.get_model()
            children = [0] * self.n
            for (u, v), place in self._edge.items():
                children[u] |= (model[place - 1] > 0) << v
            broken = list(self._broken(children, frozenset(asked)))
            if not broken:
                return children
            for clause in broken:
                self._solver.add_clause(clause)
        raise OutOfEffort

    def held(self, wanted: Sequence[int]) -> frozenset[int] | None:
        """Return the groups that hold in some DAG, the wanted ones among them; None: these clash."""
        children = self.dag(wanted)
        if children is None:
            return None
        below = [reachable(row, children) for row in children]
        broken = {one.group for one in self._relations if not _holds(one, children, below)}
        return frozenset(range(self.number)) - broken

    def core(self) -> list[int]:
        """Return those of the groups last asked for that clash already."""
        return self._core

    def _first_clauses(self) -> Iterator[Literals]:
        """Yield what single edges say, under the condition that the group holds."""
        for (u, v), place in self._edge.items():
            if u < v:
                yield [-place, -self._edge[v, u]]
        for kind, a, b, group in self._relations:
            unless = -(self._first_group + group)
            if kind == "parent":
                yield [self._edge[a, b], unless]
            elif kind in ("never_parent", "never_above"):
                yield [-self._edge[a, b], unless]
            else:
                yield [-self._edge[b, a], unless]

    def _broken(self, children: list[int], groups: frozenset[int]) -> Iterator[Literals]:
        """Yield clauses that a choice of edges breaks."""
        below = [reachable(row, children) for row in children]
        cyclic = [node for node in range(self.n) if below[node] >> node & 1]
        for node in cyclic:
            yield [-self._edge[step] for step in pairwise(_path(children, node, node))]
        if cyclic:
            return
        for kind, a, b, group in self._relations:
            if group not in groups:
                continue
            unless = -(self._first_group + group)
            if kind == "never_above" and below[a] >> b & 1:
                yield [unless, *(-self._edge[step] for step in pairwise(_path(children, a, b)))]
            if kind == "above" and not below[a] >> b & 1:
                inside = below[a] | 1 << a
                outside = [v for v in range(self.n) if not inside >> v & 1]
                yield [unless, *(self._edge[u, v] for u in members(inside) for v in outside)]


def _path(children: list[int], start: int, goal: int) -> list[int]:
    return [*(shortest_path(children, start, goal) or ()), goal]


def _holds(one: Relation, children: Sequence[int], below: Sequence[int]) -> bool:
    rows = below if one.kind in ("above", "never_above") else children
    return bool(rows[one.a] >> one.b & 1) == (one.kind in ("above", "parent"))
