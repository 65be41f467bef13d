"""Step 3 (R0) and the FCI rules without selection bias: R1-R4 and R8-R10.

Each rule reads a graph and the evidence and yields proposals; it changes nothing. Statements use ``*`` for
any mark, and "not adjacent" always speaks of two different nodes. R5-R7 are left out on purpose: they read
``---`` as selection bias, which the k-PC algorithm uses for something else.

References: Zhang, *On the completeness of orientation rules for causal discovery in the presence of latent
confounders and selection bias* (2008). Kocaoglu, *Characterization and Learning of Causal Graphs with Small
Conditioning Sets* (2023), Algorithms 1 and 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import first, members
from sepset.orientation.paths import DiscriminatingPaths, UncoveredPaths
from sepset.orientation.proposals import Orient

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.graph.mark_table import MarkTable
    from sepset.orientation.evidence import Evidence


def r0(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R0: a *-* c *-* b, a and b not adjacent, c not in S_{a,b}  =>  a *-> c <-* b.

    Source: Kocaoglu 2023, Algorithm 1, Step 3; Zhang 2008, R0.

    Why: a set that separates a and b without c cannot close the way through c unless c is a collider. The
    rule reads adjacencies and separating sets, never marks, so all unshielded triples are decided at once.

    Before::

        a *-* c *-* b        a, b not adjacent; S_{a,b} leaves c out

    After::

        a *-> c <-* b
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


def r1(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R1: a *-> b o-* c, a and c not adjacent  =>  b --> c.

    Source: Zhang 2008, R1.

    Why: an arrowhead at b from c would make b a collider between a and c, and Step 3 has found all of those.

    Before::

        a *-> b o-* c        a, c not adjacent

    After::

        a *-> b --> c
    """
    for b in range(g.n):
        into_b = g.where(b, "<-*")
        for c in members(g.where(b, "o-*")):
            far = into_b & ~g.adjacency[c] & ~evidence.doubtful(b, c)
            if far:
                yield Orient(b, "-->", c, because=(first(far), b, c))


def r2(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R2: a --> b *-> c or a *-> b --> c, and a *-o c  =>  a *-> c.

    Source: Zhang 2008, R2.

    Why: a tail at c would make c an ancestor of a and close a directed or almost directed cycle.

    Before::

        a --> b *-> c        or        a *-> b --> c
        a *-------o c                  a *-------o c

    After::

        a *-------> c
    """
    for a in range(g.n):
        for c in members(g.where(a, "*-o")):
            between = g.where(a, "-->") & g.where(c, "<-*") | g.where(a, "*->") & g.where(c, "<--")
            if between:
                yield Orient(a, "*->", c, because=(a, first(between), c))


def r3(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R3: a *-> b <-* c, a *-o d o-* c, a and c not adjacent, d *-o b  =>  d *-> b.

    Source: Zhang 2008, R3.

    Why: d is no collider between a and c, so it points at one of them. With a tail at b the edge from b
    would close a directed or almost directed cycle through that one.

    Before::

        a *-> b <-* c        a, c not adjacent
        a *-o d o-* c
              d *-o b

    After::

              d *-> b
    """
    for d in range(g.n):
        for b in members(g.where(d, "*-o")):
            sides = g.where(b, "<-*") & g.where(d, "o-*")
            for a in members(sides):
                far = sides & ~g.adjacency[a] & ~(1 << a) & ~evidence.doubtful(d, a)
                if far:
                    yield Orient(d, "*->", b, because=(a, b, first(far), d))
                    break


def r4(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R4: <t, ..., a, b, c> discriminating for b, b o-* c  =>  b --> c if b in S_{t,c}, else a <-> b <-> c.

    Source: Zhang 2008, R4. The k-PC paper drops it; for k >= 2 the first branch is needed.

    A path is discriminating for b when t and c are not adjacent and every node between t and b is a
    collider on the path and a parent of c.

    Why: every set that separates t and c holds all nodes between t and b. The path then stays open unless b
    is inside (b is no collider) or outside (b is one).

    Before::

        t *-> ... <-> a <-* b o-* c        t, c not adjacent
              ...     a ----------> c      each node between t and b is a parent of c

    After, b in S_{t,c}::

        b --> c

    After, b not in S_{t,c}::

        a <-> b <-> c
    """
    for c in range(g.n):
        undecided = g.where(c, "*-o")
        if not undecided:
            continue
        paths = DiscriminatingPaths(g, c)
        for b in members(undecided):
            for group, starts in paths.groups:
                ends = group & g.where(b, "*->")
                if ends:
                    yield from _discriminate(paths, evidence, b, c, group, starts, ends)


def _discriminate(
    paths: DiscriminatingPaths, evidence: Evidence, b: int, c: int, group: int, starts: int, ends: int
) -> Iterator[Orient]:
    """Yield what the starts of one group say about b: each branch at most once per node a before b."""
    non_collider = next((t for t in members(starts) if evidence.inside(t, c) >> b & 1), None)
    if non_collider is not None:
        yield Orient(b, "-->", c, because=paths.shortest(non_collider, group, first(ends), b))
    collider = next((t for t in members(starts) if evidence.outside(t, c) >> b & 1), None)
    if collider is not None:
        for a in members(ends):
            path = paths.shortest(collider, group, a, b)
            yield Orient(a, "<->", b, because=path)
            yield Orient(b, "<->", c, because=path)


def r8(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """R8: a --> b --> c, a o-> c  =>  a --> c.

    Source: Zhang 2008, R8, without the case of selection bias.

    Why: a is an ancestor of c, so the edge has a tail at a.

    Before::

        a --> b --> c
        a o-------> c

    After::

        a --------> c
    """
    for a in range(g.n):
        for c in members(g.where(a, "o->")):
            between = g.where(a, "-->") & g.where(c, "<--")
            if between:
                yield Orient(a, "-->", c, because=(a, first(between), c))


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

    The first nodes m and w are different and not adjacent. A path may be a single edge (m is b, or w is d).

    Why: a is no collider between m and w, so one of the two edges points away from a. Its path then points
    onward, and a is an ancestor of c.

    Before::

        a o-> c              m, w different and not adjacent
        a *-* m *-* ... *-* b --> c
        a *-* w *-* ... *-* d --> c

    After::

        a --> c
    """
    paths = UncoveredPaths(g, evidence)
    for a in range(g.n):
        for c in members(g.where(a, "o->")):
            parents, firsts = g.where(c, "<--"), 0
            for m in members(paths.steps[a] & ~(1 << c) if parents else 0):
                if paths.ends(a, m) & parents:
                    firsts |= 1 << m
            yield from _fork(g, evidence, paths, a, c, firsts)


def _fork(
    g: MarkTable, evidence: Evidence, paths: UncoveredPaths, a: int, c: int, firsts: int
) -> Iterator[Orient]:
    """Yield a --> c when two first nodes are not adjacent; `because` is c, then b, ..., m, a, w, ..., d."""
    parents = g.where(c, "<--")
    for m in members(firsts):
        far = firsts & ~g.adjacency[m] & ~(1 << m) & ~evidence.doubtful(a, m)
        if far:
            w = first(far)
            one = paths.shortest(a, m, goal=first(paths.ends(a, m) & parents))
            other = paths.shortest(a, w, goal=first(paths.ends(a, w) & parents))
            yield Orient(a, "-->", c, because=(c, *reversed(one), *other[1:]))
            return
