"""``sepset theory essential`` and ``sepset theory overview``: what small tests tell about a known DAG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sepset.catalogue.learners import LEARNERS
from sepset.cli.graph_words import graph_lines, in_order, in_text, legend, size_words
from sepset.cli.options import bound_option, bounds_option, graph_argument, json_option
from sepset.cli.output import DIM, WARNING, heading, in_columns, show, show_json
from sepset.cli.sources import graph_as_json, load_graph
from sepset.equivalence.essential.k_essential import k_essential, k_essential_graph
from sepset.equivalence.essential.verify import verify
from sepset.equivalence.k_closure import k_closure
from sepset.graph.names import quoted
from sepset.independence.oracle import Oracle
from sepset.knowledge.files import read_knowledge
from sepset.learn.kpc import kpc
from sepset.sentences import plain_value
from sepset.wording import counted

if TYPE_CHECKING:
    from sepset.cli.output import Line
    from sepset.equivalence.essential.certificate import Certificate
    from sepset.equivalence.essential.k_essential import KEssential
    from sepset.graph.edges import Edge
    from sepset.graph.mixed_graph import MixedGraph


@click.command(short_help="The k-essential graph of a DAG, exactly.")
@graph_argument
@bound_option()
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="Stop after this many seconds, with what is proven by then.",
)
@click.option(
    "--knowledge",
    type=click.Path(),
    metavar="FILE",
    help="Consider only the DAGs that fit what is known beforehand.",
)
@click.option("--certificate", is_flag=True, help="Give the reason for every edge, checked independently.")
@json_option
def essential(
    graph: str,
    bound: int,
    time_limit: float | None,
    knowledge: str | None,
    certificate: bool,
    as_json: bool,
) -> None:
    """Show the k-essential graph of a DAG: what all DAGs that give the same answers have in common."""
    known = None if knowledge is None else read_knowledge(knowledge)
    found = k_essential(load_graph(graph), bound, knowledge=known, time_limit=time_limit)
    sound = verify(found.certificate) if certificate else None
    if as_json:
        show_json(_essential_document(bound, found, sound))
        return
    lines: list[Line] = [
        heading(f"The {bound}-essential graph of {graph}", f": {size_words(found.graph)}"),
        (),
    ]
    lines += graph_lines(found.graph)
    lines += legend((edge.pattern for edge in found.graph.edges()), LEARNERS["kpc"])
    if not found.exact:
        undecided = ", ".join(in_text(found.undecided))
        missing = f"the time limit was hit before it was settled whether these occur: {undecided}"
        lines += [(), (("Not exact", WARNING), f": {missing}")]
    if sound is not None:
        lines += [(), *_certificate_lines(found.certificate, sound)]
    show(lines)


def _essential_document(k: int, found: KEssential, sound: bool | None) -> dict[str, Any]:
    document = {
        "command": "theory essential",
        "k": k,
        "graph": graph_as_json(found.graph),
        "exact": found.exact,
        "undecided": in_text(found.undecided),
    }
    if sound is not None:
        proof = found.certificate
        document["certificate"] = {
            "verified": sound,
            "witnesses": [graph_as_json(witness) for witness in proof.witnesses],
            "reasons": [_reasons(proof, edge) for edge in proof.graph.edges()],
        }
    return document


def _reasons(proof: Certificate, edge: Edge) -> dict[str, Any]:
    said = [plain_value(one) for one in proof.reasons(edge.u, edge.v)]
    return {"edge": str(edge), "why": proof.why(edge.u, edge.v), "sentences": said}


def _certificate_lines(proof: Certificate, sound: bool) -> list[Line]:
    verdict = ("verified", "green") if sound else ("NOT VERIFIED", "bold red")
    lines: list[Line] = [(*heading("Certificate"), ": ", verdict, (" by an independent check", DIM))]
    for edge in in_order(proof.graph):
        first, *others = proof.reasons(edge.u, edge.v)
        lines += [(f"  {first}",), *(((f"    {other}", DIM),) for other in others)]
    count = counted(len(proof.witnesses), "witness DAG")
    lines += [(), heading(f"{count}", ": each gives the same answers to all tests up to this size")]
    for number, witness in enumerate(proof.witnesses, start=1):
        lines.append((f"  {number}. {', '.join(in_text(in_order(witness)))}",))
    return lines


@click.command(short_help="k-closure, k-PC and k-essential graph side by side.")
@graph_argument
@bounds_option("0,1,2", "One bound, or several.")
@json_option
def overview(graph: str, bounds: tuple[int, ...], as_json: bool) -> None:
    """Show the k-closure, k-PC's output and the k-essential graph of a DAG side by side."""
    dag = load_graph(graph)
    views = {k: _views(dag, k) for k in bounds}
    if as_json:
        by_k = [
            {"k": k, **{key: graph_as_json(found) for key, found in view.items()}}
            for k, view in views.items()
        ]
        show_json({"command": "theory overview", "graph": graph_as_json(dag), "by_k": by_k})
        return
    lines: list[Line] = [heading(graph, f": {size_words(dag)}")]
    for k, view in views.items():
        lines += [(), heading(f"k = {k}", f": tests with at most {counted(k, 'conditioning variable')}")]
        lines += _side_by_side(dag, view)
    patterns = {edge.pattern for view in views.values() for found in view.values() for edge in found.edges()}
    show([*lines, (), *legend(patterns, LEARNERS["kpc"])])


def _views(dag: MixedGraph, k: int) -> dict[str, MixedGraph]:
    return {
        "k_closure": k_closure(dag, k),
        "k_pc": kpc(Oracle(dag), k).graph,
        "k_essential": k_essential_graph(dag, k),
    }


def _side_by_side(dag: MixedGraph, views: dict[str, MixedGraph]) -> list[Line]:
    """Return a table with a row for each pair that some set of this size does not separate."""
    closure = views["k_closure"]
    rows: list[tuple[str, ...]] = [("", "", "in the DAG", "k-closure", "k-PC", "k-essential")]
    for u, _, v in in_order(closure):
        edges = [graph.edge(u, v) for graph in (dag, *views.values())]
        rows.append((quoted(u), quoted(v), *("." if edge is None else edge.pattern for edge in edges)))
    if len(rows) == 1:
        return [("  no pair stays adjacent",)]
    first, *others = in_columns(rows, styles=("", "", DIM, "", "", "bold"))
    return [tuple((span if isinstance(span, str) else span[0], DIM) for span in first), *others]
