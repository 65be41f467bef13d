"""Stabilities from files: JSON with a format, a version and a schema, in which nothing is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.errors import SavedError
from sepset.graph.marks import EDGE_PATTERNS
from sepset.result.saved.data import read_data
from sepset.result.saved.json_files import check_version, packaged_schema
from sepset.result.saved.json_values import Value
from sepset.result.saved.reader import read_names, read_settings
from sepset.result.settings import Settings
from sepset.result.stability.document import VERSION
from sepset.result.stability.stability import Stability
from sepset.skeleton.pair_numbers import number_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

METHODS = ("bootstrap", "half")
_PARTS = (
    *("counts", "data", "format", "learner", "method", "names", "patterns", "resamples", "seed", "settings"),
    *("used", "version", "versions"),
)


def schema() -> dict[str, object]:
    """Return the JSON Schema of the files.

    >>> schema()["title"]
    'sepset stability, version 1'
    """
    return packaged_schema("sepset.result.stability", "stability.schema.json")


def stability_of(document: dict[str, object]) -> Stability:
    """Return the stability that a document holds; anything that is not sound is an error that says where."""
    check_version(document.get("version"), VERSION)
    whole = Value(document)
    whole.require_only(_PARTS)
    names = read_names(whole.part("names"))
    if whole.part("patterns").raw != list(EDGE_PATTERNS):
        whole.part("patterns").refuse(f"the nine patterns {' '.join(EDGE_PATTERNS)}, in this order")
    resamples = whole.part("resamples").whole(1)
    used = _used(whole.part("used"), len(names), resamples)
    return Stability(
        names,
        _counts(whole.part("counts"), len(names), used),
        used,
        whole.part("learner").text(),
        resamples,
        whole.part("method").word(METHODS),
        whole.part("seed").whole(),
        read_settings(whole.part("settings"), names, Settings),
        read_data(whole.part("data"), names),
        {name: value.text() for name, value in whole.part("versions").parts().items()},
    )


def _used(value: Value, n: int, resamples: int) -> NDArray[np.int64]:
    used = np.full(n * (n - 1) // 2, resamples, dtype=np.int64)
    for a, b, count in value.rows(3):
        used[_place(a, b, n)] = count.whole(0, resamples)
    return used


def _counts(value: Value, n: int, used: NDArray[np.int64]) -> NDArray[np.int64]:
    counts = np.zeros((len(used), len(EDGE_PATTERNS)), dtype=np.int64)
    for a, b, found in value.rows(3):
        place = _place(a, b, n)
        numbers = found.wholes(0, int(used[place]))
        if len(numbers) != len(EDGE_PATTERNS) or sum(numbers) > used[place]:
            raise SavedError(
                f"{found.where} should be {len(EDGE_PATTERNS)} counts that sum up to {used[place]} at most"
            )
        counts[place] = numbers
    return counts


def _place(a: Value, b: Value, n: int) -> int:
    low = a.whole(0, n - 2)
    high = b.whole(low + 1, n - 1)
    return number_of(low, high, n)
