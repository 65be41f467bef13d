"""What is known beforehand about the DAGs of a class, by node number, as rows of bits.

A k-closure K with directed part P stands for all DAGs with that k-closure. They lie inside P, have the same
ancestors, and every graph between one of them and P is one of them too (``docs/proofs.md``, the sandwich
argument). So

- statements about ancestors are statements about P;
- a required edge is one of P;
- some DAG of K avoids given edges exactly when P without them still has the k-closure K.

That makes P without the edges that are known not to be there, `Given.fitting_dag`, the one graph to look at.

>>> given = Given((0b10, 0), (0, 0b01), (0, 0), (0, 0b01))
>>> given.pairs()["above"]
[(0, 1)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from sepset.checks import came
from sepset.equivalence.mag import directed_part_table
from sepset.errors import OptionError
from sepset.graph.bits import members, reachable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.equivalence.essential.clauses import Heads, Literals
    from sepset.graph.mark_table import MarkTable


class Given(NamedTuple):
    """Pairs (a, b) of four kinds; each row holds, for one a, every such b."""

    #: a is an ancestor of b
    above: tuple[int, ...]
    #: a is no ancestor of b
    never_above: tuple[int, ...]
    #: a --> b is an edge of the DAG
    parent: tuple[int, ...]
    #: a --> b is no edge of the DAG; what is never above is among them
    never_parent: tuple[int, ...]

    def pairs(self) -> dict[str, list[tuple[int, int]]]:
        """Return the pairs of each kind, in order."""
        return {
            kind: [(a, b) for a, row in enumerate(rows) for b in members(row)]
            for kind, rows in self._asdict().items()
        }

    def renumbered(self, place: Sequence[int]) -> Given:
        """Return the same where node i has the number ``place[i]``."""
        kinds = []
        for pairs in self.pairs().values():
            rows = [0] * len(place)
            for a, b in pairs:
                rows[place[a]] |= 1 << place[b]
            kinds.append(tuple(rows))
        return Given(*kinds)

    def fits(self, dag: MarkTable) -> bool:
        """Say whether everything that is given holds in a DAG."""
        children = [dag.children(i) for i in range(dag.n)]
        return all(
            not (parent & ~row or never_parent & row or above & ~(below := reachable(row, children)))
            and not never_above & below
            for row, (above, never_above, parent, never_parent) in zip(
                children, zip(*self, strict=True), strict=True
            )
        )

    def fitting_dag(self, closure: MarkTable) -> MarkTable:
        """Return the directed part of a k-closure without the edges that are known not to be there."""
        table = directed_part_table(closure)
        for a, row in enumerate(self.never_parent):
            for b in members(row & table.children(a)):
                table.remove(a, b)
        return table

    def clauses(self, heads: Heads, adjacency: Sequence[int]) -> Iterator[Literals]:
        """Yield what is known of single edges; an edge that must be and is not makes an empty clause."""
        for a, row in enumerate(adjacency):
            yield from ([heads.head[a, b]] for b in members(self.never_above[a] & row))
            yield from ([-heads.head[a, b]] for b in members((self.above[a] | self.parent[a]) & row))
            if self.parent[a] & ~row:
                yield []


class _Relations(Protocol):
    @property
    def given(self) -> Given: ...


class Statements(Protocol):
    """Anything that says what is known about given variables, such as a `sepset.Knowledge`."""

    def on(self, names: Sequence[str]) -> _Relations:
        """Return what is known about these variables."""


def not_knowledge(value: object) -> OptionError:
    """Return the error about something that was given in place of knowledge."""
    return OptionError(f"knowledge is a sepset.Knowledge; got {came(value)}")


def given_about(knowledge: object, names: Sequence[str]) -> Given | None:
    """Return what is known about variables, or None if nothing is; anything but knowledge is an error."""
    if knowledge is None:
        return None
    if not hasattr(knowledge, "on"):
        raise not_knowledge(knowledge)
    statements: Statements = knowledge
    return statements.on(names).given
