"""Models and settings: how graphs, parameters and data are drawn, and what counts as the truth.

Every draw has a seed of its own, made from the number of the setting, the graph, the data set and the number
of rows, so that settings can be run in any order and in parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal, Protocol

import numpy as np

import sepset as sp

ROWS = (10, 50, 100, 250, 500, 1000)


class Model(Protocol):
    """Anything that data can be drawn from."""

    @property
    def dag(self) -> sp.MixedGraph:
        """The true graph."""

    def sample(self, n: int, *, seed: int | np.random.Generator) -> sp.Dataset:
        """Draw n rows."""


#: A model from a random generator and the model's number.
Draw = Callable[[np.random.Generator, int], Model]


@dataclass(frozen=True)
class Setting:
    """One experiment: `dags` models, `data_sets` data sets of each number of rows for each of them."""

    name: str
    #: goes into every seed; never reused for another setting
    number: int
    title: str
    draw: Draw
    methods: tuple[str, ...]
    dags: int = 100
    data_sets: int = 3
    rows: tuple[int, ...] = ROWS
    truth: Literal["essential", "dag"] = "essential"
    #: slow methods, run on the first data set of each model and number of rows only
    first_only: tuple[str, ...] = ()
    #: the method that gains are measured from
    baseline: str = "pc"
    #: conditioning sets up to this size are asked about in CI-MCC, on the first data set; None: not measured
    mcc: int | None = 2
    #: whether the exact k-essential graphs of the truth are computed
    k_essential: bool = True

    def model(self, dag: int) -> Model:
        """Return one of the models."""
        return self.draw(np.random.default_rng([self.number, dag]), dag)

    def data(self, model: Model, dag: int, data_set: int, rows: int) -> sp.Dataset:
        """Return one of the data sets of a model."""
        return model.sample(rows, seed=np.random.default_rng([self.number, dag, data_set, rows]))

    def truth_of(self, dag: sp.MixedGraph) -> sp.MixedGraph:
        """Return the graph that is scored against."""
        return dag if self.truth == "dag" else sp.pc(sp.Oracle(dag)).graph

    def smaller(self, models: int | None) -> Setting:
        """Return the same setting with at most this many models."""
        return self if models is None else replace(self, dags=min(self.dags, models))

    def quick(self) -> Setting:
        """Return the same setting with few draws: where five models are many already, with one."""
        dags = 2 if self.dags > 5 else 1
        return replace(self, dags=dags, data_sets=1, rows=self.rows[1:5:3] or self.rows)


def discrete(n: int = 10, *, levels: int = 2, concentration: float = 1.0, **density: float) -> Draw:
    """Return a generator of discrete networks; rows of CPTs are Dirichlet(concentration, ...)."""

    def draw(random: np.random.Generator, _: int) -> Model:
        dag = sp.simulate.random_dag(n, **density, seed=random)  # type: ignore[arg-type]  # checked there
        network = sp.simulate.random_network(dag, levels=levels, seed=random)
        return network if concentration == 1.0 else _redrawn(network, concentration, random)

    return draw


def _redrawn(
    network: sp.networks.BayesianNetwork, concentration: float, random: np.random.Generator
) -> sp.networks.BayesianNetwork:
    """Return the network with every row of every table drawn anew."""
    variables = []
    for variable in network.variables:
        weights = random.standard_gamma(concentration, size=variable.table.shape) + 1e-12
        variables.append(replace(variable, table=weights / weights.sum(axis=-1, keepdims=True)))
    return sp.networks.BayesianNetwork(variables)


def gaussian(
    n: int, *, coefficients: tuple[float, float], random_signs: bool = False, **density: float
) -> Draw:
    """Return a generator of linear Gaussian models with noise of variance one."""

    def draw(random: np.random.Generator, _: int) -> Model:
        dag = sp.simulate.random_dag(n, **density, seed=random)  # type: ignore[arg-type]  # checked there
        return sp.simulate.linear_gaussian(
            dag, coefficients=coefficients, random_signs=random_signs, seed=random
        )

    return draw


@cache
def _graphs(file: str) -> tuple[sp.MixedGraph, ...]:
    text = (Path(__file__).resolve().parent / "data" / file).read_text(encoding="utf-8")
    return tuple(_graph(line) for line in text.splitlines() if not line.startswith("#"))


def _graph(line: str) -> sp.MixedGraph:
    """Read the parents of node 1, 2, ... in order: ``- 0 0,1`` is 0 without, 1 with 0, 2 with 0 and 1."""
    parents = [[] if entry == "-" else entry.split(",") for entry in line.split()]
    edges = [(f"x{a}", "-->", f"x{b}") for b, above in enumerate(parents) for a in above]
    return sp.MixedGraph([f"x{i}" for i in range(len(parents))], edges)


def recorded(file: str) -> Draw:
    """Return a generator of binary networks on graphs that another program drew, in their order."""

    def draw(random: np.random.Generator, dag: int) -> Model:
        return sp.simulate.random_network(_graphs(file)[dag], seed=random)

    return draw
