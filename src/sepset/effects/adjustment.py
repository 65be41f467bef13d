"""Adjustment sets that are valid in every DAG that a graph stands for.

Adjusting for a valid set gives the effect of one variable on another from data in which nobody intervened. A
graph with open marks stands for many DAGs, and a set counts here only when it is valid in all of them. Three
grounds lead to that, and each set says which one it rests on:

- *local* (proved): if every edge of the cause has an arrowhead at the cause or at its other end, the possible
  parents of the cause are valid for every effect that is not among them. They hold all of its parents and
  none of its descendants.
- *exact* (proved): a set is valid in every DAG of the class exactly when it is valid in the directed part of
  every k-closure of the class; of a CPDAG one DAG is enough [Perković et al. 2018].
- *general* (checked on all classes with up to five variables): every possibly directed path from cause to
  effect starts with ``-->``, the set avoids possible descendants of nodes on such paths, and it separates the
  two in a k-closure of the class without the first edges of these paths.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> g = MixedGraph.from_edges("c --> a", "c --> b", "a --> m", "m --> b")
>>> adjustment_sets(g, "a", "b")
AdjustmentSets([{c}])
>>> is_valid_adjustment(g, "a", "b", ["m"])
False
>>> none = adjustment_sets(MixedGraph.from_edges("a --- b"), "a", "b")
>>> none.obstacle.edge, [remedy.words for remedy in none.obstacle.remedies]
(Edge(u='a', pattern='---', v='b'), ['a affects b', 'b affects a'])
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import combinations, islice
from typing import TYPE_CHECKING, get_args

from sepset.checks import check_choice, check_size, check_time_limit
from sepset.effects.cuts import minimal_cuts
from sepset.effects.members import members_of
from sepset.effects.obstacle import obstacle_of
from sepset.effects.reading import EffectReading, InMember
from sepset.effects.sets import AdjustmentSet, AdjustmentSets, SetKind
from sepset.effects.target import target_of
from sepset.equivalence.causes import Ancestry
from sepset.equivalence.essential.class_search import TimeIsUp
from sepset.equivalence.mag import directed_part_table
from sepset.errors import OptionError
from sepset.graph.bits import from_members, members, reachable
from sepset.graph.names import distinct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sepset.effects.members import Members
    from sepset.effects.sets import Ground
    from sepset.effects.target import Target
    from sepset.graph.mixed_graph import MixedGraph
    from sepset.result.discovery import Discovery

#: No more sets of one kind are listed than this.
MOST_SETS = 1000
#: Among more variables minimal sets are not looked for by trying all of their subsets.
_MOST_TRIED = 10


def adjustment_sets(
    graph_or_found: MixedGraph | Discovery,
    cause: str,
    effect: str,
    kind: SetKind = "minimal",
    *,
    k: int | None = None,
    time_limit: float | None = 10.0,
) -> AdjustmentSets:
    """Return sets to adjust for that are valid in every DAG that a graph or a result stands for.

    ``"minimal"``: all sets without a smaller one inside; ``"smallest"``: those of them with the fewest
    variables; ``"canonical"``: all possible ancestors of the two that may be adjusted for; ``"local"``: the
    possible parents of the cause; ``"optimal"``: the set with the least asymptotic variance [Henckel,
    Perković and Maathuis 2022], known for graphs with ``-->`` and ``---`` alone. Sets come small ones first,
    then by name. Without any, the result is empty, and its `reason` names the edge in the way and what would
    help to know.

    `k` is the bound of a graph with circles (the least that fits, by default), or a smaller one of a result.
    Where tests contradict the graph, only the local rule is used, on marks that nothing contradicts.
    `time_limit`, in seconds, is for finding the members of a class; after that only the local rule is left.
    """
    check_choice("kind", kind, get_args(SetKind))
    return EffectQuestion.about(graph_or_found, cause, effect, k, time_limit).sets(kind)


def is_valid_adjustment(
    graph_or_found: MixedGraph | Discovery,
    cause: str,
    effect: str,
    given: Iterable[str],
    *,
    k: int | None = None,
    time_limit: float | None = 10.0,
) -> bool:
    """Say whether a set is known to be valid for an effect in every DAG that a graph or a result stands for.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> g = MixedGraph.from_edges("c --- a", "c --- b", "a --- b")
    >>> is_valid_adjustment(g, "a", "b", ["c"])  # a may come after b
    False
    """
    asked = EffectQuestion.about(graph_or_found, cause, effect, k, time_limit)
    wanted = distinct(given)
    if cause in wanted or effect in wanted:
        raise OptionError(
            f"cause and effect are not adjusted for; leave {cause!r} and {effect!r} out of the set"
        )
    return asked.ground(from_members(asked.target.graph.numbers(wanted))) is not None


class EffectQuestion:
    """One cause and one effect, asked of one target."""

    def __init__(
        self,
        target: Target,
        cause: str,
        effect: str,
        time_limit: float | None = None,
        *,
        remedies: bool = True,
    ) -> None:
        graph = target.graph
        #: whether to look for facts that would help, which takes longest
        self.remedies = remedies
        self.target, self.cause, self.effect, self.time_limit = target, cause, effect, time_limit
        self.causes = target.causes(cause, effect)
        self.a, self.b = graph.number(cause), graph.number(effect)
        self.reading = EffectReading(target.steps, self.a, self.b)

    @classmethod
    def about(
        cls,
        asked: object,
        cause: str,
        effect: str,
        k: int | None,
        time_limit: float | None,
        *,
        remedies: bool = True,
    ) -> EffectQuestion:
        """Check the arguments, and ask."""
        limit = check_time_limit(time_limit)
        target = target_of(asked, None if k is None else check_size("k", k))
        return cls(target, cause, effect, limit, remedies=remedies)

    def on(self, graph: MixedGraph) -> EffectQuestion:
        """Ask the same about another graph of the class."""
        target = replace(self.target, graph=graph, ancestry=Ancestry(graph))
        return EffectQuestion(target, self.cause, self.effect, self.time_limit)

    @property
    def members(self) -> Members | None:
        """Members of the class, or None when the class is not known or empty."""
        return self._known_members if self.target.names_a_class else None

    @cached_property
    def _known_members(self) -> Members | None:
        try:
            return members_of(self.target.graph, self.target.k, time_limit=self.time_limit)
        except TimeIsUp:
            return None

    @cached_property
    def _in_one(self) -> InMember | None:
        return None if self.members is None else InMember(self.members.closures[0], self.a, self.b)

    @cached_property
    def _in_all(self) -> list[InMember]:
        closures = () if self.members is None else self.members.closures
        return [InMember(directed_part_table(closure), self.a, self.b) for closure in closures]

    def ground(self, given: int) -> Ground | None:
        """Return why a set is valid, or None when that is not known."""
        if given == self.reading.local:
            return "local"
        if self.members is None or self._in_one is None:
            return None
        if self.members.speaks == "all":
            return "exact" if all(one.is_valid(given) for one in self._in_all) else None
        fits = not self.reading.open_firsts and not given & self.reading.forbidden
        if not fits or not self._in_one.separated(given):
            return None
        return "exact" if self.members.speaks == "one for all" else "general"

    def sets(self, kind: SetKind) -> AdjustmentSets:
        """Return the sets of one kind."""
        found = list(islice(self._candidates(kind), MOST_SETS + 1))
        notes = list(self._notes())
        if kind == "smallest" and found:
            least = min(len(one) for one in found)
            found = [one for one in found if len(one) == least]
        if kind == "optimal" and not found and self.causes != "never" and self.exists():
            notes.append("The optimal set is known for graphs with --> and --- alone.")
        complete = len(found) <= MOST_SETS
        found.sort(key=lambda one: (len(one), sorted(one)))
        return AdjustmentSets(
            found[:MOST_SETS],
            cause=self.cause,
            effect=self.effect,
            kind=kind,
            causes=self.causes,
            obstacle=None if found or self.exists() else obstacle_of(self),
            contradicted=self.target.contradicted or (self.target.names_a_class and self.members is None),
            complete=complete,
            notes=tuple(notes),
        )

    def exists(self) -> bool:
        """Say whether any set is known to be valid."""
        return self.reading.local is not None or self._canonical_holds()

    def _canonical_holds(self) -> bool:
        """Say whether the largest set that may be valid is known to be."""
        return self.members is not None and self.ground(self.reading.canonical) is not None

    def _candidates(self, kind: SetKind) -> Iterator[AdjustmentSet]:
        makers = {"canonical": self._canonical, "local": self._local, "optimal": self._optimal}
        bits = makers.get(kind, self._minimal)()
        for given in bits:
            ground = self.ground(given)
            if ground is not None:
                yield AdjustmentSet(self.target.graph.names(given), ground)

    def _canonical(self) -> Iterator[int]:
        if not self._canonical_holds():
            yield from self._local()
        else:
            yield self.reading.canonical

    def _local(self) -> Iterator[int]:
        if self.reading.local is not None:
            yield self.reading.local

    def _minimal(self) -> Iterator[int]:
        if not self._canonical_holds() or self._in_one is None:
            yield from self._local()
        elif not self.reading.open_firsts:
            forbidden = self.reading.forbidden
            yield from minimal_cuts(self._in_one.families, self.a, self.b, avoiding=forbidden)
        else:
            yield from self._minimal_inside(self.reading.canonical)

    def _minimal_inside(self, whole: int) -> Iterator[int]:
        """Yield the minimal valid sets inside a valid one, by trying: all of them, or one if that takes long.

        This is for variables that may not be causes at all, with an edge such as ``a o-> b`` and all parents
        known: in the closures with ``a <-> b`` no graph shows what separates the two.
        """
        nodes = list(members(whole))
        if len(nodes) > _MOST_TRIED:
            for node in nodes:
                whole = whole & ~(1 << node) if self.ground(whole & ~(1 << node)) else whole
            yield whole
            return
        found: list[int] = []
        for size in range(len(nodes) + 1):
            for given in map(from_members, combinations(nodes, size)):
                if not any(one & given == one for one in found) and self.ground(given) is not None:
                    found.append(given)
                    yield given

    def _optimal(self) -> Iterator[int]:
        """Yield the parents of nodes on causal paths that are not forbidden, the same in every DAG."""
        if self.members is None or self.members.speaks == "one of many" or self.causes == "never":
            return
        dag = self.members.closures[0]
        if len(self.members.closures) > 1 or any(dag.spouses(i) for i in range(dag.n)):
            return
        parents = [dag.parents(i) for i in range(dag.n)]
        on_paths = reachable(1 << self.b, parents) & reachable(
            1 << self.a, [dag.children(i) for i in range(dag.n)]
        )
        around = 0
        for node in members(on_paths & ~(1 << self.a)):
            around |= parents[node]
        yield around & ~self._in_all[0].forbidden & ~(1 << self.a)

    def _notes(self) -> Iterator[str]:
        used = "only the local rule was used, on marks that nothing contradicts."
        if self.target.doubt:
            yield f"{self.target.doubt}: {used}"
        elif self.members is None:
            yield f"No DAG has the edges and colliders of the graph, or none was found in time: {used}"
