"""``sepset convert``: a graph in the form that another tool reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sepset.cli.files import check_outputs
from sepset.cli.options import graph_argument, out_option
from sepset.cli.output import as_json
from sepset.cli.sources import graph_as_json, load_graph
from sepset.cli.tables import csv_text
from sepset.files import write_text
from sepset.graph.formats.graphml import to_graphml

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sepset.graph.mixed_graph import MixedGraph


def _matrix(graph: MixedGraph) -> str:
    rows = zip(graph.nodes, graph.to_matrix().tolist(), strict=True)
    return csv_text([["", *graph.nodes], *([name, *row] for name, row in rows)])


FORMATS: dict[str, Callable[[MixedGraph], str]] = {
    "text": lambda graph: graph.to_text(),
    "tetrad": lambda graph: graph.to_tetrad(),
    "dagitty": lambda graph: graph.to_dagitty(),
    "dot": lambda graph: graph.to_dot(),
    "svg": lambda graph: graph.to_svg(),
    "graphml": to_graphml,
    "json": lambda graph: as_json(graph_as_json(graph)),
    "matrix": _matrix,
}


@click.command()
@graph_argument
@click.option(
    "--to",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="The format to write.",
)
@click.option("--json", "to_json", is_flag=True, help="The same as --to json.")
@out_option("Write to a file instead of stdout.", or_stdout=True)
def convert(graph: str, form: str, to_json: bool, output: Path | None) -> None:
    """Write GRAPH in another format.

    GRAPH is a saved result, a file in sepset's text or JSON form, Tetrad's, dagitty's or BIF, a built-in
    name, or - for stdin.

    The matrix is CSV with a mark for each end, as in pcalg: row a, column b holds the mark at b of the edge
    between a and b, 1 for a circle, 2 for an arrowhead, 3 for a tail and 0 for no edge.
    """
    check_outputs(output, inputs=(graph,))
    text = FORMATS["json" if to_json else form](load_graph(graph))
    if output is None:
        click.echo(text.removesuffix("\n"))
    else:
        write_text(output, text)
