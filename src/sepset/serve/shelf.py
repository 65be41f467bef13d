"""A shelf: a few things kept by number, and the one unused for longest is dropped first.

>>> shelf = Shelf("table", most=2)
>>> first, second, third = (shelf.put(word) for word in ("a", "b", "c"))
>>> shelf.get(third)
'c'
>>> shelf.get(first)
Traceback (most recent call last):
sepset.errors.OptionError: this table is no longer kept; load it again
"""

from __future__ import annotations

import math
import secrets
import threading
from collections import OrderedDict
from typing import Generic, TypeVar

from sepset.errors import OptionError

T = TypeVar("T")


class Shelf(Generic[T]):
    """Keeps a limited number and weight of things, each under a number that nobody can guess.

    Any thread may ask. The thing that came last stays, whatever its weight.
    """

    def __init__(self, noun: str, *, most: int, weight: float = math.inf) -> None:
        self.noun, self.most, self.weight = noun, most, weight
        self._kept: OrderedDict[str, tuple[T, int]] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, thing: T, *, weight: int = 0, number: str | None = None) -> str:
        """Keep a thing and return its number: a new one, or the one it had before."""
        number = number or secrets.token_hex(8)
        with self._lock:
            self._kept[number] = thing, weight
            self._kept.move_to_end(number)
            while len(self._kept) > 1 and self._is_full():
                self._kept.popitem(last=False)
        return number

    def _is_full(self) -> bool:
        return len(self._kept) > self.most or sum(weight for _, weight in self._kept.values()) > self.weight

    def get(self, number: object) -> T:
        """Return the thing with a number; it then counts as new."""
        with self._lock:
            if isinstance(number, str) and number in self._kept:
                self._kept.move_to_end(number)
                return self._kept[number][0]
        raise OptionError(f"this {self.noun} is no longer kept; load it again")
