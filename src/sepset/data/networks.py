"""Discrete Bayesian networks: a DAG with a conditional probability table (CPT) for each node, to sample from.

>>> network = asia()
>>> network
<BayesianNetwork: 8 variables, 8 edges>
>>> network.sample(1000, seed=1).levels["smoke"]
('yes', 'no')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from sepset.checks import (
    check_items,
    check_names,
    check_sample,
    check_text,
    check_type,
    generator,
    number_array,
)
from sepset.data.column import Column, Encoded, code_type
from sepset.data.dataset import Dataset
from sepset.errors import DataError, OptionError, UnknownNodeError, did_you_mean
from sepset.graph.ancestry import require_dag
from sepset.graph.mixed_graph import MixedGraph
from sepset.wording import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import numpy.typing as npt

    from sepset.data.column import Places

SUM_TOLERANCE = 1e-9
"""How far the probabilities of one row of a CPT may be from summing to one."""


@dataclass(frozen=True, eq=False)
class Variable:
    """One node of a network: its levels, its parents, and P(node | parents).

    The axes of `table` are the parents in order and then the node itself, so ``table[i, j]`` are the
    probabilities of the levels when the first parent has its level i and the second its level j.
    """

    name: str
    levels: tuple[str, ...]
    parents: tuple[str, ...]
    table: npt.NDArray[np.float64]

    def __post_init__(self) -> None:
        table = number_array("table", self.table).copy()
        table.flags.writeable = False
        check_text("name", self.name)
        object.__setattr__(self, "levels", tuple(check_names("levels", self.levels)))
        object.__setattr__(self, "parents", tuple(check_names("parents", self.parents)))
        object.__setattr__(self, "table", table)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variable):
            return NotImplemented
        same_shape = (self.name, self.levels, self.parents) == (other.name, other.levels, other.parents)
        return same_shape and np.array_equal(self.table, other.table)

    def __hash__(self) -> int:
        return hash((self.name, self.levels, self.parents, self.table.tobytes()))


class BayesianNetwork:
    """A discrete Bayesian network; a value that never changes.

    >>> rain = Variable("rain", ("no", "yes"), (), np.array([0.8, 0.2]))
    >>> wet = Variable("wet", ("no", "yes"), ("rain",), np.array([[0.9, 0.1], [0.05, 0.95]]))
    >>> print(BayesianNetwork([rain, wet]).dag)
    rain --> wet
    """

    def __init__(self, variables: Iterable[Variable]) -> None:
        """Make a network, or raise a `DataError` that says which variable is wrong and how."""
        self._variables = tuple(
            check_type("a variable", variable, Variable)
            for variable in check_items("variables", variables, "variables")
        )
        if not self._variables:
            raise DataError("a network needs one or more variables, got none")
        _check_variables(self._variables)
        require_dag(self.dag)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables in order."""
        return self._variables

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the variables in order."""
        return tuple(variable.name for variable in self._variables)

    @cached_property
    def levels(self) -> Mapping[str, tuple[str, ...]]:
        """The levels of each variable by name."""
        return MappingProxyType({variable.name: variable.levels for variable in self._variables})

    @cached_property
    def dag(self) -> MixedGraph:
        """The DAG of the network."""
        edges = (
            (parent, "-->", variable.name) for variable in self._variables for parent in variable.parents
        )
        return MixedGraph(self.names, edges)

    @cached_property
    def _by_name(self) -> dict[str, Variable]:
        return {variable.name: variable for variable in self._variables}

    def __getitem__(self, name: str) -> Variable:
        """Return one variable; an unknown name is an error that suggests the nearest one."""
        try:
            return self._by_name[name]
        except (KeyError, TypeError):
            raise UnknownNodeError(name, self.names) from None

    def sample(self, n: int, *, seed: int | np.random.Generator) -> Dataset:
        """Draw n independent rows by forward sampling; the same seed gives the same bytes.

        The columns are in the order of the network, and so are the levels, of which only those that occur are
        kept. In few rows a column may be constant.
        """
        rows, random = check_sample(n, len(self._variables)), generator(seed)
        places: dict[str, Places] = {}
        for name in self.dag.topological_order():
            variable = self[name]
            parents = [places[parent] for parent in variable.parents]
            places[name] = _draw(variable, parents, random.random(rows))
        return Dataset.from_columns(_column(variable, places[variable.name]) for variable in self._variables)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BayesianNetwork):
            return NotImplemented
        return self._variables == other._variables

    def __hash__(self) -> int:
        return hash(self._variables)

    def __reduce__(self) -> tuple[object, ...]:
        return BayesianNetwork, (self._variables,)

    def __repr__(self) -> str:
        return f"<BayesianNetwork: {len(self._variables)} variables, {self.dag.edge_count()} edges>"


def _draw(variable: Variable, parents: list[Places], uniform: npt.NDArray[np.float64]) -> Places:
    """Return the level number of each row: the first with cumulative probability above its number."""
    table = variable.table.reshape(-1, len(variable.levels))
    bounds = np.cumsum(table, axis=1)
    # Rounding may leave the last bound below one; a level without probability must still never be drawn.
    last = table.shape[1] - 1 - np.argmax(table[:, ::-1] > 0, axis=1)
    bounds[np.arange(table.shape[1]) >= last[:, None]] = 1.0
    row = (
        np.ravel_multi_index(parents, variable.table.shape[:-1])
        if parents
        else np.zeros(len(uniform), dtype=np.intp)
    )
    places: Places = np.zeros(len(uniform), dtype=np.intp)
    for level in range(table.shape[1] - 1):
        places += uniform >= bounds[row, level]
    return places


def _column(variable: Variable, places: Places) -> Column:
    seen = Encoded(variable.levels, places).occurring()
    codes = seen.places.astype(code_type(len(seen.labels)))
    return Column(variable.name, "discrete", codes, seen.labels, "categories")


# ---- checks ----------------------------------------------------------------------------------------------


def _check_variables(variables: tuple[Variable, ...]) -> None:
    levels = {variable.name: len(variable.levels) for variable in variables}
    for variable in variables:
        where = f"variable {variable.name!r}"
        if not variable.levels or len(set(variable.levels)) < len(variable.levels):
            raise DataError(f"{where} needs one or more different levels, got {variable.levels!r}")
        for parent in variable.parents:
            if parent not in levels:
                raise UnknownNodeError(parent, levels)
        shape = (*(levels[parent] for parent in variable.parents), len(variable.levels))
        if variable.table.shape != shape:
            raise DataError(
                f"{where} needs a table of shape {shape}, the levels of its parents "
                f"{variable.parents!r} and its own; got {variable.table.shape}"
            )
        _check_table(where, variable.table)


def _check_table(where: str, table: npt.NDArray[np.float64]) -> None:
    if not ((table >= 0) & (table <= 1)).all():
        raise DataError(f"{where} has a probability outside 0 to 1")
    off = np.abs(table.sum(axis=-1) - 1)
    if off.max() > SUM_TOLERANCE:
        place = tuple(int(i) for i in np.unravel_index(np.argmax(off), off.shape))
        raise DataError(
            f"{where}: its probabilities must sum to 1 in every row, but at {place} the sum is "
            f"{float(table[place].sum()):.10g}"
        )


# ---- built in --------------------------------------------------------------------------------------------


def asia() -> BayesianNetwork:
    """Return the Asia network: a visit to Asia, smoking, and three diseases of the lung.

    Reference: S. Lauritzen and D. Spiegelhalter, Local computations with probabilities on graphical
    structures and their application to expert systems, Journal of the Royal Statistical Society, Series B,
    50(2), 1988.

    >>> asia()["tub"].table.tolist()
    [[0.05, 0.95], [0.01, 0.99]]
    """
    yes: dict[str, tuple[tuple[str, ...], npt.ArrayLike]] = {
        "asia": ((), 0.01),
        "smoke": ((), 0.5),
        "tub": (("asia",), [0.05, 0.01]),
        "lung": (("smoke",), [0.1, 0.01]),
        "bronc": (("smoke",), [0.6, 0.3]),
        "either": (("tub", "lung"), [[1.0, 1.0], [1.0, 0.0]]),
        "xray": (("either",), [0.98, 0.05]),
        "dysp": (("bronc", "either"), [[0.9, 0.8], [0.7, 0.1]]),
    }
    return BayesianNetwork(_yes_no(name, parents, chance) for name, (parents, chance) in yes.items())


def _yes_no(name: str, parents: tuple[str, ...], chance: npt.ArrayLike) -> Variable:
    yes = np.array(chance, dtype=np.float64)
    return Variable(name, ("yes", "no"), parents, np.stack([yes, 1 - yes], axis=-1))


_BUILT_IN: dict[str, Callable[[], BayesianNetwork]] = {"asia": asia}


def builtin_names() -> tuple[str, ...]:
    """Return the names of the networks that come with the package.

    >>> builtin_names()
    ('asia',)
    """
    return tuple(_BUILT_IN)


def builtin(name: str) -> BayesianNetwork:
    """Return a network that comes with the package, by name.

    >>> builtin("asia").names[:2]
    ('asia', 'smoke')
    """
    if not isinstance(name, str) or name not in _BUILT_IN:
        hint = did_you_mean(name, _BUILT_IN, f"there is {', '.join(map(repr, _BUILT_IN))}")
        raise OptionError(f"no network {cut(repr(name))} is built in{hint} (others are read from BIF files)")
    return _BUILT_IN[name]()
