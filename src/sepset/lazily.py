"""Modules that load when something in them is first used: a run only pays for what it uses (ADR 0019).

For rooms that few runs enter, such as the exact search in a run of k-PC without ``complete=True``. A type
checker sees the ordinary import::

    if TYPE_CHECKING:
        from sepset.equivalence.essential import k_essential
    else:
        k_essential = Lazy("sepset.equivalence.essential.k_essential")
"""

from __future__ import annotations

from importlib import import_module


class Lazy:
    """A module by its name; asking for anything in it loads it.

    >>> fractions = Lazy("fractions")
    >>> fractions.Fraction(2, 4)
    Fraction(1, 2)
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> object:
        found: object = getattr(import_module(self._name), attribute)
        return found
