"""How long 200 resamples take beside 200 runs on the whole table: ``python -m benchmarks.stability``.

37 columns, 5,000 rows, k-PC with k = 1, one thread; processor time, the smallest of several repeats.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal

import numpy as np

import sepset as sp

METHODS: tuple[Literal["bootstrap", "half"], ...] = ("bootstrap", "half")
COLUMNS, ROWS, RESAMPLES, REPEATS = 37, 5000, 200, 3


def tables() -> Iterator[tuple[str, sp.Dataset]]:
    dag = sp.simulate.random_dag(COLUMNS, edges=46, seed=1)
    yield "three levels", sp.simulate.random_network(dag, levels=3, seed=2).sample(ROWS, seed=3)
    gaussian = sp.simulate.linear_gaussian(dag, seed=1).sample(ROWS, seed=2)
    yield "Gaussian", gaussian
    values = gaussian.matrix()
    halves = {
        name: values[:, i] if i % 2 else (values[:, i] > np.median(values[:, i])).astype(int)
        for i, name in enumerate(gaussian.names)
    }
    yield "half binary", sp.dataset(halves)


def learned(data: sp.Dataset) -> sp.MixedGraph:
    return sp.kpc(data, k=1, threads=1).graph


def timed(run: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


def main() -> None:
    for name, data in tables():
        whole = timed(partial(learned, data))
        for method in METHODS:
            took = timed(partial(sp.stability, data, method=method, k=1, threads=1))
            ratio = took / (RESAMPLES * whole)
            print(
                f"{name}, {method}: {RESAMPLES} resamples {took:.2f} s, {ratio:.2f} of as many runs",
                flush=True,
            )


if __name__ == "__main__":
    main()
