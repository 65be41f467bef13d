"""From raw columns to a `Dataset`: every check that does not depend on where the data came from.

In order: names, rows, wholly missing columns, infinite values, the policy for missing values, constant
columns, kinds and levels. The error names every column that has the problem.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn, get_args

import numpy as np

from sepset.data.column import Kind, settle
from sepset.data.dataset import Dataset, MissingPolicy, unknown_column
from sepset.errors import Advice, DataError, InPython, OptionError
from sepset.wording import some, with_rest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.data.column import RawColumn
    from sepset.data.dataset import Kinds

MISSING_POLICIES: tuple[str, ...] = get_args(MissingPolicy)
KINDS: tuple[str, ...] = get_args(Kind)
_PANDAS_INDEX = re.compile(r"__index_level_\d+__")


def assemble(named: Sequence[tuple[str, RawColumn]], *, kinds: Kinds, missing: MissingPolicy) -> Dataset:
    """Return a dataset of the columns, or raise a `DataError` that says what is wrong with them.

    >>> from sepset.data.column import encode
    >>> assemble([("a", encode(["u", "v"])), ("b", encode([True, True]))], kinds=None, missing="error")
    Traceback (most recent call last):
    sepset.errors.DataError: column 'b' is constant, always True; a variable must vary, so leave it out
    """
    check_policy(missing)
    names = [name for name, _ in named]
    check_names(names)
    asked = _asked_kinds(kinds, names)
    columns = dict(named)
    _check_values(columns)
    columns, counts, dropped = _complete(columns, missing)
    _check_constant(columns, dropped)
    settled = [settle(name, raw, asked.get(name)) for name, raw in columns.items()]
    return Dataset.from_columns(settled, missing=counts, dropped=dropped)


def check_names(names: Sequence[str]) -> None:
    """Raise an error unless there are two or more names, none empty and no two alike."""
    if not names:
        raise DataError("the data have no columns; two or more are needed")
    for place, name in enumerate(names, start=1):
        if not name.strip():
            raise DataError(f"column {place} has no name; name it, or leave it out{_nameless(place, names)}")
        if _PANDAS_INDEX.fullmatch(name):
            raise DataError(f"column {name!r} is the index of a pandas table, not a variable; leave it out")
    alike = [name for name, times in Counter(names).items() if times > 1]
    if alike:
        raise DataError(
            f"column names must differ, but {some(alike)} occur{'s' * (len(alike) == 1)} more than once"
        )
    if len(names) < 2:
        raise DataError(f"two or more columns are needed, got only {names[0]!r}")


def _nameless(place: int, names: Sequence[str]) -> str:
    """Return where a column without a name usually comes from."""
    if place == 1:
        return ". The row numbers that pandas writes have no name: save with index=False"
    if place == len(names):
        return ". A separator at the end of the first line of a file makes one more column: take it off"
    return ""


def check_policy(missing: MissingPolicy) -> None:
    """Raise an error unless this is a policy for missing values."""
    if missing not in MISSING_POLICIES:
        raise OptionError(f"missing is one of {', '.join(map(repr, MISSING_POLICIES))}; got {missing!r}")


def _asked_kinds(kinds: Kinds, names: Sequence[str]) -> Mapping[str, Kind]:
    if kinds is None:
        return {}
    if isinstance(kinds, str):
        kinds = dict.fromkeys(names, kinds)
    if not isinstance(kinds, Mapping):
        raise OptionError(
            f"kinds is a kind for all columns, or a mapping such as {{'age': 'discrete'}}; got {kinds!r}"
        )
    known = set(names)
    for name, kind in kinds.items():
        if name not in known:
            raise OptionError(f"kinds: {unknown_column(name, names)}")
        if kind not in KINDS:
            raise OptionError(f"the kind of {name!r} is one of {', '.join(map(repr, KINDS))}; got {kind!r}")
    return kinds


def _check_values(columns: Mapping[str, RawColumn]) -> None:
    if not max(map(len, columns.values())):
        raise DataError(f"the data have no rows, only the columns {some(list(columns))}")
    empty = [name for name, raw in columns.items() if raw.missing().all()]
    if empty:
        raise DataError(f"{_columns(empty)} no values at all, every one is missing; leave {_them(empty)} out")
    infinite = {name: count for name, raw in columns.items() if (count := raw.infinite())}
    if infinite:
        raise DataError(
            f"infinite values in {_per_column(infinite)}; replace them with finite numbers, or mark them as "
            f"missing"
        )


def _complete(
    columns: dict[str, RawColumn], missing: MissingPolicy
) -> tuple[dict[str, RawColumn], dict[str, int], int]:
    """Return the columns without missing values, how many there were by column, and how many rows fell."""
    rows = max(map(len, columns.values()))
    incomplete = np.zeros(rows, dtype=bool)
    counts: dict[str, int] = {}
    for name, raw in columns.items():
        gaps = raw.missing()
        if gaps.any():
            counts[name] = int(gaps.sum())
            incomplete |= gaps
    if not counts:
        return columns, {}, 0
    dropped = int(incomplete.sum())
    if missing == "error":
        raise DataError(
            f"missing values in {_per_column(counts)}; pass ",
            Advice("missing", "drop"),
            f" to keep the {rows - dropped:,} complete rows of {rows:,}, or fill them in first",
            InPython("; missing is an option of sepset.dataset and sepset.read"),
        )
    if dropped == rows:
        raise DataError(
            f"no row is complete: every one of {rows:,} has a missing value somewhere in "
            f"{_per_column(counts)}; leave out the columns with the most, or fill them in first"
        )
    return {name: raw.take(~incomplete) for name, raw in columns.items()}, counts, dropped


def _check_constant(columns: Mapping[str, RawColumn], dropped: int) -> None:
    constant = [name for name, raw in columns.items() if raw.constant()]
    if constant:
        _refuse_constant(constant, columns[constant[0]], dropped)


def _refuse_constant(constant: list[str], first: RawColumn, dropped: int) -> NoReturn:
    value = settle("", first, "discrete").levels[0]
    after = f" after {dropped:,} rows with missing values were dropped" if dropped else ""
    what = f"column {constant[0]!r} is constant{after}, always {value!r}"
    if len(constant) > 1:
        what = f"columns {some(constant)} are constant{after}"
    raise DataError(f"{what}; a variable must vary, so leave {_them(constant)} out")


def _columns(names: Sequence[str]) -> str:
    return f"column {names[0]!r} has" if len(names) == 1 else f"columns {some(names)} have"


def _them(names: Sequence[str]) -> str:
    return "it" if len(names) == 1 else "them"


def _per_column(counts: Mapping[str, int]) -> str:
    return with_rest([f"{name!r} ({count:,})" for name, count in counts.items()], more="more columns")
