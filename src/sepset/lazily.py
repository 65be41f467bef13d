"""Modules that load when something in them is first used, and libraries that need not be installed.

A run only pays for what it uses (ADR 0019).

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


def optional(name: str, extra: str | None = None, *, package: str | None = None) -> Any:
    """Return a module of a library that may not be there; the error says what it is and how to install it.

    `extra` is the extra of sepset that brings it, and `package` what it is installed as, if not by its name.

    >>> optional("no_such_library", "plot")
    Traceback (most recent call last):
    ImportError: no_such_library is not installed; install it with sepset: pip install 'sepset[plot]'
    """
    try:
        return import_module(name)
    except ImportError:
        missing = package or name.partition(".")[0]
        how = f": pip install {missing}" if extra is None else f" sepset: pip install 'sepset[{extra}]'"
        raise ImportError(f"{missing} is not installed; install it with{how}") from None


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
