"""From plain JSON values back to a result, checking every one of them.

Nothing in a file is trusted: numbers of nodes must be in range, patterns must be patterns, the lengths of
arrays must match, and no edge may contradict a separating set. Errors say where the mistake is.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from sepset.catalogue.choices import SEARCHES
from sepset.catalogue.learners import learner_called
from sepset.equivalence.essential.certificate import Certificate
from sepset.equivalence.essential.k_essential import KEssential
from sepset.errors import GraphError, KnowledgeError, OptionError, SavedError
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import EDGE_PATTERNS, QUERY_PATTERNS
from sepset.graph.mixed_graph import MixedGraph
from sepset.graph.names import numbered
from sepset.knowledge.drawing import apart
from sepset.knowledge.statements import Knowledge
from sepset.orientation.engine import Conflict, Step
from sepset.orientation.explain import WHOLE, can_be_explained
from sepset.result.against import Against
from sepset.result.discovery import Discovery, Orientation
from sepset.result.saved.certificates import edge_of, given_of, lemmas_of, overruled_of, refuted_of
from sepset.result.saved.data import read_data
from sepset.result.saved.edge_p import read_edge_p
from sepset.result.saved.json_values import Value
from sepset.result.saved.sentences import notes_of
from sepset.result.settings import Settings, TypedSettings
from sepset.sentences import variables
from sepset.skeleton.pair_numbers import pairs_of
from sepset.skeleton.search import Skeleton
from sepset.skeleton.separations import Separations
from sepset.skeleton.silent import MOST_ASKED, Silent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from sepset.catalogue.choices import SearchName
    from sepset.catalogue.records import Learner

_PARTS = (
    *("data", "format", "k", "learner", "names", "results", "search", "separations", "settings", "tests_run"),
    *("edge_p", "uses_k", "version", "versions", "without_evidence"),
)
_RESULT = (
    *("against", "certificate", "conflicts", "edges", "k", "notes", "note_sentences", "overruled"),
    *("tests_run", "trace", "votes"),
)
_CERTIFICATE = ("closure", "given", "lemmas", "refuted", "undecided", "witnesses")
_WHOLE_P_VALUES = (None, 0, 1)
_SETTINGS_DEPTH = 20
AnySettings = TypeVar("AnySettings", bound=TypedSettings)


def discovery_of(document: Mapping[str, object]) -> Discovery:
    """Return the result that a document of the current version holds."""
    whole = Value(document)
    whole.require_only(_PARTS)
    names = read_names(whole.part("names"))
    skeleton = Skeleton(
        names,
        whole.part("k").whole(),
        cast("SearchName", whole.part("search").word(SEARCHES.words)),
        _separations(whole.part("separations"), len(names)),
        _counts(whole.part("tests_run")),
        _evidence=_silent(whole.part("without_evidence")) if "without_evidence" in whole.parts() else None,
    )
    learner = learner_called(whole.part("learner").text())
    settings = read_settings(whole.part("settings"), names, Settings)
    levels = _results(whole.part("results"), skeleton, _may_be_dropped(learner, settings, names))
    found = Discovery(
        learner.title,
        skeleton.k,
        skeleton,
        settings,
        levels.__getitem__,
        read_data(whole.part("data"), names),
        saved_versions={name: value.text() for name, value in whole.part("versions").parts().items()},
        uses_k=whole.part("uses_k").flag(),
        largest_p=read_edge_p(whole, len(names)),
    )
    if found.largest_p is not None:
        _ = found.edge_p  # so that it is saved again
    if len(levels) != found.last_bound + 1:
        raise SavedError(f"results should hold one result for each bound from 0 to {found.last_bound}")
    return found


def _may_be_dropped(learner: Learner, settings: Settings, names: tuple[str, ...]) -> list[int]:
    """Return, for each node, the others to which it may lack an edge that no set separates."""
    if learner.drops_edges:
        return [-1] * len(names)
    rows = [0] * len(names)
    if learner.direct_edges and settings.knowledge is not None:
        for a, b in map(sorted, apart(Knowledge.from_dict(settings.knowledge).on(names))):
            rows[a] |= 1 << b
            rows[b] |= 1 << a
    return rows


def read_names(value: Value) -> tuple[str, ...]:
    """Return names of nodes, all different."""
    names = tuple(item.text() for item in value.items())
    try:
        numbered(names)
    except GraphError as error:
        raise SavedError(f"{value.where}: ", *error.parts) from None
    return names


def read_settings(value: Value, names: tuple[str, ...], kind: type[AnySettings]) -> AnySettings:
    """Return the settings of a run, of the kind that its result has."""
    given = {name: _read_setting(inner) for name, inner in value.parts().items()}
    try:
        settings = kind.of(given)
        if settings.knowledge is not None:
            Knowledge.from_dict(settings.knowledge).on(names)
    except (OptionError, KnowledgeError) as error:
        raise SavedError(f"{value.where}: ", *error.parts) from None
    return settings


def _read_setting(value: Value, depth: int = 0) -> object:
    """Return a setting: any JSON value without numbers that are not finite."""
    if isinstance(value.raw, float) and not math.isfinite(value.raw):
        value.refuse("a finite number")
    if isinstance(value.raw, list | dict):
        if depth == _SETTINGS_DEPTH:
            raise SavedError(f"{value.where[:80]}: settings are nested at most {_SETTINGS_DEPTH} deep")
        for inner in value.items() if isinstance(value.raw, list) else value.parts().values():
            _read_setting(inner, depth + 1)
    return value.raw


def _counts(value: Value) -> dict[int, int]:
    counts = {}
    for size, count in value.parts().items():
        if not (size.isascii() and size.isdigit()) or size != str(int(size[:9])):
            raise SavedError(f"{count.where}: a size of conditioning sets is a whole number such as '0'")
        counts[int(size)] = count.whole()
    return dict(sorted(counts.items()))


def _silent(value: Value) -> Silent:
    found = value.wholes(0, MOST_ASKED)
    if len(found) != 2 or found[0] > found[1]:
        value.refuse("two numbers, the tests without evidence and those looked at")
    return Silent(*found)


# ---- separating sets ---------------------------------------------------------------------------------------


def _separations(value: Value, n: int) -> Separations:
    value.require_only(("size", "p", "members"))
    size = _sizes(
        value.part("size"), n
    )  # first, since it has an entry per pair: so a short file cannot claim many pairs
    apart, filled = size >= 0, np.flatnonzero(size > 0)
    sizes = size[filled]
    flat = value.part("members").wholes(0, n - 1)
    if len(flat) != sizes.sum():
        raise SavedError(
            f"{value.where}.members should be {sizes.sum()} numbers, as 'size' says, not {len(flat)}"
        )
    used = np.arange(sizes.max(initial=0)) < sizes[:, None]
    members = np.full(used.shape, -1, dtype=np.int32)
    members[used] = flat
    _check_members(value, pairs_of(filled, n), sizes, members)
    p = np.full(len(size), np.nan)
    p[apart] = _p_values(value.part("p"), int(apart.sum()))
    return Separations(n, size.astype(np.int16), p, filled, members)


def _sizes(value: Value, n: int) -> NDArray[np.int32]:
    """Return the size of each pair's set, -1 where there is none."""
    pairs = n * (n - 1) // 2
    given = Value([0 if size is None else size for size in _array(value)], value.where)
    sizes = np.array(given.wholes(0, max(n - 2, 0)), dtype=np.int32)
    if len(sizes) != pairs:
        raise SavedError(f"{value.where} should have {pairs} entries, one for each pair, not {len(sizes)}")
    sizes[[size is None for size in _array(value)]] = -1
    return sizes


def _p_values(value: Value, count: int) -> NDArray[np.float64]:
    raw = _array(value)
    # Whole numbers other than 0 and 1 are caught here: a huge one could not become a float.
    bad = next((place for place, p in enumerate(raw) if not (type(p) is float or p in _WHOLE_P_VALUES)), None)
    if bad is not None:
        Value(raw[bad], bad, value).refuse("a p-value from 0 to 1, or null")
    p = np.array(raw, dtype=np.float64)
    if len(p) != count:
        raise SavedError(
            f"{value.where} should have {count} entries, one for each separated pair, not {len(p)}"
        )
    wrong = np.flatnonzero((p < 0) | (p > 1))
    if len(wrong):
        Value(raw[wrong[0]], int(wrong[0]), value).refuse("a p-value from 0 to 1, or null")
    return p


def _check_members(
    value: Value, pairs: NDArray[np.int32], size: NDArray[np.int32], members: NDArray[np.int32]
) -> None:
    """No set contains a node twice, or one of the two nodes that it separates."""
    in_order = np.sort(members, axis=1)
    twice = (in_order[:, 1:] == in_order[:, :-1]) & (in_order[:, 1:] >= 0)
    inside = (members == pairs[:, :1]) | (members == pairs[:, 1:])
    wrong = np.flatnonzero(twice.any(axis=1) | inside.any(axis=1))
    if len(wrong):
        row = wrong[0]
        a, b = pairs[row].tolist()
        raise SavedError(
            f"{value.where}.members: the set {members[row, : size[row]].tolist()} of the pair {a}, {b} has a "
            "node twice, or a node of the pair in it"
        )


def _array(value: Value) -> list[object]:
    if not isinstance(value.raw, list):
        value.refuse("an array")
    return value.raw


# ---- graphs and what goes with them ------------------------------------------------------------------------


def _results(value: Value, skeleton: Skeleton, may_lack: list[int]) -> dict[int, Orientation]:
    levels = {}
    for bound, result in enumerate(value.items()):
        result.part("k").whole(bound, bound)
        levels[bound] = _orientation(result, skeleton, bound, may_lack)
    return levels


def _orientation(value: Value, skeleton: Skeleton, k: int, may_lack: list[int]) -> Orientation:
    value.require_only(_RESULT)
    n = len(skeleton.names)
    table = _table(value.part("edges"), n)
    possible = skeleton.separations.at(k).skeleton().adjacency
    overruled = tuple(overruled_of(value, n))
    for one in overruled:
        if len(one.nodes) == 2:
            a, b = one.nodes
            possible[a] ^= 1 << b
            possible[b] ^= 1 << a
    for a in range(n):
        if table.adjacency[a] & ~possible[a]:
            name = skeleton.names[a]
            raise SavedError(f"{value.where}.edges: an edge of {name!r} contradicts a separating set")
        if possible[a] & ~table.adjacency[a] & ~may_lack[a]:
            name = skeleton.names[a]
            raise SavedError(f"{value.where}.edges: an edge of {name!r} is missing that nothing separates")
    graph = MixedGraph.from_table(skeleton.names, table)
    certificate = value.part("certificate")
    conflicts = tuple(_conflict(row, n) for row in value.part("conflicts").rows(8))
    return Orientation(
        graph,
        tuple(_step(row, n) for row in value.part("trace").rows(7)),
        conflicts,
        None if certificate.raw is None else _completion(certificate, graph, k),
        notes_of(value, variables(skeleton.names)),
        _counts(value.part("tests_run")),
        dict(_vote(row, n) for row in value.part("votes").rows(4)),
        tuple(_against(value, n, len(conflicts))),
        overruled,
    )


def _against(value: Value, n: int, conflicts: int) -> Iterator[Against]:
    """Yield where data contradict knowledge, if they do anywhere."""
    for a, b, conflict in value.part("against").rows(3) if "against" in value.parts() else ():
        place = None if conflict.raw is None else conflict.whole(0, conflicts - 1)
        yield Against(a.whole(0, n - 1), b.whole(0, n - 1), place)


def _table(value: Value, n: int) -> MarkTable:
    table = MarkTable(n)
    for a, pattern, b in value.rows(3):
        low = a.whole(0, n - 2)
        high = b.whole(low + 1, n - 1)
        if table.adjacent(low, high):
            raise SavedError(f"{value.where}: two edges between {low} and {high}")
        table.add(low, pattern.word(EDGE_PATTERNS), high)
    return table


def _step(row: list[Value], n: int) -> Step:
    stage, rule, a, before, after, b, because = row
    step = Step(
        stage.text(),
        rule.text(),
        a.whole(0, n - 1),
        b.whole(0, n - 1),
        before.word(EDGE_PATTERNS),
        after.word(EDGE_PATTERNS),
        tuple(because.wholes(0, n - 1)),
    )
    if not can_be_explained(step):
        because.refuse(f"the nodes that make {step.rule} turn {step.before} into {step.after}")
    return step


def _conflict(row: list[Value], n: int) -> Conflict:
    kind, stage, rule, a, drawn, wanted, b, because = row
    triple = kind.word(("settled", "contested", *WHOLE)) in ("collider", "no room")
    if triple and len(because.items()) != 3:
        because.refuse("three nodes: of a collider, or a <-> b and the one without room for parents")
    return Conflict(
        kind.raw,  # type: ignore[arg-type]  # one of the words
        stage.text(),
        rule.text(),
        a.whole(0, n - 1),
        b.whole(0, n - 1),
        drawn.word(EDGE_PATTERNS),
        wanted.word(QUERY_PATTERNS),
        tuple(because.wholes(0, n - 1)),
    )


def _vote(row: list[Value], n: int) -> tuple[tuple[int, int, int], bool | None]:
    a, c, b, vote = row
    return (
        a.whole(0, n - 1),
        c.whole(0, n - 1),
        b.whole(0, n - 1),
    ), None if vote.raw is None else vote.flag()


def _completion(value: Value, graph: MixedGraph, k: int) -> KEssential:
    value.require_only(_CERTIFICATE)
    nodes, n = graph.nodes, len(graph)
    closure = MixedGraph.from_table(nodes, _table(value.part("closure"), n))
    witnesses = tuple(
        MixedGraph.from_table(nodes, _table(edges, n)) for edges in value.part("witnesses").items()
    )
    refuted = tuple(refuted_of(row, nodes) for row in value.part("refuted").rows(5))
    undecided = tuple(edge_of(row, nodes) for row in value.part("undecided").rows(3))
    lemmas = lemmas_of(value.part("lemmas"), n)
    given = given_of(value.part("given"), n)
    certificate = Certificate(graph, k, closure, witnesses, refuted, undecided, lemmas, given)
    return KEssential(graph, not undecided, undecided, certificate)
