"""``sepset theory``: what can be learned about a known graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sepset.catalogue.learners import LEARNERS
from sepset.cli.graph_words import edge_lines, in_order, legend, set_words, size_words
from sepset.cli.group import App, help_if_alone
from sepset.cli.options import bound_option, graph_argument, json_option
from sepset.cli.output import heading, show, show_json
from sepset.cli.sources import complete_source, graph_as_json, load_graph
from sepset.cli.theory_essential import essential, overview
from sepset.equivalence.k_closure import k_closure
from sepset.equivalence.markov import k_markov_equivalent, markov_equivalent, unshielded_colliders
from sepset.equivalence.pag import pag as pag_of
from sepset.graph.names import quoted
from sepset.graph.separators import minimum_separator
from sepset.wording import counted

if TYPE_CHECKING:
    from sepset.catalogue.records import Learner
    from sepset.cli.output import Line
    from sepset.graph.mixed_graph import MixedGraph


@click.group(cls=App, invoke_without_command=True)
@click.pass_context
def theory(ctx: click.Context) -> None:
    """Ask what tests with at most k conditioning variables can tell about a known graph.

    GRAPH is a text file with one edge per line (also Tetrad's, dagitty's or a BIF file), or a built-in name
    such as asia.
    """
    help_if_alone(ctx)


theory.add_command(overview)
theory.add_command(essential)


@theory.command(short_help="The k-closure of a DAG.")
@graph_argument
@bound_option()
@json_option
def closure(graph: str, bound: int, as_json: bool) -> None:
    """Show the k-closure of a DAG: a --> b or a <-> b wherever no k variables separate a and b."""
    found = k_closure(load_graph(graph), bound)
    if as_json:
        show_json({"command": "theory closure", "k": bound, "graph": graph_as_json(found)})
    else:
        title = heading(f"The {bound}-closure of {graph}", f": {size_words(found)}")
        show([title, *_listing(found, LEARNERS["kpc"])])


@theory.command(short_help="The PAG of a DAG or MAG.")
@graph_argument
@json_option
def pag(graph: str, as_json: bool) -> None:
    """Show the partial ancestral graph of a DAG or MAG: what all Markov equivalent MAGs share."""
    found = pag_of(load_graph(graph))
    if as_json:
        show_json({"command": "theory pag", "graph": graph_as_json(found)})
    else:
        title = heading(f"The PAG of {graph}", f": {size_words(found)}")
        show([title, *_listing(found, LEARNERS["anytime-fci"])])


@theory.command(short_help="A smallest separating set.")
@graph_argument
@click.argument("a")
@click.argument("b")
@click.option(
    "--max-size", type=click.IntRange(min=0), metavar="N", help="Look only for sets of at most N variables."
)
@json_option
def separator(graph: str, a: str, b: str, max_size: int | None, as_json: bool) -> None:
    """Find a smallest set of variables that separates A and B."""
    found = minimum_separator(load_graph(graph), a, b, max_size=max_size)
    if as_json:
        names = None if found is None else sorted(found)
        show_json({"command": "theory separator", "a": a, "b": b, "separator": names})
    elif found is None:
        bound = "" if max_size is None else f" of at most {max_size}"
        show([(f"No set of variables{bound} separates {a} and {b}.",)])
    elif not found:
        show([(f"{a} and {b} are separated without conditioning on anything.",)])
    else:
        show([(f"{a} and {b} are separated by {set_words(found)}, and by no smaller set.",)])


@theory.command(short_help="Whether two graphs can be told apart.")
@click.argument("first", shell_complete=complete_source, metavar="GRAPH")
@click.argument("second", shell_complete=complete_source, metavar="GRAPH")
@click.option(
    "-k",
    "bound",
    type=click.IntRange(min=0),
    metavar="K",
    help="Compare two DAGs by tests with at most K conditioning variables; without -k, two MAGs by tests of "
    "any size.",
)
@json_option
def equivalent(first: str, second: str, bound: int | None, as_json: bool) -> None:
    """Say whether any test can tell two graphs apart, and if so, how they differ."""
    one, other = load_graph(first), load_graph(second)
    same = markov_equivalent(one, other) if bound is None else k_markov_equivalent(one, other, bound)
    difference = None if same else _difference(one, other, bound)
    if as_json:
        show_json({"command": "theory equivalent", "k": bound, "equivalent": same, "difference": difference})
        return
    tests = (
        "every test"
        if bound is None
        else f"every test with at most {counted(bound, 'conditioning variable')}"
    )
    if same:
        show([(("Equivalent", "bold green"), f": both give the same answer to {tests}.")])
    else:
        show([(("Not equivalent", "bold red"), f": {difference}.")])


def _difference(one: MixedGraph, other: MixedGraph, k: int | None) -> str:
    """Say what tells two graphs apart: an adjacency, an unshielded collider or a discriminating path."""
    if k is not None:
        one, other = k_closure(one, k), k_closure(other, k)
    apart = "by some set" if k is None else f"by at most {counted(k, 'variable')}"
    for graph, rival, place in ((one, other, "second"), (other, one, "first")):
        for edge in graph.edges():
            if not rival.adjacent(edge.u, edge.v):
                return f"{edge.u} and {edge.v} are separated {apart} in the {place} graph only"
    for graph, rival, place in ((one, other, "first"), (other, one, "second")):
        new = unshielded_colliders(graph) - unshielded_colliders(rival)
        for c, (a, b) in sorted((middle, sorted(ends)) for ends, middle in new):
            return f"{a} *-> {c} <-* {b} is an unshielded collider in the {place} graph only"
    return "some discriminating path ends in a collider in one of them only"


def _listing(graph: MixedGraph, learner: Learner) -> list[Line]:
    """Return the edges of a graph that looks like those of a learner."""
    edges = in_order(graph)
    alone: list[Line] = [(f"  {quoted(name)}",) for name in graph.nodes if not graph.neighbours(name)]
    return [*edge_lines(edges), *alone, *legend((edge.pattern for edge in edges), learner)]
