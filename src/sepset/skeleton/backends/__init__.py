"""Who answers the blocks of a level: the threads of this process, or the workers of a cluster.

A backend takes a level and those of its blocks that are still open, cuts them smaller as it likes and
yields answers in any order. None of that changes a result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sepset.checks import came
from sepset.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.skeleton.level import Block, BlockAnswer, Level


class Backend(Protocol):
    """What answers blocks."""

    def answers(self, level: Level, todo: Sequence[Block], threads: int) -> Iterator[BlockAnswer]:
        """Yield answers that cover the blocks `todo`, each block as a whole or in pieces."""


def check_backend(backend: object, skill: str) -> None:
    """Refuse what is not a backend, or lacks a skill: ``answers`` for tests, ``shared`` for other work.

    >>> check_backend("dask", "answers")
    Traceback (most recent call last):
    sepset.errors.OptionError: backend is a DaskBackend, or None for this process; got 'dask' (str)
    """
    if isinstance(backend, type):
        raise OptionError(
            "backend is a DaskBackend, or None for this process; got the class "
            f"{backend.__name__}; make an instance, as in DaskBackend(client)"
        )
    if backend is not None and not hasattr(backend, skill):
        raise OptionError(f"backend is a DaskBackend, or None for this process; got {came(backend)}")
