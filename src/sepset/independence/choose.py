"""From data to a test: by name, or by the kinds of the columns.

=============  ==================================================  ===========================
name           test                                                columns
=============  ==================================================  ===========================
``fisher_z``   Fisher's z of partial correlations                  all continuous
``g2``         likelihood ratio, adjusted degrees of freedom       all discrete
``chi2``       Pearson's chi-square, adjusted degrees of freedom   all discrete
``mc_g2``      likelihood ratio, Monte-Carlo permutation           all discrete, small samples
=============  ==================================================  ===========================

``auto`` is ``fisher_z`` for continuous columns and ``chi2`` for discrete ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeGuard

from sepset.data.dataset import Dataset
from sepset.data.reading.table import dataset
from sepset.errors import DataError, OptionError, nearest
from sepset.independence.protocol import CITest

if TYPE_CHECKING:
    from collections.abc import Callable

TestName = Literal["auto", "fisher_z", "g2", "chi2", "mc_g2"]


class Chosen(NamedTuple):
    """A test, its name, and the data it works on (None for an oracle or a test of the user's)."""

    test: CITest
    name: str
    data: Dataset | None


def choose_test(data_or_test: object, test: TestName | CITest = "auto", *, threads: int = 1) -> Chosen:
    """Return the test to use on some data, or the test itself when it was given in place of data."""
    if _is_test(data_or_test):
        if test != "auto":
            raise OptionError(
                "the first argument already is a conditional independence test; leave test='auto'"
            )
        return Chosen(data_or_test, _name_of(data_or_test), None)
    data = dataset(data_or_test)
    if not isinstance(test, str):
        return Chosen(_checked(test, data), _name_of(test), data)
    name = _by_kind(data) if test == "auto" else test
    if name not in _MAKERS:
        close = nearest(name, [*_MAKERS, "auto"])
        hint = f"; did you mean {close!r}?" if close else ""
        allowed = ", ".join(map(repr, ("auto", *_MAKERS)))
        raise OptionError(f"test is one of {allowed} or a CITest; got {name!r}{hint}")
    _require_kind(data, name)
    return Chosen(_MAKERS[name](data, threads), name, data)


def _is_test(candidate: object) -> TypeGuard[CITest]:
    # Asking whether a class follows a protocol takes longer than many a search.
    return not isinstance(candidate, Dataset) and isinstance(candidate, CITest) and callable(candidate)


def _name_of(test: object) -> str:
    return "oracle" if type(test).__name__ == "Oracle" else type(test).__name__


def _checked(test: object, data: Dataset) -> CITest:
    if not isinstance(test, CITest):
        raise OptionError(
            f"test is a name or a CITest (names, and a call with a, b and given), got {type(test).__name__}; "
            "wrap a function as CallableTest(function, names)"
        )
    if set(test.names) != set(data.names):
        raise OptionError("the test's names are not those of the data's columns")
    return test


def _by_kind(data: Dataset) -> str:
    kinds = set(data.kinds.values())
    if len(kinds) == 1:
        return "fisher_z" if kinds == {"continuous"} else "chi2"
    continuous = [name for name, kind in data.kinds.items() if kind == "continuous"]
    discrete = [name for name, kind in data.kinds.items() if kind == "discrete"]
    raise DataError(
        f"the columns are of mixed kinds: {_some(continuous)} continuous, {_some(discrete)} discrete, and no "
        "test for mixed columns exists yet; bin the continuous columns, use the columns of one kind only "
        "(select), or set kinds='continuous' or kinds='discrete' when making the dataset"
    )


def _require_kind(data: Dataset, test: str) -> None:
    needed = "continuous" if test == "fisher_z" else "discrete"
    others = [name for name, kind in data.kinds.items() if kind != needed]
    if others:
        raise DataError(
            f"test={test!r} needs {needed} columns, and {len(others)} are not: {_some(others)}; choose "
            f"another test, or set kinds={needed!r} when making the dataset"
        )


def _some(names: list[str]) -> str:
    shown = ", ".join(map(repr, names[:5]))
    return shown if len(names) <= 5 else f"{shown} and {len(names) - 5} more"


def _fisher_z(data: Dataset, threads: int) -> CITest:
    from sepset.independence.gaussian import FisherZ

    return FisherZ.from_data(data, threads=threads)


def _chi2(data: Dataset, threads: int) -> CITest:
    from sepset.independence.discrete import ChiSquare

    return ChiSquare.from_data(data, threads=threads)


def _g2(data: Dataset, threads: int) -> CITest:
    from sepset.independence.discrete import GSquare

    return GSquare.from_data(data, threads=threads)


def _mc_g2(data: Dataset, threads: int) -> CITest:
    from sepset.independence.permutation import MonteCarloG2

    return MonteCarloG2.from_data(data)


_MAKERS: dict[str, Callable[[Dataset, int], CITest]] = {
    "fisher_z": _fisher_z,
    "g2": _g2,
    "chi2": _chi2,
    "mc_g2": _mc_g2,
}
