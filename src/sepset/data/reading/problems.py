"""What is wrong with a table, all of it in one message, each problem with its remedy.

A column that no test can use (an identifier, free text, dates, a constant) is either refused or, on request,
left out with a line that says why.

>>> problems = Problems()
>>> problems.add(["id"], "column 'id' has 900 levels in 900 rows")
>>> problems.add(["site"], "column 'site' is constant")
>>> print(*problems.parts(), sep="")
2 things are wrong with this table:
  - column 'id' has 900 levels in 900 rows
  - column 'site' is constant
To leave out what cannot be used, pass drop=['id', 'site'], or clean=True
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sepset.errors import Advice, DataError, Remark
from sepset.wording import counted, some, with_rest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sepset.data.column import Label
    from sepset.errors import MessagePart


@dataclass(frozen=True)
class Unfit:
    """A column that could not even become numbers or labels, and why."""

    reason: tuple[MessagePart, ...]


@dataclass
class Problems:
    """The problems of one table, as they are found."""

    lines: list[tuple[MessagePart, ...]] = field(default_factory=list)
    #: columns that would have to go, each with its reason
    unusable: dict[str, str] = field(default_factory=dict)
    #: whether the caller could have them left out without naming them
    cleanable: bool = True
    _nameless: set[str] = field(default_factory=set)

    def add(
        self, columns: Sequence[str], *line: MessagePart, droppable: bool = True, named: bool = True
    ) -> None:
        """Note a problem of some columns; most are solved by leaving them out, by name if they have one."""
        self.lines.append(line)
        if droppable:
            self.unusable |= dict.fromkeys(columns, Remark(*line))
        if not named:
            self._nameless.update(columns)

    def raise_if_any(self) -> None:
        """Raise an error about everything that was found."""
        if self.lines:
            raise DataError(*self.parts())

    def parts(self) -> tuple[MessagePart, ...]:
        """Return one message about everything."""
        advice = self._advice()
        if len(self.lines) == 1:
            them = _them(tuple(self.unusable))
            return (*self.lines[0], *((f". To leave {them} out, pass ", *advice) if advice else ()))
        told: list[MessagePart] = [f"{len(self.lines)} things are wrong with this table:"]
        for line in self.lines:
            told += ["\n  - ", *line]
        return (*told, *(("\nTo leave out what cannot be used, pass ", *advice) if advice else ()))

    def _advice(self) -> tuple[MessagePart, ...]:
        """Return the options that leave the columns out."""
        names = tuple(name for name in self.unusable if name not in self._nameless)
        by_name: tuple[MessagePart, ...] = (Advice("drop", names),) if names else ()
        if len(self.lines) == 1 or not self.unusable or not self.cleanable:
            return by_name
        return (*by_name, *([", or "] if names else []), Advice("clean", value=True))


def empty_words(empty: Sequence[str]) -> str:
    """Say which columns hold nothing."""
    return f"{_columns(empty)} no values at all: every one is missing"


def infinite_words(counts: Mapping[str, int]) -> str:
    """Say which columns hold infinite values."""
    return (
        f"infinite values in {per_column(counts)}; replace them with finite numbers, or mark them as missing"
    )


def constant_words(constant: Sequence[str], levels: tuple[Label, ...], dropped: int) -> str:
    """Say which columns are constant; `levels` are those of the first."""
    always = f"always {levels[0]!r}" if levels else "without a single value"
    after = (
        f" after {counted(dropped, 'row')} with missing values {'was' if dropped == 1 else 'were'} dropped"
        if dropped
        else ""
    )
    what = f"column {constant[0]!r} is constant{after}, {always}"
    if len(constant) > 1:
        what = f"columns {some(constant)} are constant{after}"
    return f"{what}; a variable must vary"


def note_identifiers(problems: Problems, found: Sequence[str], columns: int) -> None:
    """Note which of some columns only number the rows, unless fewer than two others would be left."""
    if columns - len(found) < 2:
        return
    for name in found:
        what = (
            f"column {name!r} only numbers the rows, as an identifier does; if it means more than that, pass "
        )
        problems.add([name], what, Advice("kinds", "continuous", column=name))


def note_copies(problems: Problems, content: Mapping[str, bytes]) -> None:
    """Note columns with the content of another; the one whose name comes first stays, in any order."""
    first: dict[bytes, str] = {}
    for name in sorted(content):
        original = first.setdefault(content[name], name)
        if original != name:
            what = f"column {name!r} is a copy of {original!r}: the same in every row"
            problems.add([name], what)


def _columns(names: Sequence[str]) -> str:
    return f"column {names[0]!r} has" if len(names) == 1 else f"columns {some(names)} have"


def _them(names: Sequence[str]) -> str:
    return "it" if len(names) == 1 else "them"


def per_column(counts: Mapping[str, int]) -> str:
    """Return columns with a number for each, in words."""
    return with_rest([f"{name!r} ({count:,})" for name, count in counts.items()], noun="column")
