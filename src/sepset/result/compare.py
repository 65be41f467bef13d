"""How far a graph is from the truth: the scores of the k-PC paper, and the structural Hamming distance.

Three F1 scores. The skeleton is scored over pairs: a pair is right when it is adjacent in both graphs.
Arrowheads and tails are scored over marks, a mark being one end of one edge: an arrowhead is right when the
truth has the same edge, whatever its other mark, with an arrowhead at the same end; likewise for tails. So
``a --- b`` has two tails, ``a <-> b`` two arrowheads, and a circle counts for neither. A score of 0/0 is 0,
as in the paper.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> truth = MixedGraph.from_edges("a --> c", "b --> c", "c --> d")
>>> found = MixedGraph.from_edges("a --> c", "b o-> c", "d --> c")
>>> print(compare(found, truth))
            precision  recall     F1  right  found  truth
skeleton        1.000   1.000  1.000      3      3      3
arrowheads      0.667   0.667  0.667      2      3      3
tails           0.500   0.333  0.400      1      2      3
SHD 2 (pairs)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from sepset.checks import check_choice
from sepset.errors import GraphError, InPython
from sepset.graph.marks import Mark
from sepset.graph.mixed_graph import MixedGraph
from sepset.result.discovery import Discovery
from sepset.result.posterior.posterior import Posterior
from sepset.wording import some

if TYPE_CHECKING:
    from sepset.graph.mark_table import MarkTable

Distance: TypeAlias = Literal["pairs", "marks"]


class Counts(NamedTuple):
    """How many there are in the graph that was found, how many in the truth, and how many in both.

    >>> Counts(right=1, found=2, truth=4).f1 == 2 * 1 / (2 + 4)
    True
    """

    right: int
    found: int
    truth: int

    @property
    def precision(self) -> float:
        """The share of what was found that is right; 0 when nothing was found."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """The share of the truth that was found; 0 when there is nothing to find."""
        return self.right / self.truth if self.truth else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall, 2 right / (found + truth); 0/0 counts as 0."""
        return 2 * self.right / (self.found + self.truth) if self.found + self.truth else 0.0


@dataclass(frozen=True)
class Comparison:
    """How a graph compares with the truth; see `compare`."""

    skeleton: Counts
    arrowhead: Counts
    tail: Counts
    shd: int
    #: what `shd` counts: "pairs" or "marks"
    shd_counts: Distance

    @property
    def f1_skeleton(self) -> float:
        """F1 over adjacent pairs."""
        return self.skeleton.f1

    @property
    def f1_arrowhead(self) -> float:
        """F1 over arrowheads."""
        return self.arrowhead.f1

    @property
    def f1_tail(self) -> float:
        """F1 over tails."""
        return self.tail.f1

    @property
    def precision_skeleton(self) -> float:
        """The share of adjacent pairs that are adjacent in the truth."""
        return self.skeleton.precision

    @property
    def precision_arrowhead(self) -> float:
        """The share of arrowheads that are right."""
        return self.arrowhead.precision

    @property
    def precision_tail(self) -> float:
        """The share of tails that are right."""
        return self.tail.precision

    @property
    def recall_skeleton(self) -> float:
        """The share of the truth's adjacent pairs that were found."""
        return self.skeleton.recall

    @property
    def recall_arrowhead(self) -> float:
        """The share of the truth's arrowheads that were found."""
        return self.arrowhead.recall

    @property
    def recall_tail(self) -> float:
        """The share of the truth's tails that were found."""
        return self.tail.recall

    def __str__(self) -> str:
        lines = ["            precision  recall     F1  right  found  truth"]
        for label, counts in (
            ("skeleton", self.skeleton),
            ("arrowheads", self.arrowhead),
            ("tails", self.tail),
        ):
            scores = f"{counts.precision:9.3f}  {counts.recall:6.3f}  {counts.f1:5.3f}"
            lines.append(f"{label:<10}  {scores}  {counts.right:5}  {counts.found:5}  {counts.truth:5}")
        return "\n".join([*lines, f"SHD {self.shd} ({self.shd_counts})"])


def compare(
    found: MixedGraph | Discovery | Posterior,
    truth: MixedGraph | Discovery | Posterior,
    *,
    shd: Distance = "pairs",
) -> Comparison:
    """Compare a graph with the truth: F1, precision and recall of skeleton, arrowheads and tails, and SHD.

    The two have the same nodes, in whatever order. The structural Hamming distance counts, with
    ``shd="pairs"``, the pairs of nodes between which the graphs differ in any way: an edge too many, an edge
    too few, or another mark at either end, each 1 [Tsamardinos, Brown and Aliferis 2006]. With
    ``shd="marks"`` it counts the ends that differ, so that a missing, additional or reversed edge is 2 and a
    single wrong mark 1.

    >>> a = MixedGraph.from_edges("x --> y")
    >>> compare(a, MixedGraph.from_edges("y --> x")).shd, compare(a, a).f1_tail
    (1, 1.0)
    """
    check_choice("shd", shd, ("pairs", "marks"))
    one, other = _graph("found", found), _graph("truth", truth)
    _require_same_nodes(one, other)
    ours, theirs = one.table, other.reorder(one.nodes).table
    return Comparison(
        _counts(ours.adjacency, theirs.adjacency, ends=2),
        _counts(ours.near[Mark.ARROW], theirs.near[Mark.ARROW]),
        _counts(ours.near[Mark.TAIL], theirs.near[Mark.TAIL]),
        _differing_pairs(ours, theirs) if shd == "pairs" else _differing_ends(ours, theirs),
        shd,
    )


def _graph(role: str, given: MixedGraph | Discovery | Posterior) -> MixedGraph:
    if isinstance(given, Discovery | Posterior):
        return given.graph
    if isinstance(given, MixedGraph):
        return given
    raise GraphError(
        f"{role} is a MixedGraph or a Discovery, got {type(given).__name__}; MixedGraph.parse reads text"
    )


def _require_same_nodes(found: MixedGraph, truth: MixedGraph) -> None:
    extra = [name for name in found.nodes if name not in truth]
    absent = [name for name in truth.nodes if name not in found]
    if extra or absent:
        parts = [f"only in found: {some(extra, 8)}"] if extra else []
        parts += [f"only in truth: {some(absent, 8)}"] if absent else []
        raise GraphError(
            f"the two graphs have different nodes ({'; '.join(parts)}); rename them",
            InPython(" with relabel"),
            ", or leave out those that only one has",
            InPython(" with subgraph"),
        )


def _counts(found: list[int], truth: list[int], ends: int = 1) -> Counts:
    """Count bits in rows; where an edge shows at both of its `ends`, it is counted once."""
    rows = (found, truth, [a & b for a, b in zip(found, truth, strict=True)])
    in_found, in_truth, in_both = (sum(row.bit_count() for row in side) // ends for side in rows)
    return Counts(in_both, in_found, in_truth)


def _differing_ends(a: MarkTable, b: MarkTable) -> int:
    return sum(_changed_here(a, b, node).bit_count() for node in range(a.n))


def _differing_pairs(a: MarkTable, b: MarkTable) -> int:
    changed = [_changed_here(a, b, node) | _changed_there(a, b, node) for node in range(a.n)]
    return sum(row.bit_count() for row in changed) // 2


def _changed_here(a: MarkTable, b: MarkTable, node: int) -> int:
    """Return the nodes towards which the mark at `node`, or its absence, differs."""
    return reduce(or_, (x[node] ^ y[node] for x, y in zip(a.near, b.near, strict=True)))


def _changed_there(a: MarkTable, b: MarkTable, node: int) -> int:
    """Return the nodes at which the mark towards `node`, or its absence, differs."""
    return reduce(or_, (x[node] ^ y[node] for x, y in zip(a.far, b.far, strict=True)))
