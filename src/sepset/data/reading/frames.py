"""From objects in memory to raw columns: data frames, NumPy arrays and mappings of columns."""

from __future__ import annotations

import datetime
import decimal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from sepset.checks import check_items
from sepset.data.column import EXACT, Encoded, Label, Numbers, encode, encode_booleans, encode_whole
from sepset.data.reading.arrow import from_arrow_text, is_arrow_text
from sepset.data.reading.assemble import check_column_names
from sepset.data.reading.problems import Unfit
from sepset.data.refusals import dates, inexact, unsuitable
from sepset.errors import DataError, InPython, OptionError
from sepset.wording import some

if TYPE_CHECKING:
    from sepset.data.column import RawColumn

Named: TypeAlias = list[tuple[str, "RawColumn | Unfit"]]

ACCEPTED = (
    "a pandas, polars or pyarrow table, a two-dimensional NumPy array, or a mapping from name to values"
)
_WORD = 8
_FEW_ROWS = 4096
_COLUMNS_AT_ONCE = 8
_ROWS_AT_ONCE = 1 << 12
_PLAIN = (str, bool, int, float, np.bool_, np.number, decimal.Decimal)


def raw_columns(data: object, names: Iterable[str] | None = None) -> Named:
    """Return the raw columns of a frame, an array or a mapping, in order, with their names.

    >>> [(name, len(raw)) for name, raw in raw_columns({"a": [1, 2], "b": ["u", None]})]
    [('a', 2), ('b', 2)]
    """
    if isinstance(data, np.ndarray):
        return _from_array(data, names)
    if isinstance(data, Mapping):
        return _from_mapping(data, names)
    return _from_frame(data, names)


# ---- frames ----------------------------------------------------------------------------------------------


def _from_frame(data: Any, names: Iterable[str] | None) -> Named:
    import narwhals as nw  # slow to import
    from narwhals.dependencies import is_into_dataframe, is_pyarrow_table  # slow to import

    data = _whole_table(data)
    if not is_into_dataframe(data):
        if isinstance(nw.from_native(data, pass_through=True), nw.LazyFrame):
            raise DataError(
                "the table is lazy, its values have not been computed",
                InPython("; call .collect() on it first"),
            )
        is_path = isinstance(data, str | PathLike)
        advice = InPython("; read a file first: sepset.read(path)") if is_path else ""
        raise DataError(f"data must be {ACCEPTED}; got {type(data).__name__}", advice)
    if is_pyarrow_table(data):
        data = _without_index(data)
    # Names are checked before narwhals sees them, since it refuses repeated ones in its own words.
    labels = list(data.column_names if hasattr(data, "column_names") else data.columns)
    check_column_names(column_names(labels, len(labels)), fewest=1)
    columns = column_names(labels if names is None else names, len(labels))
    frame = nw.from_native(data, eager_only=True)
    return [(name, _fit(_from_series, name, frame[:, place])) for place, name in enumerate(columns)]


def _fit(convert: Callable[[str, Any], RawColumn], name: str, values: Any) -> RawColumn | Unfit:
    """Return the column, or why it cannot be used: all columns are looked at before anything is refused."""
    try:
        return convert(name, values)
    except DataError as error:
        return Unfit(error.parts)


def _whole_table(data: Any) -> Any:
    """Return a batch of pyarrow as a table, and anything else as it is."""
    pyarrow = sys.modules.get("pyarrow")
    batch = pyarrow is not None and isinstance(data, pyarrow.RecordBatch)
    return pyarrow.Table.from_batches([data]) if pyarrow is not None and batch else data


def _without_index(table: Any) -> Any:
    """Return a pyarrow table without the index that pandas stored in it: it numbers rows, as in pandas."""
    stored = (table.schema.pandas_metadata or {}).get("index_columns", ())
    index = {name for name in stored if isinstance(name, str)}
    return table.select([name for name in table.column_names if name not in index]) if index else table


def _from_series(name: str, series: Any) -> RawColumn:
    """Return a narwhals series as a raw column."""
    import narwhals as nw  # slow to import

    dtype = series.dtype
    if dtype.is_nested():
        raise DataError(
            unsuitable(name, f"lists or records ({dtype})", "spread them over columns of their own")
        )
    if dtype == nw.Duration:
        return Numbers(_seconds(series), "seconds")
    if dtype in (nw.Date, nw.Datetime):
        return Numbers(_days(series.to_list()), "days")
    if dtype.is_temporal():
        raise DataError(dates(name, str(dtype)))
    if dtype.is_float() or dtype.is_decimal():
        return Numbers(np.array(series.cast(nw.Float64).to_numpy(), dtype=np.float64))
    plain = dtype == nw.Boolean or (dtype.is_integer() and dtype not in (nw.Int128, nw.UInt128))
    if plain and not series.null_count():
        return _from_array_column(name, series.to_numpy())
    if dtype in (nw.String, nw.Categorical) and is_arrow_text(series.to_native()):
        return from_arrow_text(series.to_native())
    if isinstance(dtype, (nw.Categorical, nw.Enum)):
        return _from_categories(name, series.to_list(), _categories(series), ordered=_is_ordered(series))
    return _from_values(name, series.to_list())


def _seconds(series: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return durations as numbers of seconds, NaN where there is none."""
    seconds = [None if _is_missing(value) else value.total_seconds() for value in series.to_list()]
    return np.array(seconds, dtype=np.float64)


def _days(values: list[Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return dates as days since the first of them, NaN where there is none."""
    moments = [None if _is_missing(value) else _moment(value) for value in values]
    first = min((moment for moment in moments if moment is not None), default=datetime.datetime.min)
    day = datetime.timedelta(days=1)
    return np.array([np.nan if moment is None else (moment - first) / day for moment in moments])


def _moment(value: datetime.date) -> datetime.datetime:
    """Return a date as a moment without a zone: the zone is that of the whole column."""
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=None)
    return datetime.datetime(value.year, value.month, value.day)


def _is_ordered(series: Any) -> bool:
    """Say whether categories are ordered: pandas and pyarrow say so, and those of an Enum always are."""
    import narwhals as nw  # slow to import

    native = series.to_native()
    pandas = getattr(getattr(native, "cat", None), "ordered", None)
    if pandas is not None and not callable(pandas):
        return bool(pandas)
    return isinstance(series.dtype, nw.Enum) or bool(getattr(getattr(native, "type", None), "ordered", False))


def _categories(series: Any) -> tuple[Any, ...] | None:
    """Return the categories of a column if their order counts: it has a meaning, or only pandas knows it."""
    native, known = series.to_native(), getattr(series.dtype, "categories", None)
    if known is not None:
        return tuple(known)
    if getattr(getattr(native, "type", None), "ordered", False):
        chunks = native.unify_dictionaries().chunks
        return tuple(chunks[0].dictionary.to_pylist()) if chunks else ()
    pandas = tuple(getattr(getattr(native, "cat", None), "categories", ()))
    return None if all(isinstance(category, _PLAIN) for category in pandas) else pandas


def _from_categories(
    name: str, values: list[Any], order: tuple[Any, ...] | None, *, ordered: bool
) -> RawColumn:
    """Return a categorical column; intervals and others of no plain type are named by their text."""
    if order is None or all(isinstance(category, _PLAIN) for category in order):
        raw = _from_values(name, values, order=order, categorical=True)
    else:
        texts = [None if _is_missing(value) else str(value) for value in values]
        raw = encode(texts, [str(category) for category in order])
    return replace(raw, ordered=ordered) if isinstance(raw, Encoded) else raw


# ---- arrays ----------------------------------------------------------------------------------------------


def _from_array(array: np.ndarray[Any, Any], names: Iterable[str] | None) -> Named:
    if array.dtype.names is not None and array.ndim == 1:
        return _from_mapping({field: array[field] for field in array.dtype.names}, names)
    if array.ndim != 2:
        raise DataError(
            f"an array must have two dimensions, rows and columns; got {array.ndim} (shape {array.shape})"
        )
    if array.dtype.kind not in "biufU":
        raise DataError(
            f"an array must hold numbers, booleans or text; got dtype {array.dtype}. For columns of "
            f"different types use a data frame or a mapping from name to values"
        )
    default = [f"x{i}" for i in range(array.shape[1])]
    columns = column_names(default if names is None else names, array.shape[1])
    raws = (_fit(_from_array_column, *column) for column in zip(columns, _contiguous(array), strict=True))
    return list(zip(columns, raws, strict=True))


def _contiguous(array: np.ndarray[Any, Any]) -> Iterator[np.ndarray[Any, Any]]:
    """Yield the columns, each with its values side by side: every later look at them is many times faster.

    A few columns are copied at a time, so that no second table stands beside the first.
    """
    if isinstance(array, np.ma.MaskedArray) or array.shape[0] < _FEW_ROWS or array.flags.f_contiguous:
        yield from array.T
        return
    for first in range(0, array.shape[1], _COLUMNS_AT_ONCE):
        yield from _transposed(array[:, first : first + _COLUMNS_AT_ONCE])


def _transposed(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the columns as rows; going on when some rows are done keeps them near the processor."""
    columns = np.empty(array.shape[::-1], dtype=array.dtype)
    for first in range(0, len(array), _ROWS_AT_ONCE):
        columns[:, first : first + _ROWS_AT_ONCE] = array[first : first + _ROWS_AT_ONCE].T
    return columns


def _from_array_column(name: str, values: np.ndarray[Any, Any]) -> RawColumn:
    kind = values.dtype.kind
    if isinstance(values, np.ma.MaskedArray):
        return _from_values(name, values.tolist())  # a masked cell is None there
    if kind in "OSVcmM":
        return _from_values(
            name, values.tolist() if kind != "c" else [complex(value) for value in values[:1]]
        )
    if kind == "U":
        return encode(values.tolist())
    if kind == "b":
        return encode_booleans(values)
    return _from_numeric_array(name, values)


def _from_numeric_array(name: str, values: np.ndarray[Any, Any]) -> RawColumn:
    if values.dtype.kind in "iu" and len(values) > 0:
        large = values.dtype.itemsize == _WORD
        if large and max(abs(int(values.min())), abs(int(values.max()))) > EXACT:
            raise DataError(inexact(name))
        if (encoded := encode_whole(values)) is not None:
            return encoded
    return Numbers(np.array(values, dtype=np.float64))


# ---- mappings --------------------------------------------------------------------------------------------


def _from_mapping(data: Mapping[Any, Any], names: Iterable[str] | None) -> Named:
    columns = column_names(list(data) if names is None else names, len(data))
    raws = [_fit(_from_sequence, name, values) for name, values in zip(columns, data.values(), strict=True)]
    lengths = {name: len(raw) for name, raw in zip(columns, raws, strict=True) if not isinstance(raw, Unfit)}
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{name!r} ({length:,})" for name, length in list(lengths.items())[:10])
        raise DataError(f"columns must have the same number of rows, got {shown}")
    return list(zip(columns, raws, strict=True))


def _from_sequence(name: str, values: Any) -> RawColumn:
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            raise DataError(
                f"column {name!r} must have one dimension, got {values.ndim} (shape {values.shape})"
            )
        return _from_array_column(name, values)
    if isinstance(values, str) or not isinstance(values, Sequence):
        import narwhals as nw  # slow to import

        series = nw.from_native(values, series_only=True, pass_through=True)
        if not isinstance(series, nw.Series):
            raise DataError(
                f"column {name!r} must be a list, a NumPy array or a series; got {type(values).__name__}"
            )
        return _from_series(name, series)
    return _from_values(name, list(values))


# ---- values of any type ----------------------------------------------------------------------------------


def _from_values(
    name: str, values: list[Any], *, order: tuple[Label, ...] | None = None, categorical: bool = False
) -> RawColumn:
    """Return Python values as a raw column; all must be numbers, all booleans or all text."""
    categorical = categorical or order is not None
    types = set(map(type, values)) - {NoneType}
    # Columns of one plain type are the rule, and need no look at each value; NaN would become a category.
    if types not in ({str}, {bool}) and (types != {float} or categorical):
        values = _checked(name, values)
        types = set(map(type, values)) - {NoneType}
    if types and types <= {int, float} and not categorical:
        return Numbers(np.array(values, dtype=np.float64))
    encoded = encode(values, order)
    return Encoded(encoded.labels, encoded.places, categorical)


def _checked(name: str, values: list[Any]) -> list[Label | None]:
    """Return values of any types as plain ones of one type, or refuse them."""
    plain = [_plain(name, row, value) for row, value in enumerate(values)]
    first_row: dict[str, int] = {}
    for row, value in enumerate(plain):
        if value is not None:
            first_row.setdefault(_type_of(value), row)
    if len(first_row) > 1:
        shown = " and ".join(f"{kind} (row {row + 1} is {plain[row]!r})" for kind, row in first_row.items())
        raise DataError(f"column {name!r} mixes {shown}; make all its values of one type")
    return plain


def _plain(name: str, row: int, value: Any) -> Label | None:
    """Return a value as a bool, int, float or str, or None when it is missing."""
    if isinstance(value, str):
        return str(value)
    if _is_missing(value):
        return None
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        if abs(int(value)) > EXACT:
            raise DataError(inexact(name))
        return int(value)
    if isinstance(value, (float, np.floating, decimal.Decimal)):
        return float(value)
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    raise DataError(_refusal(name, row, value))


def _is_missing(value: Any) -> bool:
    """Say whether a value is None, NaN of any type, or one of the marks of pandas."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating, decimal.Decimal)) and bool(value != value)


def _refusal(name: str, row: int, value: Any) -> str:
    what = f"{type(value).__name__} values (row {row + 1} is {value!r})"
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)):
        return dates(name, type(value).__name__)
    if isinstance(value, (complex, np.complexfloating)):
        return unsuitable(name, f"complex numbers (row {row + 1} is {value!r})", "use their parts as columns")
    if isinstance(value, (Sequence, Mapping, set, frozenset, np.ndarray)) and not isinstance(value, bytes):
        return unsuitable(name, f"lists or records (row {row + 1} is {value!r})", "spread them over columns")
    return unsuitable(name, what, "turn them into numbers or text, or leave the column out")


def _type_of(value: Label) -> str:
    if isinstance(value, bool):
        return "booleans"
    return "text" if isinstance(value, str) else "numbers"


# ---- names -----------------------------------------------------------------------------------------------


def column_names(given: Iterable[Any], count: int) -> list[str]:
    """Return column names as text: whole numbers are written out, anything else must be text."""
    labels = check_items("names", given, "column names")
    if len(labels) != count:
        raise OptionError(
            f"names must name each of the {count:,} columns, got {len(labels):,}: {some(labels)}"
        )
    names = []
    for label in labels:
        whole = isinstance(label, (int, np.integer)) and not isinstance(label, bool)
        if not whole and not isinstance(label, str):
            raise DataError(
                f"column names are text, got {label!r} ({type(label).__name__}); rename the column"
            )
        names.append(str(label))
    return names
