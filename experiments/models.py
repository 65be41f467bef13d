"""The settings of the experiments: how graphs, parameters and data are drawn, and what counts as the truth.

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
from experiments import packaged
from experiments.program_settings import with_program

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


def _asia(_: np.random.Generator, __: int) -> Model:
    return sp.asia()


def _packaged(name: str) -> Draw:
    return lambda _, __: packaged.network(name)


PAPER = ("controls", "pc", "cpc", "published-all", "published", "ours", "auto", "cpc-auto", "exact-bic")
BRIEF = ("controls", "pc", "cpc", "published", "auto", "cpc-auto")
#: What the posterior is compared with; fNML is for discrete columns.
AVERAGED = ("pc", "auto", "ours", "exact-bic", "posterior")
#: On these models, and on no others, the settings behind "auto" were chosen.
CHOICE = ("pc", "grid")


def _for_choosing(
    name: str,
    number: int,
    title: str,
    draw: Draw,
    methods: tuple[str, ...] = CHOICE,
    *,
    dags: int = 50,
    rows: tuple[int, ...] = ROWS,
) -> Setting:
    """Return a setting on which defaults are chosen: few draws, and only what a choice needs is measured."""
    return Setting(
        name, number, title, draw, methods, dags=dags, data_sets=1, rows=rows, mcc=None, k_essential=False
    )


def _averaged(
    name: str,
    number: int,
    title: str,
    draw: Draw,
    methods: tuple[str, ...] = AVERAGED,
    *,
    dags: int = 10,
    rows: tuple[int, ...] = (50, 250, 1000),
) -> Setting:
    """Return a setting for the posterior, on models that nothing was chosen on."""
    return Setting(name, number, title, draw, methods, dags=dags, data_sets=1, rows=rows, mcc=None)


def _named(name: str, number: int) -> Setting:
    """Return a setting for the posterior on samples of a network that pgmpy carries."""
    methods = ("pc", "auto", "posterior-many")
    setting = _averaged(
        f"posterior_{name}", number, name.capitalize(), _packaged(name), methods, dags=4, rows=(200, 1000)
    )
    return replace(setting, k_essential=False)


_SETTINGS = (
    _for_choosing("choose10", 104, "10 binary nodes, at most 10 edges; for choosing", discrete(max_edges=10)),
    *(
        _for_choosing(
            f"choose{edges}",
            number,
            f"10 binary nodes, at most {edges} edges; for choosing",
            discrete(max_edges=edges),
            dags=100,
        )
        for edges, number in ((15, 101), (30, 102))
    ),
    _for_choosing(
        "choose_gaussian",
        103,
        "10 nodes, linear Gaussian, coefficients 0.3 to 1, at most 15 edges; for choosing",
        gaussian(10, coefficients=(0.3, 1.0), random_signs=True, max_edges=15),
    ),
    *(
        _for_choosing(
            f"choose_levels{levels}",
            102 + levels,
            f"10 nodes with {levels} levels, at most 15 edges; for choosing k",
            discrete(levels=levels, max_edges=15),
            ("pc", "bounds"),
            rows=(10, 20, 50, 100, 250),
        )
        for levels in (3, 4, 6)
    ),
    *(
        Setting(
            f"pc{edges}",
            number,
            f"10 binary nodes, at most {edges} edges",
            discrete(max_edges=edges),
            PAPER,
            first_only=("loci",),
        )
        for edges, number in ((15, 21), (30, 22))
    ),
    Setting(
        "pc15_notears",
        21,
        "the models and first data sets of pc15, with NOTEARS on the codes of the levels",
        discrete(max_edges=15),
        ("pc", "auto", "exact-bic", "notears"),
        data_sets=1,
        mcc=None,
        k_essential=False,
    ),
    *(
        # The same numbers as above, so the same models and data.
        Setting(
            name,
            number,
            f"the models of {name.removesuffix('_reference')}, against the paper's baseline",
            draw,
            ("causal-learn", "pc", "published-all", "published", "auto"),
            baseline="causal-learn",
            mcc=None,
            k_essential=False,
        )
        for name, number, draw in (
            ("pc15_reference", 21, discrete(max_edges=15)),
            ("pc30_reference", 22, discrete(max_edges=30)),
            ("agrum30_reference", 23, recorded("pyagrum30.txt")),
        )
    ),
    Setting(
        "agrum30",
        23,
        "10 binary nodes, the graphs that pyAgrum draws with at most 30 arcs",
        recorded("pyagrum30.txt"),
        PAPER,
        first_only=("loci",),
    ),
    Setting(
        "agrum15",
        29,
        "10 binary nodes, the graphs that pyAgrum draws with at most 15 arcs",
        recorded("pyagrum15.txt"),
        ("controls", "pc", "cpc", "published", "auto"),
        dags=24,
        data_sets=1,
        rows=(50, 100, 500, 1000),
        mcc=None,
    ),
    Setting(
        "loci",
        5,
        "10 binary nodes, 3 expected parents in a fixed order",
        discrete(expected_parents=3),
        PAPER,
        first_only=("loci",),
        truth="dag",
    ),
    Setting(
        "notears",
        6,
        "5 nodes, linear, coefficients in [-3, 3], unit Gaussian noise",
        gaussian(5, coefficients=(-3, 3), max_edges=8),
        ("controls", "pc", "published-all", "published", "auto", "notears"),
        data_sets=1,
        rows=(10, 50, 100, 500),
        truth="dag",
    ),
    Setting("asia", 7, "Asia", _asia, PAPER, dags=1, data_sets=200, rows=(100, 500, 2000)),
    *(
        _averaged(
            f"posterior{edges}",
            number,
            f"10 binary nodes, at most {edges} edges; models of their own for the posterior",
            discrete(max_edges=edges),
            (*AVERAGED, "exact-fnml", "posterior-bdeu"),
            dags=20,
            rows=ROWS,
        )
        for edges, number in ((15, 201), (30, 202))
    ),
    _averaged(
        "posterior_gaussian",
        203,
        "10 nodes, linear Gaussian, coefficients of size 0.3 to 1, at most 15 edges",
        gaussian(10, coefficients=(0.3, 1.0), random_signs=True, max_edges=15),
    ),
    _averaged(
        "posterior_levels3", 204, "10 nodes with 3 levels, at most 15 edges", discrete(levels=3, max_edges=15)
    ),
    *(
        _averaged(
            f"posterior_{name}",
            number,
            f"10 binary nodes, at most 15 edges, CPT rows Dirichlet({concentration:g})",
            discrete(concentration=concentration, max_edges=15),
        )
        for name, number, concentration in (("sharp", 205, 0.3), ("flat", 206, 5.0))
    ),
    _averaged("posterior_asia", 207, "Asia", _asia, rows=(100, 500, 2000)),
    _averaged(
        "posterior_n20",
        208,
        "20 binary nodes, at most 30 edges",
        discrete(20, max_edges=30),
        ("pc", "auto", "ours", "posterior"),
        dags=5,
        rows=(100, 1000),
    ),
    *(
        replace(
            _averaged(
                f"posterior_n{n}",
                number,
                f"{n} binary nodes, at most {3 * n // 2} edges",
                discrete(n, max_edges=3 * n // 2),
                ("pc", "auto", "posterior-many"),
                dags=5,
                rows=(100, 1000),
            ),
            k_essential=False,
        )
        for n, number in ((50, 209), (100, 210))
    ),
    *(_named(name, number) for number, name in enumerate(packaged.NAMES, start=211)),
    *(
        Setting(
            f"levels{levels}",
            number,
            f"10 nodes with {levels} levels, at most 15 edges",
            discrete(levels=levels, max_edges=15),
            BRIEF,
        )
        for levels, number in ((3, 24), (4, 25))
    ),
    *(
        Setting(
            name,
            number,
            f"binary, CPT rows Dirichlet({concentration:g})",
            discrete(concentration=concentration, max_edges=15),
            BRIEF,
        )
        for name, number, concentration in (("sharp", 13, 0.3), ("flat", 14, 5.0))
    ),
    Setting("n5", 15, "5 binary nodes, at most 7 edges", discrete(5, max_edges=7), BRIEF),
    Setting(
        "n20",
        16,
        "20 binary nodes, at most 30 edges",
        discrete(20, max_edges=30),
        BRIEF,
        data_sets=1,
        rows=ROWS[1:],
        k_essential=False,
    ),
    Setting(
        "gaussian",
        19,
        "10 nodes, linear Gaussian, coefficients of size 0.1 to 0.8, at most 22 edges",
        gaussian(10, coefficients=(0.1, 0.8), random_signs=True, max_edges=22),
        BRIEF,
    ),
    *(
        Setting(
            name,
            number,
            name.capitalize(),
            _packaged(name),
            BRIEF,
            dags=1,
            data_sets=100,
            rows=(100, 500, 2000),
            mcc=1,
            k_essential=False,
        )
        for number, name in enumerate(packaged.NAMES, start=30)
    ),
)
SETTINGS = (*with_program(_SETTINGS),)
