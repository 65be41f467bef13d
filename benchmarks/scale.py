"""What a checkpoint and a Dask cluster cost: the same search plain, kept, and on worker processes.

    python -m benchmarks.scale [--quick] [--save]

All sets are tried, by one thread a process. Runs take turns, and the best of several counts: by the clock,
and by processor time of this process and all workers, which other programs on the machine disturb less. The
cluster is there before the clock starts, and gets everything. All results are compared byte for byte.
"""

from __future__ import annotations

import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import sepset as sp
from benchmarks.record import Table, arguments, finish
from sepset.data.simulate import linear_gaussian, random_dag, random_network

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from distributed import Client

REPEATS = 3


class Took(NamedTuple):
    """The best times of a search, and its result as bytes."""

    clock: float
    processor: float
    saved: bytes


def searches(*, quick: bool) -> Iterator[tuple[str, Callable[..., sp.Discovery]]]:
    columns = 100 if quick else 200
    dense = random_dag(columns, edges=10 * columns, seed=1)
    gaussian = linear_gaussian(dense, coefficients=(0.3, 1.0), standardise=True, seed=2).sample(1000, seed=3)
    yield f"Gaussian {columns} x 1,000, k = 3", partial(sp.kpc, gaussian, k=3, search="all", threads=1)
    sparse = random_dag(2 * columns, edges=4 * columns, seed=1)
    binary = random_network(sparse, levels=2, seed=2).sample(10_000, seed=3)
    yield f"binary {2 * columns} x 10,000, k = 2", partial(sp.kpc, binary, k=2, search="all", threads=1)


def run_once(search: Callable[..., sp.Discovery], client: Client | None, **options: object) -> Took:
    before = used(client)
    began = time.perf_counter()
    found = search(**options)
    took = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "found.json"
        spent = used(client) - before
        found.save(path)
        return Took(took, spent, path.read_bytes())


def used(client: Client | None) -> float:
    """Return the processor time of this process and of all workers so far."""
    return time.process_time() + (sum(client.run(time.process_time).values()) if client else 0.0)


def best(runs: list[Took]) -> Took:
    if len({run.saved for run in runs}) > 1:
        raise SystemExit("the same search gave other bytes")
    return Took(min(run.clock for run in runs), min(run.processor for run in runs), runs[0].saved)


def measured(search: Callable[..., sp.Discovery]) -> Iterator[tuple[str, Took]]:
    """Yield each way with its best times; the ways take turns."""
    from distributed import Client, LocalCluster

    ways: dict[str, list[Took]] = {"plain": [], "checkpoint": [], "1 worker": [], "2 workers": []}
    clusters = [LocalCluster(n_workers=n, threads_per_worker=1, dashboard_address=None) for n in (1, 2)]
    clients = [Client(cluster) for cluster in clusters]
    for _ in range(REPEATS):
        ways["plain"].append(run_once(search, None))
        with tempfile.TemporaryDirectory() as folder:
            ways["checkpoint"].append(run_once(search, None, checkpoint=folder))
        for name, client in zip(("1 worker", "2 workers"), clients, strict=True):
            ways[name].append(run_once(search, client, backend=sp.DaskBackend(client, at_least=0)))
    for client, cluster in zip(clients, clusters, strict=True):
        client.close()
        cluster.close()
    best([run for runs in ways.values() for run in runs])
    yield from ((name, best(runs)) for name, runs in ways.items())


def main() -> None:
    options = arguments(__doc__, quick="smaller tables").parse_args()
    table = Table(
        "scale",
        {
            "search": "text",
            "way": "text",
            "clock": "seconds",
            "of plain": "number",
            "processor": "seconds",
            "of plain, processor": "number",
        },
    )
    for name, search in searches(quick=options.quick):
        ways = dict(measured(search))
        for way, took in ways.items():
            plain = ways["plain"]
            table.add(
                name,
                way,
                took.clock,
                took.clock / plain.clock,
                took.processor,
                took.processor / plain.processor,
            )
    finish("scale", [table], save=options.save)


if __name__ == "__main__":
    main()
