"""What is wrong with a table, all of it in one message, each problem with what mends it.

A column that no test can use (an identifier, free text, dates, a constant) is either refused or, when asked
for, left out with a line that says why.

>>> problems = Problems()
>>> problems.add(["id"], "column 'id' has 900 levels in 900 rows")
>>> problems.add(["site"], "column 'site' is constant")
>>> print(problems.message())
2 things are wrong with this table:
  - column 'id' has 900 levels in 900 rows
  - column 'site' is constant
To leave out what cannot be used, pass drop=['id', 'site'], or clean=True
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sepset.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Unfit:
    """A column that could not even become numbers or labels, and why."""

    reason: str


@dataclass
class Problems:
    """The problems of one table, as they are found."""

    lines: list[str] = field(default_factory=list)
    #: columns that would have to go, with the reason of each
    unusable: dict[str, str] = field(default_factory=dict)
    _nameless: set[str] = field(default_factory=set)

    def add(self, columns: Sequence[str], line: str, *, droppable: bool = True, named: bool = True) -> None:
        """Note a problem of some columns; most are solved by leaving them out, by name if they have one."""
        self.lines.append(line)
        if droppable:
            self.unusable |= dict.fromkeys(columns, line)
        if not named:
            self._nameless.update(columns)

    def raise_if_any(self) -> None:
        """Raise an error about everything that was found."""
        if self.lines:
            raise DataError(self.message())

    def message(self) -> str:
        """Return one message about everything."""
        advice = self._advice()
        if len(self.lines) == 1:
            return f"{self.lines[0]}{advice and f'. To leave it out, pass {advice}'}"
        listed = "\n".join(f"  - {line}" for line in self.lines)
        closing = f"\nTo leave out what cannot be used, pass {advice}" if advice else ""
        return f"{len(self.lines)} things are wrong with this table:\n{listed}{closing}"

    def _advice(self) -> str:
        """Return the options that leave the columns out."""
        names = [name for name in self.unusable if name not in self._nameless]
        if len(self.lines) == 1:
            return f"drop={names!r}" if names else ""
        by_name = f"drop={names!r}, or " if names else ""
        return f"{by_name}clean=True" if self.unusable else ""
