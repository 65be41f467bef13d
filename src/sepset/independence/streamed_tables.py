"""Tables of columns whose rows stay in their files: counted in passes over the rows, judged as ever.

`StreamedTables` answers what `sepset.kernels.DiscreteTables` answers, with the same bits. Before a search it
counts the rows of every set of columns that the search may ask about, where these are few, so that one pass
serves all levels. Else one pass codes the columns, in a byte or two a value, if there is the room, and they
are searched as in memory. Else each level counts only the sets that it asks about, in as many passes as the
memory for counts allows. Such counts are kept for later questions while there is the room; single tests that
are announced together are counted in one pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, combinations
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from sepset import kernels
from sepset.data.scanning.shared import PartWork
from sepset.errors import Advice, DataError
from sepset.independence.counted_rows import added, counts_of_rows
from sepset.independence.discrete_columns import MOST_ROWS
from sepset.wording import counted as in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sepset.data.scanning.streamed import StreamedDataset

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]
    Floats = NDArray[np.float64]
    #: a whole number for each set of columns; Python's own where 64 bits are too few
    Keys = NDArray[np.int64] | NDArray[np.object_]

# Counting a set takes about a three-thousandth of the time that decoding a value takes.
_SETS_A_COLUMN = 3000
_BYTES_A_NUMBER = 64
_LARGEST_TABLE = 1 << 20
# Columns with more levels have no bitmaps in the kernel, which keeps each of them twice.
_MOST_LEVELS_WITH_BITMAPS = 16
_BITMAPS, _BYTES_A_JOINT_COUNT = 2, 4
# A scratch file with codes may be so many times as large as the memory; the system's cache holds most of it.
_MOST_SCRATCH = 4
# How many keys of sets are gathered before repeated ones are taken out.
_KEYS_AT_ONCE = 1 << 20
_NO_KEYS: Keys = np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class _Sets:
    """The sets of columns that a level asks about: pairs with some of their candidates, or of all columns."""

    columns: int
    size: int
    pairs: Ints
    offsets: Longs | None
    members: Ints | None
    of: Ints | None

    def keys(self, first: int, stop: int) -> Iterator[Keys]:
        """Yield the keys of the sets of each of some pairs."""
        for i in range(first, stop):
            pair = self.pairs[i]
            pool = self._pool(i)
            others = pool[(pool != pair[0]) & (pool != pair[1])]
            chosen = others[_combinations(len(others), self.size)]
            both = np.broadcast_to(pair, (len(chosen), 2))
            yield _keys_of(np.sort(np.concatenate([both, chosen], axis=1), axis=1), self.columns)

    def _pool(self, i: int) -> Ints:
        if self.offsets is None or self.members is None or self.of is None:
            return np.arange(self.columns, dtype=np.int32)
        return self.members[self.offsets[self.of[i]] : self.offsets[self.of[i] + 1]]


@dataclass(frozen=True, eq=False)
class _Expected:
    """What was counted ahead: the keys of sets of some width, in order, and their counts."""

    width: int
    keys: Keys
    tables: Any

    def covers(self, asked: _Sets, first: int, stop: int) -> bool:
        """Say whether all sets of some pairs were counted."""
        return self.width == asked.size + 2 and all(
            np.array_equal(self.keys[np.searchsorted(self.keys[:-1], keys)], keys)
            for keys in asked.keys(first, stop)
        )

    def holds(self, width: int, key: int) -> bool:
        """Say whether one set was counted."""
        return self.width == width and bool(self.keys[np.searchsorted(self.keys[:-1], key)] == key)


def _keys_of(sets: Ints, columns: int) -> Keys:
    """Return a number for each sorted set of columns, in the same order as the sets."""
    width = sets.shape[1]
    powers = [columns**place for place in reversed(range(width))]
    exact = np.int64 if columns**width < 2**63 else object
    keys: Keys = sets.astype(exact) @ np.array(powers, dtype=exact)
    return keys


def _key_of(one_set: tuple[int, ...], columns: int) -> int:
    """Return the number for one set."""
    key = 0
    for column in one_set:
        key = key * columns + column
    return key


def _rows_of(keys: Keys, columns: int, width: int) -> Ints:
    """Return the sets that keys stand for."""
    powers = [columns**place for place in reversed(range(width))]
    return np.stack([keys // power % columns for power in powers], axis=1).astype(np.int32)


@lru_cache(maxsize=4)
def _combinations(count: int, size: int) -> Ints:
    """Return all sets of a size among the first numbers, in order."""
    flat = np.fromiter(chain.from_iterable(combinations(range(count), size)), dtype=np.int32)
    flat.flags.writeable = False
    return flat.reshape(comb(count, size), size)


class StreamedTables:
    """The discrete columns of a streamed dataset, in the order of `names`."""

    def __init__(self, data: StreamedDataset, names: tuple[str, ...], levels: Ints, threads: int) -> None:
        self.data, self._names, self._levels, self.threads = data, names, levels, threads
        self._bits = int((levels - 1).sum())
        self._most = max(data.memory // _BYTES_A_NUMBER, 1)
        self._coded: Any = None  # all columns, as in memory
        self._counted: Any = None
        self._size = 0  # all sets of up to this many columns are counted
        self._expected: list[_Expected] = []
        self._foreseen = self._prepared = -1  # the largest sets of tests to come, and of those ready for

    def foresee(self, k: int) -> None:
        """Prepare for tests given at most k columns when the first is asked: perhaps none is."""
        self._foreseen = max(self._foreseen, k)

    def prepare(self, k: int) -> None:
        """Count in one pass what tests given at most k columns need, or code the columns, if they fit."""
        k = max(k, self._foreseen)
        if k > self._prepared:
            self._get_ready(min(k + 2, len(self._names)))
            self._prepared = k

    def _get_ready(self, size: int) -> None:
        if self._coded is not None or size <= self._size:
            return
        if not self._affordable(size, levels=size - 1) and self._has_room():
            self._coded = self._code()
            return
        while size > 2 and not self._affordable(size, levels=size - 1):
            size -= 1
        if size > self._size and self._affordable(size, levels=size - 1):
            [self._counted] = self._count(_combinations(len(self._names), size))
            self._size = size

    def _affordable(self, size: int, *, levels: int) -> bool:
        """Say whether counting all sets of a size takes less than a pass for each level, and has the room."""
        numbers = comb(self._bits, size)
        return numbers <= min(_SETS_A_COLUMN * levels * len(self._names), self._most)

    @property
    def coded(self) -> bool:
        """Whether the columns are here, as codes, so that no question goes through rows elsewhere."""
        return self._coded is not None

    def _has_room(self) -> bool:
        """Say whether the columns may be coded; a cluster counts rows that come in parts where they are."""
        data = self.data
        fits = (
            data.bytes_of_values <= _MOST_SCRATCH * data.memory and self._bytes_beside_codes() < data.memory
        )
        return fits and data.rows <= MOST_ROWS and not (data.is_shared and data.parts > 1)

    def _bytes_beside_codes(self) -> int:
        """Return what the kernel needs beside the codes: bitmaps, and the counts of every two levels."""
        narrow = self._levels[self._levels <= _MOST_LEVELS_WITH_BITMAPS]
        bits = int((narrow - 1).sum())
        return _BITMAPS * self.data.rows * bits // 8 + _BYTES_A_JOINT_COUNT * bits**2

    def _code(self) -> kernels.DiscreteTables:
        """Go through the rows once; the codes are in memory, or in a scratch file that is mapped."""
        room = self.data.memory - self._bytes_beside_codes()
        columns = {column.name: column.values for column in self.data.within(room).columns}
        codes = [np.ascontiguousarray(columns[name]) for name in self._names]
        return kernels.DiscreteTables(codes, self._levels, self.threads)

    def test(self, a: int, b: int, given: Ints, likelihood: bool) -> tuple[float, int, int]:
        """Return statistic, adjusted and full degrees of freedom of the table of a and b given a set."""
        self.prepare(self._foreseen)
        columns = tuple(sorted((a, b, *given.tolist())))
        tables = self._tables_of(columns)
        if tables is None:
            [tables] = self._count(np.array([columns], dtype=np.int32))
        found: tuple[float, int, int] = tables.test(a, b, given, likelihood)
        return found

    def expect_sets(self, sets: Sequence[tuple[int, ...]]) -> int:
        """Count in one pass what the first tests of many need; return how many of them had the room.

        The columns of each test are sorted. There is always room for one.
        """
        self.prepare(self._foreseen)
        if self.coded:
            return len(sets)
        ready, wanted = self._first_with_room(sets)
        if ready < len(sets) and self._expected:
            self._expected.clear()
            ready, wanted = self._first_with_room(sets)
        if wanted:
            each = [np.array(sorted(rows), dtype=np.int32) for rows in wanted.values()]
            for rows, tables in zip(each, self._count(*each), strict=True):
                keys = _keys_of(rows, len(self._names))
                self._expected.append(_Expected(rows.shape[1], keys, tables))
        return ready

    def _first_with_room(
        self, sets: Sequence[tuple[int, ...]]
    ) -> tuple[int, dict[int, list[tuple[int, ...]]]]:
        """Return for how many tests memory has room, and the sets that these lack, by width."""
        lacking: dict[tuple[int, ...], None] = {}
        room = self._most - self._kept_numbers()
        levels, ready = self._levels.tolist(), len(sets)
        for place, columns in enumerate(sets):
            if columns in lacking or self._tables_of(columns) is not None:
                continue
            room -= prod(levels[column] for column in columns)
            if room < 0 and place:
                ready = place
                break
            lacking[columns] = None
        by_width: dict[int, list[tuple[int, ...]]] = {}
        for columns in lacking:
            by_width.setdefault(len(columns), []).append(columns)
        return ready, by_width

    def _tables_of(self, columns: tuple[int, ...]) -> Any:
        """Return what knows the table of some sorted columns without a look at the rows, if anything does."""
        if self._coded is not None or len(columns) <= self._size:
            return self._coded or self._counted
        width, key = len(columns), _key_of(columns, len(self._names))
        return next((one.tables for one in reversed(self._expected) if one.holds(width, key)), None)

    def search(
        self,
        pairs: Ints,
        size: int,
        offsets: Longs | None,
        members: Ints | None,
        of: Ints | None,
        critical: Floats,
        name_rank: Ints,
        likelihood: bool,
        adjusted: bool,
        threads: int,
    ) -> tuple[Longs, Longs, Floats, Ints]:
        """Return for each pair the tests that may have the largest p, as `DiscreteTables.search` does."""
        self.prepare(size)
        rest = (critical, name_rank, likelihood, adjusted, threads)
        if self.coded or not len(pairs) or size + 2 > len(self._names) or size + 2 <= self._size:
            tables = (
                self._coded
                or self._counted
                or kernels.CountedSets(self._levels, np.array([[0]], dtype=np.int32))
            )
            answer: tuple[Longs, Longs, Floats, Ints] = tables.search(
                pairs, size, offsets, members, of, *rest
            )
            return answer
        asked = _Sets(len(self._names), size, pairs, offsets, members, of)
        parts = []
        for first, stop, tables in self._counted_in_parts(asked):
            lists = None if of is None else np.ascontiguousarray(of[first:stop])
            some_pairs = np.ascontiguousarray(pairs[first:stop])
            found = tables.search(some_pairs, size, offsets, members, lists, *rest)
            parts.append((found[0] + first, *found[1:]))
        pair, dof, statistic, given = (np.concatenate(column) for column in zip(*parts, strict=True))
        return pair, dof, statistic, given

    def expect(
        self, size: int, questions: Iterable[tuple[Ints, Longs | None, Ints | None, Ints | None]]
    ) -> None:
        """Count in one pass all that a level will be asked, pairs with their lists, if there is the room."""
        self.prepare(size)
        width = size + 2
        if self.coded or width <= self._size or width > len(self._names):
            return
        asked = [_Sets(len(self._names), size, *question) for question in questions]
        keys = self._affordable_keys(chain.from_iterable(one.keys(0, len(one.pairs)) for one in asked), width)
        self._make_room(self._most if keys is None else self._numbers(keys, width))
        if keys is not None and len(keys):
            [tables] = self._count(self._sets_of(keys, width))
            self._expected.append(_Expected(width, keys, tables))

    def _make_room(self, numbers: float) -> None:
        """Forget what was counted for earlier questions if memory has no room for more numbers beside it."""
        if self._kept_numbers() + numbers > self._most:
            self._expected.clear()

    def _kept_numbers(self) -> int:
        return sum(one.tables.numbers for one in self._expected)

    def _counted_in_parts(self, asked: _Sets) -> Iterator[tuple[int, int, Any]]:
        """Yield ranges of pairs with the counts that their tests need, as many at once as memory allows."""
        width = asked.size + 2
        open_ranges = [(0, len(asked.pairs))]
        while open_ranges:
            first, stop = open_ranges.pop()
            ahead = next((one for one in reversed(self._expected) if one.covers(asked, first, stop)), None)
            if ahead is not None:
                yield first, stop, ahead.tables
                continue
            keys = self._affordable_keys(asked.keys(first, stop), width)
            if keys is None and stop - first > 1:
                middle = (first + stop) // 2
                open_ranges += [(middle, stop), (first, middle)]
                continue
            if keys is None:
                keys = next(asked.keys(first, stop))
            self._make_room(self._numbers(keys, width))
            [tables] = self._count(self._sets_of(keys, width))
            yield first, stop, tables

    def _affordable_keys(self, each: Iterable[Keys], width: int) -> Keys | None:
        """Return the different keys of sets, in order; None: memory has no room for their counts."""
        kept, waiting, length = _NO_KEYS, [_NO_KEYS], 0
        for keys in each:
            waiting.append(keys)
            length += len(keys)
            if length > max(len(kept), _KEYS_AT_ONCE):
                kept, waiting, length = np.unique(np.concatenate([kept, *waiting])), [_NO_KEYS], 0
                if self._numbers(kept, width) > self._most:
                    return None
        kept = np.unique(np.concatenate([kept, *waiting]))
        return kept if self._numbers(kept, width) <= self._most else None

    def _sets_of(self, keys: Keys, width: int) -> Ints:
        return _rows_of(keys, len(self._names), width)

    def _numbers(self, keys: Keys, width: int) -> float:
        """Return about how many numbers the counts of some sets, and of their parts, are."""
        return float(self._cells(self._sets_of(keys, width)).sum())

    def _cells(self, sets: Ints) -> Floats:
        cells: Floats = self._levels[sets].astype(np.float64).prod(axis=1)
        return cells

    def _count(self, *each: Ints) -> list[Any]:
        """Go through the rows once for some lists of sets, those of a list equally wide."""
        largest = max(int(self._cells(sets).max(initial=0)) for sets in each)
        if largest > max(_LARGEST_TABLE, self._most):
            raise DataError(
                f"a table of {in_words(largest, 'cell')} is too large for {self.data.memory:,} bytes; "
                "merge levels, lower k, or allow more with ",
                Advice("memory", f"{-(-largest * _BYTES_A_NUMBER // 10**6)}MB"),
            )
        found: list[Any] = []
        count = partial(counts_of_rows, self._names, self._levels, each)
        for part in self.data.each_part(PartWork(count, self.threads, join=added)):
            found = found or [kernels.CountedSets(self._levels, sets) for sets in each]
            for tables, counts in zip(found, part, strict=True):
                tables.add_counts(counts)
        return found
