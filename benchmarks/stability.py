"""How long 200 resamples take compared with 200 runs on the whole table.

    python -m benchmarks.stability [--quick] [--save]

37 columns, 5,000 rows, k-PC with k = 1, one thread; processor time, the least of several repeats.
"""

from collections.abc import Iterator
from functools import partial
from typing import Literal

import numpy as np

import sepset as sp
from benchmarks.record import CellKind, Table, arguments, finish, least_cpu

METHODS: dict[Literal["bootstrap", "half"], str] = {"bootstrap": "bootstrap", "half": "half-samples"}
COLUMNS, ROWS, RESAMPLES, REPEATS = 37, 5000, 200, 3


def tables(rows: int) -> Iterator[tuple[str, sp.Dataset]]:
    dag = sp.simulate.random_dag(COLUMNS, edges=46, seed=1)
    yield "three levels", sp.simulate.random_network(dag, levels=3, seed=2).sample(rows, seed=3)
    gaussian = sp.simulate.linear_gaussian(dag, seed=1).sample(rows, seed=2)
    yield "Gaussian", gaussian
    values = gaussian.matrix()
    halves = {
        name: values[:, i] if i % 2 else (values[:, i] > np.median(values[:, i])).astype(int)
        for i, name in enumerate(gaussian.names)
    }
    yield "half binary", sp.dataset(halves)


def learned(data: sp.Dataset) -> sp.MixedGraph:
    return sp.kpc(data, k=1, threads=1).graph


def main() -> None:
    options = arguments(__doc__, quick="20 resamples of 500 rows, once").parse_args()
    resamples, rows, repeats = (20, 500, 1) if options.quick else (RESAMPLES, ROWS, REPEATS)
    kinds: dict[str, CellKind] = dict.fromkeys(METHODS.values(), "seconds")
    ratios: dict[str, CellKind] = {f"{name} / whole runs": "ratio" for name in METHODS.values()}
    table = Table("Resampling", {"columns": "text", **kinds, "whole runs": "seconds", **ratios})
    for name, data in tables(rows):
        once, _ = least_cpu(partial(learned, data), repeats)
        whole = resamples * once
        resampled = partial(sp.stability, data, resamples=resamples, k=1, threads=1)
        took = [least_cpu(partial(resampled, method=method), repeats)[0] for method in METHODS]
        table.add(name, *took, whole, *(seconds / whole for seconds in took))
    finish("stability", [table], save=options.save)


if __name__ == "__main__":
    main()
