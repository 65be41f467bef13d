"""What a posterior costs, in words; one that does not fit is refused before it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.errors import Advice, DataError, InPython, TimeLimitError

if TYPE_CHECKING:
    from sepset.score.exact import Cost

MOST_EXACT = 20
_GIGABYTE = 1e9


def affordable(cost: Cost, time_limit: float | None) -> str:
    """Return in words what a run costs; one that does not fit into memory or time is refused.

    >>> from sepset.score.exact import foreseen
    >>> affordable(foreseen(13, 6, 18), None)
    'an exact posterior over 13 columns takes about 20 MB of memory and 1 s'
    """
    words = (
        f"{'an exact' if cost.exact else 'a sampled'} posterior over {cost.n:,} columns takes about "
        f"{_amount(cost.bytes)} and {_duration(cost.seconds)}"
    )
    # The command line has no exact posterior where it would be too much.
    advice = (InPython("use method='sampled', or " if cost.exact else ""), "leave out columns")
    if cost.exact and cost.n > MOST_EXACT:
        raise DataError(f"{words}, and more than {MOST_EXACT} columns are not tried; ", *advice)
    room = _free_memory()
    if cost.bytes > room:
        raise DataError(f"{words}, and only {_amount(room)} are free; ", *advice)
    if time_limit is not None and cost.seconds > 10 * time_limit:
        limit = Advice("time_limit")
        raise TimeLimitError(
            f"{words}, far more than the {time_limit:g} s allowed; raise ", limit, ", or ", *advice
        )
    return words


def _free_memory() -> float:
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            free = next(line for line in lines if line.startswith("MemAvailable"))
        return 1024.0 * int(free.split()[1])
    except (OSError, StopIteration, ValueError, IndexError):
        return 4 * _GIGABYTE


def _amount(size: float) -> str:
    return (
        f"{size / _GIGABYTE:,.1f} GB of memory"
        if size >= 0.1 * _GIGABYTE
        else f"{size / 1e6:,.0f} MB of memory"
    )


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{max(seconds, 1):.0f} s"
    return f"{seconds / 60:,.0f} minutes" if seconds < 7200 else f"{seconds / 3600:,.0f} hours"
