"""Step 3 (R0) and the rules that follow paths: R4, R9 and R10.

Each rule reads a graph and the evidence and yields proposals; it changes nothing. Statements use ``*`` for
any mark, and "not adjacent" always refers to two different nodes.

References: Zhang, *On the completeness of orientation rules for causal discovery in the presence of latent
confounders and selection bias* (2008). Kocaoglu, *Characterization and Learning of Causal Graphs with Small
Conditioning Sets* (2023), Algorithms 1 and 2.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from sepset.graph.bits import first, from_members, members
from sepset.orientation.paths import DiscriminatingPaths, UncoveredPaths
from sepset.orientation.proposals import Orient

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.graph.mark_table import MarkTable
    from sepset.orientation.evidence import Evidence


def r0(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R0: a *-* c *-* b, a and b not adjacent, c not in S_{a,b}  =>  a *-> c <-* b.

    Source: Kocaoglu 2023, Algorithm 1, Step 3; Zhang 2008, R0.

    Why: a set that separates a and b without c cannot block the path through c unless c is a collider. The
    rule reads adjacencies and separating sets, never marks, so all unshielded triples are decided at once.

    Before::

        a *-* c *-* b        a, b not adjacent; S_{a,b} leaves c out

    After::

        a *-> c <-* b

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence, pair
    >>> g = MixedGraph.from_edges("a o-o c", "b o-o c")
    >>> for proposal in r0(g.table, Evidence({pair(0, 2): frozenset()})):
    ...     print(proposal)
    Orient(a=0, pattern='*->', b=1, because=(0, 1, 2))
    Orient(a=2, pattern='*->', b=1, because=(2, 1, 0))
    """
    pointed = [0] * g.n
    for a in range(g.n):
        two_steps_away = 0
        for c in members(g.adjacency[a]):
            two_steps_away |= g.adjacency[c]
        for b in members(two_steps_away & ~g.adjacency[a] & ~(1 << a)):
            colliders = g.adjacency[a] & g.adjacency[b] & evidence.outside(a, b)
            for c in members(colliders & ~pointed[a]):
                pointed[a] |= 1 << c
                yield Orient(a, "*->", c, because=(a, c, b))


def r4(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R4: <t, ..., a, b, c> discriminating for b, b o-* c  =>  b --> c if b in S_{t,c}, else a <-> b <-> c.

    Source: Zhang 2008, R4. The k-PC paper drops it; for k >= 2 the first branch is needed.

    A path is discriminating for b when t and c are not adjacent and every node between t and b is a
    collider on the path and a parent of c.

    Why: every set that separates t and c contains all nodes between t and b. The path then stays open unless
    b is in the set (if b is not a collider) or outside it (if b is one).

    Before::

        t *-> ... <-> a <-* b o-* c        t, c not adjacent
              ...     a ----------> c      each node between t and b is a parent of c

    After, b in S_{t,c}::

        b --> c

    After, b not in S_{t,c}::

        a <-> b <-> c

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence, pair
    >>> g = MixedGraph.from_edges("t o-> a", "a <-o b", "a --> c", "b o-> c")
    >>> for proposal in r4(g.table, Evidence({pair(0, 3): frozenset({1, 2})})):
    ...     print(proposal)
    Orient(a=2, pattern='-->', b=3, because=(0, 1, 2, 3))
    """
    for c in range(g.n):
        undecided = g.where(c, "*-o")
        if not undecided:
            continue
        paths = DiscriminatingPaths(g, c)
        for b, (group, starts) in product(members(undecided), paths.groups):
            ends = group & g.where(b, "*->")
            if ends:
                yield from _discriminate(paths, evidence, b, c, group, starts, ends)


def _discriminate(
    paths: DiscriminatingPaths, evidence: Evidence, b: int, c: int, group: int, starts: int, ends: int
) -> Iterator[Orient]:
    """Yield what the starts of one group say about b: each branch at most once per node a next to b."""
    non_collider = next((t for t in members(starts) if evidence.inside(t, c) >> b & 1), None)
    if non_collider is not None:
        yield Orient(b, "-->", c, because=paths.shortest(non_collider, group, first(ends), b))
    collider = next((t for t in members(starts) if evidence.outside(t, c) >> b & 1), None)
    if collider is not None:
        for a in members(ends):
            path = paths.shortest(collider, group, a, b)
            yield Orient(a, "<->", b, because=path)
            yield Orient(b, "<->", c, because=path)


def r9(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R9: a o-> c, an uncovered p.d. path <a, b, ..., c>, b and c not adjacent  =>  a --> c.

    Source: Zhang 2008, R9.

    Why: with a <-> c the edge a, b would have to point away from a, since a is no collider between c and b.
    Then every edge of the path points onward and a is an ancestor of c.

    Before::

        a o-> c              b, c not adjacent
        a *-* b *-* ... *-* c    no arrowhead backward, no two nodes two steps apart adjacent

    After::

        a --> c

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("a o-> c", "a o-o b", "b o-o u", "u --> c")
    >>> for proposal in r9(g.table, Evidence()):
    ...     print(proposal)
    Orient(a=0, pattern='-->', b=1, because=(0, 2, 3, 1))
    """
    paths = UncoveredPaths(g, evidence)
    for a in range(g.n):
        for c in members(g.where(a, "o->")):
            firsts = paths.steps[a] & ~g.adjacency[c] & ~(1 << c) & ~evidence.doubtful(a, c)
            b = next((b for b in members(firsts) if paths.ends(a, b) >> c & 1), None)
            if b is not None:
                yield Orient(a, "-->", c, because=paths.shortest(a, b, goal=c))


def r10(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R10: a o-> c, b --> c <-- d, uncovered p.d. paths <a, m, ..., b> and <a, w, ..., d>  =>  a --> c.

    Source: Zhang 2008, R10; the k-PC paper's text swaps two of its nodes.

    The first nodes m and w are different and not adjacent. A path may be a single edge (m is b, or w is d),
    and both may end in the same parent.

    Why: a is no collider between m and w, so one of the two edges points away from a. Its path then points
    onward, and a is an ancestor of c.

    Before::

        a o-> c              m, w different and not adjacent
        a *-* m *-* ... *-* b --> c
        a *-* w *-* ... *-* d --> c

    After::

        a --> c

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("a o-> c", "b --> c", "d --> c", "a o-o b", "a o-o d")
    >>> for proposal in r10(g.table, Evidence()):
    ...     print(proposal)
    Orient(a=0, pattern='-->', b=1, because=(1, 2, 0, 3))
    """
    paths = UncoveredPaths(g, evidence)
    for a in range(g.n):
        for c in members(g.where(a, "o->")):
            parents = g.where(c, "<--")
            steps = members(paths.steps[a] & ~(1 << c) if parents else 0)
            firsts = from_members(m for m in steps if paths.ends(a, m) & parents)
            fork = _two_apart(g, evidence, a, firsts)
            if fork is not None:
                one, other = (paths.shortest(a, m, goal=first(paths.ends(a, m) & parents)) for m in fork)
                # The nodes as they lie: c, then b, ..., m, a, w, ..., d.
                yield Orient(a, "-->", c, because=(c, *reversed(one), *other[1:]))


def _two_apart(g: MarkTable, evidence: Evidence, middle: int, nodes: int) -> tuple[int, int] | None:
    """Return the first two of some nodes that are not adjacent, with `middle` known to be no collider."""
    for a in members(nodes):
        far = nodes & ~g.adjacency[a] & ~(1 << a) & ~evidence.doubtful(middle, a)
        if far:
            return a, first(far)
    return None
