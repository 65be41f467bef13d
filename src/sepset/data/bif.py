"""Bayesian networks in the Bayesian Interchange Format (BIF): read and write.

The reader takes what the repositories of networks hold: quoted or plain words, rows such as
``(yes, no) 0.9, 0.1;``, ``table`` with all values (the node's own level changing slowest, then its parents in
order), ``default`` for the rows that are not given, comments and properties, which are skipped. Rows off
one by rounding, up to 0.001, are scaled.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import numpy as np

from sepset.checks import check_path, check_type
from sepset.data.networks import SUM_TOLERANCE, BayesianNetwork, Variable
from sepset.errors import DataError, FormatError, did_you_mean
from sepset.files import UnpackError, is_gzipped, unpacked

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy.typing as npt

ROUNDING = 1e-3
_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|property(?=\s)(?:"[^"]*"|[^;"])*;)|"(?P<quoted>[^"\n]*)"|(?P<mark>[{}()\[\];,|])"""
    r"""|(?P<word>[^\s{}()\[\];,|"]+)""",
    re.DOTALL,
)
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.<>=+-]*")
_KEYWORDS = frozenset(
    {"network", "variable", "probability", "property", "type", "discrete", "table", "default"}
)


def read_bif(source: str | os.PathLike[str]) -> BayesianNetwork:
    """Read a network from a BIF file (gzipped or not), or from text that contains a brace.

    >>> text = "variable a { type discrete [2] { no, yes }; } probability (a) { table 0.25, 0.75; }"
    >>> read_bif(text)["a"].table.tolist()
    [0.25, 0.75]
    """
    text = source if isinstance(source, str) and "{" in source else _text_of(check_path(source))
    return _BifReader(text).network()


def write_bif(network: BayesianNetwork) -> str:
    """Return a network as BIF text, which `read_bif` reads back to an equal network.

    >>> from sepset.data.networks import asia
    >>> read_bif(write_bif(asia())) == asia()
    True
    """
    check_type("network", network, BayesianNetwork)
    lines = ["network unknown {", "}"]
    for variable in network.variables:
        levels = ", ".join(map(_written, variable.levels))
        lines += [f"variable {_written(variable.name)} {{"]
        lines += [f"  type discrete [ {len(variable.levels)} ] {{ {levels} }};", "}"]
    for variable in network.variables:
        lines += _written_table(network, variable)
    return "\n".join(lines) + "\n"


def _written_table(network: BayesianNetwork, variable: Variable) -> Iterator[str]:
    name = _written(variable.name)
    if not variable.parents:
        yield f"probability ( {name} ) {{"
        yield f"  table {_numbers(variable.table)};"
    else:
        yield f"probability ( {name} | {', '.join(map(_written, variable.parents))} ) {{"
        for place in np.ndindex(variable.table.shape[:-1]):
            levels = (network.levels[parent][i] for parent, i in zip(variable.parents, place, strict=True))
            yield f"  ({', '.join(map(_written, levels))}) {_numbers(variable.table[place])};"
    yield "}"


def _numbers(row: npt.NDArray[np.float64]) -> str:
    return ", ".join(repr(float(value)) for value in row)


def _written(word: str) -> str:
    if '"' in word or "\n" in word:
        raise DataError(
            f"{word!r} cannot be written in BIF, which has no way to write quotes or newlines; rename it"
        )
    return word if _PLAIN.fullmatch(word) and word not in _KEYWORDS else f'"{word}"'


def _text_of(file: Path) -> str:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise FormatError(f"{str(file)!r} cannot be read: {error.strerror}") from error
    if is_gzipped(raw):
        try:
            raw = unpacked(raw)
        except UnpackError as error:
            raise FormatError(f"{file.name}: the gzipped file is damaged ({error}); get it again") from None
    # Old networks are in Latin-1; only comments and properties are known to need it.
    return raw.decode("utf-8-sig", errors="replace")


class _BifToken(NamedTuple):
    text: str
    line: int
    is_mark: bool


class _Table(NamedTuple):
    """A probability block as read: its rows by levels of the parents, a default row, or all values in one."""

    child: _BifToken
    parents: list[_BifToken]
    rows: list[tuple[list[_BifToken], list[float]]]
    default: list[float] | None
    values: list[float] | None


class _BifReader:
    """A reader of one text: each method reads one thing of the grammar and moves on."""

    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text))
        self._place = 0
        self._levels: dict[str, tuple[str, ...]] = {}
        self._read: dict[str, Variable] = {}

    def network(self) -> BayesianNetwork:
        while self._place < len(self._tokens):
            block = self._next("network, variable or probability")
            if block.text == "network":
                self._pass_over_braces()
            elif block.text == "variable":
                self._variable()
            elif block.text == "probability":
                self._probability()
            else:
                _fail(block, f"expected network, variable or probability, found {block.text!r}")
        if not self._levels:
            raise FormatError("the text has no variables; a BIF file has blocks such as variable a { ... }")
        for name in self._levels:
            if name not in self._read:
                raise FormatError(f"variable {name!r} has no probability block; add one")
        return BayesianNetwork(self._read[name] for name in self._levels)

    # ---- blocks ------------------------------------------------------------------------------------------

    def _variable(self) -> None:
        name = self._word("the name of a variable")
        if name.text in self._levels:
            _fail(name, f"variable {name.text!r} is declared twice; keep one")
        for expected in ("{", "type", "discrete", "["):
            self._expect(expected)
        size = self._word("the number of levels")
        self._expect("]")
        self._expect("{")
        levels = tuple(token.text for token in self._words_until("}"))
        self._optional(";")
        self._expect("}")
        if size.text != str(len(levels)):
            _fail(
                size,
                f"variable {name.text!r} declares {size.text} levels but lists {len(levels)}",
            )
        if len(set(levels)) < len(levels):
            _fail(size, f"variable {name.text!r} has two levels of the same name: {', '.join(levels)}")
        self._levels[name.text] = levels

    def _probability(self) -> None:
        self._expect("(")
        child, *parents = self._words_until(")", also="|")
        for token in (child, *parents):
            if token.text not in self._levels:
                _fail(token, _unknown("variable", token.text, list(self._levels)))
        if child.text in self._read:
            _fail(child, f"variable {child.text!r} has two probability blocks; keep one")
        self._expect("{")
        table = _Table(child, parents, [], None, None)
        while not self._optional("}"):
            table = self._row(table)
        self._read[child.text] = _variable(child.text, self._levels, table)

    def _row(self, table: _Table) -> _Table:
        start = self._next("a row of probabilities")
        if start.is_mark and start.text == "(":
            levels = self._words_until(")")
            table.rows.append((levels, self._values()))
            return table
        if start.text == "table":
            return table._replace(values=self._values())
        if start.text == "default":
            return table._replace(default=self._values())
        return _fail(
            start, f"expected table, default or a row such as (yes, no) 0.9, 0.1; found {start.text!r}"
        )

    # ---- tokens ------------------------------------------------------------------------------------------

    def _next(self, expected: str) -> _BifToken:
        if self._place == len(self._tokens):
            line = self._tokens[-1].line if self._tokens else 1
            raise FormatError(f"line {line}: the text ends where {expected} should come")
        self._place += 1
        return self._tokens[self._place - 1]

    def _expect(self, text: str) -> None:
        token = self._next(repr(text))
        if token.text != text:
            _fail(token, f"expected {text!r}, found {token.text!r}")

    def _optional(self, text: str) -> bool:
        found = self._place < len(self._tokens) and self._tokens[self._place][::2] == (text, True)
        self._place += found
        return found

    def _word(self, expected: str) -> _BifToken:
        token = self._next(expected)
        if token.is_mark:
            _fail(token, f"expected {expected}, found {token.text!r}")
        return token

    def _words_until(self, end: str, also: str = "") -> list[_BifToken]:
        words = [self._word("a name")]
        while not self._optional(end):
            if not self._optional(",") and not (also and self._optional(also)):
                words.append(self._word(f"a name or {end!r}"))
        return words

    def _values(self) -> list[float]:
        return [_probability(token) for token in self._words_until(";")]

    def _pass_over_braces(self) -> None:
        while not self._optional("{"):
            self._word("the name of the network")
        while not self._optional("}"):
            self._next("'}'")


def _tokens(text: str) -> Iterator[_BifToken]:
    place, line = 0, 1
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise FormatError(f"line {line}: a double quote is not closed")
        if match["skip"] is None:
            kind = match.lastgroup or "word"
            yield _BifToken(match[kind], line, kind == "mark")
        line += match[0].count("\n")
        place = match.end()


def _probability(token: _BifToken) -> float:
    try:
        value = float(token.text)
    except ValueError:
        value = np.nan
    if not 0 <= value <= 1:
        _fail(token, f"expected a probability from 0 to 1, found {token.text!r}")
    return value


# ---- tables ----------------------------------------------------------------------------------------------


def _variable(name: str, levels: Mapping[str, tuple[str, ...]], table: _Table) -> Variable:
    parents = tuple(token.text for token in table.parents)
    shape = (*(len(levels[parent]) for parent in parents), len(levels[name]))
    if table.values is not None:
        values = _all_values(table, shape)
    else:
        values = _from_rows(table, shape, [levels[parent] for parent in parents])
    return Variable(name, levels[name], parents, _scaled(table.child, values))


def _all_values(table: _Table, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    size = int(np.prod(shape))
    if len(table.values or ()) != size:
        _fail(
            table.child,
            f"the table of {table.child.text!r} needs {size} values, found {len(table.values or ())}",
        )
    own_first = np.reshape(table.values or (), (shape[-1], *shape[:-1]))
    return np.moveaxis(own_first, 0, -1)


def _from_rows(
    table: _Table, shape: tuple[int, ...], parent_levels: Sequence[tuple[str, ...]]
) -> npt.NDArray[np.float64]:
    name = table.child.text
    values = np.full(shape, np.nan)
    for tokens, row in table.rows:
        if len(tokens) != len(parent_levels) or len(row) != shape[-1]:
            what = f"a row of {name!r} needs {len(parent_levels)} levels and {shape[-1]} probabilities"
            _fail(tokens[0], f"{what}, found {len(tokens)} and {len(row)}")
        place = tuple(_level(token, levels) for token, levels in zip(tokens, parent_levels, strict=True))
        if not np.isnan(values[place]).all():
            _fail(
                tokens[0],
                f"{name!r} has two rows for ({', '.join(token.text for token in tokens)}); keep one",
            )
        values[place] = row
    gaps = np.isnan(values).any(axis=-1)
    if gaps.any() and table.default is not None:
        if len(table.default) != shape[-1]:
            _fail(
                table.child, f"the default of {name!r} needs {shape[-1]} values, found {len(table.default)}"
            )
        values[gaps] = table.default
    elif gaps.any():
        missing = [levels[i] for levels, i in zip(parent_levels, np.argwhere(gaps)[0].tolist(), strict=True)]
        _fail(table.child, f"{name!r} has no row for ({', '.join(missing)}) and no default; add one of them")
    return values


def _level(token: _BifToken, levels: tuple[str, ...]) -> int:
    if token.text not in levels:
        _fail(token, _unknown("level", token.text, levels))
    return levels.index(token.text)


def _scaled(child: _BifToken, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the rows scaled to sum one, or as they are if only the last digits are off."""
    sums = values.sum(axis=-1, keepdims=True)
    worst = float(sums.flat[np.argmax(np.abs(sums - 1))])
    if abs(worst - 1) > ROUNDING:
        _fail(
            child,
            f"the probabilities of {child.text!r} must sum to 1 in every row, but one sums to {worst:.6g}",
        )
    return np.where(np.abs(sums - 1) > SUM_TOLERANCE / 2, values / sums, values)


def _unknown(what: str, name: str, known: Sequence[str]) -> str:
    hint = did_you_mean(name, known, f"known are {', '.join(map(repr, known[:8]))}")
    return f"unknown {what} {name!r}{hint}"


def _fail(token: _BifToken, message: str) -> NoReturn:
    raise FormatError(f"line {token.line}: {message}")
