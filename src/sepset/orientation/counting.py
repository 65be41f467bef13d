"""The rules that only hold for k-closures: R11 and R12 of the k-PC algorithm, and the counting rule.

In a k-closure, ``a <-> b`` means that no set of at most k nodes separates a and b although neither is an
ancestor of the other. The parents of a separate a from b, so there must be more than k of them, and each
must fit the known marks. Where that many cannot be found, ``<->`` is impossible, and only a tail is left.

R11 and R12 read the graph as it is after Step 4 and must not see each other's results: an edge just set to
``---`` would leave the set C although it still stands for a possible parent. Run them in one `Together`.

Reference: Kocaoglu, *Characterization and Learning of Causal Graphs with Small Conditioning Sets* (2023),
Algorithm 1, Step 5. The counting rule goes beyond the paper.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sepset.graph.bits import members
from sepset.orientation.proposals import Orient

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.graph.mark_table import MarkTable
    from sepset.orientation.evidence import Evidence


def r11(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R11: no arrowhead at a, a o-> b, b not adjacent to any c with a o-o c  =>  a --> b.

    Source: Kocaoglu 2023, Algorithm 1, Step 5, R11 (b is in the paper's set B*).

    Why: a <-> b needs a parent of a. Only a node c with a o-o c can be one, and c --> a <-> b would be an
    unshielded collider that Step 3 did not find.

    Before::

        c o-o a o-> b        no arrowhead at a; b, c not adjacent, for every such c

    After::

        c o-o a --> b

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("c o-o a", "a o-> b")
    >>> for proposal in r11(g.table, Evidence()):
    ...     print(proposal)
    Orient(a=1, pattern='-->', b=2, because=(1, 2, 0))
    """
    for a in _without_arrowhead(g):
        for b in members(g.where(a, "o->")):
            if not g.where(a, "o-o") & (g.adjacency[b] | evidence.doubtful(a, b)):
                yield Orient(a, "-->", b, because=(a, b, *members(g.where(a, "o-o"))))


def r12(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R12: no arrowhead at a, a o-o c, c not adjacent to any other d with a o-o d  =>  a --- c.

    Source: Kocaoglu 2023, Algorithm 1, Step 5, R12 (c is in the paper's set C*).

    Why: as for R11. a <-> c needs a parent d of a, and d --> a <-> c would be an unshielded collider.

    Before::

        d o-o a o-o c        no arrowhead at a; c, d not adjacent, for every such d

    After::

        d o-o a --- c

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("d o-o a", "a o-o c", "e o-> d", "f o-> c")
    >>> for proposal in r12(g.table, Evidence()):
    ...     print(proposal)
    Orient(a=1, pattern='---', b=0, because=(1, 0, 2))
    Orient(a=1, pattern='---', b=2, because=(1, 2, 0))
    """
    for a in _without_arrowhead(g):
        circles = g.where(a, "o-o")
        for c in members(circles):
            others = circles & ~(1 << c)
            if not others & (g.adjacency[c] | evidence.doubtful(a, c)):
                yield Orient(a, "---", c, because=(a, c, *members(others)))


def _without_arrowhead(g: MarkTable) -> Iterator[int]:
    """Yield the nodes without incoming edges: no a <--, a <-> or a <-o."""
    return (a for a in range(g.n) if not g.where(a, "<-*"))


def counting(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """Count: a o-> b (a o-o b), and a or b cannot have k+1 parents together  =>  a --> b (a --- b).

    Source: beyond the paper; for k = 0 it contains R11 and R12. It needs k and says nothing without it.

    A possible parent w of a, for the edge a, b: the edge w, a is ``---``, or has no tail at a and no
    arrowhead at w; and w is adjacent to b, or w *-> a <-* b is an unshielded collider. Several are possible
    together when any two of them are adjacent or form an unshielded collider at a.

    Why: in the directed part of a k-closure the parents of a separate a from a non-descendant b. So a <-> b
    needs more than k parents of a, and likewise of b. Parents that make a new unshielded collider lead out of
    the class.

    Before::

        w1 *-* a o-> b       fewer than k+1 such w possible together, at a or at b
        w2 *-* a

    After::

               a --> b

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("a o-> b", "c o-o a", "c o-> b")
    >>> for proposal in counting(g.table, Evidence(k=1)):
    ...     print(proposal)
    Orient(a=0, pattern='-->', b=1, because=(0, 1, 0))
    Orient(a=0, pattern='---', b=2, because=(0, 2, 0))
    Orient(a=2, pattern='-->', b=1, because=(2, 1, 2))
    """
    if evidence.k is None:
        return
    rooms = [_Room(g, evidence, a) for a in range(g.n)]
    for a in range(g.n):
        undirected = g.where(a, "o-o") >> (a + 1) << (a + 1)
        for b in members(g.where(a, "o->") | undirected):
            starved = _starved(rooms, evidence.k, a, b)
            if starved is not None:
                pattern = "---" if undirected >> b & 1 else "-->"
                yield Orient(a, pattern, b, because=(a, b, starved))


def without_room(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """Yield each drawn a <-> b that no k-closure can have, because of a, b and the end without k+1 parents.

    This is a check written like a rule; it proposes no mark (``*-*``), since none fits. The reason is that of
    the counting rule. With a true oracle there is no such edge; on data, and where knowledge contradicts the
    data, it shows that no DAG agrees with what is drawn.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("a <-> b", "c o-> b", "d o-> b")
    >>> list(without_room(g.table, Evidence(k=0)))
    [Orient(a=0, pattern='*-*', b=1, because=(0, 1, 0))]
    """
    if evidence.k is None:
        return
    rooms = [_Room(g, evidence, a) for a in range(g.n)]
    for a in range(g.n):
        for b in members(g.where(a, "<->") >> (a + 1) << (a + 1)):
            starved = _starved(rooms, evidence.k, a, b)
            if starved is not None:
                yield Orient(a, "*-*", b, because=(a, b, starved))


def _starved(rooms: list[_Room], k: int, a: int, b: int) -> int | None:
    """Return the end of a <-> b that cannot have k+1 parents beside it, a before b; None if both can."""
    return next((x for x, y in ((a, b), (b, a)) if not rooms[x].has_more_than(k, y)), None)


class _Room:
    """The parents a node may have, and which of them may be its parents at the same time."""

    def __init__(self, g: MarkTable, evidence: Evidence, node: int) -> None:
        self._g, self._evidence, self._node = g, evidence, node
        # ``---`` may go either way, so it counts: without this, repeating the rule would be unsound.
        self._possible = g.adjacency[node] & ~g.where(node, "--*") & ~g.where(node, "*->") | g.where(
            node, "---"
        )

    @cached_property
    def _compatible(self) -> dict[int, int]:
        return {w: self._fitting(w) for w in members(self._possible)}

    def _fitting(self, w: int) -> int:
        """Return the nodes whose arrow into the node fits one from w: adjacent to w, or a known collider."""
        into = self._g.where(self._node, "<-*")
        colliders = into if into >> w & 1 else 0
        return self._g.adjacency[w] | colliders | self._evidence.doubtful(self._node, w)

    def has_more_than(self, k: int, spouse: int) -> bool:
        """Say whether the node can have more than k parents beside ``node <-> spouse``."""
        candidates = self._possible & self._fitting(spouse) & ~(1 << spouse)
        return has_clique(candidates, self._compatible, k + 1)


def has_clique(candidates: int, compatible: dict[int, int], size: int) -> bool:
    """Say whether some `size` candidates are pairwise compatible; exact, stops at the first such set.

    >>> rows = {0: 0b0110, 1: 0b0101, 2: 0b1011, 3: 0b0100}
    >>> has_clique(0b1111, rows, 3), has_clique(0b1111, rows, 4)
    (True, False)
    """
    if size <= 1:
        return candidates != 0 or size < 1
    candidates = _with_enough_partners(candidates, compatible, size - 1)
    while candidates.bit_count() >= size:
        v = candidates.bit_length() - 1
        candidates ^= 1 << v
        if has_clique(candidates & compatible[v], compatible, size - 1):
            return True
    return False


def _with_enough_partners(candidates: int, compatible: dict[int, int], partners: int) -> int:
    """Return the candidates left after dropping, again and again, those with too few compatible partners."""
    dropped = True
    while dropped:
        dropped = False
        for v in members(candidates):
            if (candidates & compatible[v]).bit_count() < partners:
                candidates &= ~(1 << v)
                dropped = True
    return candidates
