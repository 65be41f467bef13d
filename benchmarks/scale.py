"""What a checkpoint and a Dask cluster cost: the same search plain, kept, and on worker processes.

    python -m benchmarks.scale [--quick] [--save] [--only TEXT]

All sets are tried, by one thread a process, in searches of 30 s or more. Runs take turns, and the best of
five counts: by the clock, and by processor time, which other programs on the machine disturb less: of all
processes together, and of this one and the busiest worker, which is about what the clock would show if the
machine had nothing else to do. The cluster is there before the clock starts, and gets everything. All results
are compared byte for byte.
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

    from benchmarks.record import CellKind

REPEATS = 5


class Took(NamedTuple):
    """The best times of a search, and its result as bytes."""

    clock: float
    #: of all processes
    processor: float
    #: of this process and of the busiest worker
    longest: float
    saved: bytes


def searches(*, quick: bool) -> Iterator[tuple[str, Callable[..., sp.Discovery]]]:
    columns = 100 if quick else 340
    dense = random_dag(columns, edges=10 * columns, seed=1)
    gaussian = linear_gaussian(dense, coefficients=(0.3, 1.0), standardise=True, seed=2).sample(1000, seed=3)
    yield f"Gaussian {columns} x 1,000, k = 3", partial(sp.kpc, gaussian, k=3, search="all", threads=1)
    columns = 200 if quick else 960
    sparse = random_dag(columns, edges=2 * columns, seed=1)
    binary = random_network(sparse, levels=2, seed=2).sample(20_000, seed=3)
    yield f"binary {columns} x 20,000, k = 2", partial(sp.kpc, binary, k=2, search="all", threads=1)


def run_once(search: Callable[..., sp.Discovery], client: Client | None, **options: object) -> Took:
    before = used(client)
    began = time.perf_counter()
    found = search(**options)
    took = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "found.json"
        here, *workers = (now - then for now, then in zip(used(client), before, strict=True))
        found.save(path)
        return Took(took, here + sum(workers), here + max(workers, default=0.0), path.read_bytes())


def used(client: Client | None) -> list[float]:
    """Return the processor time of this process and of each worker so far."""
    workers = client.run(time.process_time) if client else {}
    return [time.process_time(), *(workers[address] for address in sorted(workers))]


def best(runs: list[Took]) -> Took:
    if len({run.saved for run in runs}) > 1:
        raise SystemExit("the same search gave other bytes")
    clocks, processors, longest, saved = zip(*runs, strict=True)
    return Took(min(clocks), min(processors), min(longest), saved[0])


def measured(search: Callable[..., sp.Discovery]) -> Iterator[tuple[str, Took]]:
    """Yield each way with its best times; the ways take turns."""
    from distributed import Client, LocalCluster

    ways: dict[str, list[Took]] = {"plain": [], "checkpoint": [], "1 worker": [], "2 workers": []}
    clusters = [LocalCluster(n_workers=n, threads_per_worker=1, dashboard_address=None) for n in (1, 2)]
    clients = [Client(cluster) for cluster in clusters]
    for number in range(1, REPEATS + 1):
        ways["plain"].append(run_once(search, None))
        with tempfile.TemporaryDirectory() as folder:
            ways["checkpoint"].append(run_once(search, None, checkpoint=folder))
        for name, client in zip(("1 worker", "2 workers"), clients, strict=True):
            ways[name].append(run_once(search, client, backend=sp.DaskBackend(client, at_least=0)))
        took = {name: [round(seconds, 1) for seconds in runs[-1][:3]] for name, runs in ways.items()}
        print(f"run {number}: {took}", flush=True)
    for client, cluster in zip(clients, clusters, strict=True):
        client.close()
        cluster.close()
    best([run for runs in ways.values() for run in runs])
    yield from ((name, best(runs)) for name, runs in ways.items())


def main() -> None:
    parser = arguments(__doc__, quick="smaller tables")
    parser.add_argument("--only", default="", help="a part of the name of a search")
    options = parser.parse_args()
    ratios: dict[str, CellKind] = {
        "clock": "seconds",
        "clock / plain": "exact",
        "all processors": "seconds",
        "all / plain": "exact",
        "longest": "seconds",
        "longest / plain": "exact",
    }
    table = Table("Checkpoints and clusters", {"search": "text", "way": "text", **ratios})
    for name, search in searches(quick=options.quick):
        if options.only not in name:
            continue
        ways = dict(measured(search))
        for way, took in ways.items():
            times = zip(took[:3], ways["plain"][:3], strict=True)
            cells = [cell for seconds, plain in times for cell in (seconds, f"{seconds / plain:.3f}")]
            table.add(name, way, *cells)
    finish("scale", [table], save=options.save)


if __name__ == "__main__":
    main()
