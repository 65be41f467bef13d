"""Who answers the blocks of a level: the threads of this process, or the workers of a cluster.

A backend takes a level and those of its blocks that are still open, cuts them smaller as it likes and
yields answers in any order. None of that changes a result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.skeleton.level import Block, BlockAnswer, Level


class Backend(Protocol):
    """What answers blocks."""

    def answers(self, level: Level, todo: Sequence[Block], threads: int) -> Iterator[BlockAnswer]:
        """Yield answers that cover the blocks `todo`, each block as a whole or in pieces."""
