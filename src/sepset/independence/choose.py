"""From data to a test: by name, or by the kinds of the columns; `sepset.catalogue.choices` has the tests.

``auto`` is ``fisher_z`` for continuous columns, ``chi2`` for discrete ones and ``residual`` for both kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from sepset.catalogue.choices import ORACLE, TESTS
from sepset.catalogue.records import load
from sepset.data.dataset import Dataset
from sepset.data.reading.table import dataset
from sepset.errors import Advice, DataError, OptionError, did_you_mean
from sepset.independence.oracle import Oracle
from sepset.independence.protocol import CITest
from sepset.wording import some

if TYPE_CHECKING:
    from sepset.catalogue.choices import TestName
    from sepset.catalogue.records import IndependenceTest
    from sepset.data.dataset import MissingPolicy


class ChosenTest(NamedTuple):
    """A test, its name, and the data it works on (None for an oracle or a user's own test)."""

    test: CITest
    name: str
    data: Dataset | None


def as_data(data_or_test: object, missing: MissingPolicy) -> object:
    """Return data as a `Dataset` with this policy for missing values, and a test as it is."""
    if not _is_test(data_or_test):
        return dataset(data_or_test, missing=missing)
    if missing != "error":
        raise OptionError(
            Advice("missing", missing),
            " is for data, but a conditional independence test was given; give the data, or make the test "
            "from complete rows",
        )
    return data_or_test


def choose_test(data_or_test: object, test: TestName | CITest = "auto", *, threads: int = 1) -> ChosenTest:
    """Return the test to use on some data, or the test itself when it was given in place of data."""
    if _is_test(data_or_test):
        if test != "auto":
            raise OptionError(
                "the first argument already is a conditional independence test; leave ",
                Advice("test", "auto"),
            )
        return ChosenTest(data_or_test, _name_of(data_or_test), None)
    data = dataset(data_or_test)
    if not isinstance(test, str):
        checked = _checked(test, data)
        return ChosenTest(checked, _name_of(test), data.select(checked.names))
    record = _by_kind(data) if test == "auto" else _by_name(test)
    _require_kind(data, record)
    make = load(_class_for(data, record)).from_data
    made = make(data, threads=threads) if record.threaded else make(data)
    return ChosenTest(made, record.word, data)


def _is_test(candidate: object) -> TypeGuard[CITest]:
    # Checking a class against a protocol takes longer than many searches.
    return not isinstance(candidate, Dataset) and isinstance(candidate, CITest) and callable(candidate)


def _name_of(test: object) -> str:
    return ORACLE.word if isinstance(test, Oracle) else type(test).__name__


def _checked(test: object, data: Dataset) -> CITest:
    if not isinstance(test, CITest):
        raise OptionError(
            f"test is a name or a CITest (names, and a call with a, b and given), got {type(test).__name__}; "
            "wrap a function as CallableTest(function, names)"
        )
    if set(test.names) != set(data.names):
        raise OptionError("the names of the test are not those of the columns; make it from the same data")
    return test


def _by_name(word: str) -> IndependenceTest:
    if word in TESTS:
        return TESTS[word]
    hint = did_you_mean(word, [*TESTS, "auto"])
    allowed = ", ".join(map(repr, ("auto", *TESTS)))
    raise OptionError(f"test is one of {allowed} or a CITest; got {word!r}{hint}")


def _class_for(data: Dataset, record: IndependenceTest) -> str:
    """Return the class of a test, for tables with missing values if there are any."""
    if not data.gaps:
        return record.implementation
    if record.with_gaps is None:
        raise DataError(
            Advice("test", record.word),
            f" needs complete rows, and values are missing in {some([*data.gaps], 5)}; leave ",
            Advice("test", "auto"),
            ", or keep complete rows only with ",
            Advice("missing", "drop"),
        )
    return record.with_gaps


def _by_kind(data: Dataset) -> IndependenceTest:
    kinds = frozenset(data.kinds.values())
    return next(record for record in TESTS.values() if kinds in record.automatic_for)


def _require_kind(data: Dataset, test: IndependenceTest) -> None:
    others = [name for name, kind in data.kinds.items() if kind not in test.kinds]
    if others:
        needed, are = " or ".join(sorted(test.kinds)), "are" if len(others) > 1 else "is"
        raise DataError(
            Advice("test", test.word),
            f" needs {needed} columns, but {some(others, 5)} {are} not; choose ",
            Advice("test", TESTS["residual"].word),
            ", which takes columns of any kind, or leave ",
            Advice("test", "auto"),
        )
