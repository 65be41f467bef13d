"""Whether the pairs and candidate lists of a level make sense: the twin of `native/common/candidates.cpp`."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def level_is_sound(
    columns: int,
    pairs: NDArray[np.int32],
    offsets: NDArray[np.int64] | None,
    members: NDArray[np.int32] | None,
    of: NDArray[np.int32] | None,
) -> bool:
    """Say whether pairs are two different columns, and lists increasing column numbers, one list per pair.

    >>> import numpy as np
    >>> level_is_sound(3, np.array([[0, 2]], dtype=np.int32), None, None, None)
    True
    >>> level_is_sound(3, np.array([[0, 3]], dtype=np.int32), None, None, None)
    False
    """
    if not all(a != b and 0 <= a < columns and 0 <= b < columns for a, b in pairs.tolist()):
        return False
    if offsets is None or members is None or of is None:
        return True
    starts = offsets.tolist()
    if starts[:1] != [0] or starts[-1] != len(members) or starts != sorted(starts):
        return False
    lists = [members[start:end].tolist() for start, end in itertools.pairwise(starts)]
    return (
        len(of) == len(pairs)
        and all(0 <= number < len(lists) for number in of.tolist())
        and all(found == sorted(set(found)) for found in lists)
        and all(0 <= member < columns for member in members.tolist())
    )
