"""Options that everything random shares: the seed, and how many."""

from __future__ import annotations

import operator

import numpy as np

from sepset.errors import OptionError


def generator(seed: int | np.random.Generator) -> np.random.Generator:
    """Return the source of random numbers of a seed; a generator is used, and moved on, as it is.

    >>> int(generator(7).integers(100)) == int(generator(7).integers(100))
    True
    """
    if isinstance(seed, np.random.Generator):
        return seed
    return np.random.default_rng(count("seed", seed, least=0))


def count(name: str, value: object, *, least: int) -> int:
    """Return `value` as a whole number that is large enough; anything else is a clear error."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # it says itself what is no number
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or number < least:
        raise OptionError(
            f"{name} is a whole number of at least {least}; got {value!r} ({type(value).__name__})"
        )
    return number
