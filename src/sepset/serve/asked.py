"""What a page asks for: a table, how to understand it, a method and what is known; checked once.

>>> asked = asked_for({"table": "1f", "method": "pc", "alpha": 0.01, "kinds": {"age": "discrete"}})
>>> asked.reading.kinds, asked.method, asked.numbers
((('age', 'discrete'),), 'pc', {'alpha': 0.01})
>>> asked_for({"table": "1f", "methods": "pc"})
Traceback (most recent call last):
sepset.errors.OptionError: 'methods' is not something a page asks for; did you mean 'method'?
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sepset.catalogue.learners import LEARNERS
from sepset.catalogue.posterior import POSTERIOR
from sepset.catalogue.records import load
from sepset.checks import came, check_choice, check_items, check_mapping, check_text
from sepset.data.reading.assemble import KINDS, MISSING_POLICIES
from sepset.errors import OptionError, did_you_mean
from sepset.knowledge.statements import LISTS, PAIRS
from sepset.serve.tables import Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sepset.data.dataset import MissingPolicy
    from sepset.data.reading.cells import Decimal

#: The learners by tests, and the averages over DAGs beside them.
METHODS = {record.word: record.title for record in (*LEARNERS.values(), POSTERIOR)}
SEPARATORS = (None, ",", ";", "\t", " ")
_FUNCTIONS = {word: learner.function for word, learner in LEARNERS.items()} | {
    POSTERIOR.word: POSTERIOR.function
}
_PARTS = ("table", "kinds", "drop", "missing", "separator", "decimal", "method", "k", "alpha", "knowledge")


@dataclass(frozen=True)
class PageSettings:
    """What one page asks for at one moment."""

    table: str
    reading: Reading
    method: str
    #: k (or max_k) and alpha, as the learner calls them
    numbers: Mapping[str, Any]
    #: statements by kind, as `Knowledge.from_dict` reads them
    known: Mapping[str, Any]

    @property
    def function(self) -> Callable[..., Any]:
        """The learner's function."""
        return cast("Callable[..., Any]", load(_FUNCTIONS[self.method]))


def asked_for(values: object) -> PageSettings:
    """Return what some JSON asks for; anything but what a page would send is an `OptionError`."""
    given = check_mapping("what is asked for", values, "its parts by name")
    for name in given:
        if name not in _PARTS:
            hint = did_you_mean(name, _PARTS, f"there are {', '.join(_PARTS)}")
            raise OptionError(f"{name!r} is not something a page asks for{hint}")
    method = check_choice("method", given.get("method", "kpc"), METHODS)
    known = check_mapping("knowledge", given.get("knowledge", {}), "statements by kind")
    for kind in ("tiers", *LISTS, *PAIRS):
        check_items(kind, known.get(kind, ()), "statements")
    return PageSettings(
        check_text("table", given.get("table")), _reading(given), method, numbers_of(method, given), known
    )


def _reading(given: Mapping[str, Any]) -> Reading:
    drop = tuple(check_text("a column", name) for name in check_items("drop", given.get("drop", ()), "names"))
    kinds = check_mapping("kinds", given.get("kinds", {}), "kinds by column")
    for name, kind in kinds.items():
        check_choice(f"the kind of {name!r}", kind, KINDS)
    separator = given.get("separator")
    missing = check_choice("missing", given.get("missing", "testwise"), MISSING_POLICIES)
    decimal = check_choice("decimal", given.get("decimal", "."), (".", ","))
    if separator not in SEPARATORS:
        raise OptionError(f"separator is a comma, a semicolon, a tab or a space; got {came(separator)}")
    return Reading(
        # What is left out has no kind.
        kinds=tuple(sorted((name, kind) for name, kind in kinds.items() if name not in drop)),
        drop=tuple(dict.fromkeys(drop)),
        missing=cast("MissingPolicy", missing),
        separator=separator,
        decimal=cast("Decimal", decimal),
    )


def numbers_of(method: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return k and alpha for a method, as far as they are given and it takes them; else its defaults hold.

    >>> numbers_of("kpc", {"k": 1}), numbers_of("pc", {"k": 2}), numbers_of("posterior", {"k": 2})
    ({'k': 1, 'alpha': 'auto'}, {'max_k': 2}, {})
    """
    parameters = inspect.signature(load(_FUNCTIONS[method])).parameters
    automatic = method in LEARNERS and LEARNERS[method].automatic
    # A field left empty is "auto", whatever the other says; the command line takes the paper's alpha for a k.
    # The Python and the command line that the page hands out spell it.
    chosen = "auto" if automatic else None
    numbers = {}
    for name in ("k", "alpha"):
        value = chosen if given.get(name) is None else given[name]
        called = "max_k" if name == "k" and "max_k" in parameters else name
        if value is not None and called in parameters:
            numbers[called] = value
    return numbers
