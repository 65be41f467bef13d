"""Why two nodes cannot be separated by k nodes: the edges of more than k disjoint connections."""

from __future__ import annotations

from itertools import pairwise

from sepset.equivalence.essential.bounds import Flow
from sepset.graph.bits import members, reachable


def connecting_edges(parents: list[int], a: int, b: int, k: int) -> tuple[tuple[int, int], ...]:
    """Return directed edges of a DAG that alone leave a and b, not adjacent, inseparable by k nodes.

    More than k disjoint paths join them in the moral graph of An({a, b}). The edges are those of the paths,
    the edges into the common children that the paths use, and directed paths that make all of it ancestors.
    """
    ancestors = reachable(1 << a | 1 << b, parents)
    family = [row & ancestors if ancestors >> i & 1 else 0 for i, row in enumerate(parents)]
    links = [0] * len(parents)
    for i, row in enumerate(family):
        links[i] |= row
        for j in members(row):
            links[j] |= (row | 1 << i) & ~(1 << j)
    apart = ~(1 << a | 1 << b)
    starts, ends = links[a] & apart, links[b] & apart
    found: set[tuple[int, int]] = set()
    for path in _disjoint_paths([row & apart for row in links], starts, ends, k):
        for u, v in pairwise((a, *path, b)):
            found |= _link_edges(family, u, v)
    for u in sorted({node for edge in found for node in edge}):
        found |= _way_down(family, u, 1 << a | 1 << b)
    return tuple(sorted(found))


def _disjoint_paths(links: list[int], starts: int, ends: int, k: int) -> list[list[int]]:
    """Return k + 1 node-disjoint paths, which there must be."""
    both = starts & ends
    paths = [[i] for i in members(both)][: k + 1]
    flow = Flow([row & ~both for row in links], starts & ~both, ends & ~both)
    for _ in range(k + 1 - len(paths)):
        flow.augment()
    following = dict(flow.steps)
    for start in members(starts & ~both & ~flow.starts):
        path = [start]
        while path[-1] in following:
            path.append(following[path[-1]])
        paths.append(path)
    return paths


def _link_edges(family: list[int], u: int, v: int) -> set[tuple[int, int]]:
    """Return the edge between u and v, or their edges into a common child."""
    if family[v] >> u & 1:
        return {(u, v)}
    if family[u] >> v & 1:
        return {(v, u)}
    child = next(i for i, row in enumerate(family) if row >> u & row >> v & 1)
    return {(u, child), (v, child)}


def _way_down(family: list[int], u: int, ends: int) -> set[tuple[int, int]]:
    """Return the edges of a shortest directed path from u into one of the ends."""
    came, queue = {u: -1}, [u]
    for i in queue:
        if ends >> i & 1:
            found = set()
            while came[i] >= 0:
                found.add((came[i], i))
                i = came[i]
            return found
        for j, row in enumerate(family):
            if row >> i & 1 and j not in came:
                came[j] = i
                queue.append(j)
    return set()
