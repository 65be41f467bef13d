"""Columns and files of Apache Arrow, a few columns at a time and without a Python object for each value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sepset.data.column import MISSING, Encoded, place_type
from sepset.errors import DataError

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator
    from pathlib import Path

_BYTES_AT_ONCE = 1 << 24
_WORD = 8


def is_arrow_text(column: Any) -> bool:
    """Say whether a pyarrow column holds text, or categories that are text without an order of their own."""
    if not type(column).__module__.startswith("pyarrow"):
        return False
    import pyarrow as pa  # an extra, and here already

    kind = column.type
    if pa.types.is_dictionary(kind):
        return not kind.ordered and _is_text(kind.value_type)
    return _is_text(kind)


def _is_text(kind: Any) -> bool:
    import pyarrow as pa  # an extra, and here already

    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def from_arrow_text(column: Any) -> Encoded:
    """Return a pyarrow column of text in encoded form, through its dictionary.

    >>> import pyarrow as pa
    >>> raw = from_arrow_text(pa.chunked_array([["no", None], ["yes", "no"]]))
    >>> raw.labels, raw.places.tolist()
    (('no', 'yes'), [0, -1, 1, 0])
    """
    import pyarrow as pa  # an extra, and here already

    categorical = pa.types.is_dictionary(column.type)
    chunks = (column if categorical else column.dictionary_encode()).chunks
    texts = [chunk.dictionary.to_pylist() for chunk in chunks]
    # A category may be in a dictionary twice, and may itself be a missing value.
    labels = tuple(sorted({text for part in texts for text in part if text is not None}))
    place_of = {label: place for place, label in enumerate(labels)}
    narrow = place_type(len(labels))
    parts = [np.empty(0, dtype=narrow)]
    for chunk, part in zip(chunks, texts, strict=True):
        places = np.array([*(place_of.get(text, MISSING) for text in part), MISSING], dtype=narrow)
        found = chunk.indices
        if found.null_count:
            found = found.cast(pa.int64()).fill_null(len(part))
        parts.append(places[found.to_numpy(zero_copy_only=False)])
    return Encoded(labels, np.concatenate(parts), categorical).occurring()


def parquet_tables(file: Path | io.BytesIO) -> Iterator[Any]:
    """Yield the table in a Parquet file a few columns at a time, so that the memory it takes is bounded."""
    import pyarrow.parquet as pq  # an extra

    with pq.ParquetFile(file) as parquet:
        names, schema = parquet.schema_arrow.names, parquet.schema_arrow
        nested = len(parquet.schema.names) != len(names) or any("." in name for name in names)
        if nested or len(set(names)) < len(names) or (schema.pandas_metadata or {}).get("index_columns"):
            yield parquet.read()
            return
        at_once = max(_BYTES_AT_ONCE // (_WORD * max(parquet.metadata.num_rows, 1)), 1)
        for first in range(0, len(names), at_once):
            yield parquet.read(columns=names[first : first + at_once])


def read_arrow(file: Path | io.BytesIO, suffix: str) -> Iterator[Any]:
    """Yield the table in a Parquet, Feather or Arrow file, some of its columns at a time."""
    try:
        import pyarrow  # an extra
        import pyarrow.feather
    except ImportError:
        message = f"{suffix} files need pyarrow: pip install 'sepset[arrow]'; or save the table as CSV"
        raise DataError(message) from None
    try:
        if suffix == ".parquet":
            yield from parquet_tables(file)
        else:
            yield pyarrow.feather.read_table(file)
    except (OSError, pyarrow.ArrowException) as error:
        raise DataError(f"the file cannot be read as {suffix}: {error}") from None
