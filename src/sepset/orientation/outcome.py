"""What comes out of an orientation: the graph, each step that changed it, and what was refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar, overload

if TYPE_CHECKING:
    from sepset.graph.mark_table import MarkTable

Record = TypeVar("Record")

#: The rules that a trace names for marks that no plan wrote: those known before any data, and the arrowheads
#: of LOCI's second step.
KNOWLEDGE_RULE, LOCI_RULE = "knowledge", "LOCI"

ConflictKind = Literal["settled", "contested", "collider", "no room", "both ends", "cycle", "almost cycle"]


class Step(NamedTuple):
    """One edge changed: ``a before b`` became ``a after b`` by a rule, because of some nodes."""

    stage: str
    rule: str
    a: int
    b: int
    before: str
    after: str
    because: tuple[int, ...]


class Conflict(NamedTuple):
    """Something the evidence asks for and the graph does not show; ``a drawn b`` is the edge at that moment.

    kind "settled": the proposal asks for another mark where one is settled; "contested": proposals of one
    round disagree; "collider": the graph has the unshielded collider `because` (end, middle, end) although
    the middle is inside the set that separates the ends; "no room": the graph has ``a <-> b``, and leaves no
    room for the k+1 parents that the last node of `because` needs for it; "both ends": the graph has
    ``a <-> b``, which only a hidden cause could explain; "cycle": the arrows between the nodes of `because`
    run in a circle; "almost cycle": they lead from b to a, although the arrowhead at b says that it is no
    cause of a. The rule of the last three is the assumption that they break.
    """

    kind: ConflictKind
    stage: str
    rule: str
    a: int
    b: int
    drawn: str
    wanted: str
    because: tuple[int, ...]


class Overruled(NamedTuple):
    """A decision of the tests that the graph breaks, since no DAG agrees with all of them.

    kind "apart" or "joined" is about the pair `nodes`; "collider" or "no collider" about the triple (end,
    middle, end). `p` is the p-value behind the decision, None where it is not known.
    """

    kind: Literal["collider", "no collider", "apart", "joined"]
    nodes: tuple[int, ...]
    p: float | None


class Records(Sequence[Record], Generic[Record]):
    """Steps or conflicts, made when first looked at; their number is known beforehand, or None.

    Equal to a tuple of the same records.

    >>> found = Records(2, lambda: [Step("", "R1", a, 9, "o-o", "-->", ()) for a in range(2)])
    >>> len(found), found[1].a, found == tuple(found)
    (2, 1, True)
    """

    def __init__(self, count: int | None, make: Callable[[], Iterable[Record]]) -> None:
        self._count, self._make = count, make

    @cached_property
    def _all(self) -> tuple[Record, ...]:
        return tuple(self._make())

    def __len__(self) -> int:
        return len(self._all) if self._count is None else self._count

    def __iter__(self) -> Iterator[Record]:
        return iter(self._all)

    @overload
    def __getitem__(self, place: int) -> Record: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, place: int | slice) -> Record | tuple[Record, ...]:
        return self._all[place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple | Records):
            return NotImplemented
        return len(self) == len(other) and self._all == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return repr(self._all)

    def __reduce__(self) -> tuple[object, ...]:
        # They are made by a function, which cannot be pickled, and a copy need not be lazy.
        return tuple, (self._all,)


class Oriented(NamedTuple):
    """The oriented graph, what was written in order, and what was refused."""

    table: MarkTable
    trace: Sequence[Step]
    conflicts: Sequence[Conflict]
