"""Copies of tests that hold a compiled table, which are made again from the same arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self


class Remade:
    """A test whose pickles and copies are made from its arguments again; these are kept, not copied.

    >>> import copy
    >>> class Doubled(Remade):
    ...     def __init__(self, number):
    ...         self.twice = 2 * number
    >>> copy.deepcopy(Doubled(3)).twice
    6
    """

    _made_of: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *arguments: Any, **options: Any) -> Self:
        """Remember the arguments; `__init__` looks at them."""
        made = super().__new__(cls)
        made._made_of = arguments, options
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return _make_again, (type(self), *self._made_of)


def _make_again(kind: type[Remade], arguments: tuple[Any, ...], options: Mapping[str, Any]) -> Remade:
    return kind(*arguments, **options)
