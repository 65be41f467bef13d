"""The effect of one variable on another: estimates with intervals, for graphs that are learned.

Where a set is valid in every DAG that agrees with the graph, each such set gives an estimate. Where none is,
every set that may be the parents of the cause gives one, and the effect lies in their range, as in IDA
[Maathuis, Kalisch and Bühlmann 2009]. A posterior averages over its DAGs, each with its own parents.

>>> import sepset as sp
>>> dag = sp.MixedGraph.from_edges("c --> a", "c --> b", "a --> b")
>>> model = sp.simulate.linear_gaussian(dag, coefficients=(1.0, 1.0), seed=0)
>>> found = effect(model.sample(2000, seed=0), dag, "a", "b")
>>> found.identified, sorted(found.estimate.adjusted_for), round(found.estimate.value, 1)
(True, ['c'], 1.0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import numpy as np

from sepset.checks import check_choice, check_count
from sepset.data.reading.table import dataset
from sepset.effects.adjustment import EffectQuestion
from sepset.effects.estimate import Estimate, Method, estimates
from sepset.effects.over_graphs import over_graphs
from sepset.effects.parents import possible_parents
from sepset.effects.result import Effect, ranges_of
from sepset.effects.sets import AdjustmentSet, SetKind
from sepset.errors import InPython, OptionError
from sepset.graph.mixed_graph import MixedGraph
from sepset.result.discovery import Discovery
from sepset.result.posterior.posterior import Posterior

if TYPE_CHECKING:
    from collections.abc import Callable

    from sepset.data.dataset import Dataset

    Learned = MixedGraph | Discovery | Posterior

#: Estimates are made for at most this many adjustment sets.
MOST_SETS = 50

SAME_ROWS = (
    "The graph and the estimate come from the same rows. The graph was chosen because it fits them, so the "
    "interval is too narrow by an unknown amount; learn on one half of the rows and estimate on the other, "
    "or use new data."
)


def effect(
    data: object,
    found: Learned | Callable[[Dataset], Learned],
    cause: str,
    effect: str,
    *,
    kind: SetKind = "minimal",
    level: float = 0.95,
    method: Method = "auto",
    k: int | None = None,
    split: float | None = None,
    seed: int = 0,
    time_limit: float | None = 10.0,
) -> Effect:
    """Estimate the effect of one variable on another with every set that is valid in all DAGs that fit.

    - `data`: a table with the variables; rows with gaps in the columns of an estimate are left out of it.
    - `found`: a graph, a result, or a posterior; or, for a `split`, a function that learns one from data.
    - `kind`: which sets, see `adjustment_sets`; `k`: a bound, as there.
    - `level`: the probability with which an interval holds the effect, if the graph is right.
    - `method`: ``"auto"``: linear regression, or standardisation if all is discrete; ``"doubly_robust"``:
      with gradient boosting (extra ``sklearn``).
    - `split`: the share of rows to learn from; the others estimate. `seed` says which, and folds of learners.

    Where no set is valid, the effects for all possible parents of the cause, and their range. With a
    posterior, the distribution over its DAGs and the parameters of each.
    """
    check_choice("kind", kind, get_args(SetKind))
    check_choice("method", method, get_args(Method))
    sure = _check_level(level)
    table, learned, halved = _learned(
        dataset(data, missing="testwise"), found, split, check_count("seed", seed, least=0)
    )
    same = False if halved else same_rows(table, learned)
    made = EffectEstimator(table, cause, effect, sure, method, seed)
    if isinstance(learned, Posterior):
        return made.under(learned, same)
    asked = EffectQuestion.about(learned, cause, effect, k, time_limit)
    return made.given_sets(asked, kind, same)


class EffectEstimator:
    """One table, cause and effect, and how to estimate."""

    def __init__(
        self,
        table: Dataset,
        cause: str,
        effect: str,
        level: float,
        method: Method = "auto",
        seed: int = 0,
    ) -> None:
        self.table, self.cause, self.effect = table, cause, effect
        self.level, self.method, self.seed = level, method, seed

    def under(self, post: Posterior, same: bool | None) -> Effect:
        """Average over the DAGs of a posterior."""
        probability = post.causes(self.cause, self.effect)
        made, ranges, mixtures = over_graphs(
            self.table, post, self.cause, self.effect, level=self.level, method=self.method, seed=self.seed
        )
        # A posterior weighs graphs with the same rows on purpose: it does not select one of them.
        return Effect(
            self.cause,
            self.effect,
            probability,
            identified=False,
            none=any(mixed.zero > 0 for mixed in mixtures) or not made,
            estimates=made,
            ranges=ranges,
            rows=self.table.rows,
            level=self.level,
            same_rows=same,
            distributions=mixtures,
        )

    def given_sets(
        self, asked: EffectQuestion, kind: SetKind, same: bool | None, *, most: int = MOST_SETS
    ) -> Effect:
        """Estimate with each valid set, up to a limit, or with each that may be the parents of the cause."""
        sets = asked.sets(kind)
        notes = list(sets.notes)
        zero, used, identified = asked.causes == "never", list(sets[:most]), bool(sets)
        if len(sets) > most:
            notes.append(f"There are {len(sets)} sets; the first {most} were used.")
        if zero:
            used, identified = [], True
        elif not sets:
            used, zero, said = _possible(asked)
            notes += said
        made = [one for given in used for one in self._estimates(given, notes)]
        notes += [SAME_ROWS] if same else []
        return Effect(
            self.cause,
            self.effect,
            asked.causes,
            identified,
            zero,
            tuple(made),
            ranges_of(made, none=zero),
            self.table.rows,
            self.level,
            sets,
            same,
            tuple(notes),
        )

    def _estimates(self, given: AdjustmentSet, notes: list[str]) -> tuple[Estimate, ...]:
        found = estimates(
            self.table, self.cause, self.effect, given, level=self.level, method=self.method, seed=self.seed
        )
        if not found:
            notes.append(f"Given {given}, {self.cause} does not vary in these data: there is no estimate.")
        return found


def _possible(asked: EffectQuestion) -> tuple[list[AdjustmentSet], bool, list[str]]:
    """Return the sets that may be the parents of the cause, whether one has the effect in it, and notes."""
    target = asked.target
    found = possible_parents(
        target.graph, asked.a, target.k, names_a_class=asked.members is not None, time_limit=asked.time_limit
    )
    if found is None:
        return [], False, ["Too many edges of the cause are open to try all that may be its parents."]
    outside = [one for one in found.sets if not one >> asked.b & 1]
    sets = [AdjustmentSet(target.graph.names(one), "possible") for one in outside]
    notes = (
        []
        if found.checked
        else ["Whether a DAG has these parents was not checked: the range may be too wide."]
    )
    return sets, len(outside) < len(found.sets), notes


def _learned(table: Dataset, found: object, split: float | None, seed: int) -> tuple[Dataset, Learned, bool]:
    """Return the rows to estimate from, the graph, and whether the rows were split."""
    if isinstance(found, MixedGraph | Discovery | Posterior):
        if split is not None:
            raise OptionError(
                "to split the rows, give the learner in place of its result: a function of a table",
                InPython(", such as lambda rows: sp.kpc(rows, k=1)"),
            )
        return table, found, False
    if not callable(found):
        raise OptionError(
            f"a graph, result, posterior or a function that learns one is needed; got {type(found).__name__}"
        )
    share = 0.5 if split is None else _check_split(split)
    order = np.random.default_rng(seed).permutation(table.rows)
    cut = round(share * table.rows)
    learned = found(table.take(np.sort(order[:cut])))
    if not isinstance(learned, MixedGraph | Discovery | Posterior):
        kind = type(learned).__name__
        raise OptionError(f"the function must return a graph, a result or a posterior, got {kind}")
    return table.take(np.sort(order[cut:])), learned, True


def same_rows(table: Dataset, learned: Learned) -> bool | None:
    """Say whether a result was learned from this table; None: a graph does not tell."""
    about = None if isinstance(learned, MixedGraph) else learned.data
    if about is None:
        return None
    if about.rows != table.rows or not set(about.names) <= set(table.names):
        return False
    return table.select(about.names).fingerprint() == about.fingerprint


def _check_level(level: object) -> float:
    if isinstance(level, float) and 0 < level < 1:
        return level
    raise OptionError(f"level is the probability of an interval, between 0 and 1 such as 0.95; got {level!r}")


def _check_split(split: object) -> float:
    if isinstance(split, float) and 0 < split < 1:
        return split
    raise OptionError(f"split is the share of rows to learn from, between 0 and 1 such as 0.5; got {split!r}")
