r"""Tables to learn from: dropped on the page, or named when the server was started.

A table is read again when it is understood in another way (other kinds, other columns), and remembers the
last few readings, so that a change of k alone reads nothing.

>>> table = uploaded("ward.csv", b"a,b,id\n1,x,7\n2,y,7\n1,y,7\n")
>>> table.read(Reading()).names, table.names(Reading())
(('a', 'b'), ('a', 'b', 'id'))
"""

from __future__ import annotations

import os
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sepset.data.reading.assemble import Wishes
from sepset.data.reading.other_files import FROM_DISK
from sepset.data.reading.read import known_format, read_content
from sepset.errors import DataError
from sepset.wording import cut

if TYPE_CHECKING:
    from collections.abc import Callable

    from sepset.data.column import Asked
    from sepset.data.dataset import Dataset, MissingPolicy
    from sepset.data.reading.cells import Decimal

_READINGS_KEPT = 4
_LONGEST_NAME = 200


class Reading(NamedTuple):
    """How a table is to be understood; every part can be compared, so that readings can be remembered."""

    kinds: tuple[tuple[str, Asked], ...] = ()
    drop: tuple[str, ...] = ()
    missing: MissingPolicy = "testwise"
    separator: str | None = None
    decimal: Decimal = "."

    def wishes(self) -> Wishes:
        """Return what readers are asked for."""
        return Wishes(kinds=dict(self.kinds) or None, missing=self.missing, drop=self.drop)

    def of_all_columns(self) -> Reading:
        """Return the same without anything said about single columns."""
        return self._replace(kinds=(), drop=(), missing="testwise")


@dataclass(frozen=True, eq=False)
class Table:
    """A table: its name, how Python and the command line name it, and what reads it."""

    name: str
    #: as an argument of ``sepset learn`` and ``sepset.read``
    source: str
    reader: Callable[[Reading], Dataset]
    #: of a network that rows were drawn from: the Python that draws them; its columns are known
    drawn_by: str | None = None
    _kept: OrderedDict[Reading, Dataset] = field(default_factory=OrderedDict)

    def read(self, reading: Reading) -> Dataset:
        """Return the table as it is to be understood."""
        if reading not in self._kept:
            self._kept[reading] = self.reader(reading)
        self._kept.move_to_end(reading)
        while len(self._kept) > _READINGS_KEPT:
            self._kept.popitem(last=False)
        return self._kept[reading]

    def names(self, reading: Reading) -> tuple[str, ...]:
        """Return all columns, also those that are left out."""
        whole = self.read(reading.of_all_columns())
        return (*whole.names, *whole.left_out)


def uploaded(file_name: str, raw: bytes) -> Table:
    """Return the table in a file that came without its path, which stays in memory."""
    name = os.path.basename(file_name.replace("\\", "/").replace("\0", ""))[-_LONGEST_NAME:] or "table.csv"
    if known_format(name)[0] in FROM_DISK:
        raise DataError(
            f"{cut(name)!r} cannot be dropped here; start the server with its path (sepset serve FILE), or "
            "save it as CSV"
        )

    def reader(reading: Reading) -> Dataset:
        return read_content(raw, name, reading.wishes(), separator=reading.separator, decimal=reading.decimal)

    return Table(name, name, reader)
