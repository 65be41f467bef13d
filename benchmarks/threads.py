"""One thread and two: searches of some tens of milliseconds and more, in elapsed seconds.

    python -m benchmarks.threads [--quick] [--save]

Each search is `kpc` from data to skeleton, the test included and orientation left out. One thread, two
threads, and one thread in each of two processes at once take turns for some seconds. "1 thread" and "2
threads" are the fewest seconds of all turns, since other work only ever adds to them.

"Times as fast" is 1 thread / 2 threads. What two cores can do at most varies where they are shared: with
other programs, or with each other, as two threads of one core. "Limit" is how many times as much they get
done at the moment as one does alone: twice the seconds of one thread alone, by the seconds until both of two
processes have done the same search. Both are medians over the turns, of the ratio within each turn, so that a
core that is fast or disturbed for a while changes neither much.

All ways find the same sets, which is checked. It needs two cores that are free.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import time
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import sepset as sp
from benchmarks.record import Table, arguments, finish
from benchmarks.workloads import THREE_LEVEL, Workload, gaussian, large_gaussian_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection

    from benchmarks.record import Cell
    from sepset.catalogue.choices import SearchChoice
    from sepset.data.dataset import Dataset

ROUNDS = 7
#: short searches take more turns, until they have run for this many seconds
SECONDS = 8.0


class Search(NamedTuple):
    """What is searched, and how."""

    name: str
    data: Callable[[], Dataset]
    search: SearchChoice
    k: int


class Turn(NamedTuple):
    """The seconds of one turn: by one thread, by two, and until two processes of one thread are both done."""

    one: float
    two: float
    both: float


def mixed() -> Dataset:
    """Return columns of which every other one is cut in two at its mean."""
    values = gaussian(37).values()
    columns = {f"x{i:02d}": values[:, i] > 0 if i % 2 else values[:, i] for i in range(values.shape[1])}
    return sp.dataset(columns)


def dense() -> Dataset:
    return sp.dataset(large_gaussian_values(2_000, 1_000))


SEARCHES = (
    Search("Gaussian 1,000 x 1,000", gaussian(1_000).sample, "neighbours", 1),
    Search("Gaussian 1,000 x 1,000", gaussian(1_000).sample, "all", 2),
    Search("Gaussian 2,000 x 1,000, dense", dense, "all", 1),
    Search("Gaussian 100 x 100,000", gaussian(100, 100_000).sample, "neighbours", 1),
    Search("100 binary x 1,000,000", Workload("", 100, 1_000_000, 150, (2,)).sample, "neighbours", 1),
    Search("100 binary x 100,000", Workload("", 100, 100_000, 150, (2,)).sample, "all", 2),
    Search("200 three-level x 5,000", THREE_LEVEL.sample, "all", 2),
    Search("37 columns, half binary, x 1,000", mixed, "all", 2),
)


def searched(data: Dataset, search: Search, threads: int) -> sp.Discovery:
    return sp.kpc(data, k=search.k, search=search.search, threads=threads)


def digest(found: sp.Discovery) -> str:
    """Return a hash of all that was found: equal sets, equal p-values, equal hash."""
    separations = found.skeleton.separations
    parts = (separations.size_of, separations.members, separations.p)
    return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()


def elapsed(data: Dataset, search: Search, threads: int) -> tuple[float, str]:
    """Return the seconds of one run, and what it found."""
    start = time.perf_counter()
    found = searched(data, search, threads)
    return time.perf_counter() - start, digest(found)


def serve(search: Search, line: Connection) -> None:
    """Search by one thread whenever it is told to, and say when it is done, and then what was found."""
    data = search.data()
    searched(data, search, 1)
    line.send("ready")
    while line.recv() == "search":
        found = searched(data, search, 1)
        line.send("done")
        line.send(digest(found))


@contextmanager
def process(search: Search) -> Iterator[Connection]:
    """Start a process that serves a search, and wait until it has done it once."""
    new = multiprocessing.get_context("spawn")
    ours, theirs = new.Pipe()
    serving = new.Process(target=serve, args=(search, theirs), daemon=True)
    serving.start()
    theirs.close()  # so that its end is noticed here
    ours.recv()
    try:
        yield ours
    finally:
        ours.send("end")
        serving.join()


def at_once(lines: Sequence[Connection]) -> tuple[float, set[str]]:
    """Let all processes search at the same moment; return the seconds until all are done, and the answers."""
    start = time.perf_counter()
    for line in lines:
        line.send("search")
    for line in lines:
        line.recv()
    return time.perf_counter() - start, {line.recv() for line in lines}


def turns(search: Search, rounds: int, least_seconds: float) -> list[Turn]:
    """Return the times of all turns, after a first search that does not count."""
    data = search.data()
    answers: set[str] = set()
    taken: list[Turn] = []
    with ExitStack() as stack:
        lines = [stack.enter_context(process(search)) for _ in range(2)]
        searched(data, search, 2)
        began = time.perf_counter()
        while len(taken) < rounds or time.perf_counter() - began < least_seconds:
            one, first = elapsed(data, search, 1)
            two, second = elapsed(data, search, 2)
            both, others = at_once(lines)
            answers |= {first, second, *others}
            taken.append(Turn(one, two, both))
    if len(answers) > 1:
        raise RuntimeError(f"{search.name}: the number of threads changes what is found")
    return taken


def row(search: Search, taken: Sequence[Turn]) -> list[Cell]:
    """Return the cells of a search."""
    return [
        search.name,
        search.search,
        search.k,
        min(turn.one for turn in taken),
        min(turn.two for turn in taken),
        median(turn.one / turn.two for turn in taken),
        median(2 * turn.one / turn.both for turn in taken),
    ]


def main() -> None:
    options = arguments(__doc__, quick="the first two searches, twice").parse_args()
    table = Table(
        "One thread and two",
        {
            "data": "text",
            "search": "text",
            "k": "count",
            "1 thread": "seconds",
            "2 threads": "seconds",
            "times as fast": "ratio",
            "limit": "ratio",
        },
    )
    rounds, least_seconds = (2, 0.0) if options.quick else (ROUNDS, SECONDS)
    for search in SEARCHES[:2] if options.quick else SEARCHES:
        cells = row(search, turns(search, rounds, least_seconds))
        table.add(*cells)
        print(*cells, flush=True)
    finish("threads", [table], save=options.save)


if __name__ == "__main__":
    main()
