"""``sepset simulate``: data from a known graph, to try things out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from sepset.cli.files import check_outputs
from sepset.cli.graph_words import size_words
from sepset.cli.next_commands import command, path_word
from sepset.cli.options import json_option, out_option
from sepset.cli.output import COMMAND, HEADING, show, show_json
from sepset.cli.sources import complete_source, graph_as_json, load_graph, load_network
from sepset.cli.tables import csv_parts
from sepset.data.simulate import linear_gaussian, random_dag, random_network
from sepset.errors import OptionError
from sepset.files import whole_file, write_text
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sepset.cli.output import Line
    from sepset.data.dataset import Dataset
    from sepset.graph.mixed_graph import MixedGraph

KINDS = ("discrete", "gaussian")


@click.command()
@click.argument("graph", shell_complete=complete_source, required=False)
@click.option("-n", "--nodes", type=click.IntRange(min=1), metavar="N", help="Nodes of a random DAG.  [10]")
@click.option(
    "--edges", type=click.IntRange(min=0), metavar="N", help="Edges of a random DAG.  [1.5 per node]"
)
@click.option(
    "--rows", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="Rows to draw."
)
@click.option(
    "--kind", type=click.Choice(KINDS), help="Probability tables, or linear with normal noise.  [discrete]"
)
@click.option("--levels", type=click.IntRange(min=2), metavar="N", help="Levels of discrete variables.  [2]")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="S",
    help="The seed; another one gives other data.",
)
@out_option("Write the data to a CSV file instead of stdout.", or_stdout=True)
@click.option(
    "--truth", type=click.Path(path_type=Path), metavar="FILE", help="Write the DAG as text, to compare with."
)
@json_option
def simulate(
    graph: str | None, output: Path | None, truth: Path | None, as_json: bool, **options: Any
) -> None:
    """Draw data from a random DAG, from the DAG in GRAPH with random parameters, or from a network.

    GRAPH is a file with a DAG, a BIF file, or a built-in name such as asia; the last two come with their own
    probabilities. The same seed gives the same bytes.
    """
    check_outputs(output, truth, inputs=(graph,))
    if as_json and output is None:
        raise OptionError("--json describes the data that are written to a file; add -o data.csv")
    dag, data = draw(graph, **options)
    if truth is not None:
        write_text(truth, dag.to_text())
    if output is None:
        for part in csv_parts(data):
            click.echo(part, nl=False)
        return
    with whole_file(output) as file:
        file.writelines(part.encode("utf-8") for part in csv_parts(data))
    _report(dag, data, output, truth, options["seed"], as_json=as_json)


def draw(
    graph: str | None,
    *,
    nodes: int | None,
    edges: int | None,
    rows: int,
    kind: str | None,
    levels: int | None,
    seed: int,
) -> tuple[MixedGraph, Dataset]:
    """Return a DAG and data from it; structure, parameters and data draw on seeds of their own."""
    for_dag, for_parameters, for_data = map(np.random.default_rng, np.random.SeedSequence(seed).spawn(3))
    given = {"--nodes": nodes, "--edges": edges, "--kind": kind, "--levels": levels}
    network = None if graph is None else load_network(graph)
    if network is not None:
        _refuse(given, f"{graph!r} is a network with its own variables and probabilities")
        return network.dag, network.sample(rows, seed=for_data)
    if graph is not None:
        _refuse({name: given[name] for name in ("--nodes", "--edges")}, "the DAG is given")
        dag = load_graph(graph)
    else:
        count = 10 if nodes is None else nodes
        most = count * (count - 1) // 2
        dag = random_dag(count, edges=min(3 * count // 2, most) if edges is None else edges, seed=for_dag)
    return dag, _sample(dag, rows, kind or "discrete", levels, for_parameters, for_data)


def _sample(
    dag: MixedGraph,
    rows: int,
    kind: str,
    levels: int | None,
    for_parameters: np.random.Generator,
    for_data: np.random.Generator,
) -> Dataset:
    if kind == "discrete":
        return random_network(dag, levels=levels or 2, seed=for_parameters).sample(rows, seed=for_data)
    _refuse({"--levels": levels}, "normal variables have no levels")
    return linear_gaussian(dag, seed=for_parameters).sample(rows, seed=for_data)


def _refuse(options: Mapping[str, object], reason: str) -> None:
    given = [name for name, value in options.items() if value is not None]
    if given:
        raise OptionError(f"{given[0]} does not apply: {reason}; leave it out")


def _report(
    dag: MixedGraph, data: Dataset, output: Path, truth: Path | None, seed: int, *, as_json: bool
) -> None:
    if as_json:
        document = {
            "command": "simulate",
            "rows": data.rows,
            "columns": list(data.names),
            "seed": seed,
            "graph": graph_as_json(dag),
            "saved": str(output),
            "truth": None if truth is None else str(truth),
        }
        show_json(document)
        return
    lines: list[Line] = [
        (
            ("Saved", HEADING),
            f"  {output}: {counted(data.rows, 'row')} from a DAG with {size_words(dag)}, seed {seed}",
        )
    ]
    if truth is not None:
        lines.append((("Truth", HEADING), f"  {truth}"))
    lines.append((("Next", HEADING), "   ", (command("learn", path_word(output)), COMMAND)))
    show(lines)
