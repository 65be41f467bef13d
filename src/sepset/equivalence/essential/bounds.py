"""Can a ``<->`` pair still be k-covered? An upper and a lower bound on the number of disjoint connections.

In a k-closure each ``a <-> b`` is k-covered by the directed part alone: more than k node-disjoint paths join
a and b in the moral graph of An({a, b}). While the graph is still under construction,

- the *optimistic* bound counts disjoint paths over all edges that may turn out directed, among all nodes that
  may turn out to be ancestors: at most k of them is a contradiction;
- the *certain* bound counts only what is certainly there: more than k means that the pair needs no further
  attention.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import first, members, reachable

if TYPE_CHECKING:
    from sepset.equivalence.essential.partial_closure import PartialClosure


def may_be_covered(partial: PartialClosure, a: int, b: int, k: int) -> bool:
    """Say whether a <-> b could still be k-covered, optimistically."""
    n = len(partial.arrow)
    possible = [partial.possible_parents(i) for i in range(n)]
    ends = 1 << a | 1 << b
    apart = ~ends
    possible[a] &= apart
    possible[b] &= apart
    # Neither end is an ancestor of the other, so nothing certainly below one of them is an ancestor of
    # either.
    below = reachable(ends, partial.child) & apart
    ancestors = reachable(ends, [row & ~below for row in possible])
    if _largest_family(partial, a, possible[a] & ancestors, k) <= k:
        return False
    if _largest_family(partial, b, possible[b] & ancestors, k) <= k:
        return False
    inner = ancestors & apart
    links = [0] * n
    for i in members(inner):
        family = possible[i] & inner
        links[i] |= family
        for j in members(family):
            # Two non-adjacent nodes are both parents of i only where the class has an unshielded collider.
            links[j] |= 1 << i | partial.pattern.colliders[i][j] & family
    return more_disjoint_paths(links, possible[a] & inner, possible[b] & inner, k)


def is_covered(partial: PartialClosure, a: int, b: int, k: int) -> bool:
    """Say whether a <-> b is k-covered by what is certain already."""
    parent = partial.parent
    inner = reachable(1 << a | 1 << b, parent) & ~(1 << a | 1 << b)
    links = [0] * len(parent)
    for i in members(inner):
        family = parent[i] & inner
        links[i] |= family
        for j in members(family):
            links[j] |= (family | 1 << i) & ~(1 << j)
    return more_disjoint_paths(links, parent[a] & inner, parent[b] & inner, k)


def _largest_family(partial: PartialClosure, a: int, candidates: int, k: int) -> int:
    """Return how many of the candidates can be parents of a together, or k + 1 when more."""

    def extend(chosen: int, left: int) -> int:
        best = chosen
        while left and best <= k and chosen + left.bit_count() > best:
            j = first(left)
            left ^= 1 << j
            best = max(best, extend(chosen + 1, left & ~apart[j]))
        return best

    apart = partial.pattern.non_colliders[a]
    certain = partial.parent[a] & candidates
    return extend(certain.bit_count(), candidates & ~certain) if certain.bit_count() <= k else k + 1


def more_disjoint_paths(links: list[int], starts: int, ends: int, k: int) -> bool:
    """Say whether more than k node-disjoint paths lead from `starts` to `ends` (a node in both is a path)."""
    both = starts & ends
    needed = k + 1 - both.bit_count()
    if needed <= 0:
        return True
    flow = Flow([row & ~both for row in links], starts & ~both, ends & ~both)
    return all(flow.augment() for _ in range(needed))


class Flow:
    """Node-disjoint paths found one by one (Ford and Fulkerson); each node has an entry and an exit."""

    def __init__(self, links: list[int], starts: int, ends: int) -> None:
        self.links, self.starts, self.ends = links, starts, ends
        self.used = 0  # nodes on a path
        self.steps: set[tuple[int, int]] = set()  # steps (u, v) of the paths

    def augment(self) -> bool:
        """Add one path, re-routing the others where that makes room; say whether it was possible."""
        before = {v: u for u, v in self.steps}
        came: dict[int, int] = {2 * v: -1 for v in members(self.starts)}  # entry of v: 2v, exit of v: 2v + 1
        queue = list(came)
        entered, left = self.starts, 0
        for state in queue:
            v, at_exit = state >> 1, state & 1
            if at_exit:
                if self.ends >> v & 1:
                    self._reroute(came, state)
                    return True
                onward = self.links[v] & ~entered
                if self.used >> v & 1 and not entered >> v & 1:
                    onward |= 1 << v  # take the path through v back
                entered |= onward
                found = [2 * w for w in members(onward)]
            else:
                # A used node can only be left backwards, along the path that came in here.
                u = before.get(v, -1) if self.used >> v & 1 else v
                found = [2 * u + 1] if u >= 0 and not left >> u & 1 else []
                left |= 1 << u if u >= 0 else 0
            for following in found:
                came[following] = state
            queue += found
        return False

    def _reroute(self, came: dict[int, int], state: int) -> None:
        self.ends &= ~(1 << (state >> 1))
        while (origin := came[state]) >= 0:
            u, v = origin >> 1, state >> 1
            if u == v:
                self.used ^= 1 << v
            else:
                # Leaving an exit adds the step u, v; leaving an entry backwards takes the step v, u away.
                self.steps ^= {(u, v) if origin & 1 else (v, u)}
            state = origin
        self.starts &= ~(1 << (state >> 1))
