r"""Names of nodes: what is allowed, and how they are written in text that is read back.

A name is any text that is not empty. Where text is read back, a name that could be mistaken for something
else is written in double quotes with JSON's escapes.

>>> quoted("smoking"), quoted("lung cancer"), quoted("a --> b"), quoted('5" nail')
('smoking', '"lung cancer"', '"a --> b"', '"5\\" nail"')
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import numpy as np

from sepset.checks import came
from sepset.errors import GraphError, OptionError, UnknownNodeError
from sepset.limits import NAME
from sepset.wording import cut

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

_PLAIN = re.compile(r"[^\s\"'#;,{}\[\]<>\\]+")
_ARROW_LIKE = re.compile(r"--|o-o")


def quoted(name: str) -> str:
    """Return a name as it is written in text: bare if it cannot be misread, else in double quotes."""
    if not name.isprintable():
        return json.dumps(name)
    plain = _PLAIN.fullmatch(name) and not _ARROW_LIKE.search(name)
    return name if plain else json.dumps(name, ensure_ascii=False)


def numbered(names: Sequence[str]) -> dict[str, int]:
    """Return the place of each name; a name that is not text, is empty or occurs twice is an error."""
    places = {name: place for place, name in enumerate(names) if type(name) is str and 0 < len(name) <= NAME}
    if len(places) == len(names):
        return places
    places = {}
    for place, name in enumerate(names):
        check_name(name)
        if name in places:
            raise GraphError(f"the node name {name!r} occurs twice; names must differ")
        places[name] = place
    return places


def check_name(name: object) -> None:
    """Raise a clear error unless this can be the name of a node: text that is not empty."""
    if not isinstance(name, str):
        raise GraphError(
            f"node names are text, got {came(name)}; write it as a string, such as {cut(str(name))!r}"
        )
    if not name:
        raise GraphError("a node cannot have an empty name; give it any other text")
    if len(name) > NAME:
        raise GraphError(f"a name has at most {NAME:,} characters; {cut(name)!r} has {len(name):,}")


def listed(names: Iterable[str]) -> list[str]:
    """Return names as a list; a single text is an error, since it is not a collection of names."""
    if isinstance(names, str):
        raise GraphError(f"a collection of node names is needed, got the text {names!r}; write ({names!r},)")
    try:
        return list(names)
    except TypeError:
        raise GraphError(f"a collection of node names is needed, got {came(names)}") from None


def distinct(names: Iterable[str]) -> list[str]:
    """Return each of the names once, in order of appearance; they must be text.

    >>> distinct(["b", "a", "b"])
    ['b', 'a']
    """
    wanted = listed(names)
    for name in wanted:
        if not isinstance(name, str):
            raise UnknownNodeError(name, ())
    return [*dict.fromkeys(wanted)]


def two_places(a: str, b: str, places: Mapping[str, int]) -> tuple[int, int]:
    """Return the places of two names, which must be known and different.

    >>> two_places("b", "a", {"a": 0, "b": 1})
    (1, 0)
    """
    first, second = places_of((a, b), places)
    check_two(a, b, "variables")
    return first, second


def check_two(a: str, b: str, what: str) -> None:
    """Raise a clear error when two names are one."""
    if a == b:
        raise GraphError(f"two different {what} are needed, got {a!r} twice")


def places_apart(
    a: str, b: str, given: Iterable[str], places: Mapping[str, int]
) -> tuple[int, int, list[int]]:
    """Return the places of two names and of the members of a set; they must be known and not overlap.

    >>> places_apart("c", "a", ["b", "b"], {"a": 0, "b": 1, "c": 2})
    (2, 0, [1])
    """
    first, second = places_of((a, b), places)
    members = [*dict.fromkeys(places_of(given, places))]
    if first == second or first in members or second in members:
        inside = sorted(name for name, place in places.items() if place in members)
        raise OptionError(f"a, b and the set must not overlap; got a = {a!r}, b = {b!r}, given = {inside!r}")
    return first, second, members


def places_of(names: Iterable[str], places: Mapping[str, int]) -> list[int]:
    """Return the places of names; one that is unknown, or not text, is an error that suggests the nearest.

    >>> places_of(["b", "a"], {"a": 0, "b": 1})
    [1, 0]
    """
    wanted = listed(names)
    try:
        return [places[name] for name in wanted]
    except (KeyError, TypeError):  # what is not text need not be hashable
        unknown = next(name for name in wanted if not isinstance(name, str) or name not in places)
        raise UnknownNodeError(unknown, places) from None


def name_order(names: Sequence[str]) -> NDArray[np.int32]:
    """Return the place of the name that sorts first, of the second, and so on.

    >>> name_order(("b", "c", "a")).tolist()
    [2, 0, 1]
    """
    return np.array(_sorted_places(names), dtype=np.int32)


def name_ranks(names: Sequence[str]) -> NDArray[np.int32]:
    """Return the rank of each name when they are sorted.

    >>> name_ranks(("b", "c", "a")).tolist()
    [1, 2, 0]
    """
    return inverse(_sorted_places(names))


def _sorted_places(names: Sequence[str]) -> list[int]:
    return sorted(range(len(names)), key=names.__getitem__)


def inverse(order: Sequence[int] | NDArray[np.int32]) -> NDArray[np.int32]:
    """Return where each number stands in an order of 0, 1, 2, ..."""
    places = np.empty(len(order), dtype=np.int32)
    places.put(order, np.arange(len(order), dtype=np.int32))
    return places
