"""The report page: how large it is and how long it takes, for 8, 40, 150 and 400 variables.

    python -m benchmarks.report_page [--save]

Learning and orienting come first; what is timed is the page alone, in CPU seconds, the best of five. How it
compares with another version of sepset is asked by `benchmarks.versions`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import sepset as sp
from benchmarks.record import Table, arguments, finish
from sepset.report.html import to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

REPEATS = 5


def results() -> Iterator[tuple[str, sp.Discovery]]:
    """Yield results by name; Asia is discrete, the others are linear Gaussian with 1.3 edges a variable."""
    yield "asia, k = 1", sp.kpc(sp.asia().sample(5000, seed=1), k=1)
    for n in (40, 150, 400):
        dag = sp.simulate.random_dag(n, edges=int(1.3 * n), seed=1)
        data = sp.simulate.linear_gaussian(dag, seed=1).sample(1000, seed=2)
        yield f"{n} variables, k = 2", sp.kpc(data, k=2)


def measured(found: sp.Discovery) -> tuple[int, int, float]:
    """Return the edges for all k, the bytes of the page, and the least time that it took."""
    edges = sum(found.graph_at(j).edge_count() for j in range(found.k + 1))
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        page = to_bytes(found)
        best = min(best, time.process_time() - start)
    return edges, len(page), best


def main() -> None:
    options = arguments(__doc__, quick="the same; there is nothing to leave out").parse_args()
    table = Table(
        "The report page",
        {"result": "text", "edges, all k": "count", "bytes": "count", "CPU s": "seconds"},
    )
    for name, found in results():
        table.add(name, *measured(found))
    finish("report_page", [table], save=options.save)


if __name__ == "__main__":
    main()
