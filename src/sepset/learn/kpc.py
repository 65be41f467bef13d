"""The k-PC algorithm: what all DAGs share that agree on every test with at most k conditioning variables.

Kocaoglu (2023), Algorithm 1, stage by stage:

- Steps 0 to 2: start with ``o-o`` between all pairs, look for separating sets of at most k variables, drop
  the pairs that have one (`sepset.skeleton.search`);
- Step 3: orient all unshielded colliders (R0);
- Step 4: the FCI rules without selection bias (R1-R4, R8-R10);
- Step 5: what only holds for k-closures (R11, R12; with ``rules="counting"`` the counting rule too);
- with ``complete=True``: settle every mark that is still open by exact search.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence.oracle import Oracle
>>> found = kpc(Oracle(MixedGraph.from_edges("a --> b", "b --> c", "e --> c")), k=0)
>>> print(found.graph)
a --- b
a o-> c
b o-> c
c <-- e
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args

from sepset.equivalence.k_essential import complete_pattern
from sepset.errors import TimeLimitError
from sepset.graph.options import check_size
from sepset.learn.result import Discovery, Orientation
from sepset.learn.stages import SearchChoice, check_choice, orient_skeleton, set_up
from sepset.orientation.plans import COUNTING, PAPER, STANDARD, Plan
from sepset.skeleton.colliders import ColliderRule

if TYPE_CHECKING:
    from collections.abc import Callable

    from sepset.independence.choose import TestName
    from sepset.independence.protocol import CITest
    from sepset.skeleton.search import Progress

RuleSet = Literal["standard", "paper", "counting"]

_PLANS = {"standard": STANDARD, "paper": PAPER, "counting": COUNTING}
_COLLIDERS_ONLY = STANDARD.without(*(rule for rule in STANDARD.rules if rule != "R0"))


def kpc(
    data_or_test: object,
    k: int = 1,
    *,
    alpha: float = 0.05,
    test: TestName | CITest = "auto",
    search: SearchChoice = "auto",
    colliders: ColliderRule = "sepset",
    rules: RuleSet | Plan = "standard",
    complete: bool = False,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Discovery:
    """Run the k-PC algorithm with conditioning sets of at most k variables.

    - `data_or_test`: a data frame, array, `Dataset` or file read with `read`; or a test, such as an `Oracle`.
    - `alpha`: two variables count as independent when p > alpha.
    - `test`: ``"auto"`` (by the kinds of columns), ``"fisher_z"``, ``"chi2"``, ``"g2"``, ``"mc_g2"`` or a
      `CITest`.
    - `search`: ``"all"`` tries every set of at most k variables (the paper's Step 1), ``"neighbours"`` only
      sets among the neighbours of either end; ``"auto"`` is "all" for an oracle and "neighbours" for data.
    - `colliders` (Step 3): ``"sepset"`` (the paper), ``"conservative"``, ``"majority"`` or ``"max-p"``.
    - `rules`: ``"standard"`` (R4 included, R8-R10 to a fixed point), ``"paper"`` (Algorithms 1 and 2 to the
      letter), ``"counting"`` (standard and the counting rule), or a `Plan` with single rules switched on and
      off.
    - `complete`: the exact k-essential graph of what was found, where it exists, within `time_limit` seconds.
    - `threads`: as many as there are cores by default; the result is the same for any number.
    - `progress`: called with a `Progress` after each batch of tests.
    """
    k = check_size("k", k)
    plan = rules if isinstance(rules, Plan) else _PLANS[check_choice("rules", rules, get_args(RuleSet))]
    check_choice("colliders", colliders, get_args(ColliderRule))
    setup = set_up(data_or_test, test=test, alpha=alpha, search=search, threads=threads, progress=progress)
    skeleton = setup.find_skeleton(k)

    def orient_at(bound: int) -> Orientation:
        oriented = orient_skeleton(skeleton, plan, bound, setup, colliders)
        if not complete:
            return oriented
        triples = orient_skeleton(skeleton, _COLLIDERS_ONLY, bound, setup, colliders)
        return _completed(oriented, triples, bound, time_limit)

    settings = {"k": k, **setup.settings(), "colliders": colliders, "rules": plan.name, "complete": complete}
    return Discovery("k-PC", k, skeleton, settings, orient_at, data=setup.data)


def _completed(oriented: Orientation, triples: Orientation, k: int, time_limit: float | None) -> Orientation:
    """Settle the open marks by exact search, or say that no DAG fits; `triples` has the colliders only."""
    try:
        completion = None if triples.conflicts else complete_pattern(triples.graph, k, time_limit=time_limit)
    except TimeLimitError as error:
        note = f"The exact search was not finished ({error}); the graph shown is that of k-PC."
        return replace(oriented, notes=(*oriented.notes, note))
    if completion is None:
        note = (
            f"No DAG agrees with everything that was found (no {k}-closure has these adjacencies and "
            "unshielded colliders), so there is no exact k-essential graph; the graph shown is that of k-PC."
        )
        return replace(oriented, notes=(*oriented.notes, note))
    notes = oriented.notes
    if not completion.exact:
        undecided = ", ".join(str(edge) for edge in completion.undecided)
        notes = (*notes, f"The time limit was hit; not decided whether these edges occur: {undecided}.")
    return replace(oriented, graph=completion.graph, completion=completion, notes=notes)
