"""One measurement on each instruction set that the processor has."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sepset.kernels import instruction_set

if TYPE_CHECKING:
    from collections.abc import Callable

#: what SEPSET_INSTRUCTIONS calls them, and what tables do
INSTRUCTIONS = {"portable": "portable", "avx2": "AVX2", "avx512": "AVX-512"}


def on_each(measure: Callable[[], float]) -> list[float | None]:
    """Return a measurement for each of `INSTRUCTIONS`, None for those that the processor lacks."""
    found: list[float | None] = []
    before = os.environ.get("SEPSET_INSTRUCTIONS")
    try:
        for name in INSTRUCTIONS:
            os.environ["SEPSET_INSTRUCTIONS"] = name
            found.append(measure() if instruction_set() == name else None)
    finally:
        del os.environ["SEPSET_INSTRUCTIONS"]
        if before is not None:
            os.environ["SEPSET_INSTRUCTIONS"] = before
    return found
