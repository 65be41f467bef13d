"""Every public function and method with a value of the wrong type in place of each of its arguments.

`attempts` puts every value of `WRONG` in turn where an argument of a sound call was. What comes back must be an
answer or an error of the library: a bare TypeError, AttributeError or KeyError from inside is a finding. Python's
own TypeError for a keyword that a function does not have is not tried.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import warnings
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np
import pandas as pd

import sepset as sp
from fuzz.public_calls import CALLS, DAG, DATA, FOUND, KNOWN, OTHER_LIBRARIES, POSTERIOR

if TYPE_CHECKING:
    import random
    from pathlib import Path

#: an error says what is allowed, not all that was given
LONGEST_MESSAGE = 2000


class Sloppy:
    """Looks like a test until it is called."""

    names = 3


#: By what kind of thing it is, for the name of a finding.
WRONG: Mapping[str, Callable[[], object]] = {
    "None": lambda: None,
    "True": lambda: True,
    "3": lambda: 3,
    "-1": lambda: -1,
    "2**70": lambda: 2**70,
    "1.5": lambda: 1.5,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "complex": lambda: 1j,
    "fraction": lambda: Fraction(1, 3),
    "decimal": lambda: Decimal("0.5"),
    "NumPy number": lambda: np.float32(0.5),
    "text": lambda: "some text",
    "no text": lambda: "",
    "name": lambda: "a",
    "lone surrogate": lambda: "\ud800",
    "zero": lambda: "a\0b",
    "bytes": lambda: b"bytes",
    "no list": list,
    "list of numbers": lambda: [1, 2],
    "list of names": lambda: ["a", "b"],
    "list of None": lambda: [None],
    "nested": lambda: [[["a"]], {"b": [object()]}],
    "list of objects": lambda: [object()],
    "list of lists": lambda: [[], []],
    "list of sets": lambda: [{"a"}],
    "tuple of pairs": lambda: (("a", "b"),),
    "no dict": dict,
    "dict of numbers": lambda: {1: 2},
    "dict of names": lambda: {"a": None},
    "dict of lists": lambda: {"a": ["b"]},
    "set": lambda: {"a", 1},
    "object": object,
    "class": lambda: dict,
    "module": lambda: inspect,
    "function": lambda: lambda *given, **options: object(),
    "iterator": lambda: iter(["a", 1]),
    "range": lambda: range(3),
    "date": lambda: date(2020, 1, 1),
    "array": lambda: np.arange(3.0),
    "square": lambda: np.ones((3, 3)),
    "cube": lambda: np.zeros((2, 2, 2)),
    "point": lambda: np.array(1.0),
    "array of objects": lambda: np.array([object(), None], dtype=object),
    "array of texts": lambda: np.array(["a", "b"]),
    "frame": lambda: pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}),
    "empty frame": pd.DataFrame,
    "series": lambda: pd.Series([1, 2]),
    "networkx": lambda: nx.DiGraph([("a", 1)]),
    "graph": lambda: sp.MixedGraph.from_edges("a o-> b", "b <-> c"),
    "dataset": lambda: DATA,
    "result": lambda: FOUND,
    "posterior": lambda: POSTERIOR,
    "knowledge": lambda: KNOWN,
    "test": lambda: sp.Oracle(DAG),
    "sloppy": Sloppy,
    "error": lambda: ValueError("a"),
}  # fmt: skip


#: An argument that may be a function of the caller's.
TAKES_A_LEARNER = ("sepset.effect", "found")


class Attempt(NamedTuple):
    """A call with one argument replaced."""

    call: str
    argument: str
    wrong: str


def attempts() -> Iterator[Attempt]:
    """Yield every argument of every call with every wrong value."""
    for name, call in CALLS.items():
        for argument in call.arguments:
            for wrong in WRONG:
                # What a function of the caller's own raises is the caller's.
                own = (argument == "progress" or (name, argument) == TAKES_A_LEARNER) and callable(
                    WRONG[wrong]()
                )
                if not own and not (wrong == "graph" and name in OTHER_LIBRARIES):
                    yield Attempt(name, argument, wrong)


def write_files(folder: Path) -> None:
    """Write the files that sound calls read."""
    FOUND.save(folder / "run.json")
    sp.write_knowledge(KNOWN, folder / "known.txt")
    (folder / "t.csv").write_text("a,b\n1,2\n2,1\n3,3\n", encoding="utf-8")
    (folder / "asia.bif").write_text(sp.networks.write_bif(sp.asia()), encoding="utf-8")


def carry_out(wanted: Attempt, folder: Path) -> None:
    """Make the call in a folder with these files; an error that is not the library's is raised."""
    function, arguments = CALLS[wanted.call]
    replaced = {**arguments, wanted.argument: WRONG[wanted.wrong]()}
    with contextlib.chdir(folder), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            answer = called(function, replaced, wanted.argument)
            if isinstance(answer, Iterator):
                list(islice(answer, 20))
        except sp.SepsetError as error:
            said = str(error)
        else:
            return
    assert 0 < len(said) < LONGEST_MESSAGE, said[:300]


def called(
    function: Callable[..., object], arguments: Mapping[str, Any], replaced: str | None = None
) -> object:
    """Call a function; the wrong value of ``*names`` stands among its arguments as it is."""
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            given = arguments[parameter.name]
            rest = {name: value for name, value in arguments.items() if name != parameter.name}
            return function(*([given] if replaced == parameter.name else given), **rest)
    return function(**arguments)


def make(source: random.Random) -> bytes:
    """Return one of the attempts, at random, as a case to keep."""
    return json.dumps(source.choice(ATTEMPTS)).encode()


def attempt(case: bytes, folder: Path) -> None:
    """Try a case that `make` made."""
    if not (folder / "asia.bif").exists():
        write_files(folder)
    carry_out(Attempt(*json.loads(case)), folder)


ATTEMPTS = tuple(attempts())
