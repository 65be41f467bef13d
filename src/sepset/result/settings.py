"""The options of a run, as typed records that read like mappings too.

A field that is None was not an option of the learner, and is not a key of the mapping. Anything else that a
user's own learner, or a file of another version, has is kept in `more`.

>>> settings = Settings(k=1, test="chi2", alpha=0.05)
>>> settings.alpha, settings["alpha"], dict(settings)
(0.05, 0.05, {'k': 1, 'test': 'chi2', 'alpha': 0.05})
>>> PosteriorSettings.of({"method": "exact", "samples": 400, "edge_log_odds": [0.0, -1.0]}).samples
400
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

import numpy as np

from sepset.catalogue.choices import ORACLE
from sepset.errors import OptionError

if TYPE_CHECKING:
    from typing import Self

#: What a setting can be: values that JSON has.
Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"


class FieldType(NamedTuple):
    """What a value of a field is, in words and as a type; of an array also what its items are."""

    words: str
    kind: type
    items: tuple[type, ...] = ()


@dataclass(frozen=True, eq=False)
class TypedSettings(Mapping[str, Plain]):
    """Fields with types, which are a mapping from their names to the values that are known."""

    #: the fields, in the order of the mapping
    TYPES: ClassVar[Mapping[str, FieldType]]

    #: what was known beforehand, as `Knowledge.to_dict` writes it
    knowledge: Mapping[str, Plain] | None = None
    more: Mapping[str, Plain] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Self:
        """Return settings with these values, by name.

        >>> Settings.of({"alpha": np.float64(0.1), "depth": 3}).more["depth"]
        3
        >>> Settings.of({"alpha": "low"})
        Traceback (most recent call last):
        sepset.errors.OptionError: the setting alpha should be a number, not 'low'
        """
        if isinstance(values, cls):
            return values
        known = {str(name): plain(value) for name, value in values.items()}
        # None is what a field has anyway, and how a file writes a number that is not finite.
        given = {
            name: _typed(name, known.pop(name), wanted)
            for name, wanted in cls.TYPES.items()
            if known.get(name) is not None
        }
        return cls(**given, **cls._flags(known), more=MappingProxyType(known))  # type: ignore[arg-type]  # checked by name

    @classmethod
    def _flags(cls, known: dict[str, Plain]) -> dict[str, bool]:
        """Return fields that say more about what is left of the values, and take it out."""
        return {}

    def __getitem__(self, name: str) -> Plain:
        return self._mapping[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._mapping)

    def __len__(self) -> int:
        return len(self._mapping)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.items())})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).of, (dict(self),)

    @cached_property
    def _mapping(self) -> dict[str, Plain]:
        known = {name: getattr(self, name) for name in self.TYPES}
        kept = {
            name: [*value] if isinstance(value, tuple) else value
            for name, value in known.items()
            if value is not None or self._is_none(name)
        }
        return {**kept, **self.more}

    def _is_none(self, name: str) -> bool:
        """Say whether a field without a value is a key all the same."""
        return False


_WHOLE, _NUMBER = FieldType("a whole number", int), FieldType("a number", float)
_TEXT, _FLAG = FieldType("text", str), FieldType("true or false", bool)
_STATEMENTS = FieldType("an object of statements", dict)


@dataclass(frozen=True, eq=False, repr=False)
class Settings(TypedSettings):
    """What a run was told to do, and what "auto" became."""

    TYPES: ClassVar[Mapping[str, FieldType]] = {
        "k": _WHOLE,
        "max_k": _WHOLE,
        "test": _TEXT,
        "alpha": _NUMBER,
        "search": _TEXT,
        "colliders": _TEXT,
        "rules": _TEXT,
        "complete": _FLAG,
        "repair": _FLAG,
        "k_reason": _TEXT,
        "alpha_reason": _TEXT,
        "knowledge": _STATEMENTS,
        "tests_skipped": _WHOLE,
    }

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
    #: how many tests knowledge made needless
    tests_skipped: int | None = None

    @property
    def is_oracle(self) -> bool:
        """Whether the answers came from a known graph, so that there are no p-values and no level."""
        return self.test == ORACLE.word

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why k and alpha are what they are, where they were chosen from the data."""
        return tuple(reason for reason in (self.k_reason, self.alpha_reason) if reason is not None)

    @classmethod
    def _flags(cls, known: dict[str, Plain]) -> dict[str, bool]:
        return {"any_size": "max_k" in known and known.pop("max_k") is None}

    def _is_none(self, name: str) -> bool:
        return name == "max_k" and self.any_size


@dataclass(frozen=True, eq=False, repr=False)
class PosteriorSettings(TypedSettings):
    """What a posterior was told to do, and what "auto" became."""

    TYPES: ClassVar[Mapping[str, FieldType]] = {
        "method": _TEXT,
        "scores": FieldType("an array of texts", list, (str,)),
        "edge_log_odds": FieldType("an array of numbers", list, (int, float)),
        "seed": _WHOLE,
        "samples": _WHOLE,
        "max_parents": _WHOLE,
        "knowledge": _STATEMENTS,
    }

    #: "exact" or "sampled"
    method: str | None = None
    #: the scores, as they are written in Python
    scores: tuple[str, ...] | None = None
    edge_log_odds: tuple[float, ...] | None = None
    seed: int | None = None
    #: how many DAGs were drawn
    samples: int | None = None
    #: the bound on parents, or the most candidates that a variable had
    max_parents: int | None = None


def _typed(name: str, value: Plain, wanted: FieldType) -> object:
    if wanted.kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, list) and wanted.items and all(_is_one_of(one, wanted.items) for one in value):
        return tuple(value)
    if not wanted.items and _is_one_of(value, (wanted.kind,)):
        return value
    raise OptionError(f"the setting {name} should be {wanted.words}, not {value!r}")


def _is_one_of(value: Plain, types: tuple[type, ...]) -> bool:
    return isinstance(value, types) and isinstance(value, bool) == (bool in types)


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
