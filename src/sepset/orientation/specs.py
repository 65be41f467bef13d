"""The local rules, each as a pattern: R1-R3 and R8 of FCI, and Meek's rules for graphs without hidden causes.

Statements use ``*`` for any mark, and different letters are different nodes. "b no collider" means that the
evidence says so; a triple in doubt is not used. R5-R7 are left out on purpose: they read ``---`` as selection
bias, but the k-PC algorithm uses that mark for something else.

While Meek's rules run, an undirected edge is ``o-o``: both directions are open. The last rule, `undirected`,
writes what stayed open as ``---``, which is how a CPDAG is drawn. Contradictory colliders may leave ``<->``
edges; rules read them as arrowheads at both ends and never as directed edges.

References: Zhang, *On the completeness of orientation rules for causal discovery in the presence of latent
confounders and selection bias* (2008). Meek, *Causal inference and causal explanation with background
knowledge* (1995).

>>> print(r8.statement)
a --> b --> c; a o-> c  =>  a --> c
"""

from __future__ import annotations

from sepset.orientation.pattern import Pattern

_NO_COLLIDER_FROM_ARROW = (
    "the edge {a} *-> {b} has an arrowhead at {b}, and {a} and {c} are not adjacent; an arrowhead at {b} "
    "from {c} would make {b} a collider between them, which it is not"
)

r1 = Pattern(
    "R1",
    premises=("a *-> b o-* c",),
    no_collider=("a b c",),
    conclusion="b --> c",
    because="a b c",
    source="Zhang 2008, R1.",
    why="an arrowhead at b from c would make b a collider between a and c, and Step 3 found all of those.",
    sentence=_NO_COLLIDER_FROM_ARROW,
)

r2 = Pattern(
    "R2",
    premises=("a --> b *-> c or a *-> b --> c", "a *-o c"),
    conclusion="a *-> c",
    because="a b c",
    source="Zhang 2008, R2.",
    why="a tail at c would make c an ancestor of a and close a directed or almost directed cycle.",
    sentence=(
        "the edges {a} *-> {b} *-> {c} point to {c} and one of them is directed; a tail at {c} would close a "
        "directed or almost directed cycle"
    ),
)

r3 = Pattern(
    "R3",
    premises=("a *-> b <-* c", "a *-o d o-* c", "d *-o b"),
    no_collider=("a d c",),
    conclusion="d *-> b",
    because="a b c d",
    source="Zhang 2008, R3.",
    why=(
        "d is no collider between a and c, so it points at one of them. With a tail at b the edge from b "
        "would close a directed or almost directed cycle through that one."
    ),
    sentence=(
        "{a} and {c} are not adjacent, both point at {b}, and {d} is no collider between them; a tail at {b} "
        "would close a directed or almost directed cycle through {a} or {c}"
    ),
)

r8 = Pattern(
    "R8",
    premises=("a --> b --> c", "a o-> c"),
    conclusion="a --> c",
    because="a b c",
    source="Zhang 2008, R8, without the case of selection bias.",
    why="a is an ancestor of c, so the edge has a tail at a.",
    sentence="{a} --> {b} --> {c} makes {a} an ancestor of {c}",
)

directed = Pattern(
    "directed",
    premises=("a o-> b",),
    conclusion="a --> b",
    because="a b",
    source="the meaning of a DAG: an edge with one arrowhead has a tail at its other end.",
    why="without hidden causes an edge is directed one way or the other.",
    sentence="without hidden causes an edge with an arrowhead at one end has a tail at the other",
)

meek1 = Pattern(
    "meek1",
    premises=("a *-> b o-o c",),
    no_collider=("a b c",),
    conclusion="b --> c",
    because="a b c",
    source="Meek 1995, rule 1.",
    why="c --> b would be an unshielded collider that was not found.",
    sentence=_NO_COLLIDER_FROM_ARROW,
)

meek2 = Pattern(
    "meek2",
    premises=("a --> b --> c", "a o-o c"),
    conclusion="a --> c",
    because="a b c",
    source="Meek 1995, rule 2.",
    why="c --> a would close a directed cycle.",
    sentence="{a} --> {b} --> {c} is directed, and {c} --> {a} would close a cycle",
)

meek3 = Pattern(
    "meek3",
    premises=("a o-o c --> b", "a o-o d --> b", "a o-o b"),
    no_collider=("c a d",),
    conclusion="a --> b",
    because="a b c d",
    source="Meek 1995, rule 3.",
    why="with b --> a both c --> a and d --> a would follow, an unshielded collider that was not found.",
    sentence=(
        "{c} --> {b} and {d} --> {b}, and {c} and {d} are not adjacent; {b} --> {a} would make {a} a "
        "collider between them, which it is not"
    ),
)

meek4 = Pattern(
    "meek4",
    premises=("a o-o c --> d --> b", "a *-* d", "a o-o b"),
    no_collider=("b a c",),
    conclusion="a --> b",
    because="a b c d",
    source="Meek 1995, rule 4. It is needed only with knowledge.",
    why="with b --> a, a --> c would follow, since a is no collider of b and c, and close a directed cycle.",
    sentence=(
        "{c} --> {d} --> {b}, and {b} and {c} are not adjacent; {b} --> {a} would need {a} --> {c}, since "
        "{a} is known to be no collider between them, and close a directed cycle"
    ),
)

undirected = Pattern(
    "undirected",
    premises=("a o-o b",),
    conclusion="a --- b",
    because="a b",
    source="the drawing of a CPDAG: an edge that may point either way is undirected.",
    why="both directions occur among the DAGs of the class; the rule runs once nothing else applies.",
    sentence="no rule decides the direction, and both occur among the equivalent graphs",
)

#: The rules for graphs with hidden causes, and those without.
FCI_PATTERNS = (r1, r2, r3, r8)
MEEK_PATTERNS = (directed, meek1, meek2, meek3, meek4, undirected)

#: Every pattern of sepset's own, by name.
PATTERNS = {pattern.name: pattern for pattern in (*FCI_PATTERNS, *MEEK_PATTERNS)}
