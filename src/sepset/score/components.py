"""Components of a posterior as values: a score for families of variables, and the log-odds of an edge.

>>> Component(Dirichlet(0.5), -1.0)
Component(score=Dirichlet(0.5), log_odds=-1.0)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real
from typing import ClassVar, NamedTuple, TypeAlias

from sepset.errors import OptionError


def _positive(what: str, value: object) -> float:
    if not isinstance(value, bool) and isinstance(value, Real) and 0 < float(value) < math.inf:
        return float(value)
    raise OptionError(f"{what} is a number above 0, such as 1.0; got {value!r}")


@dataclass(frozen=True, repr=False)
class Dirichlet:
    """Discrete columns, a Dirichlet prior with the same `cell` on every cell of every table of probabilities.

    ``Dirichlet(1.0)`` is K2 [Cooper and Herskovits 1992]. Graphs of one Markov equivalence class may score
    differently, which does no harm in an average over graphs.

    >>> Dirichlet(0.5)
    Dirichlet(0.5)
    """

    cell: float = 1.0
    kind: ClassVar[str] = "discrete"

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", _positive("the cell of Dirichlet", self.cell))

    def __repr__(self) -> str:
        return f"Dirichlet({self.cell:g})"


@dataclass(frozen=True, repr=False)
class BDeu:
    """Discrete columns, a Dirichlet prior that shares `sample_size` rows evenly among the cells of a table.

    Graphs of one Markov equivalence class score alike [Heckerman, Geiger and Chickering 1995].

    >>> BDeu()
    BDeu(10)
    """

    sample_size: float = 10.0
    kind: ClassVar[str] = "discrete"

    def __post_init__(self) -> None:
        object.__setattr__(self, "sample_size", _positive("the sample size of BDeu", self.sample_size))

    def __repr__(self) -> str:
        return f"BDeu({self.sample_size:g})"


@dataclass(frozen=True, repr=False)
class BGe:
    """Continuous columns: linear relations with Gaussian noise, on columns scaled to variance 1.

    `mean_weight` is the weight of the prior mean 0 in rows. The prior precision has as many degrees of
    freedom as there are columns, plus `mean_weight` and 1. Graphs of one class score alike [Geiger and
    Heckerman 2002, in the form of Kuipers, Moffa and Heckerman 2014].

    >>> BGe()
    BGe(1)
    """

    mean_weight: float = 1.0
    kind: ClassVar[str] = "continuous"

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean_weight", _positive("the mean weight of BGe", self.mean_weight))

    def __repr__(self) -> str:
        return f"BGe({self.mean_weight:g})"


Score: TypeAlias = Dirichlet | BDeu | BGe

#: What ``scores="auto"`` stands for, by the kind of the columns.
DEFAULT_SCORES: dict[str, tuple[Score, ...]] = {
    "discrete": (*(Dirichlet(cell) for cell in (0.25, 0.5, 1.0, 2.0, 4.0)), BDeu(10.0)),
    "continuous": (BGe(),),
}


class Component(NamedTuple):
    """A score, and the log-odds of an edge: the prior of a DAG is proportional to exp(log_odds * edges)."""

    score: Score
    log_odds: float
