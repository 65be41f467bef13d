"""What a graph says about one cause and one effect: open first steps, forbidden nodes, and validity.

In a DAG a set is valid for the effect of a on b when it has no descendant of a node on a causal path from a
to b, and separates a and b once the first edges of these paths are gone [Shpitser, VanderWeele and Robins
2010; van der Zander, Liśkiewicz and Textor 2014]. In a graph with open marks "possibly directed" takes the
place of "directed", and every possibly directed path must begin with ``a -->`` [Perković et al. 2018].

>>> from sepset.graph.mixed_graph import MixedGraph
>>> g = MixedGraph.from_edges("c --> a", "c --> b", "a --> m", "m --> b")
>>> reading = EffectReading(PossibleSteps(g.table), g.number("a"), g.number("b"))
>>> g.names(reading.forbidden), g.names(reading.canonical)
(('b', 'm'), ('c',))
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sepset.graph.bits import reachable
from sepset.graph.marks import Mark
from sepset.graph.separation import Relatives

if TYPE_CHECKING:
    from sepset.graph.mark_table import MarkTable


class PossibleSteps:
    """Which nodes may affect which directly, by node number; ``---`` reads as two circles."""

    def __init__(self, table: MarkTable) -> None:
        self.table = table
        both = [table.where(i, "---") for i in range(table.n)]
        tails = [near & ~row for near, row in zip(table.near[Mark.TAIL], both, strict=True)]
        far_tails = [far & ~row for far, row in zip(table.far[Mark.TAIL], both, strict=True)]
        arrows, far_arrows = table.near[Mark.ARROW], table.far[Mark.ARROW]
        nodes = range(table.n)
        #: forward[i]: every j such that some DAG may have i --> j; back[i]: every j with j --> i
        self.forward = [table.adjacency[i] & ~arrows[i] & ~far_tails[i] for i in nodes]
        self.back = [table.adjacency[i] & ~far_arrows[i] & ~tails[i] for i in nodes]


class EffectReading:
    """One graph, asked about the effect of a on b."""

    def __init__(self, steps: PossibleSteps, a: int, b: int) -> None:
        self.table, self.a, self.b = steps.table, a, b
        self._steps = steps
        #: the possible parents of a, if each has an arrowhead at a; else, or with b among them, None
        self.local = self._possible_parents()

    @cached_property
    def onward(self) -> list[int]:
        """The steps forward that do not lead to a."""
        without = ~(1 << self.a)
        return [row & without for row in self._steps.forward]

    @cached_property
    def _towards(self) -> int:
        """The nodes from which possibly directed paths lead to b, not through a."""
        without = ~(1 << self.a)
        return reachable(1 << self.b, [row & without for row in self._steps.back])

    @cached_property
    def firsts(self) -> int:
        """The nodes next to a on possibly directed paths from a to b."""
        return self._steps.forward[self.a] & self._towards

    @cached_property
    def open_firsts(self) -> int:
        """Those of them whose edge may point to a."""
        return self.firsts & ~self.table.children(self.a)

    @cached_property
    def forbidden(self) -> int:
        """The possible descendants of nodes on possibly directed paths from a to b."""
        on_paths = reachable(self.firsts, self.onward) & self._towards
        return reachable(on_paths, self.onward)

    @cached_property
    def canonical(self) -> int:
        """The possible ancestors of a and b that are not forbidden: valid if any set is."""
        pair = 1 << self.a | 1 << self.b
        return reachable(pair, self._steps.back) & ~self.forbidden & ~pair

    def _possible_parents(self) -> int | None:
        table, a = self.table, self.a
        # An edge a o-> v does no harm: v is no parent of a, whichever mark is at a.
        may_be_parents = table.adjacency[a] & ~table.far[Mark.ARROW][a]
        if may_be_parents & ~table.near[Mark.ARROW][a] or may_be_parents >> self.b & 1:
            return None
        return may_be_parents


class InMember:
    """A DAG or a k-closure, by node number, asked which sets separate a and b but for the effect itself."""

    def __init__(self, table: MarkTable, a: int, b: int) -> None:
        self.a, self.b = a, b
        self.forbidden = EffectReading(PossibleSteps(table), a, b).forbidden
        families = Relatives.of(table)
        gone = families.children[a] & reachable(1 << b, families.parents)
        families.children[a] &= ~gone
        parents = [row & ~(1 << a) if gone >> i & 1 else row for i, row in enumerate(families.parents)]
        #: the graph without the edges from a to ancestors of b
        self.families = Relatives(parents, families.children, families.spouses)

    def separated(self, given: int) -> bool:
        """Say whether a set blocks all that is not an effect of a."""
        return self.families.separated(self.a, self.b, given)

    def is_valid(self, given: int) -> bool:
        """Say whether a set is valid in this DAG."""
        return not given & self.forbidden and self.separated(given)
