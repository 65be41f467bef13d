"""Checks of the options that graph functions share."""

from __future__ import annotations

import operator

from sepset.errors import OptionError


def check_size(name: str, value: object) -> int:
    """Return `value` as a whole number of at least zero, such as k; anything else is a clear error."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if isinstance(value, bool) or number < 0:
        raise OptionError(
            f"{name} is the largest size of a conditioning set, a whole number 0, 1, 2, ...; got {value!r} "
            f"({type(value).__name__})"
        )
    return number
