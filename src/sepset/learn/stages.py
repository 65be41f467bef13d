"""The stages that learners share: from data to a test, to a skeleton, to an oriented graph."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from sepset.catalogue.choices import ORACLE, SEARCHES
from sepset.checks import check_alpha, check_choice, check_flag, check_threads
from sepset.data.scanning.recognised import is_streamed
from sepset.errors import Advice, OptionError
from sepset.graph.mixed_graph import MixedGraph
from sepset.independence.choose import choose_test
from sepset.lazily import Lazy
from sepset.orientation.engine import edges_without_room, orient
from sepset.orientation.outcome import Conflict, Records
from sepset.progress import as_callback
from sepset.result.data_summary import DataSummary
from sepset.result.discovery import Orientation
from sepset.result.settings import Settings
from sepset.skeleton.backends import check_backend
from sepset.skeleton.colliders import vote
from sepset.skeleton.largest_p import largest_p
from sepset.skeleton.search import Progress, find_skeleton
from sepset.skeleton.search_evidence import SearchEvidence

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sepset.catalogue.choices import ColliderRule, SearchChoice, SearchName, TestName
    from sepset.data.scanning import shared as sharing
    from sepset.data.scanning.streamed import StreamedDataset
    from sepset.graph.mark_table import MarkTable
    from sepset.independence.protocol import CITest, ExpectingTest, PreparedTest
    from sepset.knowledge.statements import Knowledge
    from sepset.learn import beforehand as knowing
    from sepset.learn import kept_runs
    from sepset.learn.beforehand import Beforehand
    from sepset.orientation.outcome import Step
    from sepset.orientation.plans import Plan
    from sepset.progress import ShowProgress
    from sepset.skeleton.backends import Backend
    from sepset.skeleton.colliders import Ballot
    from sepset.skeleton.search import Skeleton
else:
    knowing = Lazy("sepset.learn.beforehand")  # most runs have no knowledge
    kept_runs = Lazy("sepset.learn.kept_runs")  # few have a checkpoint
    sharing = Lazy("sepset.data.scanning.shared")  # most hold their rows in memory


@dataclass(frozen=True, eq=False, repr=False)
class Setup:
    """A test and how to use it: what every learner starts from."""

    test: CITest
    test_name: str
    data: DataSummary | None
    alpha: float
    search: SearchName
    threads: int
    progress: Callable[[Progress], None] | None
    beforehand: Beforehand | None = None
    #: the folder that keeps what was found, for a run that may be killed
    checkpoint: str | os.PathLike[str] | None = None
    #: who runs the tests of the search; None: this process
    backend: Backend | None = None
    #: the table, if its rows stay where they are
    scanned: StreamedDataset | None = None

    def settings(self) -> Settings:
        """Return the settings of the run as far as they are known here; learners add their own."""
        settings = Settings(test=self.test_name, alpha=self.alpha, search=self.search)
        if self.beforehand is None:
            return settings
        return replace(settings, knowledge=self.beforehand.knowledge.to_dict())

    def find_skeleton(self, k: int, learner: str, settings: Settings, *, keep_p: bool = False) -> Skeleton:
        """Look for separating sets of at most k variables: Steps 0 to 2.

        `learner` and `settings` say which run this is: a checkpoint of another one is refused.
        """
        self._announce(k)
        search = partial(
            find_skeleton,
            self.test,
            k,
            alpha=self.alpha,
            search=self.search,
            threads=self.threads,
            progress=self.progress,
            restriction=None if self.beforehand is None else self.beforehand.restriction,
            keep_p=keep_p,
            backend=self.backend,
        )
        if self.checkpoint is None:
            found = search()
        else:
            with kept_runs.opened_checkpoint(
                self.checkpoint, learner, settings, self.data, self.test, self.scanned
            ) as checkpoint:
                found = search(checkpoint=checkpoint)
        return replace(found, parts_on_cluster=self.scanned.parts_on_cluster) if self.scanned else found

    def _announce(self, k: int) -> None:
        """Let the test get ready; with a checkpoint, which may know all answers, when it is first asked."""
        # not isinstance: checking a protocol takes longer than a small level
        if self.checkpoint is not None and hasattr(self.test, "foresee"):
            cast("ExpectingTest", self.test).foresee(k)
        elif hasattr(self.test, "prepare"):
            cast("PreparedTest", self.test).prepare(k)

    def finished(self, settings: Settings, skeleton: Skeleton) -> Settings:
        """Return the settings of the result: those of the run, with what knowledge saved."""
        if self.beforehand is None:
            return settings
        return replace(settings, tests_skipped=sum(skeleton.tests_skipped.values()))

    def largest_p(self, k: int) -> Callable[[], NDArray[np.float64]]:
        """Return what computes the largest p of every pair over all sets of at most k variables."""
        return partial(largest_p, self.test, k, threads=self.threads)


def set_up(
    data_or_test: object,
    *,
    test: TestName | CITest = "auto",
    alpha: float = 0.05,
    search: SearchChoice = "auto",
    threads: int | None = None,
    progress: ShowProgress[Progress] = None,
    knowledge: Knowledge | None = None,
    strict: bool = False,
    direct: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    backend: Backend | None = None,
) -> Setup:
    """Check the options that learners share, and make the test.

    ``search="auto"`` is "all" for an oracle, as in the theory, and "neighbours" for data, where fewer tests
    make fewer mistakes. `direct`: the learner aims at the DAG itself, so statements about direct effects
    apply to its edges.
    """
    check_choice("search", search, ("auto", *SEARCHES))
    workers, told = check_threads(threads), as_callback(progress)
    check_backend(backend, "answers")
    chosen = choose_test(_rows_told(_rows_shared(data_or_test, backend), told), test, threads=workers)
    if search == "auto":
        search = "all" if chosen.name == ORACLE.word else "neighbours"
    summary = None if chosen.data is None else DataSummary.of(chosen.data)
    level = check_alpha(alpha)
    if checkpoint is not None:
        kept_runs.check_identifiable(summary, test)
    strict = _check_strict(strict, knowledge)
    beforehand = None
    if knowledge is not None:
        beforehand = knowing.known_beforehand(
            knowledge, chosen.test.names, strict=strict, direct=direct, data=summary
        )
    scanned = chosen.data if is_streamed(chosen.data) else None
    return Setup(
        chosen.test,
        chosen.name,
        summary,
        level,
        search,
        workers,
        told,
        beforehand,
        checkpoint,
        backend,
        scanned,
    )


def _check_strict(strict: bool, knowledge: Knowledge | None) -> bool:
    if check_flag("strict", strict) and knowledge is None:
        raise OptionError(
            Advice("strict", value=True),
            " is about data that contradict knowledge; pass ",
            Advice("knowledge"),
            ", too",
        )
    return strict


def _rows_shared(data: object, backend: object) -> object:
    """Return the same data; the rows of a scan are gone through by the cluster, if there is one."""
    return data.shared_by(backend) if is_streamed(data) and sharing.can_share(backend) else data


def _rows_told(data: object, tell: Callable[[Progress], None] | None) -> object:
    """Return the same data; a scan says how far its passes have got, if someone wants to know."""
    if tell is None or not is_streamed(data):
        return data
    return data.watched_by(lambda done, rows: tell(Progress.of_rows(done, rows)))


def orient_skeleton(
    skeleton: Skeleton, plan: Plan, setup: Setup, colliders: ColliderRule, k: int
) -> Orientation:
    """Run a plan on the pairs that no set of at most k variables separates: Steps 3 to 5."""
    return orient_by_votes(
        skeleton, plan, k, decide_colliders(skeleton, k, setup, colliders), setup.beforehand
    )


def decide_colliders(skeleton: Skeleton, k: int, setup: Setup, colliders: ColliderRule) -> Ballot:
    """Decide the unshielded triples of one bound by more than the recorded sets; this runs tests."""
    found = skeleton.separations.at(k)
    return vote(setup.test, found, k, rule=colliders, alpha=setup.alpha)


def orient_by_votes(
    skeleton: Skeleton,
    plan: Plan,
    k: int,
    ballot: Ballot,
    beforehand: Beforehand | None = None,
    *,
    as_closure: bool = False,
) -> Orientation:
    """Run a plan where the votes on colliders are known, after the marks that knowledge puts.

    `as_closure`: the result describes k-closures, so each ``<->`` needs room for k+1 parents.
    """
    found = skeleton.separations.at(k)
    start, votes = found.skeleton(), dict(ballot.votes)
    if beforehand is None:
        evidence = SearchEvidence(found, start, k, votes)
        return _oriented(skeleton, plan, evidence, start, ballot, as_closure=as_closure)
    plain = _oriented(
        skeleton, plan, SearchEvidence(found, start, k, votes), start, ballot, as_closure=as_closure
    )
    drawn = beforehand.draw(start, votes)
    evidence = SearchEvidence(found, start, k, votes)
    oriented = _oriented(skeleton, plan, evidence, start, ballot, drawn, as_closure=as_closure)
    return beforehand.judged(oriented, found, plain.conflicts)


def _starved(table: MarkTable, evidence: SearchEvidence, plan: Plan) -> Iterator[Conflict]:
    """Yield the edges of a closure that lack the room for k+1 parents."""
    stage = plan.parts[-1].stage if plan.parts else ""
    for a, pattern, b, because in edges_without_room(table, evidence):
        yield Conflict("no room", stage, "counting", a, b, "<->", pattern, because)


def _oriented(
    skeleton: Skeleton,
    plan: Plan,
    evidence: SearchEvidence,
    start: MarkTable,
    ballot: Ballot,
    drawn: Sequence[Step] = (),
    *,
    as_closure: bool,
) -> Orientation:
    oriented = orient(start, evidence, plan)
    conflicts = oriented.conflicts
    if as_closure:
        # Looked for when someone asks: most never do.
        conflicts = Records(None, lambda: (*oriented.conflicts, *_starved(oriented.table, evidence, plan)))
    graph = MixedGraph.from_table(skeleton.names, oriented.table)
    trace = (*drawn, *oriented.trace) if drawn else oriented.trace
    votes = evidence.votes
    return Orientation(graph, trace, conflicts, tests_run=ballot.tests_run, votes=votes)
