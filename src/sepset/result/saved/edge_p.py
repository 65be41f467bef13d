"""The part ``edge_p`` of a file: the largest p of each pair, where it was asked for or is quick to find."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from sepset.result.edge_p import quick_edge_p

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sepset.result.discovery import Discovery
    from sepset.result.saved.json_values import Value


def edge_p_part(found: Discovery) -> dict[str, object]:
    """Return the part, or nothing if no one has asked and it would take longer than a moment."""
    known = quick_edge_p(found)
    if known is None:
        return {}
    return {"edge_p": [None if math.isnan(p) else p for p in known.values_in_order.tolist()]}


def read_edge_p(whole: Value, n: int) -> Callable[[], NDArray[np.float64]] | None:
    """Return what gives the largest p of each pair, if the file has it."""
    if "edge_p" not in whole.parts():
        return None
    values = []
    for item in whole.part("edge_p").items():
        p = math.nan if item.raw is None else item.raw
        if isinstance(p, bool) or not isinstance(p, int | float) or p < 0.0 or p > 1.0:
            item.refuse("null or a number from 0 to 1")
        values.append(float(p))
    if len(values) != n * (n - 1) // 2:
        whole.part("edge_p").refuse(f"an array of {n * (n - 1) // 2} numbers, one per pair")
    found = np.array(values)
    return lambda: found
