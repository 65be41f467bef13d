"""The k-essential graph: what all DAGs share that agree on every test with at most k conditioning variables.

By definition ε_k(D) is the edge union of all k-closures that are Markov equivalent to C_k(D). Listing them is
out of the question beyond a few nodes. Instead we ask, for each edge and each of its three possible types,
whether some k-closure of the class has it (`sepset.equivalence.essential.questions`); every yes has a
witness and every no a refutation, so the result holds by definition, whatever the size of the class, and
can be checked (`sepset.equivalence.essential.certificate`).

>>> from sepset.graph.mixed_graph import MixedGraph
>>> triangle = MixedGraph.from_edges("w --> u", "w --> v", "u --> v")
>>> print(k_essential_graph(triangle, 1))
w --- u
w --- v
u --- v
>>> result = k_essential(triangle, 1)
>>> print(result.certificate.why("u", "v"))
u --- v: in some DAGs of the class u causes v, in others v causes u (witnesses 1 and 3).
Never u <-> v: too few disjoint paths could cover it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sepset.checks import check_size, check_time_limit
from sepset.equivalence.essential.certificate import Certificate, certify
from sepset.equivalence.essential.class_pattern import ClassPattern
from sepset.equivalence.essential.class_search import ClassSearch, Deadline, TimeIsUp
from sepset.equivalence.essential.given import given_about
from sepset.equivalence.essential.questions import EdgeQuestions
from sepset.equivalence.essential.unconditional import closed_neighbourhoods, witness_tables
from sepset.equivalence.essential.union import TypesSeen
from sepset.equivalence.k_closure import k_closure_table
from sepset.errors import Advice, InPython, KnowledgeError, TimeLimitError
from sepset.graph.ancestry import require_dag, require_graph
from sepset.graph.mixed_graph import MixedGraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.equivalence.essential.given import Statements
    from sepset.graph.edges import Edge

#: Of a time limit; the rest is for writing proofs.
_SHARE_OF_SEARCH = 0.7


@dataclass(frozen=True)
class KEssential:
    """A k-essential graph, or as much of it as a time limit allowed.

    `graph` is sound either way: each of its tails and arrowheads holds in the whole class. Only when `exact`
    is each of its circles known to be one; otherwise `undecided` lists the edges, with the type that was
    neither found nor refuted.
    """

    graph: MixedGraph
    exact: bool
    undecided: tuple[Edge, ...]
    certificate: Certificate


def k_essential_graph(
    dag: MixedGraph, k: int, *, knowledge: Statements | None = None, time_limit: float | None = None
) -> MixedGraph:
    """Return the k-essential graph ε_k(dag), exactly.

    The edges describe all DAGs that agree with `dag` on every test with at most k conditioning variables.
    ``a --> b``: a is a cause of b, directly or through others, in all of them. ``a --- b``: adjacent in all
    of them, in either direction. ``a <-> b``: neither causes the other, though no set of at most k variables
    separates them. A circle: both marks occur.

    With `knowledge`, a `sepset.Knowledge`, they describe only the DAGs that fit it: the most that could be
    learned with it. If none fits, that is a `KnowledgeError`.

    With a `time_limit` in seconds an answer that is not exact by then is an error; `k_essential` returns it
    instead.
    """
    result = k_essential(dag, k, knowledge=knowledge, time_limit=time_limit)
    if not result.exact:
        raise TimeLimitError(
            f"the k-essential graph was not settled within {time_limit} s: "
            f"{len(result.undecided)} edge types are undecided; raise ",
            Advice("time_limit"),
            InPython(", or call k_essential for the sound part that was found"),
        )
    return result.graph


def k_essential(
    dag: MixedGraph, k: int, *, knowledge: Statements | None = None, time_limit: float | None = None
) -> KEssential:
    """Return the k-essential graph and its certificate, or what is sound after `time_limit` seconds."""
    k = check_size("k", k)
    require_dag(dag)
    closure = k_closure_table(dag.table, k)
    deadline = Deadline(check_time_limit(time_limit))
    given = given_about(knowledge, dag.nodes)
    if given is not None:
        search = ClassSearch(ClassPattern.of(closure), k, deadline, given=given)
        found = _settled_from_scratch(dag.nodes, search, time_limit)
        if found is None:
            raise KnowledgeError(
                f"no DAG that agrees with the given one on all tests with at most {k} conditioning variables "
                "fits the knowledge"
            )
        return found
    if k == 0:
        return _closed_form(dag.nodes, closure.adjacency)
    questions = EdgeQuestions(ClassSearch(ClassPattern.of(closure), k, deadline))
    questions.add_witness(closure)
    return _settle(dag.nodes, questions)


def complete_pattern(
    graph: MixedGraph, k: int, *, knowledge: Statements | None = None, time_limit: float | None = None
) -> KEssential | None:
    """Return the k-essential graph of the class with this skeleton and these unshielded colliders, or None.

    Only adjacencies and arrowheads of unshielded colliders are read, so `graph` may be a PAG or what k-PC
    found in data. None: no k-closure fits, that is, no DAG at all agrees with what was found (and with
    `knowledge`, if there is any).
    """
    require_graph(graph)
    k = check_size("k", k)
    pattern = ClassPattern.of(graph.table)
    deadline = Deadline(check_time_limit(time_limit))
    given = given_about(knowledge, graph.nodes)
    if k == 0 and given is None:
        found = _closed_form(graph.nodes, pattern.adjacency)
        return found if ClassPattern.of(found.certificate.closure.table) == pattern else None
    return _settled_from_scratch(graph.nodes, ClassSearch(pattern, k, deadline, given=given), time_limit)


def has_fitting_dag(
    graph: MixedGraph, k: int, *, knowledge: Statements | None = None, time_limit: float | None = None
) -> bool:
    """Say whether `complete_pattern` would find anything, without settling any mark."""
    given = given_about(knowledge, graph.nodes)
    search = ClassSearch(ClassPattern.of(graph.table), k, Deadline(time_limit), given=given)
    return _has_member(EdgeQuestions(search), time_limit)


def _settled_from_scratch(
    nodes: tuple[str, ...], search: ClassSearch, time_limit: float | None
) -> KEssential | None:
    """Settle a class of which no member is known; None: it has none."""
    questions = EdgeQuestions(search)
    return _settle(nodes, questions) if _has_member(questions, time_limit) else None


def _has_member(questions: EdgeQuestions, time_limit: float | None) -> bool:
    try:
        return questions.find_first_witness()
    except TimeIsUp:
        raise TimeLimitError(
            f"no k-closure was found, and none was ruled out, within {time_limit} s; raise ",
            Advice("time_limit"),
        ) from None


def _closed_form(nodes: tuple[str, ...], adjacency: Sequence[int]) -> KEssential:
    """Return the 0-essential graph of the class with this skeleton; its five witnesses show all types."""
    witnesses = witness_tables(closed_neighbourhoods(adjacency))
    types = TypesSeen(len(nodes))
    closures = [k_closure_table(witness, 0) for witness in witnesses]
    for closure in closures:
        types.add(closure)
    graph = MixedGraph.from_table(nodes, types.table())
    dags = tuple(MixedGraph.from_table(nodes, witness) for witness in witnesses)
    certificate = Certificate(graph, 0, MixedGraph.from_table(nodes, closures[0]), dags, (), ())
    return KEssential(graph, True, (), certificate)


def _settle(nodes: tuple[str, ...], questions: EdgeQuestions) -> KEssential:
    """Answer as many questions as time allows; what remains open, or without a proof, is undecided."""
    search = questions.search
    whole, search.deadline = search.deadline, search.deadline.part(_SHARE_OF_SEARCH)
    with suppress(TimeIsUp):
        questions.settle()
    search.deadline = whole
    certificate = certify(nodes, questions)
    return KEssential(certificate.graph, not certificate.undecided, certificate.undecided, certificate)
