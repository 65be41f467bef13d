"""Stand-ins for the compiled orientation engine, whose twin is not here but in `sepset.orientation`.

The rules in Python read graphs and evidence, which lie above the kernels. So there is no twin to choose here:
without the kernel, `sepset.orientation.engine` runs the rules in Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    #: Numbers for each record, where its reason starts in the list of nodes, and that list.
    RecordArrays: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]
    #: Marks by the near and by the far end, the trace, the conflicts.
    OrientedMarks: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.uint64], RecordArrays, RecordArrays]

orient_marks: Callable[..., OrientedMarks] | None = None
propose_marks: Callable[..., RecordArrays] | None = None


def rule_names() -> list[str]:
    """Return the names of the rules that the kernel has as code: none."""
    return []


def plan_part_kinds() -> list[str]:
    """Return the names of the kinds of plan parts that the kernel runs: none."""
    return []


def conflict_kinds() -> list[str]:
    """Return the names of the kinds of conflicts that the kernel records: none."""
    return []
