"""The form of one file of a checkpoint: the answers of one block, with a checksum; nothing is ever unpickled.

A line that names the form; a line of JSON (the run, the size of the sets, question, start, stop, how many
pairs the question has, found, tests); then for each pair with a set its place in the block (4 bytes), p (8
bytes) and the members of the set (4 bytes each), all little-endian, one array after the other; then the
SHA-256 of all that.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sepset.skeleton.level import Block, BlockAnswer

if TYPE_CHECKING:
    from sepset.skeleton.level import Level

_FORM = b"sepset block 1\n"
_CHECKSUM = 32
_WHOLE_NUMBERS = ("size", "question", "start", "stop", "pairs", "found", "tests")


class BrokenBlockError(ValueError):
    """A file that is torn, damaged, or not of this run; it counts as not there."""


class _Header(NamedTuple):
    run: str
    size: int
    question: int
    start: int
    stop: int
    pairs: int
    found: int
    tests: int


def bytes_of(found: int, size: int) -> int:
    """Return how many bytes a number of pairs with sets of one size take, without the header."""
    return found * (4 + 8 + 4 * size)


def to_bytes(run: str, level: Level, answer: BlockAnswer) -> bytes:
    """Return the content of a file; the answer has its places."""
    block, places = answer.block, answer.places
    if places is None:
        raise ValueError("an answer is kept with the places of its pairs")
    pairs = level.questions[block.question].pairs
    header = _Header(run, level.size, *block, pairs, len(places), answer.tests)
    body = b"".join(
        (
            _FORM,
            json.dumps(header._asdict(), sort_keys=True).encode("ascii"),
            b"\n",
            places.astype("<u4").tobytes(),
            answer.p.astype("<f8").tobytes(),
            answer.separators.astype("<i4").tobytes(),
        )
    )
    return body + hashlib.sha256(body).digest()


def from_bytes(run: str, level: Level, raw: bytes) -> BlockAnswer:
    """Return the answer that a file holds, or raise `BrokenBlockError`."""
    header, rest = _parts(raw)
    block = Block(header.question, header.start, header.stop)
    if header.run != run or header.size != level.size or not _is_of(level, block, header.pairs):
        raise BrokenBlockError("it belongs to another run")
    count, size = header.found, header.size
    if len(rest) != bytes_of(count, size):
        raise BrokenBlockError("its length is not what its header says")
    places = np.frombuffer(rest, "<u4", count).astype(np.intp)
    p = np.frombuffer(rest, "<f8", count, offset=4 * count).astype(np.float64)
    sets = np.frombuffer(rest, "<i4", count * size, offset=12 * count).astype(np.int32).reshape(count, size)
    columns = len(level.test.names)
    if count and not (places[-1] < block.stop - block.start and (np.diff(places) > 0).all()):
        raise BrokenBlockError("its pairs are not those of a block")
    if sets.size and not (sets.min() >= 0 and sets.max() < columns):
        raise BrokenBlockError("its sets hold no columns of the table")
    return BlockAnswer(block, places, p, sets, header.tests)


def run_of(raw: bytes) -> str | None:
    """Return the run that a file belongs to, None if it is broken."""
    try:
        return _parts(raw)[0].run
    except BrokenBlockError:
        return None


def _parts(raw: bytes) -> tuple[_Header, bytes]:
    """Return the header and the arrays, after comparing the checksum."""
    body = raw[:-_CHECKSUM]
    if not raw.startswith(_FORM) or hashlib.sha256(body).digest() != raw[-_CHECKSUM:]:
        raise BrokenBlockError("its checksum is not that of its content")
    line, _, rest = body[len(_FORM) :].partition(b"\n")
    return _read_header(line), rest


def _read_header(line: bytes) -> _Header:
    try:
        fields: dict[str, Any] = json.loads(line)
        header = _Header(**fields)
    except (ValueError, TypeError):
        raise BrokenBlockError("its header cannot be read") from None
    numbers = [getattr(header, name) for name in _WHOLE_NUMBERS]
    if not all(isinstance(number, int) and number >= 0 for number in numbers):
        raise BrokenBlockError("its header holds something other than whole numbers")
    return header


def _is_of(level: Level, block: Block, pairs: int) -> bool:
    if block.question >= len(level.questions):
        return False
    asked = level.questions[block.question].pairs
    return pairs == asked and block.start < block.stop <= asked
