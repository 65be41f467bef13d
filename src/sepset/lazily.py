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
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


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


def names_from(homes: Mapping[str, str], namespace: dict[str, Any]) -> Callable[[str], Any]:
    """Return a module's ``__getattr__`` (PEP 562) that loads a name when it is first asked for, and keeps it.

    `homes` has the names by the modules they live in, separated by spaces; `namespace` is the module's own.

    >>> room = {"__name__": "room"}
    >>> names_from({"fractions": "Fraction", "math": "tau pi"}, room)("tau") == room["tau"]
    True
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {namespace['__name__']!r} has no attribute {name!r}")
        namespace[name] = found = getattr(import_module(home_of[name]), name)
        return found

    return load
