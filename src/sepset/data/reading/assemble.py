"""From raw columns to a `Dataset`: every check that does not depend on where the data came from.

All columns are looked at, and everything that is wrong goes into one message: names, columns that hold
nothing a test can use, infinite values, missing values, constants, identifiers. With ``clean=True`` columns
that no test can use are left out instead, and `Dataset.left_out` says why.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, TypeGuard, get_args

import numpy as np

from sepset.checks import came, check_choice, check_flag, check_names
from sepset.data.column import Asked, Encoded, Numbers
from sepset.data.dataset import Dataset, MissingPolicy, unknown_column
from sepset.data.identifiers import is_identifier
from sepset.data.kinds import settle
from sepset.data.reading.problems import (
    Problems,
    Unfit,
    constant_words,
    empty_words,
    infinite_words,
    note_copies,
    note_identifiers,
    per_column,
)
from sepset.errors import Advice, DataError, InPython, OptionError
from sepset.wording import some

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from sepset.data.column import Column, RawColumn
    from sepset.data.dataset import Kinds

MISSING_POLICIES: tuple[str, ...] = get_args(MissingPolicy)
KINDS: tuple[str, ...] = get_args(Asked)
_PANDAS_INDEX = re.compile(r"__index_level_\d+__")


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What is asked for when a table is read: kinds, missing values, which columns, and how strict to be.

    ``clean=None`` is True with ``missing="testwise"``, which takes a table as it is, else False.
    """

    kinds: Kinds = None
    missing: MissingPolicy = "error"
    drop: Collection[str] = ()
    only: Collection[str] | None = None
    clean: bool | None = None

    def __post_init__(self) -> None:
        check_policy(self.missing)
        clean = self.missing == "testwise" if self.clean is None else check_flag("clean", self.clean)
        object.__setattr__(self, "clean", clean)
        object.__setattr__(self, "drop", check_names("drop", self.drop))
        if self.only is not None:
            object.__setattr__(self, "only", check_names("only", self.only))


def assemble(
    named: Sequence[tuple[str, RawColumn | Unfit]], wishes: Wishes, *, notes: Iterable[str] = ()
) -> Dataset:
    """Return a dataset of the columns, or raise a `DataError` that says what is wrong with them.

    >>> from sepset.data.column import encode
    >>> assemble([("a", encode(["u", "v"])), ("b", encode([True, True]))], Wishes())
    Traceback (most recent call last):
    sepset.errors.DataError: column 'b' is constant, always True; a variable must vary. To leave it \
out, pass drop=['b']
    """
    problems, said = Problems(), [*notes]
    if wishes.clean:
        named = _told_apart(named, said)
    named_ones = _with_names(named, problems)
    check_column_names([name for name, _ in named_ones], fewest=0 if problems.lines else 2)
    raws = _chosen(named_ones, wishes)
    asked = asked_kinds(wishes.kinds, [*raws])
    if not max((len(raw) for raw in raws.values() if not isinstance(raw, Unfit)), default=1):
        raise DataError(f"the data have no rows, only the columns {some([*raws])}")
    columns, ready = _readable(raws, asked, problems, clean=bool(wishes.clean))
    counts = {name: gaps for name, raw in columns.items() if (gaps := raw.gaps())}
    columns, dropped = _complete(columns, counts, wishes, problems)
    settled = _settled(columns, {} if dropped else ready, asked, dropped, problems)
    # A refusal also says all that cleaning would do, if that leaves something to learn from.
    if wishes.clean or (problems.lines and len(settled) > 2):
        _leave_out_identifiers(settled, asked, problems)
        _leave_out_copies(settled, problems)
    if not wishes.clean:
        problems.raise_if_any()
    _check_enough(settled, problems)
    kept = [column for column in settled if column.name not in problems.unusable]
    known = {name: count for name, count in counts.items() if name not in problems.unusable}
    return Dataset.from_columns(
        kept, missing=known, dropped=dropped, left_out=problems.unusable, notes=tuple(said)
    )


def _told_apart(
    named: Sequence[tuple[str, RawColumn | Unfit]], notes: list[str]
) -> list[tuple[str, RawColumn | Unfit]]:
    """Return the columns with a number after a name that occurred before."""
    taken = {name for name, _ in named}
    seen: set[str] = set()
    apart = []
    for name, raw in named:
        new = name
        if name.strip() and name in seen:
            new = next(other for i in count(2) if (other := f"{name}.{i}") not in taken)
            taken.add(new)
            notes.append(f"there is more than one column {name!r}; the later one is called {new!r} here")
        seen.add(name)
        apart.append((new, raw))
    return apart


def _with_names(
    named: Sequence[tuple[str, RawColumn | Unfit]], problems: Problems
) -> list[tuple[str, RawColumn | Unfit]]:
    """Return the columns that have a name of their own."""
    own = own_names([name for name, _ in named], problems)
    return [column for column, kept in zip(named, own, strict=True) if kept is not None]


def own_names(names: Sequence[str], problems: Problems) -> list[str | None]:
    """Return the names of columns, None for one that has no name of its own, which is a problem."""
    own: list[str | None] = []
    for place, name in enumerate(names, start=1):
        indexing = _PANDAS_INDEX.fullmatch(name) is not None
        if not name.strip():
            hint = _nameless(place, len(names))
            what = f"column {place} has no name; name it, or leave it out{hint}"
            problems.add([f"(column {place})"], what, named=False)
        elif indexing:
            what = f"column {name!r} is the index of a pandas table, not a variable; leave it out"
            problems.add([name], what)
        own.append(name if name.strip() and not indexing else None)
    return own


def _nameless(place: int, count: int) -> str:
    """Return where a column without a name usually comes from."""
    if place == 1:
        return ". The row numbers that pandas writes have no name: save the table without its index"
    if place == count:
        return ". A separator at the end of the first line of a file makes one more column: remove it"
    return ""


def check_column_names(names: Sequence[str], *, fewest: int = 2) -> None:
    """Raise an error unless there are enough names, all different."""
    alike = [name for name, times in Counter(names).items() if times > 1 and name.strip()]
    if alike:
        raise DataError(
            f"column names must differ, but {some(alike)} occur{'s' * (len(alike) == 1)} more than once"
        )
    if len(names) < fewest:
        got = (
            f"two or more columns are needed, got only {names[0]!r}" if names else "the data have no columns"
        )
        raise DataError(got if names else f"{got}; two or more are needed")


def _chosen(named: Sequence[tuple[str, RawColumn | Unfit]], wishes: Wishes) -> dict[str, RawColumn | Unfit]:
    """Return the columns that are wanted."""
    chosen = {*chosen_names([name for name, _ in named], wishes)}
    return {name: raw for name, raw in named if name in chosen}


def chosen_names(names: Sequence[str], wishes: Wishes) -> list[str]:
    """Return the names of the columns that are wanted: `only` some, without those to `drop`."""
    for option, wanted in (("drop", wishes.drop), ("only", wishes.only or ())):
        for name in wanted:
            if name not in names:
                raise OptionError(Advice(option), f": {unknown_column(name, names)}")
    chosen = [
        name for name in names if name not in wishes.drop and (wishes.only is None or name in wishes.only)
    ]
    if len(chosen) < min(2, len(names)):
        left = f"only {chosen[0]!r} is" if chosen else "none is"
        raise OptionError(
            "two or more columns are needed, and ", left, " left by ", Advice("drop"), " and ", Advice("only")
        )
    return chosen


def chosen_columns(data: Dataset, wishes: Wishes) -> Dataset:
    """Return the columns of a dataset that are wanted."""
    if not wishes.drop and wishes.only is None:
        return data
    return data.select(chosen_names(data.names, wishes))


def dropping_gaps(data: Dataset) -> Dataset:
    """Return a dataset with its complete rows only."""
    if not data.gaps:
        return data
    incomplete = np.logical_or.reduce([*data.gaps.values()])
    raws: list[tuple[str, RawColumn]] = []
    for column in data.columns:
        values = column.values[~incomplete]
        discrete = column.kind == "discrete"
        raws.append((column.name, Encoded(column.levels, values, True) if discrete else Numbers(values)))
    ready = [(name, raw.occurring() if isinstance(raw, Encoded) else raw) for name, raw in raws]
    again = assemble(ready, Wishes(kinds=data.kinds))
    dropped = data.dropped + int(incomplete.sum())
    return Dataset.from_columns(
        [replace(column, holds=data.holds[column.name]) for column in again.columns],
        missing=data.missing,
        dropped=dropped,
        left_out=data.left_out,
        notes=data.notes,
        source=data.source,
    )


def check_policy(missing: MissingPolicy) -> None:
    """Raise an error unless this is a policy for missing values."""
    check_choice("missing", missing, MISSING_POLICIES)


def asked_kinds(kinds: Kinds, names: Sequence[str]) -> Mapping[str, Asked]:
    """Return the kinds that were asked for, by name."""
    if kinds is None:
        return {}
    if isinstance(kinds, str):
        kinds = dict.fromkeys(names, kinds)
    if not isinstance(kinds, Mapping):
        raise OptionError(
            f"kinds is a kind for all columns, or a mapping such as {{'age': 'discrete'}}; got {came(kinds)}"
        )
    known = set(names)
    for name, kind in kinds.items():
        if name not in known:
            raise OptionError(f"kinds: {unknown_column(name, names)}")
        check_choice(f"the kind of {name!r}", kind, KINDS)
    return kinds


def _readable(
    raws: Mapping[str, RawColumn | Unfit], asked: Mapping[str, Asked], problems: Problems, *, clean: bool
) -> tuple[dict[str, RawColumn], dict[str, Column]]:
    """Return the columns whose values a test could use, and those of them that have a kind already.

    Cleaning makes infinite values missing ones.
    """
    columns = {name: raw for name, raw in raws.items() if not isinstance(raw, Unfit)}
    for name, raw in raws.items():
        if isinstance(raw, Unfit):
            problems.add([name], *raw.reason)
    empty = [name for name, raw in columns.items() if raw.gaps() == len(raw)]
    if empty:
        problems.add(empty, empty_words(empty))
    infinite = {name: count for name, raw in columns.items() if (count := raw.infinite())}
    if infinite and clean:
        columns |= {name: _finite(columns[name]) for name in infinite}
    elif infinite:
        problems.add([*infinite], infinite_words(infinite), droppable=False)
    ready = {}
    for name, raw in columns.items():
        # Dates are refused as such, also if all are the same.
        open_one = name not in empty and (_is_dates(raw) or not raw.constant())
        if open_one and (column := _try_to_settle(name, raw, asked, problems)):
            ready[name] = column
    return {name: raw for name, raw in columns.items() if name not in problems.unusable}, ready


def _try_to_settle(
    name: str, raw: RawColumn, asked: Mapping[str, Asked], problems: Problems
) -> Column | None:
    try:
        return settle(name, raw, asked.get(name))
    except DataError as error:
        problems.add([name], *error.parts)
        return None


def _is_dates(raw: RawColumn) -> TypeGuard[Numbers]:
    return isinstance(raw, Numbers) and raw.holds == "days"


def _finite(raw: RawColumn) -> RawColumn:
    """Return the column with infinite values taken as missing."""
    if isinstance(raw, Numbers):
        return Numbers(np.where(np.isinf(raw.values), np.nan, raw.values), raw.holds)
    wrong = np.array([isinstance(label, float) and np.isinf(label) for label in raw.labels] + [False])
    places = np.where(wrong[raw.places], -1, raw.places)
    return Encoded(raw.labels, places, raw.categorical, raw.ordered).occurring()


def _complete(
    columns: dict[str, RawColumn], counts: Mapping[str, int], wishes: Wishes, problems: Problems
) -> tuple[dict[str, RawColumn], int]:
    """Return the columns after applying the policy for missing values, and how many rows were dropped."""
    if not counts or wishes.missing == "testwise":
        return columns, 0
    incomplete = np.logical_or.reduce([columns[name].missing() for name in counts])
    rows, dropped = len(incomplete), int(incomplete.sum())
    if wishes.missing == "error":
        problems.add(
            [*counts],
            f"missing values in {per_column(counts)}; pass ",
            Advice("missing", "drop"),
            f" to keep the {rows - dropped:,} complete rows of {rows:,}, ",
            Advice("missing", "testwise"),
            " to leave out rows test by test, or fill them in first",
            InPython("; missing is an option of sepset.dataset, sepset.read and every learner"),
            droppable=False,
        )
        return columns, 0
    if dropped == rows:
        problems.add(
            [*counts],
            f"no row is complete: every one of {rows:,} has a missing value in {per_column(counts)}; pass ",
            Advice("missing", "testwise"),
            " to leave out rows test by test, or leave out the columns with the most gaps",
            droppable=False,
        )
        return columns, 0
    return {name: raw.take(~incomplete) for name, raw in columns.items()}, dropped


def _settled(
    columns: Mapping[str, RawColumn],
    ready: Mapping[str, Column],
    asked: Mapping[str, Asked],
    dropped: int,
    problems: Problems,
) -> list[Column]:
    """Return the columns with their kinds: ready ones as they are, those that lost rows decided again."""
    constant = [name for name, raw in columns.items() if raw.constant()]
    if constant:
        first = columns[constant[0]]
        levels = settle("", Numbers(first.values) if _is_dates(first) else first, "discrete").levels
        problems.add(constant, constant_words(constant, levels, dropped))
    found = (
        ready.get(name) or _try_to_settle(name, raw, asked, problems)
        for name, raw in columns.items()
        if name not in constant
    )
    return [column for column in found if column is not None]


def _leave_out_identifiers(columns: Sequence[Column], asked: Mapping[str, Asked], problems: Problems) -> None:
    """Leave out row numbers, unless their kind was given or fewer than two columns would be left."""
    found = [
        column.name
        for column in columns
        if column.kind == "continuous"
        and column.name not in asked
        and is_identifier(column.name, column.values)
    ]
    note_identifiers(problems, found, len(columns))


def _leave_out_copies(columns: Sequence[Column], problems: Problems) -> None:
    """Leave out columns that say the same as another, level by level or value by value."""
    left = [column for column in columns if column.name not in problems.unusable]
    note_copies(problems, {column.name: _content(column) for column in left})


def _content(column: Column) -> bytes:
    """Return the values, in which other labels for the same groups are the same."""
    values = column.values
    if column.kind == "discrete":
        _, start, places = np.unique(values, return_index=True, return_inverse=True)
        values = np.argsort(np.argsort(start))[places.reshape(-1)]
        values = np.where(column.missing(), -1, values)
    return column.kind.encode() + np.ascontiguousarray(values).tobytes()


def _check_enough(settled: Sequence[Column], problems: Problems) -> None:
    kept = [column.name for column in settled if column.name not in problems.unusable]
    if len(kept) < 2:
        left = f"only {kept[0]!r} is" if kept else "none is"
        reasons = (part for line in problems.lines for part in ("\n  - ", *line))
        raise DataError(f"two or more columns are needed, and {left} left after leaving out:", *reasons)
