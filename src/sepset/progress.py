"""How far a run is, in words that every front end can show.

>>> Told("sets of 1 variable", 45, 190, "pairs").share
0.23684210526315788
"""

from __future__ import annotations

from typing import NamedTuple


class Told(NamedTuple):
    """What is being done, how much of it is done, and of what."""

    what: str
    done: int
    total: int
    of: str

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        return self.done / self.total if self.total else 1.0
