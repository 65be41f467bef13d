"""Columns as tables of pandas and polars.

A discrete column becomes a categorical with its levels in order, so that `dataset` reads the same column
back; polars has only text categories, so other levels become plain values there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sepset.lazily import optional

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    import polars as pl

    from sepset.data.column import Column


def to_pandas(columns: Sequence[Column]) -> pd.DataFrame:
    """Return columns as a pandas table."""
    pandas = optional("pandas")
    return pandas.DataFrame({column.name: _pandas_values(column, pandas) for column in columns})


def _pandas_values(column: Column, pd: Any) -> Any:
    if column.kind == "continuous":
        return column.values.copy()
    return pd.Categorical.from_codes(
        column.values.astype("int64"),
        categories=list(column.levels),
        ordered=column.holds == "ordered categories",
    )


def to_polars(columns: Sequence[Column]) -> pl.DataFrame:
    """Return columns as a polars table."""
    polars = optional("polars")
    table: pl.DataFrame = polars.DataFrame([_polars_series(column, polars) for column in columns])
    return table


def _polars_series(column: Column, pl: Any) -> Any:
    if column.kind == "continuous":
        return pl.Series(column.name, column.values)
    values = [column.levels[code] for code in column.values.tolist()]
    text = all(isinstance(level, str) for level in column.levels)
    return pl.Series(column.name, values, dtype=pl.Enum(list(column.levels)) if text else None)
