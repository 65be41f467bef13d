"""JSON values that know their place, so that an error can say where in the file something is wrong.

>>> rows = Value({"edges": [[0, "o->", 7]]}, "results[1]").part("edges")
>>> next(rows.rows(3))[2].whole(0, 2)
Traceback (most recent call last):
sepset.errors.SavedError: results[1].edges[0][2] should be a whole number from 0 to 2, got 7
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from sepset.errors import SavedError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


class Value:
    """One value of a JSON document, and where it is."""

    __slots__ = ("_key", "_parent", "raw")

    def __init__(self, raw: object, key: str | int = "", parent: Value | None = None) -> None:
        self.raw, self._key, self._parent = raw, key, parent

    @property
    def where(self) -> str:
        """The place in the document, such as ``results[1].edges[0]``."""
        above = self._parent.where if self._parent else ""
        if isinstance(self._key, int):
            return f"{above}[{self._key}]"
        return f"{above}.{self._key}" if above else self._key

    def refuse(self, wanted: str) -> NoReturn:
        """Raise the error: what should be here, and what is."""
        text = repr(self.raw)
        shown = text if len(text) <= 60 else f"{text[:57]}..."
        raise SavedError(f"{self.where or 'the document'} should be {wanted}, got {shown}")

    def parts(self) -> dict[str, Value]:
        """Return the members of an object."""
        if not isinstance(self.raw, dict):
            self.refuse("an object")
        return {key: Value(inner, key, self) for key, inner in self.raw.items()}

    def part(self, name: str) -> Value:
        """Return one member of an object, which must be there."""
        if not isinstance(self.raw, dict):
            self.refuse("an object")
        if name not in self.raw:
            raise SavedError(f"{Value(None, name, self).where} is missing")
        return Value(self.raw[name], name, self)

    def require_only(self, names: Collection[str]) -> None:
        """Refuse an object with unknown members."""
        for name in self.parts():
            if name not in names:
                raise SavedError(f"{Value(None, name, self).where} is not a part of this format")

    def items(self) -> list[Value]:
        """Return the entries of an array."""
        if not isinstance(self.raw, list):
            self.refuse("an array")
        return [Value(inner, place, self) for place, inner in enumerate(self.raw)]

    def rows(self, width: int) -> Iterator[list[Value]]:
        """Yield the entries of an array of arrays, each of the same length."""
        if not isinstance(self.raw, list):
            self.refuse("an array")
        for place, raw in enumerate(self.raw):
            row = Value(raw, place, self)
            if not isinstance(raw, list) or len(raw) != width:
                row.refuse(f"an array of {width} values")
            yield [Value(inner, column, row) for column, inner in enumerate(raw)]

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.raw, str):
            self.refuse("text")
        return self.raw

    def word(self, allowed: Collection[str]) -> str:
        """Return a text that is one of a few."""
        if not isinstance(self.raw, str) or self.raw not in allowed:
            self.refuse(f"one of {', '.join(map(repr, allowed))}")
        return self.raw

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.raw, bool):
            self.refuse("true or false")
        return self.raw

    def whole(self, least: int = 0, most: int | None = None) -> int:
        """Return a whole number within bounds."""
        number = self.raw
        if type(number) is not int or number < least or (most is not None and number > most):
            self.refuse(f"a whole number {_bounds(least, most)}")
        return number

    def wholes(self, least: int, most: int) -> list[int]:
        """Return an array of whole numbers within bounds; quick also when it is long."""
        if not isinstance(self.raw, list):
            self.refuse("an array")
        numbers: list[int] = self.raw
        if set(map(type, numbers)) - {int} or (numbers and not least <= min(numbers) <= max(numbers) <= most):
            for item in self.items():
                item.whole(least, most)
        return numbers


def _bounds(least: int, most: int | None) -> str:
    if most is None:
        return f"of at least {least}"
    return f"from {least} to {most}" if most >= least else "that cannot be, since nothing fits here"
