"""The k-PC algorithm: learn what all DAGs share that agree on every test with at most k conditioning variables.

Kocaoglu (2023), Algorithm 1, stage by stage:

- Steps 0 to 2: start with ``o-o`` between all pairs, look for separating sets of at most k variables, drop the pairs that have one
  (`sepset.skeleton.search`);
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
from typing import TYPE_CHECKING, Literal

from sepset.equivalence.k_essential import complete_pattern
from sepset.graph.options import check_size
from sepset.learn.result import Discovery, Orientation
from sepset.learn.stages import check_choice, orient_skeleton, words_of
from sepset.orientation.plans import COUNTING, PAPER, STANDARD, Plan
from sepset.skeleton.search import find_skeleton

if TYPE_CHECKING:
    from sepset.independence.protocol import CITest
    from sepset.skeleton.search import Skeleton

RuleSet = Literal["standard", "paper", "counting"]
PLANS: dict[str, Plan] = {"standard": STANDARD, "paper": PAPER, "counting": COUNTING}


def kpc(
    test: CITest, k: int = 1, *, rules: RuleSet | Plan = "standard", complete: bool = False, time_limit: float | None = None
) -> Discovery:
    """Run the k-PC algorithm with conditioning sets of at most k variables.

    `rules`: ``"standard"`` (R4 included, R8-R10 to a fixed point), ``"paper"`` (Algorithms 1 and 2 to the letter),
    ``"counting"`` (standard and the counting rule) or a `Plan`. `complete` asks for the exact k-essential graph of what
    was found, within `time_limit` seconds.
    """
    k = check_size("k", k)
    plan = rules if isinstance(rules, Plan) else PLANS[check_choice("rules", rules, words_of(RuleSet))]
    skeleton = find_skeleton(test, k)

    def orient_at(bound: int) -> Orientation:
        oriented = orient_skeleton(skeleton, plan, bound)
        return _completed(oriented, skeleton, bound, time_limit) if complete else oriented

    settings = {"k": k, "rules": plan.name, "complete": complete, "search": skeleton.search}
    return Discovery("k-PC", k, skeleton, settings, orient_at)


COLLIDERS_ONLY = STANDARD.without(*(rule for rule in STANDARD.rules if rule != "R0"))


def _completed(oriented: Orientation, skeleton: Skeleton, k: int, time_limit: float | None) -> Orientation:
    """Settle the open marks by exact search, or say plainly that no DAG fits."""
    colliders = orient_skeleton(skeleton, COLLIDERS_ONLY, k)
    completion = None if colliders.conflicts else complete_pattern(colliders.graph, k, time_limit=time_limit)
    if completion is None:
        note = (
            f"No DAG agrees with everything that was found (no {k}-closure has these adjacencies and unshielded "
            "colliders), so there is no exact k-essential graph; the graph shown is that of k-PC."
        )
        return replace(oriented, notes=(*oriented.notes, note))
    notes = oriented.notes
    if not completion.exact:
        open_ones = ", ".join(str(edge) for edge in completion.undecided)
        notes = (*notes, f"The time limit was hit; not decided whether these edges occur: {open_ones}.")
    return replace(oriented, graph=completion.graph, completion=completion, notes=notes)
