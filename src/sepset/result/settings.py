"""The options of a run, as a typed record that reads like a mapping too.

A field that is None was not an option of the learner, and is not a key of the mapping. Anything else that a
user's own learner, or a file of another version, has is kept in `more`.

>>> settings = Settings(k=1, test="chi2", alpha=0.05)
>>> settings.alpha, settings["alpha"], dict(settings)
(0.05, 0.05, {'k': 1, 'test': 'chi2', 'alpha': 0.05})
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from sepset.catalogue.choices import ORACLE
from sepset.errors import OptionError

#: What a setting can be: values that JSON has.
Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"


@dataclass(frozen=True, eq=False)
class Settings(Mapping[str, Plain]):
    """What a run was told to do, and what "auto" became."""

    #: the bound on conditioning sets, of learners that have one
    k: int | None = None
    #: PC's limit on conditioning sets
    max_k: int | None = None
    #: PC without such a limit: the mapping has ``max_k`` with the value None
    any_size: bool = False
    #: the word of a test, "oracle", or the class of a user's own test
    test: str | None = None
    #: the level of the tests
    alpha: float | None = None
    search: str | None = None
    colliders: str | None = None
    #: the word of a rule set, or the name of a plan
    rules: str | None = None
    #: whether the open marks were settled by exact search
    complete: bool | None = None
    #: whether the graph is that of the nearest class where no DAG agrees with all tests; None: not asked for
    repair: bool | None = None
    #: why k is what it is, where it was chosen from the data
    k_reason: str | None = None
    #: the same for alpha
    alpha_reason: str | None = None
    #: what was known beforehand, as `Knowledge.to_dict` writes it
    knowledge: Mapping[str, Plain] | None = None
    #: how many tests it made needless
    tests_skipped: int | None = None
    more: Mapping[str, Plain] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Settings:
        """Return settings with these values, by name.

        >>> Settings.of({"alpha": np.float64(0.1), "depth": 3}).more["depth"]
        3
        >>> Settings.of({"alpha": "low"})
        Traceback (most recent call last):
        sepset.errors.OptionError: the setting alpha should be a number, not 'low'
        """
        if isinstance(values, Settings):
            return values
        known = {str(name): plain(value) for name, value in values.items()}
        any_size = "max_k" in known and known["max_k"] is None
        # None is what a field has anyway, and how a file writes a number that is not finite.
        given = {name: _typed(name, known.pop(name)) for name in _TYPES if known.get(name) is not None}
        if any_size:
            known.pop("max_k")
        return cls(**given, any_size=any_size, more=MappingProxyType(known))  # type: ignore[arg-type]  # checked by name

    @property
    def is_oracle(self) -> bool:
        """Whether the answers came from a known graph, so that there are no p-values and no level."""
        return self.test == ORACLE.word

    def __getitem__(self, name: str) -> Plain:
        return self._mapping[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._mapping)

    def __len__(self) -> int:
        return len(self._mapping)

    def __repr__(self) -> str:
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in self.items())})"

    def __reduce__(self) -> tuple[object, ...]:
        return Settings.of, (dict(self),)

    @cached_property
    def _mapping(self) -> dict[str, Plain]:
        known = {name: getattr(self, name) for name in _TYPES}
        kept = {
            name: value
            for name, value in known.items()
            if value is not None or (name == "max_k" and self.any_size)
        }
        return {**kept, **self.more}


#: What a value of each field is, in words and as a type.
_TYPES: dict[str, tuple[str, type]] = {
    "k": ("a whole number", int),
    "max_k": ("a whole number", int),
    "test": ("text", str),
    "alpha": ("a number", float),
    "search": ("text", str),
    "colliders": ("text", str),
    "rules": ("text", str),
    "complete": ("true or false", bool),
    "repair": ("true or false", bool),
    "k_reason": ("text", str),
    "alpha_reason": ("text", str),
    "knowledge": ("an object of statements", dict),
    "tests_skipped": ("a whole number", int),
}


def _typed(name: str, value: Plain) -> Plain:
    words, wanted = _TYPES[name]
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, wanted) and isinstance(value, bool) == (wanted is bool):
        return value
    raise OptionError(f"the setting {name} should be {words}, not {value!r}")


def plain(value: object) -> Plain:
    """Return a setting as JSON can hold it: an object becomes the name of its type, NaN and inf become None.

    >>> plain({"alpha": 0.05, "limit": float("inf"), "order": ("a", 2)})
    {'alpha': 0.05, 'limit': None, 'order': ['a', 2]}
    """
    match value:
        case None | bool() | str():
            return value
        case np.bool_():
            return bool(value)
        case numbers.Integral():
            return int(value)
        case numbers.Real():
            number = float(value)
            return number if math.isfinite(number) else None
        case Mapping():
            return {str(name): plain(inner) for name, inner in value.items()}
        case AbstractSet():
            return [*sorted(str(inner) for inner in value)]
        case Sequence() if not isinstance(value, bytes | bytearray | memoryview):
            return [plain(inner) for inner in value]
    return type(value).__name__
