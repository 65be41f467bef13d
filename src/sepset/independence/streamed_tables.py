"""Tables of columns whose rows stay in their files: counted in passes over the rows, judged as ever.

`StreamedTables` answers what `sepset.kernels.DiscreteTables` answers, with the same bits. Before a search it
counts the rows of every set of columns that the search will ask about: all sets of a size at once where they
are few, so that one pass serves all levels; else only those of the level, in as many passes as the memory for
counts allows.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from sepset import kernels
from sepset.errors import DataError
from sepset.wording import counted as in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from sepset.data.scanning.streamed import StreamedDataset

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]
    Floats = NDArray[np.float64]

# Counting a set takes about a three-thousandth of the time that decoding a value takes.
_SETS_A_COLUMN = 3000
_BYTES_A_NUMBER = 64
_LARGEST_TABLE = 1 << 20


class StreamedTables:
    """The discrete columns of a streamed dataset, in the order of `names`."""

    def __init__(self, data: StreamedDataset, names: tuple[str, ...], levels: Ints, threads: int) -> None:
        self.data, self._names, self._levels, self.threads = data, names, levels, threads
        self._bits = int((levels - 1).sum())
        self._most = max(data.memory // _BYTES_A_NUMBER, 1)
        self._counted: Any = None
        self._size = 0  # all sets of up to this many columns are counted

    def prepare(self, k: int) -> None:
        """Count what tests given at most k columns need, in one pass, if that is not too much."""
        size = min(k + 2, len(self._names))
        while size > 2 and not self._affordable(size, levels=size - 1):
            size -= 1
        if size > self._size and self._affordable(size, levels=size - 1):
            everything = combinations(range(len(self._names)), size)
            self._counted, self._size = self._count([*everything], size), size

    def _affordable(self, size: int, *, levels: int) -> bool:
        """Say whether counting all sets of a size takes less than a pass for each level, and has the room."""
        numbers = comb(self._bits, size)
        return numbers <= min(_SETS_A_COLUMN * levels * len(self._names), self._most)

    def test(self, a: int, b: int, given: Ints, likelihood: bool) -> tuple[float, int, int]:
        """Return statistic, adjusted and full degrees of freedom of the table of a and b given a set."""
        columns = tuple(sorted((a, b, *given.tolist())))
        tables = self._counted if len(columns) <= self._size else self._count([columns], len(columns))
        found: tuple[float, int, int] = tables.test(a, b, given, likelihood)
        return found

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
        if not len(pairs) or size + 2 > len(self._names) or size + 2 <= self._size:
            tables = self._counted or kernels.CountedSets(self._levels, np.array([[0]], dtype=np.int32))
            answer: tuple[Longs, Longs, Floats, Ints] = tables.search(
                pairs, size, offsets, members, of, *rest
            )
            return answer
        parts = []
        for first, stop, wanted in self._parts(pairs, size, offsets, members, of):
            lists = None if of is None else np.ascontiguousarray(of[first:stop])
            some_pairs = np.ascontiguousarray(pairs[first:stop])
            found = self._count(wanted, size + 2).search(some_pairs, size, offsets, members, lists, *rest)
            parts.append((found[0] + first, *found[1:]))
        pair, dof, statistic, given = (np.concatenate(column) for column in zip(*parts, strict=True))
        return pair, dof, statistic, given

    def _parts(
        self, pairs: Ints, size: int, offsets: Longs | None, members: Ints | None, of: Ints | None
    ) -> Iterator[tuple[int, int, list[tuple[int, ...]]]]:
        """Yield ranges of pairs with the sets that their tests need, as many at once as memory allows."""
        wanted: set[tuple[int, ...]] = set()
        first = 0
        for i, (a, b) in enumerate(pairs.tolist()):
            pool: Iterable[int] = range(len(self._names))
            if offsets is not None and members is not None and of is not None:
                pool = members[offsets[of[i]] : offsets[of[i] + 1]].tolist()
            others = [column for column in pool if column not in (a, b)]
            own = {tuple(sorted((a, b, *given))) for given in combinations(others, size)}
            if wanted and self._numbers(wanted | own) > self._most:
                yield first, i, sorted(wanted)
                wanted, first = set(), i
            wanted |= own
        yield first, len(pairs), sorted(wanted)

    def _numbers(self, sets: set[tuple[int, ...]]) -> int:
        """Return about how many numbers the counts of some sets, and of their parts, are."""
        return sum(int(np.prod(self._levels[list(columns)])) for columns in sets)

    def _count(self, sets: list[tuple[int, ...]], size: int) -> Any:
        """Go through the rows once."""
        largest = max((int(np.prod(self._levels[list(columns)])) for columns in sets), default=0)
        if largest > max(_LARGEST_TABLE, self._most):
            raise DataError(
                f"a table of {in_words(largest, 'cell')} is too large for {self.data.memory:,} bytes; "
                f"merge levels, lower k, or allow {largest * _BYTES_A_NUMBER:,} bytes"
            )
        wanted = np.array(sets, dtype=np.int32).reshape(-1, size)
        count = partial(_counts, self._names, self._levels, wanted, self.threads)
        tables = None
        for counts in self.data.each_part(count):
            tables = tables or kernels.CountedSets(self._levels, wanted)
            tables.add_counts(counts)
        return tables


def _counts(names: tuple[str, ...], levels: Ints, sets: Ints, threads: int, data: StreamedDataset) -> Longs:
    """Return how many rows of some data hold what."""
    tables = kernels.CountedSets(levels, sets)
    for codes, weights in data.weighted_batches(names):
        if weights is None:
            tables.add(codes, threads)
        else:
            tables.add_weighted(codes, weights)
    return tables.counts()
