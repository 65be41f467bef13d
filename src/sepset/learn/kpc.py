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
from typing import TYPE_CHECKING

from sepset.catalogue.choices import COLLIDERS, ORACLE, RULE_SETS
from sepset.catalogue.learners import LEARNERS
from sepset.catalogue.records import load
from sepset.checks import check_choice, check_flag, check_size
from sepset.errors import Advice, KnowledgeError, OptionError, TimeLimitError
from sepset.independence.choose import as_data
from sepset.lazily import Lazy
from sepset.learn.auto import Auto, resolve
from sepset.learn.stages import decide_colliders, orient_by_votes, set_up
from sepset.orientation.plans import STANDARD, Plan
from sepset.result.discovery import Discovery, Orientation

if TYPE_CHECKING:
    import os

    from sepset import sentences
    from sepset.catalogue.choices import ColliderRule, RuleSet, SearchChoice, TestName
    from sepset.data.dataset import MissingPolicy
    from sepset.equivalence.essential import clashes, k_essential
    from sepset.independence.protocol import CITest
    from sepset.knowledge.statements import Knowledge
    from sepset.learn import repair as repairing
    from sepset.learn import unfitting
    from sepset.learn.beforehand import Beforehand
    from sepset.learn.stages import Setup
    from sepset.progress import ShowProgress
    from sepset.sentences import Note, NoteKind, Slot
    from sepset.skeleton.backends import Backend
    from sepset.skeleton.search import Progress, Skeleton
else:
    # The exact search is half of the library, and most runs do without it.
    clashes = Lazy("sepset.equivalence.essential.clashes")
    k_essential = Lazy("sepset.equivalence.essential.k_essential")
    repairing = Lazy("sepset.learn.repair")
    unfitting = Lazy("sepset.learn.unfitting")
    sentences = Lazy("sepset.sentences")  # few runs have a note

_COLLIDERS_ONLY = STANDARD.without(*(rule for rule in STANDARD.rules if rule != "R0"))


def kpc(
    data_or_test: object,
    k: int | Auto = 1,
    *,
    alpha: float | Auto = 0.05,
    test: TestName | CITest = "auto",
    search: SearchChoice = "auto",
    colliders: ColliderRule | Auto = "auto",
    rules: RuleSet | Plan | Auto = "auto",
    complete: bool = False,
    repair: bool = False,
    time_limit: float | None = None,
    knowledge: Knowledge | None = None,
    strict: bool = False,
    missing: MissingPolicy = "error",
    threads: int | None = None,
    progress: ShowProgress[Progress] = None,
    checkpoint: str | os.PathLike[str] | None = None,
    backend: Backend | None = None,
) -> Discovery:
    """Run the k-PC algorithm with conditioning sets of at most k variables.

    - `data_or_test`: a data frame, array, `Dataset` or file read with `read`; or a test, such as an `Oracle`.
    - `k`: the bound, or ``"auto"``: the largest for which the data still carry evidence, at most 4 (and at
      least 2 on discrete data).
    - `alpha`: two variables count as independent when p > alpha; ``"auto"`` is at most 0.4 and falls with the
      number of rows; see `sepset.learn.auto`.
    - `test`: ``"auto"`` (by the kinds of columns), ``"fisher_z"``, ``"chi2"``, ``"g2"``, ``"mc_g2"``,
      ``"residual"`` (any columns) or a `CITest`.
    - `search`: ``"all"`` tries every set of at most k variables (the paper's Step 1), ``"neighbours"`` only
      sets among the neighbours of either end, ``"component"`` sets among the variables on paths between the
      two, which misses none; ``"auto"`` is "all" for an oracle and "neighbours" for data.
    - `colliders` (Step 3): ``"sepset"`` (the paper), ``"conservative"``, ``"majority"`` or ``"max-p"``;
      ``"auto"`` is "conservative" with ``alpha="auto"``, else "sepset".
    - `rules`: ``"standard"`` (R4 included, R8-R10 to a fixed point), ``"paper"`` (Algorithms 1 and 2 to the
      letter, but for errata 3, 4 and 5), ``"counting"`` (standard and the counting rule), ``"code"`` (R1-R4,
      R11 and R12, as in the published program), or a `Plan` with single rules switched on and off; ``"auto"``
      is "counting" with ``alpha="auto"``, else "standard".
    - `complete`: return the exact k-essential graph of what was found and known, if there is one, within
      `time_limit` seconds.
    - `repair`: where no DAG agrees with everything that was found, return the exact k-essential graph of the
      nearest class of DAGs, which overrules the fewest and weakest decisions; the result lists them. With
      `knowledge`, only DAGs that fit it count. It includes `complete`.
    - `knowledge`: what is known beforehand, a `Knowledge`. It is never violated: where the data contradict
      it, it stays, and the conflict is recorded; with ``strict=True`` that is a `KnowledgeError`.
    - `missing`: what to do about missing values, ``"error"``, ``"drop"`` (complete rows only) or
      ``"testwise"`` (each test uses the rows in which its own variables have values); see `dataset`.
    - `threads`: as many as there are cores by default; the result is the same for any number.
    - `progress`: called with a `Progress` after each batch of tests; True shows a bar, at a terminal or in a
      notebook.
    - `checkpoint`: a folder that keeps what the search has found, so that the same call goes on after a
      crash, and ends with the same result.
    - `backend`: who runs the tests of the search, such as a `DaskBackend`; by default the threads of this
      process. Both are explained in ``docs/scale.md``.

    What ``"auto"`` chose for k and alpha is in the result's settings, with ``k_reason`` and ``alpha_reason``.
    """
    exact = _checked_completion(complete, repair, time_limit)
    options = resolve(as_data(data_or_test, missing), k=k, alpha=alpha, colliders=colliders, rules=rules)
    bound, voting, plan = check_size("k", options.k), options.colliders, _plan(options.rules)
    check_choice("colliders", voting, COLLIDERS)
    setup = set_up(
        options.data_or_test,
        test=test,
        alpha=options.alpha,
        search=search,
        threads=threads,
        progress=progress,
        knowledge=knowledge,
        strict=strict,
        checkpoint=checkpoint,
        backend=backend,
    )
    settings = replace(
        setup.settings(),
        k=bound,
        colliders=voting,
        rules=plan.name,
        complete=exact,
        repair=True if repair else None,
        k_reason=options.k_reason,
        alpha_reason=options.alpha_reason,
    )
    skeleton = setup.find_skeleton(bound, "k-PC", settings, keep_p=bool(repair))

    def orient_at(level: int) -> Orientation:
        ballot = decide_colliders(skeleton, level, setup, voting)
        oriented = orient_by_votes(skeleton, plan, level, ballot, setup.beforehand, as_closure=True)
        if repair:
            return _repaired(oriented, skeleton, level, setup, time_limit)
        if not complete:
            return oriented
        triples = orient_by_votes(skeleton, _COLLIDERS_ONLY, level, ballot)
        return _completed(oriented, triples, skeleton, level, time_limit, setup.beforehand)

    settings, p = setup.finished(settings, skeleton), setup.largest_p(bound)
    return Discovery("k-PC", bound, skeleton, settings, orient_at, data=setup.data, largest_p=p)


def _checked_completion(complete: bool, repair: bool, time_limit: float | None) -> bool:
    """Return whether an exact search is wanted; a time limit without one is refused."""
    exact_search = any([check_flag("complete", complete), check_flag("repair", repair)])
    if time_limit is not None and not exact_search:
        limit, exact = Advice("time_limit"), Advice("complete", value=True)
        raise OptionError(limit, " is for the exact search; add ", exact, ", or leave it out")
    return exact_search


def _repaired(
    oriented: Orientation, skeleton: Skeleton, k: int, setup: Setup, time_limit: float | None
) -> Orientation:
    known = None if setup.beforehand is None else setup.beforehand.knowledge
    level = None if setup.test_name == ORACLE.word else setup.alpha
    return repairing.repaired(oriented, skeleton, k, alpha=level, knowledge=known, time_limit=time_limit)


def _plan(rules: RuleSet | Plan) -> Plan:
    if isinstance(rules, Plan):
        return rules
    plan: Plan = load(RULE_SETS[check_choice("rules", rules, LEARNERS["kpc"].rules)].plan)
    return plan


def _completed(
    oriented: Orientation,
    triples: Orientation,
    skeleton: Skeleton,
    k: int,
    time_limit: float | None,
    beforehand: Beforehand | None,
) -> Orientation:
    """Settle the open marks by exact search, or say that no DAG fits; `triples` has the colliders only."""
    known = None if beforehand is None else beforehand.knowledge
    try:
        completion = (
            None
            if triples.conflicts
            else k_essential.complete_pattern(triples.graph, k, knowledge=known, time_limit=time_limit)
        )
    except TimeLimitError:
        slots: dict[str, Slot] = {"seconds": time_limit or 0.0, "k": k}
        return replace(oriented, notes=(*oriented.notes, _note("unfinished", _UNFINISHED, slots)))
    if completion is None:
        note = None if beforehand is None else _unfitting(triples, k, time_limit, beforehand)
        note = note or _no_dag(oriented, skeleton, k, time_limit)
        return replace(oriented, notes=(*oriented.notes, note))
    notes = oriented.notes
    if not completion.exact:
        notes = (*notes, repairing.undecided_note(completion))
    return replace(oriented, graph=completion.graph, completion=completion, notes=notes)


_UNFINISHED = (
    "The exact search was not finished within {seconds:g} s (no {k}-closure was found, and none ruled out); "
    "the graph shown is that of k-PC."
)
_NO_DAG = (
    "No DAG agrees with everything that was found (no {k}-closure has these adjacencies and unshielded "
    "colliders), so there is no exact k-essential graph; the graph shown is that of k-PC."
)
_UNFITTING = "of the DAGs that agree with everything that was found, none fits what is known ({said})"


def _unfitting(triples: Orientation, k: int, time_limit: float | None, beforehand: Beforehand) -> Note | None:
    """Say which statements no DAG fits that agrees with what was found, if there are such DAGs."""
    if triples.conflicts:
        return None
    known = beforehand.knowledge
    statements = unfitting.unfitting_statements(triples.graph, k, known, time_limit=time_limit)
    if not statements:
        return None
    # Not by pair: a statement may be about all variables that fit a pattern.
    said = sentences.Sentences(
        sentences.Sentence("{line}", {"statement": next(iter(one.to_dict())), "line": line})
        for one in statements
        for line in one.lines()
    )
    if beforehand.strict:
        clash = sentences.Sentence(_UNFITTING, {"said": said})
        raise KnowledgeError(f"the data contradict the knowledge: {clash}")
    words = f"Knowledge against data: {_UNFITTING}. It stays, and the graph shown is that of k-PC."
    return _note("unfitting_knowledge", words, {"said": said})


def _no_dag(oriented: Orientation, skeleton: Skeleton, k: int, time_limit: float | None) -> Note:
    """Say that no DAG agrees with everything, and which decisions contradict each other."""
    choices = [choice for choice, _ in repairing.decisions_of(skeleton, oriented.votes, k)]
    nodes = oriented.graph.nodes
    try:
        clash = clashes.clash_of(nodes, choices, k, time_limit=time_limit)
    except TimeLimitError:
        clash = None
    if clash is None:
        return _note("no_dag", _NO_DAG, {"k": k})
    return _note("no_dag", f"{_NO_DAG} {{clash}}", {"k": k, "clash": clash.sentence(nodes)})


def _note(kind: NoteKind, words: str, slots: dict[str, Slot]) -> Note:
    return sentences.Note(kind, sentences.Sentence(words, slots))
