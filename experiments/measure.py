"""Run every method of a setting on one of its models, and measure what comes out."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import sepset as sp
from experiments.methods import BOUNDS, Outcome, Task, outcomes
from experiments.scoring import ci_mcc, score, separations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from experiments.models import Setting

#: The measures of each run. `target_*` compare with what the method aims at: the true k-essential graph for
#: a method with a bound k, the essential graph else. `mcc` is over statements up to the setting's order for
#: every method, `mcc_k` up to the method's own k.
MEASURES = (
    "skeleton",
    "arrowhead",
    "tail",
    "sum",
    "skeleton_corrected",
    "arrowhead_corrected",
    "tail_corrected",
    "sum_corrected",
    "shd",
    "target_sum",
    "target_shd",
    "mcc",
    "mcc_k",
    "conflicts",
    "edges",
)


class Run(NamedTuple):
    """One graph and its measures; what was not measured is None."""

    rows: int
    data_set: int
    method: str
    k: int | None
    measures: tuple[float | None, ...]
    milliseconds: float


class Truth:
    """The true graphs of one model, each computed once."""

    def __init__(self, setting: Setting, dag: sp.MixedGraph) -> None:
        self.setting, self.dag = setting, dag
        self.scored = setting.truth_of(dag)
        self.targets: dict[int | None, sp.MixedGraph] = {None: self.scored}
        if setting.k_essential:
            self.targets |= {k: sp.k_essential_graph(dag, k) for k in BOUNDS}
        self.statements = (
            {} if setting.mcc is None else {k: separations(dag, k) for k in range(setting.mcc + 1)}
        )

    def measure(self, outcome: Outcome, *, statements: bool) -> tuple[float | None, ...]:
        """Return the measures of one graph, in the order of `MEASURES`; CI-MCC only if asked for."""
        scores: dict[str, float | None] = dict(score(outcome.graph, self.scored))
        target = self.targets.get(outcome.k)
        if target is not None:
            aimed = score(outcome.graph, target)
            scores |= {"target_sum": aimed["sum"], "target_shd": aimed["shd"]}
        most = self.setting.mcc
        if statements and most is not None:
            scores["mcc"] = ci_mcc(outcome.graph, self.statements[most], most)
        if statements and outcome.k in self.statements:
            scores["mcc_k"] = ci_mcc(outcome.graph, self.statements[outcome.k], outcome.k)
        scores |= {"conflicts": outcome.conflicts, "edges": outcome.graph.edge_count()}
        return tuple(scores.get(name) for name in MEASURES)


def runs(setting: Setting, dag: int) -> Iterator[Run]:
    """Yield every run on one model of a setting."""
    model = setting.model(dag)
    truth = Truth(setting, model.dag)
    for rows, data_set in product(setting.rows, range(setting.data_sets)):
        data = setting.data(model, dag, data_set, rows)
        random = np.random.default_rng([setting.number, dag, data_set, rows, 1])
        task = Task(data, model.dag, random)
        slow = setting.first_only if data_set == 0 else ()
        statements = data_set == 0 or setting.dags == 1
        for method in (*setting.methods, *slow):
            for outcome in outcomes(method, task):
                yield Run(
                    rows,
                    data_set,
                    outcome.method,
                    outcome.k,
                    truth.measure(outcome, statements=statements),
                    outcome.milliseconds,
                )
