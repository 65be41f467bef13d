"""Smallest separating sets, by minimum vertex cuts.

If any set separates a and b, then the smallest one is a minimum vertex cut between them in the augmented
graph of An({a, b}); so it takes polynomial time to find, whatever its size. See `sepset.kernels.cuts` for the
flow.

A pair can have several smallest separators. The one returned is the cut nearest to the node whose name sorts
first: every other smallest separator lies behind it, as seen from that node. It exists, is unique, and
depends neither on the order of the nodes nor on the order of the arguments.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> g = MixedGraph.from_edges("a --> b", "b --> c", "c --> d")
>>> minimum_separator(g, "a", "d") == minimum_separator(g, "d", "a") == {"b"}
True
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.checks import check_size
from sepset.graph.ancestry import require_ancestral
from sepset.graph.bits import to_rows, to_words
from sepset.graph.names import name_ranks
from sepset.graph.separation import pair_of_numbers
from sepset.kernels import minimum_cuts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.graph.mark_table import MarkTable
    from sepset.graph.mixed_graph import MixedGraph


def minimum_separator(
    graph: MixedGraph, a: str, b: str, max_size: int | None = None
) -> frozenset[str] | None:
    """Return a smallest set that separates a and b, or None if there is none of at most `max_size` nodes.

    Adjacent nodes have no separator, and neither do non-adjacent ones that an inducing path joins. Of several
    smallest sets it is the one nearest to the node whose name sorts first. With `max_size` the search stops
    after ``max_size + 1`` augmenting paths. References: Menger (1927); van der Zander, Liśkiewicz & Textor
    (2019).

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> g = MixedGraph.from_edges("s --> a", "s --> b", "t --> a", "t --> b")
    >>> sorted(minimum_separator(g, "a", "b"))
    ['s', 't']
    >>> minimum_separator(g, "a", "b", max_size=1) is None
    True
    """
    require_ancestral(graph)
    limit = _limit(graph, max_size)
    first, second = pair_of_numbers(graph, a, b)
    pair = (first, second) if a < b else (second, first)
    return _named_cuts(graph, [pair], limit).get(frozenset((a, b)))


def minimum_separators(
    graph: MixedGraph, max_size: int | None = None
) -> dict[frozenset[str], frozenset[str]]:
    """Return `minimum_separator` of every pair that has one of at most `max_size` nodes, pairs in node order.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> found = minimum_separators(MixedGraph.from_edges("a --> b", "b --> c"))
    >>> [(sorted(pair), sorted(separator)) for pair, separator in found.items()]
    [(['a', 'c'], ['b'])]
    """
    require_ancestral(graph)
    limit = _limit(graph, max_size)
    pairs = [(a, b) for a, b in _apart(graph).tolist()]
    return _named_cuts(graph, pairs, limit)


class NumberedSeparators(NamedTuple):
    """Pairs of nodes in node order, the size of a smallest separator of each, and row by row its members."""

    pairs: NDArray[np.int32]
    sizes: NDArray[np.int32]
    #: in the order of names, then -1 up to the width
    members: NDArray[np.int32]


def numbered_separators(graph: MixedGraph, max_size: int) -> NumberedSeparators:
    """Return `minimum_separators` with numbers in place of names.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> numbered_separators(MixedGraph.from_edges("a --> b", "b --> c"), 1).members.tolist()
    [[1]]
    """
    require_ancestral(graph)
    pairs, n = _apart(graph), len(graph)
    sizes, _, nodes = minimum_cuts(
        *family_rows(graph.table), pairs, _limit(graph, max_size), os.cpu_count() or 1
    )
    found = np.flatnonzero(sizes >= 0)
    sizes = sizes[found]
    rows = np.repeat(np.arange(len(found)), sizes)
    rank = name_ranks(graph.nodes)
    ranks = np.sort(rows * n + rank[nodes]) - rows * n
    members = np.full((len(found), sizes.max(initial=0)), -1, dtype=np.int32)
    members[np.arange(members.shape[1]) < sizes[:, None]] = np.argsort(rank)[ranks]
    return NumberedSeparators(np.sort(pairs[found], axis=1), sizes, members)


def _apart(graph: MixedGraph) -> NDArray[np.int32]:
    """Return the pairs that are not adjacent, in node order; the one whose name sorts first comes first."""
    n, rank = len(graph), name_ranks(graph.nodes)
    packed = to_words(graph.table.adjacency, n).view(np.uint8)
    adjacent = np.unpackbits(packed, axis=1, count=n, bitorder="little").astype(bool)
    first, second = np.nonzero(np.triu(~adjacent, 1))
    pairs = np.column_stack((first, second)).astype(np.int32)
    swapped = rank[first] > rank[second]
    pairs[swapped] = pairs[swapped, ::-1]
    return pairs


def _limit(graph: MixedGraph, max_size: int | None) -> int:
    """Return the largest size asked for; no separator can have more nodes than the graph."""
    return len(graph) if max_size is None else min(check_size("max_size", max_size), len(graph))


def _named_cuts(
    graph: MixedGraph, pairs: list[tuple[int, int]], limit: int
) -> dict[frozenset[str], frozenset[str]]:
    names = graph.nodes
    sizes, offsets, cut_members = minimum_cuts(
        *family_rows(graph.table), np.array(pairs, dtype=np.int32).reshape(-1, 2), limit, os.cpu_count() or 1
    )
    ends, nodes = offsets.tolist(), cut_members.tolist()
    return {
        frozenset((names[a], names[b])): frozenset(names[node] for node in nodes[ends[i] : ends[i + 1]])
        for i, ((a, b), size) in enumerate(zip(pairs, sizes.tolist(), strict=True))
        if size >= 0
    }


def family_rows(
    table: MarkTable,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Return the parents and the spouses of all nodes in compressed rows, as the kernels read them."""
    nodes = range(table.n)
    return *to_rows([table.parents(i) for i in nodes]), *to_rows([table.spouses(i) for i in nodes])
