"""Any table in memory as a `Dataset`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.data.dataset import Dataset
from sepset.data.reading.assemble import assemble, check_policy
from sepset.data.reading.frames import raw_columns
from sepset.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sepset.data.dataset import Kinds, MissingPolicy


def dataset(
    data: object, *, names: Iterable[str] | None = None, kinds: Kinds = None, missing: MissingPolicy = "error"
) -> Dataset:
    """Return data as a `Dataset`: checked, with the kind of every column known.

    `data` is a pandas, polars or pyarrow table, a two-dimensional NumPy array, a mapping from name to
    values, or a `Dataset`, which is returned as it is. Masked cells of an array are missing values.

    - `names` are the names of the columns, in order; arrays get x0, x1, ... without them.
    - `kinds` overrides what the values suggest: ``{"age": "continuous"}``, or one kind for all columns.
    - `missing`: what to do about missing values, ``"error"``, or ``"drop"`` to keep complete rows only.

    >>> dataset({"a": [0, 1, 1, 0], "b": [2.5, 3.5, 1.0, 2.0]}, kinds="continuous").kinds["a"]
    'continuous'
    """
    if isinstance(data, Dataset):
        check_policy(missing)
        if names is not None or kinds is not None:
            raise OptionError(
                "names and kinds are settled when a Dataset is made; give them there, with the raw data"
            )
        return data
    return assemble(raw_columns(data, names), kinds=kinds, missing=missing)
