"""Checks of options that many functions share: each returns the value, or says what is allowed."""

from __future__ import annotations

import operator
import os
from numbers import Real
from typing import TYPE_CHECKING

import numpy as np

from sepset.errors import OptionError, nearest
from sepset.limits import SIMULATED_CELLS, THREADS

if TYPE_CHECKING:
    from collections.abc import Iterable


def check_size(name: str, value: object) -> int:
    """Return `value` as a whole number of at least zero, such as k; anything else is a clear error.

    NumPy's integers are whole numbers too; a bool, a float such as 2.0 and None are not.

    >>> check_size("k", 2)
    2
    >>> check_size("k", -1)
    Traceback (most recent call last):
    sepset.errors.OptionError: k is the largest size of a conditioning set: 0, 1, 2, ...; got -1 (int)
    """
    number = _whole(value)
    if number is None or number < 0:
        raise OptionError(
            f"{name} is the largest size of a conditioning set: 0, 1, 2, ...; got {value!r} "
            f"({type(value).__name__}){_advice(value)}"
        )
    return number


def _advice(value: object) -> str:
    if isinstance(value, float) and value.is_integer() and value >= 0:
        return f"; write {int(value)}"
    return ""


def check_count(name: str, value: object, *, least: int) -> int:
    """Return `value` as a whole number that is large enough; anything else is a clear error.

    >>> check_count("rows", 0, least=1)
    Traceback (most recent call last):
    sepset.errors.OptionError: rows is a whole number of at least 1; got 0 (int)
    """
    number = _whole(value)
    if number is None or number < least:
        raise OptionError(
            f"{name} is a whole number of at least {least}; got {value!r} ({type(value).__name__})"
        )
    return number


def check_sample(rows: object, columns: int) -> int:
    """Return a number of rows to draw, of which a table of so many columns can be made.

    >>> check_sample(10**9, columns=8)
    Traceback (most recent call last):
    sepset.errors.OptionError: 1,000,000,000 rows of 8 columns are too many; the limit is 2,147,483,648 values
    """
    number = check_count("n", rows, least=1)
    if number * max(columns, 1) > SIMULATED_CELLS:
        raise OptionError(
            f"{number:,} rows of {columns:,} columns are too many; the limit is {SIMULATED_CELLS:,} values"
        )
    return number


def _whole(value: object) -> int | None:
    """Return a value as a whole number if it is one: NumPy's are, a bool is not."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # it says itself what is no number
    except TypeError:
        return None


def generator(seed: int | np.random.Generator) -> np.random.Generator:
    """Return the source of random numbers of a seed; a generator is used, and moved on, as it is.

    >>> int(generator(7).integers(100)) == int(generator(7).integers(100))
    True
    """
    if isinstance(seed, np.random.Generator):
        return seed
    return np.random.default_rng(check_count("seed", seed, least=0))


def check_choice(name: str, value: object, allowed: Iterable[str]) -> str:
    """Return `value` when it is one of the allowed words; anything else is an error that lists them."""
    words = list(allowed)
    if isinstance(value, str) and value in words:
        return value
    close = nearest(value, words) if isinstance(value, str) else None
    hint = f"; did you mean {close!r}?" if close else ""
    raise OptionError(f"{name} is one of {', '.join(map(repr, words))}; got {value!r}{hint}")


def check_alpha(alpha: object) -> float:
    """Return alpha as a number strictly between 0 and 1."""
    if isinstance(alpha, Real) and 0 < float(alpha) < 1:
        return float(alpha)
    raise OptionError(
        f"alpha is the level of the tests, a number between 0 and 1 such as 0.05; got {alpha!r}"
    )


def check_threads(threads: int | None) -> int:
    """Return the number of threads; None means all cores."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    number = _whole(threads)
    if number is not None and number >= 1:
        return min(number, THREADS)
    raise OptionError(f"threads is a whole number of at least 1, or None for all cores; got {threads!r}")


def check_progress(progress: object) -> None:
    """Refuse a `progress` that cannot be called.

    >>> check_progress(None)
    """
    if progress is not None and not callable(progress):
        raise OptionError(f"progress is a function that is told how far it is, or None; got {progress!r}")


def check_time_limit(seconds: object) -> float | None:
    """Return a number of seconds, or None for no limit."""
    if seconds is None:
        return None
    if not isinstance(seconds, bool) and isinstance(seconds, Real) and float(seconds) >= 0:
        return float(seconds)
    raise OptionError(
        f"time_limit is a number of seconds of at least 0, or None for no limit; got {seconds!r}"
    )
