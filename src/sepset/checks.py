"""Checks of the options that graph functions share."""

from __future__ import annotations

import operator

from sepset.errors import OptionError


def check_size(name: str, value: object) -> int:
    """Return `value` as a whole number of at least zero, such as k; anything else is a clear error.

    NumPy's integers are whole numbers too; a bool, a float such as 2.0 and None are not.

    >>> check_size("k", 2)
    2
    >>> check_size("k", -1)
    Traceback (most recent call last):
    sepset.errors.OptionError: k is the largest size of a conditioning set: 0, 1, 2, ...; got -1 (int)
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # it says itself what is no number
    except TypeError:
        number = -1
    if isinstance(value, bool) or number < 0:
        raise OptionError(
            f"{name} is the largest size of a conditioning set: 0, 1, 2, ...; got {value!r} "
            f"({type(value).__name__}){_advice(value)}"
        )
    return number


def _advice(value: object) -> str:
    if isinstance(value, float) and value.is_integer() and value >= 0:
        return f"; write {int(value)}"
    return ""
