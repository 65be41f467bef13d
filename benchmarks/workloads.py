"""The data sets that the benchmarks learn from: seeded, so that each run sees the same bytes.

Random sparse DAGs; discrete networks with tables that are uniform on the simplex, linear Gaussian models with
coefficients away from zero, scaled to variance one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sepset.data.simulate import linear_gaussian, random_dag, random_network

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.data.dataset import Dataset


@dataclass(frozen=True)
class Workload:
    """A data set by name; `levels` are the numbers of levels that its columns take in turn."""

    name: str
    columns: int
    rows: int
    edges: int
    levels: tuple[int, ...] = ()

    @property
    def kind(self) -> Literal["discrete", "continuous"]:
        return "discrete" if self.levels else "continuous"

    def sample(self) -> Dataset:
        """Draw the data; the seed is fixed."""
        dag = random_dag(self.columns, edges=self.edges, seed=self.columns)
        if not self.levels:
            model = linear_gaussian(
                dag, coefficients=(0.5, 1.5), random_signs=True, standardise=True, seed=self.columns + 1
            )
            return model.sample(self.rows, seed=self.columns + 2)
        levels = {name: self.levels[i % len(self.levels)] for i, name in enumerate(dag.nodes)}
        network = random_network(dag, levels=levels, seed=self.columns + 1)
        return network.sample(self.rows, seed=self.columns + 2)

    def values(self) -> NDArray[Any]:
        """Return the data as one array: numbers, or level codes."""
        data = self.sample()
        return data.matrix() if self.kind == "continuous" else data.codes().astype(np.int64)


MIXED = Workload("37 mixed-level x 5,000", 37, 5_000, 46, (2, 3, 4))
BINARY = Workload("100 binary x 10,000", 100, 10_000, 150, (2,))
THREE_LEVEL = Workload("200 three-level x 5,000", 200, 5_000, 300, (3,))


def gaussian(columns: int, rows: int = 1_000) -> Workload:
    """Return the continuous workload of one size, average degree 3."""
    return Workload(f"Gaussian {columns:,} x {rows:,}", columns, rows, 3 * columns // 2)


def large_gaussian_values(columns: int, rows: int) -> NDArray[np.float64]:
    """Return data of a sparse linear model column by column, without a matrix of coefficients."""
    rng = np.random.default_rng(columns)
    values = rng.standard_normal((columns, rows))
    for column in range(1, columns):
        for parent in rng.integers(column, size=rng.integers(1, 3)):
            values[column] += rng.choice((-1, 1)) * rng.uniform(0.5, 1.5) * values[parent]
        values[column] /= values[column].std()
    return np.ascontiguousarray(values.T)


FULL = (MIXED, BINARY, THREE_LEVEL, gaussian(100), gaussian(500), gaussian(1_000))
QUICK = (
    MIXED,
    Workload("40 binary x 2,000", 40, 2_000, 60, (2,)),
    Workload("40 three-level x 2,000", 40, 2_000, 60, (3,)),
    gaussian(40),
    gaussian(200),
)
