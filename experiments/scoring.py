"""How good a graph is: raw and chance-corrected F1, SHD, and agreement on separation statements (CI-MCC).

Chance correction. Relabel the nodes of the graph that was found at random. The numbers of marks found and of
marks in the truth stay, so F1 = 2 right / (found + truth) is linear in the number that is right, and the
expectation is exact: each of the n (n - 1) ends is equally likely, so that right has the mean found * truth /
(n (n - 1)). No permutation needs to be drawn. The corrected score is F1 minus this expectation: 0 on average
for a graph that knows the density and nothing else.

>>> import sepset as sp
>>> truth = sp.MixedGraph.from_edges("a --> c", "b --> c", "c --> d")
>>> scores = score(truth, truth)
>>> scores["sum"], round(scores["sum_corrected"], 3)
(3.0, 2.0)
"""

from __future__ import annotations

import itertools
import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

import sepset as sp

if TYPE_CHECKING:
    from numpy.typing import NDArray

MARKS = ("skeleton", "arrowhead", "tail")


def score(found: sp.MixedGraph, truth: sp.MixedGraph) -> dict[str, float]:
    """Return the three F1 scores, their sum, the same corrected for chance, and the SHD in pairs."""
    compared = sp.compare(found, truth)
    ends = len(truth) * (len(truth) - 1)
    scores: dict[str, float] = {}
    for mark in MARKS:
        counts = getattr(compared, mark)
        pairs = ends / 2 if mark == "skeleton" else ends
        both = counts.found + counts.truth
        scores[mark] = counts.f1
        scores[f"{mark}_corrected"] = counts.f1 - (
            2 * counts.found * counts.truth / pairs / both if both else 0.0
        )
    scores["sum"] = sum(scores[mark] for mark in MARKS)
    scores["sum_corrected"] = sum(scores[f"{mark}_corrected"] for mark in MARKS)
    scores["shd"] = compared.shd
    return scores


def ci_mcc(found: sp.MixedGraph, truth: NDArray[np.bool_], k: int) -> float:
    """Return Matthews' correlation between what two graphs say about all (a, b, S), S of at most k nodes.

    `truth` is `separations` of the true DAG. 0 when either graph says the same about all of them.

    >>> chain = sp.MixedGraph.from_edges("a --> b", "b --> c")
    >>> ci_mcc(sp.MixedGraph.from_edges("a --- b", "b --- c"), separations(chain, 1), 1)
    1.0
    """
    said = separations(found, k)
    right = int((said & truth).sum())
    wrong, missed = int(said.sum()) - right, int(truth.sum()) - right
    rest = said.size - right - wrong - missed
    scale = math.prod((right + wrong, right + missed, rest + wrong, rest + missed))
    return (right * rest - wrong * missed) / math.sqrt(scale) if scale else 0.0


def separations(graph: sp.MixedGraph, k: int) -> NDArray[np.bool_]:
    """Say for every (a, b, S), S of at most k nodes, in a fixed order of names, whether S separates a and b.

    One member speaks for the graph: ``o->`` becomes ``-->``, and edges without heads point along a maximum
    cardinality search. In a PAG, a CPDAG or a k-essential graph these edges form chordal graphs, so that no
    new unshielded collider arises and the member has the statements of them all [Zhang 2008, theorem 2]. For
    a graph that is none of these, as learned from data, this is the definition. A walk is blocked by a node
    in S where two marks do not meet head to head, and by a head-to-head node without a descendant in S.

    >>> separations(sp.MixedGraph.from_edges("a --> b", "c --> b"), 0).tolist()
    [False, True, False]
    """
    names = sorted(graph.nodes)
    n = len(names)
    edges, ancestors = _walk_tables(graph, names)
    starts, inside = _questions(n, k)
    above = inside.astype(np.float32) @ ancestors.T.astype(np.float32) > 0
    # by_mark[m]: nodes that an open walk from the start reaches by an edge with mark m there; 1 is a head.
    by_mark = [(edges[0][mark] | edges[1][mark])[starts] for mark in (0, 1)]
    while True:
        through = [(reached & ~inside).astype(np.float32) for reached in by_mark]
        colliding = (by_mark[1] & above).astype(np.float32)
        grown = [
            by_mark[mark]
            | ((through[0] + through[1]) @ edges[0][mark] + (through[0] + colliding) @ edges[1][mark] > 0)
            for mark in (0, 1)
        ]
        if all((new == old).all() for new, old in zip(grown, by_mark, strict=True)):
            break
        by_mark = grown
    asked = (np.arange(n)[None, :] > starts[:, None]) & ~inside
    return ~(by_mark[0] | by_mark[1])[asked]


def _walk_tables(
    graph: sp.MixedGraph, names: list[str]
) -> tuple[list[list[NDArray[np.bool_]]], NDArray[np.bool_]]:
    """Return edges[x][y][u, v] (head at u is x, head at v is y) and ancestors[u, v]: u is v or above it."""
    place = {name: i for i, name in enumerate(names)}
    n = len(names)
    edges = [[np.zeros((n, n), dtype=bool) for _ in (0, 1)] for _ in (0, 1)]
    for edge in graph.edges():
        u, v = place[edge.u], place[edge.v]
        left, right = int(edge.pattern[0] == "<"), int(edge.pattern[-1] == ">")
        edges[left][right][u, v] = edges[right][left][v, u] = True
    along = edges[0][0] & _search_order(edges[0][0])
    edges[0][1] |= along
    edges[1][0] |= along.T
    edges[0][0] = np.zeros((n, n), dtype=bool)
    ancestors = np.eye(n, dtype=bool) | edges[0][1]
    for _ in range(n.bit_length()):
        ancestors = ancestors.astype(np.float32) @ ancestors.astype(np.float32) > 0
    return edges, ancestors


def _search_order(adjacent: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Say of each pair u, v whether a maximum cardinality search visits u before v; ties by name."""
    n = len(adjacent)
    visited, weight = np.zeros(n, dtype=bool), np.zeros(n, dtype=int)
    before = np.zeros((n, n), dtype=bool)
    for _ in range(n):
        node = int(np.argmax(np.where(visited, -1, weight)))
        visited[node] = True
        before[node] = ~visited
        weight += adjacent[node]
    return before


@lru_cache(maxsize=32)
def _questions(n: int, k: int) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return every start a with every set S of at most k other nodes: numbers, and rows of members."""
    asked = [
        (a, given)
        for size in range(k + 1)
        for given in itertools.combinations(range(n), size)
        for a in range(n)
        if a not in given
    ]
    inside = np.zeros((len(asked), n), dtype=bool)
    for row, (_, given) in enumerate(asked):
        inside[row, list(given)] = True
    return np.array([a for a, _ in asked]), inside
