"""From a model of the clauses to the lemmas that it breaks; none means that the model is a k-closure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.equivalence.essential.connections import connecting_edges
from sepset.equivalence.essential.lemmas import BarLemma, CoverLemma, CutLemma, PathLemma, WayLemma
from sepset.equivalence.essential.partial_closure import descendants
from sepset.equivalence.k_closure import covered_rows
from sepset.equivalence.mag import directed_part_table
from sepset.graph.ancestry import acyclic_order, shortest_path
from sepset.graph.bits import from_members, members, reachable, to_rows
from sepset.kernels import minimum_cuts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.equivalence.essential.given import Given
    from sepset.equivalence.essential.lemmas import Lemma
    from sepset.graph.mark_table import MarkTable

#: More lemmas from one model cost more time than they save models.
_LEMMAS_PER_MODEL = 20


def broken_lemmas(table: MarkTable, k: int, given: Given | None = None) -> list[Lemma]:
    """Return lemmas that the graph breaks; it is a k-closure exactly when there are none.

    With what is `given`: it is the k-closure of a DAG that fits it exactly when there are none.
    """
    directed = directed_part_table(table)
    order = acyclic_order(directed)
    children = [table.children(i) for i in range(table.n)]
    below = descendants(children) if order is None else _descendants(children, order)
    paths = _broken_paths(table, children, below)
    if paths or order is None:
        return list(paths)
    if given is not None:
        known: list[Lemma] = [*_broken_bars(children, below, given), *_broken_ways(table, given)]
        if known:
            return known[:_LEMMAS_PER_MODEL]
        directed = given.fitting_dag(table)
    covered = covered_rows(directed, k)
    missing = _pairs(table.adjacency, covered)[:_LEMMAS_PER_MODEL]
    surplus = _pairs(covered, table.adjacency)[:_LEMMAS_PER_MODEL]
    if not missing and not surplus:
        return []
    part = _DirectedPart(directed, table.adjacency, order)
    return [*part.cuts(missing, k), *(part.cover(a, b, k) for a, b in surplus)]


def _pairs(rows: Sequence[int], others: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pairs i < j that are in the rows and not in the others."""
    found = enumerate(row & ~other for row, other in zip(rows, others, strict=True))
    return [(i, j) for i, row in found for j in members(row >> i << i)]


def _descendants(children: list[int], order: list[int]) -> list[int]:
    """Return the descendants of each node of a DAG, given a topological order."""
    below = children.copy()
    for i in reversed(order):
        for j in members(children[i]):
            below[i] |= below[j]
    return below


def _broken_paths(table: MarkTable, child: list[int], below: list[int]) -> list[PathLemma]:
    """Return a shortest directed path for each adjacent pair that it should make parent and child."""
    broken = [below[i] & table.adjacency[i] & ~child[i] for i in range(table.n)]
    found = []
    for i, row in enumerate(broken):
        for j in members(row):
            path = [*(shortest_path(child, i, j) or ()), j]
            inner = [(u, from_members(path[place + 2 :])) for place, u in enumerate(path)]
            # A broken pair within the path gives a shorter lemma.
            if sum((broken[u] & later).bit_count() for u, later in inner) == 1:
                found.append(PathLemma(tuple(path)))
    return found


def _broken_bars(children: list[int], below: list[int], given: Given) -> Iterator[BarLemma]:
    """Yield a shortest directed path between each two nodes that no directed path may join."""
    for a, row in enumerate(given.never_above):
        for b in members(row & below[a]):
            yield BarLemma((*(shortest_path(children, a, b) or ()), b))


def _broken_ways(table: MarkTable, given: Given) -> Iterator[WayLemma]:
    """Yield, for each node that should be an ancestor but is not one in the fitting DAG, what it reaches."""
    dag = given.fitting_dag(table)
    children = [dag.children(i) for i in range(dag.n)]
    for a in range(dag.n):
        reached = reachable(1 << a, children)
        for b in members((given.above[a] | table.children(a)) & ~reached):
            yield WayLemma(a, b, reached)


class _DirectedPart:
    """The directed part of a model, looked at from several pairs."""

    def __init__(self, directed: MarkTable, adjacency: Sequence[int], order: list[int]) -> None:
        self.adjacency = adjacency
        self.parents = [directed.parents(i) for i in range(directed.n)]
        self.children = [directed.children(i) for i in range(directed.n)]
        self.order = order

    def cuts(self, pairs: list[tuple[int, int]], k: int) -> list[CutLemma]:
        """Return a lemma for each ``<->`` pair, which some set of at most k nodes separates."""
        if not pairs:
            return []
        rows, no_spouses = to_rows(self.parents), to_rows([0] * len(self.parents))
        ends = np.array(pairs, dtype=np.int32)
        _, offsets, nodes = minimum_cuts(*rows, *no_spouses, ends, min(k, len(self.parents)), 1)
        sets = [nodes[offsets[p] : offsets[p + 1]].tolist() for p in range(len(pairs))]
        return [self._cut(a, b, from_members(cut)) for (a, b), cut in zip(pairs, sets, strict=True)]

    def _cut(self, a: int, b: int, cut: int) -> CutLemma:
        """Return the lemma for one separator, its sides widened as far as the model allows."""
        parents, adjacency = self.parents, self.adjacency
        ancestors = reachable(1 << a | 1 << b, parents)
        right = self._component(b, ancestors, cut)
        left, outside = ancestors & ~cut & ~right, 0
        for v in self.order:
            if ancestors >> v & 1:
                continue
            above = parents[v]
            if above & outside or (above & left and above & right):
                outside |= 1 << v
            elif above & left:
                left |= 1 << v
            elif above & right:
                right |= 1 << v
            elif (adjacency[v] & left).bit_count() >= (adjacency[v] & right).bit_count():
                left |= 1 << v
            else:
                right |= 1 << v
        cut_left = from_members(z for z in members(cut) if self._opens_left(z, left, right))
        return CutLemma(a, b, left, right, cut_left, cut & ~cut_left)

    def _opens_left(self, z: int, left: int, right: int) -> bool:
        """Say whether z closes itself to parents on the right: it has none there, and that costs less."""
        if self.parents[z] & right:
            return False
        fewer = (self.adjacency[z] & right).bit_count() <= (self.adjacency[z] & left).bit_count()
        return bool(self.parents[z] & left) or fewer

    def _component(self, b: int, ancestors: int, cut: int) -> int:
        """Return what b is connected to in the moral graph of the ancestors without the cut."""
        inner, found, frontier = ancestors & ~cut, 1 << b, 1 << b
        while frontier:
            new = 0
            for v in members(frontier):
                new |= self.parents[v]
                for child in members(self.children[v] & ancestors):
                    new |= self.parents[child] | 1 << child
            frontier = new & inner & ~found
            found |= frontier
        return found

    def cover(self, a: int, b: int, k: int) -> CoverLemma:
        """Return a lemma for a pair that is not adjacent though no set of at most k nodes separates it."""
        return CoverLemma(a, b, connecting_edges(self.parents, a, b, k))
