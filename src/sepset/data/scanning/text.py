"""Text files of any size, a piece at a time: the same cells as `sepset.data.reading.delimited` finds.

Pieces are read by `sepset.data.reading.gathered`, as those of a table in memory are. The layout is that of
the first lines of the first file.
"""

from __future__ import annotations

import codecs
import io
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sepset.data.reading.delimited import check_names
from sepset.data.reading.encoding import decode
from sepset.data.reading.gathered import Cells, columns_of
from sepset.data.reading.layout import find_layout
from sepset.data.reading.read import TABBED_SUFFIXES
from sepset.data.reading.rows import names_and_rows, row_pieces
from sepset.data.scanning.sources import Batch, NothingNoted, check_same_columns, naming
from sepset.errors import DataError
from sepset.limits import ROW

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.data.reading.cells import Decimal
    from sepset.data.reading.rows import RowPiece

_HEAD = 1 << 20
_PIECE = 1 << 20
_BATCH = 1 << 23


@dataclass(frozen=True)
class TextFiles(NothingNoted):
    """Files of delimited text, gzipped or not, with the same columns, each with a line of names."""

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
            check_same_columns(file, head[1], files[0], first[1])
            if head[0] != first[0]:
                raise DataError(
                    f"cells are separated by {head[0]!r} in {file} and by {first[0]!r} in {files[0]}; write "
                    "them the same way, or scan the files separately"
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
        """Yield the rows of some columns, many pieces of a file at a time."""
        for file in self.files:
            with naming(file):
                head, pieces = names_and_rows(_pieces(self.filesystem, file, self.separator), self.separator)
                if {*head} != {*self.names}:
                    raise DataError("the first line no longer names the same columns: has the file changed?")
                yield from self._of_file(file, names, [head.index(name) for name in names], pieces)

    def _of_file(
        self, file: str, names: Sequence[str], places: list[int], pieces: Iterator[RowPiece]
    ) -> Iterator[Batch]:
        columns, size, first, most = {name: Cells() for name in names}, 0, 1, _PIECE
        for piece in pieces:
            found = columns_of(piece, self.separator, len(self.names), places)
            for name, cells in zip(names, found, strict=True):
                columns[name].add(cells)
            first, size = first if size else piece.line, size + len(piece.text)
            if size >= most:
                yield _batch(file, first, columns)
                # The first batches are short: whether a column holds many numbers is soon known.
                columns, size, most = {name: Cells() for name in names}, 0, min(2 * most, _BATCH)
        if size:
            yield _batch(file, first, columns)


def _batch(file: str, line: int, columns: dict[str, Cells]) -> Batch:
    return Batch(f"{file}, from line {line:,}", {**columns})


def _head(filesystem: Any, file: str, separator: str | None) -> tuple[str, tuple[str, ...]]:
    """Return what separates cells, and the names."""
    with _opened(filesystem, file) as handle:
        raw = _first_lines(handle)
    if separator is None and file.lower().removesuffix(".gz").endswith(TABBED_SUFFIXES) and b"\t" in raw:
        separator = "\t"
    text, notes = decode(raw)
    layout = find_layout(text, separator)
    if notes or layout.notes or layout.names is not None:
        said = "; ".join((*notes, *layout.notes))
        raise DataError(
            f"this layout cannot be read piece by piece ({said}); the first line must hold the names, in "
            "UTF-8: save it that way, or as Parquet"
        )
    names = names_and_rows(row_pieces([text], layout.separator), layout.separator)[0]
    check_names(names)
    return layout.separator, tuple(names)


def _first_lines(handle: Any) -> bytes:
    """Return the start of a file up to the end of a line, or all of a short file."""
    raw = b""
    while block := handle.read(max(_HEAD, len(raw))):
        raw = b"".join((raw, block))
        end = max(raw.rfind(b"\n"), raw.rfind(b"\r")) + 1
        if len(raw) >= _HEAD and end:
            return raw[:end]
        if len(raw) > ROW:
            raise DataError(
                f"the first line has more than {ROW:,} characters; check that lines end with a newline"
            )
    return raw


def _pieces(filesystem: Any, file: str, separator: str) -> Iterator[RowPiece]:
    with _opened(filesystem, file) as handle:
        yield from row_pieces(_chunks(handle), separator)


def _opened(filesystem: Any, file: str) -> Any:
    """Open a file for reading from its start; a gzipped one is unpacked as it is read."""
    packed = "gzip" if file.lower().endswith(".gz") else None
    return filesystem.open_input_stream(file, compression=packed)


def _chunks(handle: Any) -> Iterator[str]:
    """Yield a text with plain newlines, a block of the file at a time."""
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8-sig")(), translate=True)
    start, last = 0, False
    while not last:
        block = handle.read(_PIECE)
        last = not block
        try:
            text = decoder.decode(block, final=last)
        except UnicodeDecodeError:
            raise DataError(
                f"the text is not UTF-8 after byte {start:,}; save the table as UTF-8, or as Parquet"
            ) from None
        if "\0" in text:
            raise DataError(f"this is not text: there is a zero byte after byte {start:,}")
        start += len(block)
        yield text
