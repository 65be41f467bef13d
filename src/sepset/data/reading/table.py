"""Any table in memory as a `Dataset`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.data.dataset import Dataset
from sepset.data.reading.assemble import Wishes, assemble, chosen_columns, dropping_gaps
from sepset.errors import OptionError
from sepset.lazily import Lazy

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sepset.data.dataset import Kinds, MissingPolicy
    from sepset.data.reading import frames
else:
    frames = Lazy("sepset.data.reading.frames")  # for tables in memory; those in files are mostly text


def dataset(
    data: object,
    *,
    names: Iterable[str] | None = None,
    kinds: Kinds = None,
    missing: MissingPolicy = "error",
    drop: Collection[str] = (),
    only: Collection[str] | None = None,
    clean: bool | None = None,
) -> Dataset:
    """Return data as a `Dataset`: checked, with the kind of every column known.

    `data` is a pandas, polars or pyarrow table, a two-dimensional NumPy array, a mapping from name to
    values, or a `Dataset`, which is returned as it is. Masked cells of an array are missing values.

    - `names` are the names of the columns, in order; arrays get x0, x1, ... without them.
    - `kinds` overrides what the values suggest: ``{"age": "continuous"}``, or one kind for all columns.
    - `missing`: what to do about missing values: ``"error"``; ``"drop"`` to keep complete rows only;
      ``"testwise"`` to keep all, so that each test leaves out the rows that have gaps in its own columns.
    - `drop` names columns to leave out, and `only` those to keep.
    - `clean`: leave out columns that no test can use (constants, identifiers and free text, dates, copies),
      instead of refusing the table; `Dataset.left_out` says why. None means yes with ``missing="testwise"``.

    >>> dataset({"a": [0, 1, 1, 0], "b": [2.5, 3.5, 1.0, 2.0]}, kinds="continuous").kinds["a"]
    'continuous'
    """
    wishes = Wishes(kinds=kinds, missing=missing, drop=drop, only=only, clean=clean)
    if isinstance(data, Dataset):
        if names is not None or kinds is not None:
            raise OptionError(
                "names and kinds are settled when a Dataset is made; give them there, with the raw data"
            )
        known = chosen_columns(data, wishes)
        return dropping_gaps(known) if missing == "drop" else known
    return assemble(frames.raw_columns(data, names), wishes)


class Cleaned(NamedTuple):
    """A table that can be learned from, and the columns that were left out, with the reason of each."""

    data: Dataset
    left_out: Mapping[str, str]


def clean(
    data: object,
    *,
    names: Iterable[str] | None = None,
    kinds: Kinds = None,
    missing: MissingPolicy = "testwise",
) -> Cleaned:
    """Return a table without the columns that no test can use, and the list of these.

    Left out are constants, columns without values, identifiers and free text, dates, text that stands for
    numbers, and exact copies. A column whose kind is given in `kinds` is taken as that.

    >>> done = clean({"id": ["a", "b", "c"], "site": [1, 1, 1], "u": [0, 1, 0], "v": [0.5, 0.7, 1.9]})
    >>> done.data.names, done.left_out["site"]
    (('id', 'u', 'v'), "column 'site' is constant, always 1; a variable must vary")
    """
    made = dataset(data, names=names, kinds=kinds, missing=missing, clean=True)
    return Cleaned(made, made.left_out)
