"""Rows without quotes that all have the same number of cells: a grid, read with a few array operations.

A cell of up to 8 bytes is one 64-bit word, and a column of short cells is encoded by comparing or sorting
words; where every cell is one character, all lines are alike and a column is a stride. Only the distinct
cells of such columns ever become Python text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.lib.stride_tricks import as_strided

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from sepset.data.column import Places

#: The distinct cells of a column and, for each row, the place of its cell among them.
Coded: TypeAlias = "tuple[list[str], Places]"
#: A column like that or, where its cells are long, all of them in order.
ColumnCells: TypeAlias = "Coded | list[str]"

_WORD = 8
_COMPARED = 8
_MASKS = np.array([(1 << 8 * length) - 1 for length in range(_WORD + 1)], dtype=np.uint64)


def single_characters(
    rows: str, separator: str, width: int, wanted: Sequence[int]
) -> list[ColumnCells] | None:
    r"""Return some columns where every cell is one character, so that all lines are alike; else None.

    >>> [(cells, places.tolist()) for cells, places in single_characters("1,x\n1,y\n", ",", 2, [0, 1])]
    [(['1'], [0, 0]), (['x', 'y'], [0, 1])]
    """
    if len(rows) % (2 * width) or not rows.isascii():
        return None
    grid = np.frombuffer(rows.encode(), dtype=np.uint8).reshape(-1, 2 * width)
    separators, newline = ord(separator), ord("\n")
    if not ((grid[:, 1:-1:2] == separators).all() and (grid[:, -1] == newline).all()):
        return None
    cells = grid[:, ::2]
    if (cells == separators).any() or (cells == newline).any():
        return None
    cells = np.ascontiguousarray(_chosen(cells, wanted).T)
    least, most = cells.min(axis=1), cells.max(axis=1)
    offsets = (cells - least[:, None]).view(np.int8)
    return [
        _near_characters(column, int(low), int(high))
        for column, low, high in zip(offsets, least, most, strict=True)
    ]


def _near_characters(offsets: npt.NDArray[np.int8], least: int, most: int) -> Coded:
    if most - least <= 1:
        return [chr(code) for code in range(least, most + 1)], offsets
    found = np.flatnonzero(np.bincount(offsets, minlength=most - least + 1))
    place_of = np.zeros(most - least + 1, dtype=np.int8)
    place_of[found] = np.arange(len(found))
    return [chr(least + code) for code in found.tolist()], place_of[offsets]


def grid_columns(rows: str, separator: str, width: int, wanted: Sequence[int]) -> list[ColumnCells] | None:
    r"""Return some columns of rows that are a grid, and None when they are not one.

    >>> grid_columns("10,a longer cell\n1,b\n", ",", 2, [1])
    [['a longer cell', 'b']]
    """
    if width < 2 or not separator.isascii():
        return None
    raw = np.frombuffer(rows.encode() + bytes(_WORD), dtype=np.uint8)
    newline = raw == ord("\n")
    ends = np.flatnonzero(newline | (raw == ord(separator)))
    if len(ends) != np.count_nonzero(newline) * width or not newline[ends[width - 1 :: width]].all():
        return None
    starts = np.append(0, ends[:-1] + 1).reshape(-1, width)
    lengths = ends.reshape(-1, width) - starts
    longest = lengths.max(axis=0)
    short = [place for place in wanted if longest[place] <= _WORD]
    columns: dict[int, ColumnCells] = {}
    if short:
        words = _words(raw, _chosen(starts, short), _chosen(lengths, short))
        columns |= {place: _coded_words(column) for place, column in zip(short, words, strict=True)}
    cells = [] if len(short) == len(wanted) else rows[:-1].replace("\n", separator).split(separator)
    return [columns[place] if place in columns else cells[place::width] for place in wanted]


def _chosen(grid: npt.NDArray[Any], wanted: Sequence[int]) -> npt.NDArray[Any]:
    return grid if [*wanted] == [*range(grid.shape[1])] else grid[:, wanted]


def _words(
    raw: npt.NDArray[np.uint8], starts: npt.NDArray[np.intp], lengths: npt.NDArray[np.intp]
) -> npt.NDArray[np.uint64]:
    """Return short cells as words, one row for each column."""
    # Word i holds the bytes i to i + 7, the first of them lowest on every machine.
    words = as_strided(raw[:_WORD].view("<u8"), (len(raw) - _WORD + 1,), (1,), writeable=False)
    return np.ascontiguousarray((words[starts] & _MASKS[lengths]).T)


def _coded_words(words: npt.NDArray[np.uint64]) -> Coded:
    distinct, places = _few_words(words) or np.unique(words, return_inverse=True)
    return [_word_text(word) for word in distinct.tolist()], places


def _few_words(words: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.uint64], npt.NDArray[Any]] | None:
    """Return the same as sorting them, in order of their first rows, if they are few: comparing is faster."""
    distinct = [words[0]]
    places = np.zeros(len(words), dtype=np.int8)
    others = words != words[0]
    while others.any():
        if len(distinct) == _COMPARED:
            return None
        word = words[others.argmax()]
        alike = words == word
        places[alike] = len(distinct)
        others ^= alike
        distinct.append(word)
    return np.array(distinct, dtype=np.uint64), places


def _word_text(word: int) -> str:
    return word.to_bytes(_WORD, "little").rstrip(b"\0").decode()
