"""One thread and two: the searches that take more than 50 ms, in elapsed seconds.

    python -m benchmarks.threads [--quick] [--save]

Each search is `kpc` from data to skeleton, the test included and orientation left out. One thread and two
take turns for some seconds, and the fastest run of each counts, since other work disturbs elapsed time more
than CPU time. Both find the same sets, which is checked. It needs two cores that are free.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

import sepset as sp
from benchmarks.record import Table, arguments, finish
from benchmarks.workloads import THREE_LEVEL, Workload, gaussian, large_gaussian_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


def mixed() -> Dataset:
    """Return columns of which every other one is cut in two at its mean."""
    values = gaussian(37).values()
    columns = {f"x{i:02d}": values[:, i] > 0 if i % 2 else values[:, i] for i in range(values.shape[1])}
    return sp.dataset(columns)


SEARCHES = (
    Search("Gaussian 1,000 x 1,000", gaussian(1_000).sample, "neighbours", 1),
    Search("Gaussian 1,000 x 1,000", gaussian(1_000).sample, "all", 2),
    Search(
        "Gaussian 2,000 x 1,000, dense", lambda: sp.dataset(large_gaussian_values(2_000, 1_000)), "all", 1
    ),
    Search("Gaussian 100 x 100,000", gaussian(100, 100_000).sample, "neighbours", 1),
    Search("100 binary x 1,000,000", Workload("", 100, 1_000_000, 150, (2,)).sample, "neighbours", 1),
    Search("100 binary x 100,000", Workload("", 100, 100_000, 150, (2,)).sample, "all", 2),
    Search("200 three-level x 5,000", THREE_LEVEL.sample, "all", 2),
    Search("37 columns, half binary, x 1,000", mixed, "all", 2),
)


def elapsed(data: Dataset, search: Search, threads: int) -> tuple[float, bytes]:
    """Return the seconds of one run, and what it found."""
    start = time.perf_counter()
    found = sp.kpc(data, k=search.k, search=search.search, threads=threads)
    seconds = time.perf_counter() - start
    separations = found.skeleton.separations
    return seconds, separations.size_of.tobytes() + separations.members.tobytes() + separations.p.tobytes()


def rows(
    searches: tuple[Search, ...], rounds: int, least_seconds: float
) -> Iterator[tuple[str, str, int, float, float, float]]:
    for search in searches:
        data = search.data()
        least: dict[int, float] = {}
        answers = set()
        began, turns = time.perf_counter(), 0
        while turns < rounds or time.perf_counter() - began < least_seconds:
            turns += 1
            for threads in (1, 2):
                seconds, answer = elapsed(data, search, threads)
                least[threads] = min(least.get(threads, seconds), seconds)
                answers.add(answer)
        if len(answers) > 1:
            raise RuntimeError(f"{search.name}: the number of threads changes what is found")
        yield search.name, search.search, search.k, least[1], least[2], least[1] / least[2]


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
            "times as fast": "number",
        },
    )
    measured = rows(SEARCHES[:2], 2, 0.0) if options.quick else rows(SEARCHES, ROUNDS, SECONDS)
    for row in measured:
        table.add(*row)
        print(*row, flush=True)
    finish("threads", [table], save=options.save)


if __name__ == "__main__":
    main()
