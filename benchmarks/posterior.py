"""How long a posterior takes, one thread, 1,000 rows: exact up to 16 columns, sampled beyond.

    python -m benchmarks.posterior [--quick] [--save]

CPU seconds of all components and 400 draws, then of the graphs for k = 0, 1, 2 and none. The peak of memory
is that of the process so far.
"""

from __future__ import annotations

import resource
import time
from typing import Literal

import sepset as sp
from benchmarks.record import Table, arguments, finish

ROWS = 1000
EXACT, SAMPLED = (10, 13, 16), (20, 37, 100)


def data_of(n: int, edges: int, seed: int = 1) -> sp.Dataset:
    dag = sp.simulate.random_dag(n, edges=edges, seed=seed)
    return sp.simulate.random_network(dag, seed=seed).sample(ROWS, seed=seed)


def add_row(table: Table, n: int, method: Literal["exact", "sampled"]) -> None:
    data = data_of(n, 3 * n // 2)
    start = time.process_time()
    post = sp.posterior(data, method=method, threads=1)
    drawn = time.process_time()
    for k in (None, 0, 1, 2):
        post.best(k)
    end = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    table.add(method, n, drawn - start, end - drawn, peak)
    print(f"{method}, n = {n}: done", flush=True)


def main() -> None:
    options = arguments(__doc__, quick="up to 13 and 37 columns").parse_args()
    table = Table(
        "Posterior",
        {
            "engine": "text",
            "columns": "count",
            "components and draws": "seconds",
            "marks and graphs": "seconds",
            "peak, MB": "count",
        },
    )
    for n in EXACT[:-1] if options.quick else EXACT:
        add_row(table, n, "exact")
    for n in SAMPLED[:-1] if options.quick else SAMPLED:
        add_row(table, n, "sampled")
    finish("posterior", [table], save=options.save)


if __name__ == "__main__":
    main()
