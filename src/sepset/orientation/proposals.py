"""What a rule says: put these marks on this edge, because of these nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from sepset.graph.mark_table import MarkTable
    from sepset.orientation.evidence import Evidence

    #: A rule reads a graph and the evidence, changes neither, and yields proposals.
    Rule: TypeAlias = Callable[[MarkTable, Evidence], Iterator["Orient"]]


class Orient(NamedTuple):
    """Propose ``a pattern b``; a ``*`` in the pattern leaves that mark as it is.

    `because` names the nodes that the rule matched, in the order in which its statement names them.

    >>> Orient(0, "*->", 2, because=(0, 1, 2))
    Orient(a=0, pattern='*->', b=2, because=(0, 1, 2))
    """

    a: int
    pattern: str
    b: int
    because: tuple[int, ...]


def name_of(rule: Rule) -> str:
    """Return the name of a rule as papers write it: that of a pattern, or of a function (``r4`` is R4).

    >>> def r4(g, evidence): ...
    >>> name_of(r4)
    'R4'
    """
    name = str(getattr(rule, "name", None) or getattr(rule, "__name__", repr(rule)))
    return name.upper() if name[:1] == "r" and name[1:].isdigit() else name
