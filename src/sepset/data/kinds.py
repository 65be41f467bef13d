"""How the kind of a column is decided.

- text, booleans and categoricals are discrete; text that stands for numbers or dates is refused;
- numbers are discrete when they are few values a whole number of steps apart (see `few_whole_values`), and
  continuous otherwise: neither a scale nor a zero point changes the kind;
- the caller may say which kind a column is: ``continuous``, ``discrete``, ``ordinal`` (discrete, its
  levels in order) or ``count`` (continuous, whole numbers from 0 on).

Storage plays no part: whole numbers stored as floats, as pandas does when values are missing, are still
whole.

>>> from sepset.data.column import encode
>>> settle("sex", encode(["f", "m", "f"]), None).levels
('f', 'm')
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sepset.data.column import (
    MISSING,
    MOST_LEVELS,
    MOST_WHOLE_VALUES,
    Column,
    Encoded,
    Numbers,
    all_whole,
    code_type,
    distinct_values,
    few_whole_values,
)
from sepset.data.refusals import as_discrete, dates
from sepset.data.suspicious_text import check_labels, days_of_text
from sepset.errors import Advice, DataError
from sepset.wording import examples

if TYPE_CHECKING:
    import numpy.typing as npt

    from sepset.data.column import Asked, Floats, Holds, Kind, Label, RawColumn, Tally

_PROBED_ROWS = 256
_ROUNDING = 1e-9
_MOST_STEPS = 10_000


def settle(name: str, raw: RawColumn, asked: Asked | None) -> Column:
    """Return the column with its kind decided.

    `asked` overrides what the values suggest; text without an order cannot be made continuous, dates become
    days when they are, and a discrete column has at most 1,000 levels.
    """
    if isinstance(raw, Encoded) and not raw.categorical and asked not in ("discrete", "ordinal"):
        days = days_of_text(raw.labels, raw.places) if asked == "continuous" else None
        if days is None:
            check_labels(name, raw.tally)
        else:
            raw = Numbers(days, "days")
    if isinstance(raw, Numbers) and raw.holds == "days" and asked != "continuous":
        raise DataError(
            dates(name, "dates"), ". Days since the first: pass ", Advice("kinds", "continuous", name)
        )
    kind = _KIND_OF[asked] if asked is not None else _inferred_kind(raw)
    if kind == "continuous":
        values = _as_floats(name, raw)
        return Column(name, kind, values, (), _continuous_holds(name, raw, values, asked))
    column = _discrete(name, raw, asked_for=asked is not None)
    tally = raw.tally if isinstance(raw, Encoded) else None
    return replace(column, holds=_discrete_holds(name, tally, asked))


_KIND_OF: dict[Asked, Kind] = {
    "continuous": "continuous",
    "discrete": "discrete",
    "ordinal": "discrete",
    "count": "continuous",
}


def _continuous_holds(name: str, raw: RawColumn, values: Floats, asked: Asked | None) -> Holds:
    if isinstance(raw, Numbers) and raw.holds is not None:
        return raw.holds
    if isinstance(raw, Encoded) and raw.ordered and not raw.numeric():
        return "ranks"
    present = values[~np.isnan(values)]
    whole = all_whole(present)
    if asked == "count" and not (whole and present.min(initial=0.0) >= 0):
        wrong = float(present[(present < 0) | (present != np.floor(present))].min())  # in whatever order
        raise DataError(
            f"column {name!r} cannot be a count: it holds {wrong:g}, and counts are whole numbers from 0 on; "
            "pass ",
            Advice("kinds", "continuous", column=name),
        )
    return "counts" if asked == "count" else "whole numbers" if whole else "numbers"


def _discrete_holds(name: str, tally: Tally | None, asked: Asked | None) -> Holds:
    """Return what a discrete column holds; numbers that were not given as labels have no tally."""
    ordered = tally is not None and tally.ordered
    text = tally is not None and any(isinstance(label, str) for label in tally.labels)
    if asked == "ordinal" and text and not ordered:
        raise DataError(
            f"column {name!r} cannot be ordinal: it holds text, and nothing says in what order; give it as "
            "an ordered categorical of pandas, an Enum of polars, or numbers, or pass ",
            as_discrete(name),
        )
    if ordered or asked == "ordinal":
        return "ordered categories"
    if tally is not None and tally.labels and isinstance(tally.labels[0], bool):
        return "booleans"
    return "categories"


def _inferred_kind(raw: RawColumn) -> Kind:
    if isinstance(raw, Encoded):
        return _kind_of_labels(raw.tally)
    present_values = raw.values[~np.isnan(raw.values)]
    # Most continuous columns can be recognised in their first rows.
    if len(np.unique(present_values[:_PROBED_ROWS])) > MOST_WHOLE_VALUES:
        return "continuous"
    distinct = distinct_values(present_values)[0]
    few = few_whole_values(len(distinct), len(present_values))
    return "discrete" if few and _even(distinct) else "continuous"


def _kind_of_labels(tally: Tally) -> Kind:
    if tally.categorical or not tally.numeric():
        return "discrete"
    few = few_whole_values(len(tally.labels), tally.present)
    return "discrete" if few and _even(np.array(sorted(tally.labels), dtype=np.float64)) else "continuous"


def _even(distinct: Floats) -> bool:
    """Say whether values in order are a whole number of steps apart, up to rounding; two always are.

    A scale that was standardised is still a scale: the steps are found by Euclid's algorithm.
    """
    if all_whole(distinct):
        return True
    step, span = 0.0, float(distinct[-1] - distinct[0])
    for gap in np.diff(distinct).tolist():
        while gap > _ROUNDING * span:
            step, gap = gap, step % gap if step % gap < gap * (1 - _ROUNDING) else 0.0
    return span <= _MOST_STEPS * step


def _as_floats(name: str, raw: RawColumn) -> Floats:
    if isinstance(raw, Numbers):
        return raw.values + 0.0  # makes -0.0 into 0.0, so that equal values have equal bytes
    if raw.ordered and not raw.numeric():  # the user asked for it, so ranks are taken as numbers
        return np.append(np.arange(float(len(raw.labels))), np.nan)[raw.places]
    if raw.labels and isinstance(raw.labels[0], str):
        raise DataError(
            f"column {name!r} cannot be continuous: it holds text such as {raw.labels[0]!r}; leave it "
            f"discrete, or turn its values into numbers first"
        )
    # The place of a missing value, -1, is the last.
    return np.array([*raw.labels, np.nan], dtype=np.float64)[raw.places] + 0.0


def _discrete(name: str, raw: RawColumn, *, asked_for: bool) -> Column:
    if isinstance(raw, Numbers):
        present = ~np.isnan(raw.values)
        distinct, found = distinct_values(raw.values[present])
        places = np.full(len(raw), MISSING, dtype=np.intp)
        places[present] = found
        raw = Encoded(tuple(distinct.tolist()), places)
    _check_levels(name, raw.tally, asked_for=asked_for)
    return Column(name, "discrete", _codes(raw), tidy_labels(raw.labels))


def _codes(raw: Encoded) -> npt.NDArray[np.unsignedinteger[Any]]:
    """Return the places as codes, those of missing values after all others."""
    type_ = code_type(len(raw.labels) + bool(raw.gaps()))
    if raw.gaps():
        return np.where(raw.missing(), len(raw.labels), raw.places).astype(type_)
    if raw.places.dtype.itemsize == np.dtype(type_).itemsize:
        return raw.places.view(type_)
    return raw.places.astype(type_)


def tidy_labels(labels: tuple[Label, ...]) -> tuple[Label, ...]:
    """Write whole numbers as int, so that 1 and 1.0 make the same level."""
    if not any(isinstance(label, float) for label in labels):
        return labels
    numbers = [float(label) + 0.0 for label in labels]
    whole = all(number.is_integer() for number in numbers)
    return tuple(int(number) if whole else number for number in numbers)


def too_many_levels(*, numeric: bool) -> str:
    """Say what to do about a column that has more levels than are allowed."""
    advice = "make it continuous" if numeric else "leave it out if it is an identifier or free text"
    return f"a discrete variable has at most {MOST_LEVELS:,}: {advice}, or merge levels"


def _check_levels(name: str, tally: Tally, *, asked_for: bool) -> None:
    levels, rows = len(tally.labels), tally.present
    what = f"column {name!r} has {levels:,} levels in {rows:,} rows, such as {examples(tally.labels)}"
    if levels > MOST_LEVELS:
        raise DataError(f"{what}; {too_many_levels(numeric=tally.numeric())}")
    if not asked_for and levels > MOST_WHOLE_VALUES and levels > rows / 2:
        raise DataError(
            f"{what}: fewer than two rows for each, as in an identifier or free text; leave it out, merge "
            "levels, or pass ",
            as_discrete(name),
            " to use it as it is",
        )
