"""Checks of options that many functions share: each returns the value, or an error says what is allowed."""

from __future__ import annotations

import operator
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from numbers import Number, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from sepset.errors import Advice, DataError, OptionError, did_you_mean
from sepset.lazily import Lazy
from sepset.limits import SIMULATED_CELLS, THREADS
from sepset.wording import cut, printable

if TYPE_CHECKING:
    import decimal

    from numpy.typing import NDArray
else:
    decimal = Lazy("decimal")  # whoever passes such a number has loaded it

_Value = TypeVar("_Value")
_Array = TypeVar("_Array", bound="NDArray[Any]")


def came(value: object) -> str:
    """Return what was passed, for the end of a message: the value, cut if it is long, and its type.

    >>> came(2.0), came(["a" * 99])
    ('2.0 (float)', "['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa... (list)")
    """
    return f"{printable(cut(repr(value)))} ({type(value).__name__})"


def check_size(name: str, value: object) -> int:
    """Return `value` as a whole number of at least zero, such as k; anything else is a clear error.

    NumPy's integers are whole numbers too; a bool, a float such as 2.0 and None are not.

    >>> check_size("k", 2)
    2
    >>> check_size("k", -1)
    Traceback (most recent call last):
    sepset.errors.OptionError: k is the largest size of a conditioning set: 0, 1, 2, ...; got -1 (int)
    """
    number = _whole(value)
    if number is None or number < 0:
        raise OptionError(
            f"{name} is the largest size of a conditioning set: 0, 1, 2, ...; got {came(value)}"
            f"{_advice(value)}"
        )
    return number


def _advice(value: object) -> str:
    if isinstance(value, float) and value.is_integer() and value >= 0:
        return f"; write {int(value)}"
    return ""


def check_count(name: str, value: object, *, least: int, most: int | None = None) -> int:
    """Return `value` as a whole number that is large enough, and not too large; anything else is an error.

    >>> check_count("rows", 0, least=1)
    Traceback (most recent call last):
    sepset.errors.OptionError: rows is a whole number of at least 1; got 0 (int)
    """
    number = _whole(value)
    if number is None or number < least:
        raise OptionError(f"{name} is a whole number of at least {least}; got {came(value)}")
    if most is not None and number > most:
        raise OptionError(f"{name} is at most {most:,}; got {came(value)}")
    return number


def check_number(name: str, value: object, *, least: float) -> float:
    """Return `value` as a finite number that is large enough; anything else is a clear error.

    >>> check_number("min_rows_per_dof", "many", least=1)
    Traceback (most recent call last):
    sepset.errors.OptionError: min_rows_per_dof is a number of at least 1; got 'many' (str)
    """
    number = as_real(value)
    if number is None or not least <= number < np.inf:
        raise OptionError(f"{name} is a number of at least {least}; got {came(value)}")
    return number


def check_share(name: str, value: object) -> float:
    """Return `value` as a number from 0 to 1, both included."""
    number = as_real(value)
    if number is None or not 0 <= number <= 1:
        raise OptionError(f"{name} is a number from 0 to 1; got {came(value)}")
    return number


def check_flag(name: str, value: object) -> bool:
    """Return `value` if it is a bool; what merely counts as true, such as "no", is a clear error.

    >>> check_flag("strict", "no")
    Traceback (most recent call last):
    sepset.errors.OptionError: strict is True or False; got 'no' (str)
    """
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise OptionError(f"{name} is True or False; got {came(value)}")


def check_text(name: str, value: object) -> str:
    """Return `value` when it is text."""
    if isinstance(value, str):
        return value
    raise OptionError(f"{name} is text; got {came(value)}")


def check_items(name: str, value: object, what: str) -> list[Any]:
    """Return the members of a collection, in order; text does not count as a collection, nor does a mapping.

    >>> check_items("scores", 3, "scores")
    Traceback (most recent call last):
    sepset.errors.OptionError: scores is a collection of scores, such as a list; got 3 (int)
    """
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping):
        try:
            return list(value)
        except TypeError:
            pass  # a zero-dimensional array claims to be iterable, and is not
    raise OptionError(f"{name} is a collection of {what}, such as a list; got {came(value)}")


def check_names(name: str, value: object) -> list[str]:
    """Return a collection of names as a list.

    >>> check_names("drop", "age")
    Traceback (most recent call last):
    sepset.errors.OptionError: drop is a collection of names, such as a list; got 'age' (str)
    """
    names = check_items(name, value, "names")
    if set(map(type, names)) <= {str}:
        return names
    for one in names:
        if not isinstance(one, str):
            raise OptionError(f"{name} holds names, which are text; got {came(one)}")
    return names


def check_mapping(name: str, value: object, what: str) -> Mapping[Any, Any]:
    """Return `value` when it is a mapping, such as a dict.

    >>> check_mapping("names", ["a"], "new names by old ones")
    Traceback (most recent call last):
    sepset.errors.OptionError: names is a dict of new names by old ones; got ['a'] (list)
    """
    if isinstance(value, Mapping):
        return value
    raise OptionError(f"{name} is a dict of {what}; got {came(value)}")


def check_variables(names: object) -> tuple[str, ...]:
    """Return the names of the variables of a test; text stands for its letters.

    >>> check_variables("ab")
    ('a', 'b')
    """
    return tuple(names) if isinstance(names, str) else tuple(check_names("names", names))


def check_columns(names: object) -> tuple[str, ...]:
    """Return the names of the columns of a test as `check_variables` does; they must differ.

    >>> check_columns("aba")
    Traceback (most recent call last):
    sepset.errors.DataError: column names must differ; repeated: 'a'; rename them
    """
    columns = check_variables(names)
    if len(set(columns)) < len(columns):
        repeated = sorted(name for name, count in Counter(columns).items() if count > 1)
        raise DataError(f"column names must differ; repeated: {', '.join(map(repr, repeated))}; rename them")
    return columns


def check_type(name: str, value: object, kind: type[_Value], *, hint: str = "") -> _Value:
    """Return `value` when it is of the type that is needed; the hint says how to get one.

    >>> check_type("found", 3, str, hint="; write it in quotes")
    Traceback (most recent call last):
    sepset.errors.OptionError: found is of type str; got 3 (int); write it in quotes
    """
    if isinstance(value, kind):
        return value
    raise OptionError(f"{name} is of type {kind.__name__}; got {came(value)}{hint}")


def check_path(value: object) -> Path:
    """Return the path of a file that exists or will be written; an impossible name is a clear error.

    >>> check_path(3)
    Traceback (most recent call last):
    sepset.errors.OptionError: a path is text or a pathlib.Path; got 3 (int)
    """
    try:
        path = os.fspath(value)  # type: ignore[call-overload]  # it raises TypeError for anything else
    except TypeError:
        path = None
    if not isinstance(path, str):
        raise OptionError(f"a path is text or a pathlib.Path; got {came(value)}")
    if not path:
        raise OptionError("a path is needed, and the text given for it is empty")
    if "\0" in path:
        raise OptionError(f"{cut(path)!r} cannot be the name of a file: it contains a null byte")
    if not is_encodable(path):
        raise OptionError(
            f"{cut(path)!r} cannot be the name of a file: it contains an invalid character (an unpaired "
            "surrogate)"
        )
    return Path(path)


def is_encodable(text: str) -> bool:
    """Say whether the system accepts this text as a path: half of a surrogate pair is not a character."""
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True


def number_array(name: str, values: object) -> NDArray[np.float64]:
    """Return values as an array of numbers; anything else is a `DataError`.

    >>> number_array("values", [["a"]])
    Traceback (most recent call last):
    sepset.errors.DataError: values holds numbers; got [['a']] (list)
    """
    try:
        return aligned(np.asarray(values, dtype=np.float64))
    except (TypeError, ValueError):
        raise DataError(f"{name} holds numbers; got {came(values)}") from None


def aligned(array: _Array) -> _Array:
    """Return an array that compiled code can read: what lies in a message or a file may start at any byte.

    >>> odd = np.frombuffer(bytes(9), dtype=np.int64, offset=1)
    >>> odd.flags.aligned, aligned(odd).flags.aligned
    (False, True)
    """
    return array if array.flags.aligned else array.copy()


def check_sample(rows: object, columns: int) -> int:
    """Return a number of rows to draw, if a table with that many rows and columns is not too large.

    >>> check_sample(10**9, columns=8)
    Traceback (most recent call last):
    sepset.errors.OptionError: 1,000,000,000 rows of 8 columns are too many; the limit is 2,147,483,648 values
    """
    number = check_count("n", rows, least=1)
    if number * max(columns, 1) > SIMULATED_CELLS:
        raise OptionError(
            f"{number:,} rows of {columns:,} columns are too many; the limit is {SIMULATED_CELLS:,} values"
        )
    return number


def _whole(value: object) -> int | None:
    """Return a value as a whole number, or None: NumPy's integers count, a bool does not."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # it raises TypeError for anything else
    except TypeError:
        return None


def as_real(value: object) -> float | None:
    """Return a value as a number, or None: NumPy's numbers count, a bool does not."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, Number):
        return None
    if isinstance(value, Real):
        return float(value)
    return float(value) if isinstance(value, decimal.Decimal) else None


def generator(seed: int | np.random.Generator) -> np.random.Generator:
    """Return a random generator for a seed; a generator is returned as it is, so that its state moves on.

    >>> int(generator(7).integers(100)) == int(generator(7).integers(100))
    True
    """
    if isinstance(seed, np.random.Generator):
        return seed
    return np.random.default_rng(check_count("seed", seed, least=0))


def check_choice(name: str, value: object, allowed: Iterable[str]) -> str:
    """Return `value` when it is one of the allowed words; anything else is an error that lists them."""
    words = list(allowed)
    if isinstance(value, str) and value in words:
        return value
    hint = did_you_mean(value, words)
    raise OptionError(f"{name} is one of {', '.join(map(repr, words))}; got {cut(repr(value))}{hint}")


def check_alpha(alpha: object) -> float:
    """Return alpha as a number strictly between 0 and 1."""
    number = as_real(alpha)
    if number is not None and 0 < number < 1:
        return number
    raise OptionError(
        f"alpha is the level of the tests, a number between 0 and 1 such as 0.05; got {cut(repr(alpha))}"
    )


def check_threads(threads: object) -> int:
    """Return the number of threads; None means all cores."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    number = _whole(threads)
    if number is not None and number >= 1:
        return min(number, THREADS)
    raise OptionError(
        f"threads is a whole number of at least 1, or None for all cores; got {cut(repr(threads))}"
    )


def check_time_limit(seconds: object) -> float | None:
    """Return a number of seconds, or None for no limit."""
    if seconds is None:
        return None
    number = as_real(seconds)
    if number is not None and number >= 0:
        return number
    raise OptionError(
        Advice("time_limit"),
        f" is a number of seconds of at least 0, or None for no limit; got {cut(repr(seconds))}",
    )
