"""What was found, in plain English: one pair of variables at a time, or the whole run in a few lines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sepset.catalogue.learners import learner_called
from sepset.errors import GraphError
from sepset.graph.marks import mirror
from sepset.orientation.explain import explain_conflict, explain_step
from sepset.skeleton.evidence import SkeletonEvidence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.orientation.engine import Conflict, Step
    from sepset.result.discovery import Discovery


NO_RULE = "No rule settles a mark of this edge."


def explain(found: Discovery, a: str, b: str, k: int | None = None) -> str:
    """Say what was found between a and b for a bound k (by default that of the run), and why."""
    return "\n".join(Explainer(found, k).lines(a, b))


def summary(found: Discovery) -> str:
    """Say in a few lines what was run on what, how many tests it took, and what came out."""
    n = len(found.names)
    lines = [f"{found.learner} on {count(n, 'variable')}{_rows(found)}: {_options(found)}"]
    tests = found.tests_run
    by_size = ", ".join(f"{number:,} given {size or 'nothing'}" for size, number in sorted(tests.items()))
    lines.append(f"Tests: {sum(tests.values()):,}" + (f" ({by_size})" if by_size else ""))
    lines.append(f"Pairs: {n * (n - 1) // 2:,}, of them {_separated_by_size(found)}")
    lines.append(f"Edges: {_edges_by_kind(found)}")
    kinds = Counter(conflict.kind for conflict in found.conflicts)
    listed = ", ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items()))
    lines.append(f"Conflicts: {listed}" if kinds else "Conflicts: none")
    return "\n".join([*lines, *(f"Note: {note}" for note in found.notes)])


def count(number: int, thing: str) -> str:
    """Return a number with its noun.

    >>> count(1, "variable"), count(2000, "row")
    ('1 variable', '2,000 rows')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


class Explainer:
    """The result for one bound, ready to be asked about many pairs."""

    def __init__(self, found: Discovery, k: int | None = None) -> None:
        self.found = found
        self.k = found.k if k is None else k
        self.result = found.orientation(self.k)
        separations = found.skeleton.separations.at(self.k)
        self.evidence = SkeletonEvidence(separations, separations.skeleton(), self.k, self.result.votes)
        self.steps: dict[frozenset[int], list[Step]] = {}
        for step in self.result.trace:
            self.steps.setdefault(frozenset((step.a, step.b)), []).append(step)
        self.conflicts: dict[frozenset[int], list[Conflict]] = {}
        for conflict in self.result.conflicts:
            for pair in _pairs(conflict):
                self.conflicts.setdefault(pair, []).append(conflict)

    def lines(self, a: str, b: str) -> list[str]:
        """Say what was found between a and b, one statement a line."""
        graph = self.result.graph
        pair = frozenset((graph.number(a), graph.number(b)))
        if len(pair) == 1:
            raise GraphError(f"two different variables are needed, got {a!r} twice")
        about = _About(self, a, b, pair)
        return about.adjacent() if graph.adjacent(a, b) else about.apart()


class _About:
    """One pair of variables in one result."""

    def __init__(self, known: Explainer, a: str, b: str, pair: frozenset[int]) -> None:
        self.found, self.result, self.k, self.evidence = known.found, known.result, known.k, known.evidence
        self.a, self.b = a, b
        self.steps, self.conflicts = known.steps.get(pair, ()), known.conflicts.get(pair, ())

    def apart(self) -> list[str]:
        """Say why there is no edge."""
        given = self.found.sepset(self.a, self.b)
        head = f"{self.a} and {self.b} are not adjacent: "
        if given is not None and len(given) <= self.k:
            return [f"{head}they are independent {self._given(given)}.", *self._refused()]
        lines = [f"{head}{self.found.learner} drops an edge with arrowheads at both ends.", self._kept()]
        return [*lines, *self._steps(), *self._refused()]

    def adjacent(self) -> list[str]:
        """Say what the edge means and how each of its marks came about."""
        edge = self.result.graph.edge(self.a, self.b)
        pattern = edge.pattern if edge else ""
        meaning = learner_called(self.found.learner).meaning(pattern, self.a, self.b)
        lines = [f"{edge}: {meaning}.", self._kept()]
        reasons = [*self._steps(), *self._refused()]
        if self.result.completion is not None:
            reasons.append(f"By exact search, {self.result.completion.certificate.why(self.a, self.b)}")
        reasons = reasons or [NO_RULE]
        return [*lines, *reasons, *(f"Note: {note}" for note in self.result.notes)]

    def _kept(self) -> str:
        """Say that the pair has no separating set within the bound, and whether it has a larger one."""
        if not self.k:
            kept = "They are dependent when nothing is conditioned on, which is all that k = 0 looks at"
        elif self.found.skeleton.search == "neighbours":
            kept = f"No set of at most {count(self.k, 'neighbour')} of one of them makes them independent"
        else:
            kept = f"No set of at most {count(self.k, 'variable')} makes them independent"
        given = self.found.sepset(self.a, self.b)
        if given is None or len(given) <= self.k:
            return f"{kept}{self._sample(self._alpha())}."
        return (
            f"{kept}{self._sample(self._alpha())}. But they are independent {self._given(given)}: "
            f"from k = {len(given)} on they are not adjacent."
        )

    def _given(self, given: frozenset[str]) -> str:
        words = "given {" + ", ".join(sorted(given)) + "}" if given else "without conditioning on anything"
        p = self.found.p_value(self.a, self.b)
        return words + self._sample("" if p is None else f"p = {p:.3g}")

    def _sample(self, first: str) -> str:
        """Return what is known about the tests in brackets; an oracle has neither p-values nor rows."""
        if self.found.settings.is_oracle:
            return ""
        rows = "" if self.found.data is None else f"N = {self.found.data.rows:,}"
        known = ", ".join(word for word in (first, rows) if word)
        return f" ({known})" if known else ""

    def _alpha(self) -> str:
        alpha = self.found.settings.alpha
        return "" if alpha is None else f"at alpha = {alpha:g}"

    def _steps(self) -> Iterator[str]:
        yield from map(self._step, self.steps)

    def _step(self, step: Step) -> str:
        if step.rule != "LOCI":
            return explain_step(step, self.found.names, self.evidence)
        end, middle, other = (self.found.names[i] for i in step.because)
        edge = f"{self.found.names[step.a]} {step.after} {self.found.names[step.b]}"
        put = f"{edge}: the arrowhead at {middle} was put by LOCI"
        if not self.k:
            return f"{put}: {end} and {other} are independent, while {middle} depends on both."
        return (
            f"{put}: some set of at most {count(self.k, 'variable')}, without {middle}, makes {end} and "
            f"{other} independent, while {middle} depends on both given that set."
        )

    def _refused(self) -> Iterator[str]:
        for conflict in self.conflicts:
            yield f"Conflict: {explain_conflict(conflict, self.found.names)}"


def _pairs(conflict: Conflict) -> tuple[frozenset[int], ...]:
    """Return the pairs that a conflict is about: its edge, or all three of a collider."""
    if conflict.kind != "collider":
        return (frozenset((conflict.a, conflict.b)),)
    end, middle, other = conflict.because
    return frozenset((end, middle)), frozenset((middle, other)), frozenset((end, other))


def _rows(found: Discovery) -> str:
    if found.data is None:
        return ""
    kinds = Counter(found.data.kinds.values())
    columns = " and ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items()))
    dropped = (
        f", {count(found.data.dropped, 'row')} left out for missing values" if found.data.dropped else ""
    )
    return f" ({columns}), {count(found.data.rows, 'row')}{dropped}"


def _options(found: Discovery) -> str:
    """Return the settings as they would be written in a call; k first."""
    settings = {"k": found.k, **dict(sorted(found.settings.items()))}
    if found.settings.is_oracle:
        settings.pop("alpha", None)
    return ", ".join(f"{name} = {value}" for name, value in settings.items())


def _separated_by_size(found: Discovery) -> str:
    sizes = Counter(found.skeleton.separations.size.tolist())
    if not sizes:
        return "none separated"
    listed = ", ".join(f"{number:,} given {size or 'nothing'}" for size, number in sorted(sizes.items()))
    return f"{sum(sizes.values()):,} separated ({listed})"


def _edges_by_kind(found: Discovery) -> str:
    """Count edges by pattern, an edge and its mirror image as one."""
    kinds: Counter[str] = Counter()
    for _, pattern, _ in found.graph.edges():
        kinds[pattern if pattern in _KINDS else mirror(pattern)] += 1
    listed = ", ".join(f"{kinds[pattern]:,} {pattern}" for pattern in _KINDS if kinds[pattern])
    return f"{sum(kinds.values()):,} ({listed})" if kinds else "none"


_KINDS = ("-->", "<->", "---", "o->", "o-o", "--o")
