"""``sepset compare``: how far a result is from a known graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sepset.cli.graph_words import in_order
from sepset.cli.options import json_option
from sepset.cli.output import DIM, heading, in_columns, show, show_json
from sepset.cli.sources import complete_source, load_graph, run_or_none
from sepset.equivalence.essential.k_essential import k_essential_graph
from sepset.errors import OptionError
from sepset.result.compare import compare as scores_of
from sepset.result.posterior.posterior import Posterior

if TYPE_CHECKING:
    from sepset.cli.output import Line
    from sepset.graph.edges import Edge
    from sepset.graph.mixed_graph import MixedGraph


@click.command()
@click.argument("found", shell_complete=complete_source, metavar="FOUND")
@click.argument("truth", shell_complete=complete_source, metavar="TRUTH")
@click.option(
    "--essential",
    is_flag=True,
    help="Compare with the k-essential graph of TRUTH: all that can be learned with this k.",
)
@click.option(
    "-k", "bound", type=click.IntRange(min=0), metavar="K", help="The k for --essential.  [that of FOUND]"
)
@json_option
def compare(found: str, truth: str, essential: bool, bound: int | None, as_json: bool) -> None:
    """Compare FOUND with TRUTH: scores, and every pair where they differ.

    FOUND is a saved result or a graph, TRUTH a graph: a file in any form that `sepset convert` reads, or a
    built-in name.
    """
    graph, k = _found(found, bound)
    target = load_graph(truth)
    if essential:
        target = _essential(target, k)
    elif bound is not None:
        raise OptionError("-k belongs to --essential; add it, or leave -k out")
    scores = _scores(graph, target)
    different = differences(graph, target)
    if as_json:
        head = {"command": "compare", "essential": essential, "k": k if essential else None, "scores": scores}
        show_json({**head, **{name: _texts(rows) for name, rows in different.items()}})
        return
    what = f"the {k}-essential graph of {truth}" if essential else truth
    lines: list[Line] = [heading(f"{found} compared with {what}"), ()]
    lines += in_columns(
        ((_SCORES[name], _number(value)) for name, value in scores.items()), styles=("", "bold")
    )
    show([*lines, *_difference_lines(different)])


_SCORES = {
    "f1_skeleton": "F1 of adjacencies",
    "f1_arrowhead": "F1 of arrowheads",
    "f1_tail": "F1 of tails",
    "shd": "structural Hamming distance",
}
_TITLES = {
    "missing": ("Missing", "in the truth, not found"),
    "extra": ("Extra", "found, not in the truth"),
    "different": ("Different", "adjacent in both, with other marks"),
}

Differences = dict[str, list[tuple["Edge | None", "Edge | None"]]]


def differences(found: MixedGraph, truth: MixedGraph) -> Differences:
    """Return the pairs on which two graphs differ, as (found, truth), in the order of the truth's nodes."""
    rows: Differences = {"missing": [], "extra": [], "different": []}
    for edge in in_order(truth):
        other = found.edge(edge.u, edge.v)
        if other is None:
            rows["missing"].append((None, edge))
        elif other.pattern != edge.pattern:
            rows["different"].append((other, edge))
    rows["extra"] = [(edge, None) for edge in in_order(found) if not truth.adjacent(edge.u, edge.v)]
    return rows


def _found(source: str, bound: int | None) -> tuple[MixedGraph, int | None]:
    run = run_or_none(source)
    if run is None:
        return load_graph(source), bound
    if isinstance(run, Posterior):
        # Without a k a posterior is about the essential graph: all that tests of any size could tell.
        return run.best(bound), max(len(run.names) - 2, 0) if bound is None else bound
    return run.graph, run.k if bound is None else bound


def _essential(dag: MixedGraph, k: int | None) -> MixedGraph:
    if k is None:
        raise OptionError("FOUND is a graph, which has no k of its own; give one with -k")
    return k_essential_graph(dag, k)


def _scores(found: MixedGraph, truth: MixedGraph) -> dict[str, float]:
    scores = scores_of(found, truth)
    return {name: getattr(scores, name) for name in _SCORES}


def _difference_lines(different: Differences) -> list[Line]:
    lines: list[Line] = []
    for name, (title, meaning) in _TITLES.items():
        rows = different[name]
        if rows:
            lines += [
                (),
                heading(title, f": {meaning}"),
                *in_columns(map(_cells, rows), styles=("", DIM, "")),
            ]
    return lines or [(), (("The two are the same.", "green"),)]


def _cells(row: tuple[Edge | None, Edge | None]) -> tuple[str, ...]:
    found, truth = row
    if found is not None and truth is not None:
        return str(found), "is really", str(truth)
    return (str(found or truth),)


def _texts(rows: list[tuple[Edge | None, Edge | None]]) -> list[list[str | None]]:
    return [[None if edge is None else str(edge) for edge in row] for row in rows]


def _number(value: float) -> str:
    return f"{value}" if isinstance(value, int) else f"{value:.3f}"
