"""Text files of any size, a piece at a time: the same cells as `sepset.data.reading.delimited` finds.

A piece ends with a line outside quotes. The layout is that of the first lines of the first file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sepset.data.reading.delimited import cells_of, header_of
from sepset.data.reading.encoding import decode
from sepset.data.reading.layout import find_layout
from sepset.data.scanning.sources import Batch, Cells, NothingNoted, naming
from sepset.errors import DataError
from sepset.wording import some

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.data.reading.cells import Decimal

_HEAD = 1 << 20
_PIECE = 1 << 24


@dataclass(frozen=True)
class TextFiles(NothingNoted):
    """Files of delimited text with the same columns, each with a line of names."""

    files: tuple[str, ...]
    separator: str
    decimal: Decimal
    names: tuple[str, ...]
    notes: tuple[str, ...]
    size: int
    filesystem: Any
    rows: None = None

    @classmethod
    def open(
        cls, files: Sequence[str], filesystem: Any, *, separator: str | None, decimal: Decimal
    ) -> TextFiles:
        """Look at the first lines of every file."""
        heads = []
        for file in files:
            with naming(file):
                heads.append(_head(filesystem, file, separator))
        first = heads[0]
        for file, head in zip(files[1:], heads[1:], strict=True):
            if head != first:
                other = sorted({*head[1]} ^ {*first[1]}) or [*head[1]]
                raise DataError(
                    f"{file} has other columns than {files[0]} ({some(other)}), or another layout; "
                    "all files need the same, so leave that file out"
                )
        size = sum(info.size for info in filesystem.get_file_info(list(files)))
        return cls(tuple(files), first[0], decimal, first[1], (), size, filesystem)

    @property
    def parts(self) -> int:
        """How many files there are."""
        return len(self.files)

    def part(self, number: int) -> TextFiles:
        """Return the source of one file."""
        return replace(self, files=self.files[number : number + 1])

    def batches(self, names: Sequence[str]) -> Iterator[Batch]:
        """Yield the rows of some columns, piece by piece."""
        places = [self.names.index(name) for name in names]
        for file in self.files:
            line = 1
            for piece in _pieces(self.filesystem, file):
                where = f"{file}, from line {line:,}"
                with naming(where):
                    columns = self._cells(piece, first=line == 1)
                    line += piece.count(b"\n")
                    yield Batch(
                        where, {name: columns[place] for name, place in zip(names, places, strict=True)}
                    )

    def _cells(self, piece: bytes, *, first: bool) -> list[Cells]:
        text = decode(piece).text
        # Below a first line of any names, rows are read as they are below the true one.
        head = text if first else self.separator.join(map(str, range(len(self.names)))) + "\n" + text
        return [Cells(texts, places) for texts, places in cells_of(head, self.separator)]


def _head(filesystem: Any, file: str, separator: str | None) -> tuple[str, tuple[str, ...]]:
    """Return what separates cells, and the names."""
    with filesystem.open_input_stream(file) as handle:
        raw = handle.read(_HEAD)
    if len(raw) == _HEAD:
        raw = raw[: raw.rindex(b"\n") + 1]
    text, notes = decode(raw)
    layout = find_layout(text, separator)
    if notes or layout.notes or layout.names is not None:
        said = "; ".join((*notes, *layout.notes))
        raise DataError(
            f"this layout cannot be read piece by piece ({said}); the first line must hold the names, in "
            "UTF-8: save it that way, or as Parquet"
        )
    return layout.separator, tuple(header_of(layout))


def _pieces(filesystem: Any, file: str) -> Iterator[bytes]:
    """Yield a file in pieces that end with a line; quotes open in one are closed in it."""
    rest = b""
    with naming(file), filesystem.open_input_stream(file) as handle:
        while block := handle.read(_PIECE):
            rest += block
            end = rest.rfind(b"\n") + 1
            while end and rest.count(b'"', 0, end) % 2:
                end = rest.rfind(b"\n", 0, end - 1) + 1
            if end:
                yield rest[:end]
                rest = rest[end:]
    if rest.strip():
        yield rest
