"""What causes what in every DAG that a graph stands for: always, never, or possibly.

A graph with open marks stands for a class of DAGs: those of a CPDAG or of a k-essential graph, or those that
agree with what k-PC found. "a causes b" means that a is an ancestor of b, directly or through others.

- *always*: there is a directed path from a to b; or there are two uncovered possibly directed paths from a to
  b whose first nodes are not adjacent. a is no collider between these, so one of the two edges points away
  from a, and its path then points onward.
- *never*: there is no possibly directed path from a to b. Every directed path of a DAG of the class is one.
- *possibly*: neither is so.

"Always" and "never" are proved for every graph whose marks hold in the whole class and that shows all its
unshielded colliders. That these conditions miss nothing was checked on all k-essential graphs with up to four
nodes (``tests/exhaustive/test_causes.py``; a slow test does five). ``---`` reads as two circles.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> g = MixedGraph.from_edges("a --- m", "a --- w", "m --> b", "w --> b", "b --> c")
>>> ancestors(g, "b")
{'a': 'always', 'm': 'always', 'w': 'always', 'c': 'never'}
>>> print(ancestors(g, "b")["a"].reason)
a causes b along a, m, b or along a, w, b: m and w are not adjacent and a is no collider between them.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal

from sepset.errors import OptionError
from sepset.graph.ancestry import require_graph, shortest_path
from sepset.graph.bits import members, reachable
from sepset.graph.mixed_graph import MixedGraph
from sepset.orientation.evidence import Evidence
from sepset.orientation.paths import UncoveredPaths

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

Answer = Literal["always", "possibly", "never"]


class Causes(str):
    """Whether one variable causes another: the word "always", "possibly" or "never", and what shows it.

    `paths` holds, as names from cause to effect, the directed path of an "always" (or the two paths of which
    one must be directed), the open path of a "possibly", and nothing for "never".
    """

    __slots__ = ("cause", "effect", "paths")

    cause: str
    effect: str
    paths: tuple[tuple[str, ...], ...]

    def __new__(cls, answer: Answer, cause: str, effect: str, paths: Iterable[tuple[str, ...]] = ()) -> Self:
        """Store an answer."""
        found = super().__new__(cls, answer)
        found.cause, found.effect, found.paths = cause, effect, tuple(paths)
        return found

    # Incompatible on purpose: a plain str is made from its text alone, this one from more.
    def __getnewargs__(self) -> tuple[str, str, str, tuple[tuple[str, ...], ...]]:  # type: ignore[override]
        """Return what a copy is made of."""
        return str(self), self.cause, self.effect, self.paths

    @property
    def reason(self) -> str:
        """What shows the answer, as a sentence."""
        ways = [", ".join(path) for path in self.paths]
        if self == "never":
            return f"No path from {self.cause} to {self.effect} can be directed."
        if self == "possibly":
            return f"The path {ways[0]} may be directed; this is not settled."
        if len(ways) == 1:
            return f"{ways[0]} is a directed path."
        first, second = (path[1] for path in self.paths)
        return (
            f"{self.cause} causes {self.effect} along {ways[0]} or along {ways[1]}: "
            f"{first} and {second} are not adjacent and {self.cause} is no collider between them."
        )


def ancestors(graph: MixedGraph, effect: str) -> dict[str, Causes]:
    """Say of every other variable whether it causes `effect` always, possibly or never.

    >>> g = MixedGraph.from_edges("a o-> b", "b --> c", "d <-> c")
    >>> ancestors(g, "c")
    {'a': 'possibly', 'b': 'always', 'd': 'never'}
    """
    require_graph(graph)
    graph.number(effect)
    asked = Ancestry(graph)
    return {cause: asked.of(cause, effect) for cause in graph.nodes if cause != effect}


class Ancestry:
    """One graph, asked about many pairs; `evidence` says which triples are in doubt."""

    def __init__(self, graph: MixedGraph, evidence: Evidence | None = None) -> None:
        opened = [(u, "o-o" if pattern == "---" else pattern, v) for u, pattern, v in graph.edges()]
        self._graph = MixedGraph(graph.nodes, opened)
        self._evidence = evidence or Evidence()
        self._paths = UncoveredPaths(self._graph.table, self._evidence)
        self._children = [self._graph.table.children(i) for i in range(len(graph))]
        self._from: dict[int, int] = {}

    def of(self, cause: str, effect: str) -> Causes:
        """Answer for one pair."""
        a, b = self._graph.number(cause), self._graph.number(effect)
        if a == b:
            raise OptionError(f"cause and effect are both {cause!r}; ask about two variables")
        if not self._reached(a) >> b & 1:
            return Causes("never", cause, effect)
        directed = shortest_path(self._children, a, b)
        if directed is not None:
            return Causes("always", cause, effect, [self._names((*directed, b))])
        fork = self._fork(a, b)
        if fork is not None:
            return Causes("always", cause, effect, fork)
        open_path = shortest_path(self._paths.steps, a, b) or []
        return Causes("possibly", cause, effect, [self._names((*open_path, b))])

    def _reached(self, a: int) -> int:
        """Return a and all that possibly directed paths lead to; directed ones are among them."""
        if a not in self._from:
            self._from[a] = reachable(1 << a, self._paths.steps)
        return self._from[a]

    def _fork(self, a: int, b: int) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Return two paths of which one is directed in each DAG, or None."""
        table = self._graph.table
        firsts = [m for m in members(self._paths.steps[a]) if self._paths.ends(a, m) >> b & 1]
        for m, w in combinations(firsts, 2):
            if not (table.adjacency[m] | self._evidence.doubtful(a, m)) >> w & 1:
                first, second = (self._names(self._paths.shortest(a, x, b)) for x in (m, w))
                return first, second
        return None

    def _names(self, path: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._graph.nodes[i] for i in path)
