"""The stages that learners share: from data to a test, to a skeleton, to an oriented graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sepset.catalogue.choices import ORACLE, SEARCHES
from sepset.checks import check_alpha, check_choice, check_threads
from sepset.graph.mixed_graph import MixedGraph
from sepset.independence.choose import choose_test
from sepset.orientation.engine import orient
from sepset.result.discovery import DataSummary, Orientation
from sepset.result.settings import Settings
from sepset.skeleton.colliders import vote
from sepset.skeleton.evidence import SkeletonEvidence
from sepset.skeleton.search import find_skeleton

if TYPE_CHECKING:
    from collections.abc import Callable

    from sepset.catalogue.choices import ColliderRule, SearchChoice, TestName
    from sepset.independence.protocol import CITest
    from sepset.orientation.plans import Plan
    from sepset.skeleton.colliders import Ballot
    from sepset.skeleton.search import Progress, Skeleton


@dataclass(frozen=True)
class Setup:
    """A test and how to use it: what every learner starts from."""

    test: CITest
    test_name: str
    data: DataSummary | None
    alpha: float
    search: Literal["all", "neighbours"]
    threads: int
    progress: Callable[[Progress], None] | None

    def settings(self) -> Settings:
        """Return the settings of the result as far as they are known here; learners add their own."""
        return Settings(test=self.test_name, alpha=self.alpha, search=self.search)

    def find_skeleton(self, k: int) -> Skeleton:
        """Look for separating sets of at most k variables: Steps 0 to 2."""
        return find_skeleton(
            self.test, k, alpha=self.alpha, search=self.search, threads=self.threads, progress=self.progress
        )


def set_up(
    data_or_test: object,
    *,
    test: TestName | CITest = "auto",
    alpha: float = 0.05,
    search: SearchChoice = "auto",
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Setup:
    """Check the options that learners share, and make the test.

    ``search="auto"`` is "all" for an oracle, as in the theory, and "neighbours" for data, where fewer tests
    make fewer mistakes.
    """
    check_choice("search", search, ("auto", *SEARCHES))
    workers = check_threads(threads)
    chosen = choose_test(data_or_test, test, threads=workers)
    if search == "auto":
        search = "all" if chosen.name == ORACLE.word else "neighbours"
    summary = None if chosen.data is None else DataSummary.of(chosen.data)
    return Setup(chosen.test, chosen.name, summary, check_alpha(alpha), search, workers, progress)


def orient_skeleton(
    skeleton: Skeleton, plan: Plan, k: int, setup: Setup, colliders: ColliderRule = "sepset"
) -> Orientation:
    """Run a plan on the pairs that no set of at most k variables separates: Steps 3 to 5."""
    return orient_by_votes(skeleton, plan, k, decide_colliders(skeleton, k, setup, colliders))


def decide_colliders(skeleton: Skeleton, k: int, setup: Setup, colliders: ColliderRule) -> Ballot:
    """Decide the unshielded triples of one bound by more than the recorded sets; this runs tests."""
    found = skeleton.separations.at(k)
    return vote(setup.test, found, found.skeleton(), k, rule=colliders, alpha=setup.alpha)


def orient_by_votes(skeleton: Skeleton, plan: Plan, k: int, ballot: Ballot) -> Orientation:
    """Run a plan where the votes on colliders are known."""
    found = skeleton.separations.at(k)
    start = found.skeleton()
    oriented = orient(start, SkeletonEvidence(found, start, k, ballot.votes), plan)
    graph = MixedGraph.from_table(skeleton.names, oriented.table)
    return Orientation(
        graph, oriented.trace, oriented.conflicts, tests_run=ballot.tests_run, votes=ballot.votes
    )
