"""From a source of rows to a dataset, and every reason to refuse one: what `assemble` is for memory.

All columns are looked at, and everything that is wrong with them goes into one message, in the words and in
the order of `sepset.data.reading.assemble`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sepset.data.reading.assemble import asked_kinds, check_column_names, chosen_names, own_names
from sepset.data.reading.problems import Problems, constant_words, empty_words, infinite_words, per_column
from sepset.data.scanning.passes import check_unchanged
from sepset.data.scanning.sources import Passes
from sepset.data.scanning.staying import Staying, staying_rows
from sepset.data.scanning.streamed import StreamedDataset
from sepset.data.scanning.superfluous import Passing, note_superfluous
from sepset.data.scanning.survey import Limits
from sepset.data.scanning.surveying import surveyed_columns
from sepset.errors import Advice, DataError, OptionError
from sepset.progress import as_callback
from sepset.wording import some

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from sepset.data.column import Asked
    from sepset.data.reading.assemble import Wishes
    from sepset.data.reading.cells import Decimal
    from sepset.data.scanning.known import KnownColumn, Settled
    from sepset.data.scanning.sources import Source
    from sepset.errors import MessagePart
    from sepset.progress import ScanProgress, ShowProgress

#: About what a short text takes that is counted.
_BYTES_A_LABEL = 128
_LEAST_ROOM, _MOST_ROOM = 10_000, 100_000


def opened(
    source: Source,
    wishes: Wishes,
    memory: int,
    name: str = "",
    decimal: Decimal = ".",
    progress: ShowProgress[ScanProgress] = None,
) -> StreamedDataset:
    """Return the dataset of a source once it is known what its columns hold; `name` is for messages."""
    passes = Passes(as_callback(progress))
    if wishes.missing == "testwise" or wishes.clean:
        raise OptionError(
            "a scan cannot leave out rows test by test, or clean columns by itself: pass ",
            Advice("missing", "drop"),
            " and ",
            Advice("drop"),
            ", or read the table into memory",
        )
    problems = Problems(cleanable=False)
    with _told_of(name):
        own = [one for one in own_names(source.names, problems) if one is not None]
        check_column_names(own, fewest=0 if problems.lines else 2)
        names = chosen_names(own, wishes)
        asked = asked_kinds(wishes.kinds, names)
    known = surveyed_columns(source, _limits(names, asked, memory, decimal), passes)
    with _told_of(name):
        rows = _rows_of(known, names)
        return _dataset(source, known, rows, asked, wishes, memory, problems, passes)


@contextmanager
def _told_of(name: str) -> Iterator[None]:
    """Put the name of a table in front of what is wrong with it, as reading does."""
    try:
        yield
    except DataError as error:
        raise DataError(*((f"{name}: ",) if name else ()), *error.parts) from None


def _limits(
    names: Sequence[str], asked: Mapping[str, Asked], memory: int, decimal: Decimal
) -> dict[str, Limits]:
    room = min(max(memory // (_BYTES_A_LABEL * max(len(names), 1)), _LEAST_ROOM), _MOST_ROOM)
    return {name: Limits(room, asked.get(name) in ("discrete", "ordinal"), decimal) for name in names}


def _rows_of(known: Sequence[KnownColumn], names: Sequence[str]) -> int:
    counts = [column.survey.rows for column in known if not column.unfit]
    rows = max(counts, default=1)
    for count in counts:
        check_unchanged(count, rows)
    if not rows:
        raise DataError(f"the data have no rows, only the columns {some(names)}")
    return rows


def _dataset(
    source: Source,
    known: Sequence[KnownColumn],
    rows: int,
    asked: Mapping[str, Asked],
    wishes: Wishes,
    memory: int,
    problems: Problems,
    passes: Passes,
) -> StreamedDataset:
    usable, ready = _ready(known, rows, asked, problems)
    lacking = {column.name: column.gaps for column in usable if column.gaps}
    stay = _kept(source, usable, rows, lacking, wishes, problems, passes)
    settled = _varying(stay, {} if rows > stay.rows else ready, asked, rows - stay.rows, problems)
    dropped_here = rows > stay.rows and not stay.left_out_there
    incomplete = [column for column in stay.columns if column.lacks] if dropped_here else []
    found = StreamedDataset(
        stay.source,
        settled,
        rows=stay.rows,
        memory=memory,
        incomplete=incomplete,
        missing=lacking,
        dropped=rows - stay.rows,
    )
    # A refusal also says what only repeats others, if that leaves something to learn from.
    if problems.lines and len(settled) > 2:
        note_superfluous(found, Passing(stay.source, incomplete, passes), settled, asked, problems)
    problems.raise_if_any()
    return found


def _ready(
    known: Sequence[KnownColumn], rows: int, asked: Mapping[str, Asked], problems: Problems
) -> tuple[list[KnownColumn], dict[str, Settled]]:
    """Return the columns whose values a test could use, and those of them that have a kind already."""
    for column in known:
        if column.unfit:
            problems.add([column.name], *column.unfit)
    fit = [column for column in known if not column.unfit]
    empty = [column.name for column in fit if column.gaps == rows]
    if empty:
        problems.add(empty, empty_words(empty))
    infinite = {column.name: column.infinite for column in fit if column.infinite}
    if infinite:
        problems.add([*infinite], infinite_words(infinite), droppable=False)
    open_ones = [column for column in fit if column.name not in empty and not column.constant()]
    found = ((column.name, _try_to_settle(column, asked, None, problems)) for column in open_ones)
    ready = {name: settled for name, settled in found if settled is not None}
    return [column for column in fit if column.name not in problems.unusable], ready


def _try_to_settle(
    column: KnownColumn, asked: Mapping[str, Asked], kept: npt.NDArray[np.int64] | None, problems: Problems
) -> Settled | None:
    try:
        return column.settled(asked.get(column.name), kept)
    except DataError as error:
        problems.add([column.name], *error.parts)
        return None


def _kept(
    source: Source,
    known: Sequence[KnownColumn],
    rows: int,
    lacking: Mapping[str, int],
    wishes: Wishes,
    problems: Problems,
    passes: Passes,
) -> Staying:
    """Return the rows that the policy for missing values keeps."""
    all_of_them = Staying(source, known, {}, rows)
    if not lacking:
        return all_of_them
    complete = staying_rows(source, known, lacking, passes)
    if wishes.missing == "drop" and complete.rows:
        return complete
    parts: tuple[MessagePart, ...]
    if wishes.missing == "error":
        parts = (
            f"missing values in {per_column(lacking)}; pass ",
            Advice("missing", "drop"),
            f" to keep the {complete.rows:,} complete rows of {rows:,}, or fill them in first",
        )
    else:
        what = f"every one of {rows:,} has a missing value in {per_column(lacking)}"
        parts = (f"no row is complete: {what}; leave out the columns with the most gaps",)
    problems.add([*lacking], *parts, droppable=False)
    return all_of_them


def _varying(
    stay: Staying,
    ready: Mapping[str, Settled],
    asked: Mapping[str, Asked],
    dropped: int,
    problems: Problems,
) -> list[Settled]:
    """Return the columns that vary, ready ones as they are, those that lost rows decided again."""
    constant = [column for column in stay.columns if column.constant(stay.counts.get(column.name))]
    if constant:
        first = constant[0].settled("discrete", stay.counts.get(constant[0].name)).column.levels
        names = [column.name for column in constant]
        problems.add(names, constant_words(names, first, dropped))
    found = (
        ready.get(column.name) or _try_to_settle(column, asked, stay.counts.get(column.name), problems)
        for column in stay.columns
        if column not in constant
    )
    return [settled for settled in found if settled is not None]
