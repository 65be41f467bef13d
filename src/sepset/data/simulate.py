"""Random DAGs and models to sample data from.

Structure, parameters and data each take a seed of their own, so that one can be varied while the others stay:

>>> dag = random_dag(5, edges=6, seed=1)
>>> network = random_network(dag, levels=3, seed=2)
>>> data = network.sample(100, seed=3)
>>> data.rows, data.names
(100, ('x0', 'x1', 'x2', 'x3', 'x4'))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from sepset.checks import as_real, came, check_count, check_flag, check_sample, generator
from sepset.data.column import Column
from sepset.data.dataset import Dataset
from sepset.data.networks import BayesianNetwork, Variable
from sepset.errors import DataError, OptionError
from sepset.graph.ancestry import require_dag
from sepset.graph.bits import members
from sepset.graph.mixed_graph import MixedGraph
from sepset.limits import SIMULATED_NODES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

LARGEST_TABLE = 10**7
_STEPS_PER_PAIR = 20


def random_dag(
    n: int,
    *,
    edges: int | None = None,
    max_edges: int | None = None,
    expected_parents: float | None = None,
    edge_probability: float | None = None,
    seed: int | np.random.Generator,
) -> MixedGraph:
    """Return a random DAG on n nodes x0, x1, ...; exactly one option says how dense it is.

    - `edges`: this many pairs, each set of pairs equally likely, pointing along a random order of nodes.
    - `edge_probability`: each pair with this probability, pointing along a random order.
    - `expected_parents`: each pair with the probability that makes this the mean number of parents, at most
      (n - 1) / 2, in the fixed order x0, x1, ... (the k-PC paper's comparison with LOCI has 3 of 10).
    - `max_edges`: uniform over the connected DAGs with at most this many edges, by a Markov chain after Ide
      and Cozman (Random generation of Bayesian networks, SBIA 2002) with 20 n (n - 1) steps. The figures of
      the paper have 10 nodes with at most 15 or 30 edges.

    >>> random_dag(6, edges=7, seed=0).edge_count()
    7
    """
    nodes, random = check_count("n", n, least=1), generator(seed)
    if nodes > SIMULATED_NODES:
        raise OptionError(
            f"n is at most {SIMULATED_NODES:,}, the largest graph that is drawn at random; got {n!r}"
        )
    names = [f"x{i}" for i in range(nodes)]
    given = {
        "edges": edges,
        "max_edges": max_edges,
        "expected_parents": expected_parents,
        "edge_probability": edge_probability,
    }
    chosen = [option for option, value in given.items() if value is not None]
    if len(chosen) != 1:
        raise OptionError(f"give exactly one of {', '.join(given)}; got {', '.join(chosen) or 'none'}")
    if max_edges is not None:
        most = check_count("max_edges", max_edges, least=nodes - 1)
        return MixedGraph(names, _directed(names, _connected_dag(nodes, most, random)))
    if edges is not None:
        kept = _so_many(nodes, edges, random)
    elif expected_parents is not None:
        mean = _within("expected_parents", expected_parents, (nodes - 1) / 2)
        kept = _with_probability(nodes, mean * nodes / max(comb(nodes, 2), 1), random)
        return MixedGraph(names, _directed(names, kept))
    else:
        kept = _with_probability(nodes, _within("edge_probability", edge_probability, 1.0), random)
    order = random.permutation(nodes).tolist()
    return MixedGraph(names, _directed(names, ((order[a], order[b]) for a, b in kept)))


def random_network(
    dag: MixedGraph, *, levels: int | Mapping[str, int] = 2, seed: int | np.random.Generator
) -> BayesianNetwork:
    """Return a network on a DAG with CPTs drawn uniformly from the simplex, each row on its own.

    `levels` is the number of levels of every node, or of each by name; they are called "0", "1", ...

    >>> random_network(MixedGraph.from_edges("a --> b"), levels={"a": 2, "b": 3}, seed=0)["b"].table.shape
    (2, 3)
    """
    require_dag(dag)
    random = generator(seed)
    sizes = _sizes(dag, levels)
    variables = []
    for name in dag.nodes:
        parents = dag.parents(name)
        shape = (*(sizes[parent] for parent in parents), sizes[name])
        if np.prod(shape, dtype=float) > LARGEST_TABLE:
            raise OptionError(
                f"node {name!r} has {len(parents)} parents, so its table would have "
                f"{np.prod(shape, dtype=float):.3g} entries, more than {LARGEST_TABLE:,}; "
                f"use fewer parents or levels"
            )
        # Normalised exponentials are uniform on the simplex: Dirichlet(1, ..., 1).
        weights = random.standard_exponential(shape)
        table = weights / weights.sum(axis=-1, keepdims=True)
        variables.append(Variable(name, tuple(str(i) for i in range(sizes[name])), parents, table))
    return BayesianNetwork(variables)


@dataclass(frozen=True, eq=False)
class LinearGaussian:
    """A linear Gaussian model: each node is a weighted sum of its parents plus independent normal noise.

    ``weights[i, j]`` is the coefficient of node i in the equation of node j; `noise` are standard deviations.
    """

    dag: MixedGraph
    weights: npt.NDArray[np.float64]
    noise: npt.NDArray[np.float64]

    def covariance(self) -> npt.NDArray[np.float64]:
        """Return the covariance matrix of the nodes: A' D A with A the inverse of I - weights."""
        paths = np.linalg.inv(np.eye(len(self.dag)) - self.weights)
        return (paths.T * self.noise**2) @ paths

    def sample(self, n: int, *, seed: int | np.random.Generator) -> Dataset:
        """Draw n independent rows; the same seed gives the same bytes."""
        rows, random = check_sample(n, len(self.dag)), generator(seed)
        values = np.empty((len(self.dag), rows))
        for column, noise in zip(values, self.noise, strict=True):  # one by one, so that Ctrl-C is heard
            column[:] = random.standard_normal(rows) * noise
        with np.errstate(over="ignore", invalid="ignore"):
            for name in self.dag.topological_order():
                node = self.dag.number(name)
                for parent in self.dag.numbers(self.dag.parents(name)):
                    values[node] += self.weights[parent, node] * values[parent]
        if not np.isfinite(values).all():
            raise DataError("the values grew beyond what floats can hold; use smaller coefficients")
        return Dataset.from_columns(
            Column(name, "continuous", values[node]) for node, name in enumerate(self.dag.nodes)
        )

    def standardised(self) -> LinearGaussian:
        """Return the same model with every node scaled to variance one."""
        deviation = np.sqrt(np.diag(self.covariance()))
        return LinearGaussian(self.dag, self.weights * deviation[:, None] / deviation, self.noise / deviation)


def linear_gaussian(
    dag: MixedGraph,
    *,
    coefficients: tuple[float, float] = (-3.0, 3.0),
    random_signs: bool = False,
    noise: float = 1.0,
    standardise: bool = False,
    seed: int | np.random.Generator,
) -> LinearGaussian:
    """Return a linear Gaussian model on a DAG with coefficients drawn uniformly from a range.

    - `coefficients` is the range (low, high); the default is the k-PC paper's. With `random_signs` each
      coefficient also gets a random sign, so that ``(0.5, 1.5)`` keeps all of them away from zero.
    - `noise` is the standard deviation of the noise of every node.
    - `standardise` scales every node to variance one, which keeps variances from growing along the order.

    >>> model = linear_gaussian(MixedGraph.from_edges("a --> b"), coefficients=(2, 2), seed=0)
    >>> model.covariance().tolist()
    [[1.0, 2.0], [2.0, 5.0]]
    """
    require_dag(dag)
    low, high = _range(coefficients)
    deviation = as_real(noise)
    if deviation is None or not 0 < deviation < np.inf:
        raise OptionError(f"noise is a standard deviation above 0; got {came(noise)}")
    random_signs = check_flag("random_signs", random_signs)
    standardise = check_flag("standardise", standardise)
    random = generator(seed)
    weights = np.zeros((len(dag), len(dag)))
    for edge in dag.edges():
        u, v = (edge.u, edge.v) if edge.pattern == "-->" else (edge.v, edge.u)
        size, sign = random.uniform(low, high), random.choice((-1.0, 1.0))
        weights[dag.number(u), dag.number(v)] = size * sign if random_signs else size
    model = LinearGaussian(dag, weights, np.full(len(dag), deviation))
    return model.standardised() if standardise else model


# ---- parts -----------------------------------------------------------------------------------------------


def _directed(names: Sequence[str], pairs: Iterator[tuple[int, int]]) -> Iterator[tuple[str, str, str]]:
    return ((names[a], "-->", names[b]) for a, b in pairs)


def _so_many(nodes: int, edges: int, random: np.random.Generator) -> Iterator[tuple[int, int]]:
    wanted, most = check_count("edges", edges, least=0), comb(nodes, 2)
    if wanted > most:
        raise OptionError(f"edges is at most {most:,}, the number of pairs of nodes; got {wanted:,}")
    return _pairs(np.sort(random.choice(most, size=wanted, replace=False)), nodes)


def _with_probability(
    nodes: int, probability: float, random: np.random.Generator
) -> Iterator[tuple[int, int]]:
    return _pairs(np.flatnonzero(random.random(comb(nodes, 2)) < probability), nodes)


def _pairs(numbers: npt.NDArray[np.intp], nodes: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs with these numbers, where (0, 1), (0, 2), ..., (1, 2), ... are numbered 0, 1, 2, ..."""
    starts = np.cumsum([0, *range(nodes - 1, 0, -1)])
    a = np.searchsorted(starts[:-1], numbers, side="right") - 1
    return zip(a.tolist(), (numbers - starts[a] + a + 1).tolist(), strict=True)


def _connected_dag(nodes: int, most: int, random: np.random.Generator) -> Iterator[tuple[int, int]]:
    """Yield the edges of a connected DAG: from a chain, add or remove one or two random edges at a time.

    A step and the step back are equally likely, and so are, in the long run, all graphs. Steps with two edges
    let trees change when there is no room for another edge.
    """
    walk = _Walk(nodes, most)
    steps = _STEPS_PER_PAIR * nodes * (nodes - 1)
    both = random.integers(2, size=steps).tolist()
    ends = random.integers(nodes, size=(steps, 4)).tolist()
    for two, (a, b, c, d) in zip(both, ends, strict=True):
        if not two:
            walk.toggle(((a, b),))
        elif a != c or b != d:  # the same edge twice: nothing changes
            walk.toggle(((a, b), (c, d)))
    return ((a, b) for a in range(nodes) for b in members(walk.children[a]))


class _Walk:
    """A connected DAG that takes steps which keep it connected and acyclic; most steps only compare a number.

    Nearly all steps try to add edges, and nearly all of those fail because there is no room. Only the others
    look for a path: back along a new edge, or around a removed one.
    """

    def __init__(self, nodes: int, most: int) -> None:
        self.most, self.edges = most, nodes - 1
        self.children = [1 << (i + 1) if i + 1 < nodes else 0 for i in range(nodes)]
        self.neighbours = [row | (1 << i >> 1) for i, row in enumerate(self.children)]

    def toggle(self, pairs: tuple[tuple[int, int], ...]) -> None:
        """Add or remove the edges of different pairs, if the graph stays connected and acyclic."""
        children = self.children
        new = [pair for pair in pairs if not children[pair[0]] >> pair[1] & 1]
        edges = self.edges + 2 * len(new) - len(pairs)
        if edges > self.most or any(a == b for a, b in new):
            return
        self._flip(pairs)
        gone = [pair for pair in pairs if pair not in new]
        if any(_leads(b, a, children) for a, b in new) or not all(
            _leads(a, b, self.neighbours) for a, b in gone
        ):
            self._flip(pairs)
        else:
            self.edges = edges

    def _flip(self, pairs: tuple[tuple[int, int], ...]) -> None:
        for a, b in pairs:
            self.children[a] ^= 1 << b
            # An edge that is turned around is flipped twice here: the two stay neighbours.
            self.neighbours[a] ^= 1 << b
            self.neighbours[b] ^= 1 << a


def _leads(start: int, goal: int, step: list[int]) -> bool:
    """Say whether a path of at least one step leads from one node to another, where `step` are the next ones.

    Unlike `reachable` it stops at the goal, which is near in most questions of a walk.
    """
    seen = frontier = 1 << start
    while frontier:
        found = 0
        while frontier:
            lowest = frontier & -frontier
            found |= step[lowest.bit_length() - 1]
            frontier ^= lowest
        if found >> goal & 1:
            return True
        frontier = found & ~seen
        seen |= frontier
    return False


def _sizes(dag: MixedGraph, levels: int | Mapping[str, int]) -> dict[str, int]:
    if not isinstance(levels, Mapping):
        return dict.fromkeys(dag.nodes, check_count("levels", levels, least=2))
    for name in levels:
        dag.number(name)
    without = [name for name in dag.nodes if name not in levels]
    if without:
        raise OptionError(f"levels must name every node; {without[0]!r} is not there")
    return {name: check_count(f"levels of {name!r}", levels[name], least=2) for name in dag.nodes}


def _within(name: str, value: float | None, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
        raise OptionError(f"{name} is a number from 0 to {most:g}; got {value!r}")
    return float(value)


def _range(coefficients: tuple[float, float]) -> tuple[float, float]:
    try:
        low, high = (float(side) for side in coefficients)
    except (TypeError, ValueError):
        low, high = np.nan, np.nan
    if not -np.inf < low <= high < np.inf:
        raise OptionError(f"coefficients is a range (low, high) with low <= high; got {coefficients!r}")
    return low, high
