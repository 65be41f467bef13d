"""What DATA and GRAPH on the command line may be: files, built-in names, saved results.

A built-in name wins over a file of the same name; ``./asia`` is the file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from sepset.data.networks import BayesianNetwork, builtin, builtin_names
from sepset.errors import DataError, FormatError, OptionError, SepsetError, nearest
from sepset.graph.mixed_graph import MixedGraph

if TYPE_CHECKING:
    from sepset.data.dataset import Dataset, Kinds, MissingPolicy
    from sepset.learn.result import Discovery

SAMPLED_ROWS = 5000
SAMPLED_SEED = 1


class Source(click.ParamType):
    """A file or a built-in name, as text; the shell completes both."""

    name = "source"

    def shell_complete(
        self, context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the built-in names that fit, and files."""
        names = [CompletionItem(name) for name in builtin_names() if name.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *names]


class Table(NamedTuple):
    """Data to learn from, and where they came from in words."""

    data: Dataset
    origin: str
    sampled: dict[str, Any] | None


def load_table(
    source: str,
    *,
    rows: int | None = None,
    seed: int | None = None,
    kinds: Kinds = None,
    missing: MissingPolicy = "error",
) -> Table:
    """Read a file, or sample from a network: a built-in one or a BIF file."""
    network = _network(source)
    if network is not None:
        if kinds is not None:
            raise OptionError("--kinds is for files; the columns of a network are discrete")
        return _sampled(source, network, SAMPLED_ROWS if rows is None else rows, SAMPLED_SEED if seed is None else seed)
    given = [option for option, value in (("--rows", rows), ("--seed", seed)) if value is not None]
    if given:
        raise OptionError(f"{given[0]} is for sampling from a network; {source!r} is a table and is used as it is")
    from sepset.data.read import read

    _suggest_builtin(source)
    return Table(read(source, kinds=kinds, missing=missing), source, None)


def _sampled(source: str, network: BayesianNetwork, rows: int, seed: int) -> Table:
    kind = "built-in network" if source in builtin_names() else "network"
    origin = f"{source} ({kind}, {rows:,} rows sampled with seed {seed})"
    return Table(network.sample(rows, seed=seed), origin, {"network": source, "rows": rows, "seed": seed})


def load_graph(source: str) -> MixedGraph:
    """Read a graph: a built-in name, a BIF file, a saved result, JSON, text in any readable form, or ``-`` for stdin."""
    network = _network(source)
    if network is not None:
        return network.dag
    text = sys.stdin.read() if source == "-" else _text_of(source)
    where = "stdin" if source == "-" else source
    try:
        return _graph_of_json(text, source) if text.lstrip().startswith("{") and _is_json(text) else MixedGraph.parse(text)
    except SepsetError as error:
        raise FormatError(f"{where}: {error}") from None


def load_run(source: str) -> Discovery:
    """Read a result that `learn` has saved."""
    from sepset.learn.storage import load

    _text_of(source)  # names a path that cannot be read
    return load(source)


def graph_as_json(graph: MixedGraph) -> dict[str, Any]:
    """Return the JSON form of a graph, which `load_graph` reads back.

    >>> graph_as_json(MixedGraph.from_edges("a o-> b", nodes=("c",)))
    {'nodes': ['c', 'a', 'b'], 'edges': [['a', 'o->', 'b']]}
    """
    return {"nodes": list(graph.nodes), "edges": [list(edge) for edge in graph.edges()]}


def _graph_of_json(text: str, source: str) -> MixedGraph:
    document = json.loads(text)
    if set(document) >= {"nodes", "edges"}:
        try:
            return MixedGraph(document["nodes"], [tuple(edge) for edge in document["edges"]])
        except TypeError:
            raise FormatError("nodes is a list of names and edges a list of [name, arrow, name]") from None
    if source == "-":
        raise FormatError("this JSON has no nodes and edges")
    return load_run(source).graph


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _network(source: str) -> BayesianNetwork | None:
    if source in builtin_names():
        return builtin(source)
    if Path(source).suffix.lower() == ".bif":
        from sepset.data.bif import read_bif

        return read_bif(Path(source))
    return None


def _text_of(source: str) -> str:
    path = Path(source)
    if path.is_dir():
        raise DataError(f"{source!r} is a folder; give the path of a file in it")
    if not path.exists():
        _suggest_builtin(source)
        others = sorted(other.name for other in path.parent.iterdir()) if path.parent.is_dir() else []
        close = nearest(path.name, others)
        hint = f"did you mean {str(path.with_name(close))!r}?" if close else "check the path"
        raise DataError(f"there is no file {source!r}; {hint}")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise DataError(f"{source!r} is not a text file in UTF-8 (byte {error.start:,}); save it as UTF-8") from None


def _suggest_builtin(source: str) -> None:
    """A word that is no file but nearly a built-in name was meant as one."""
    path = Path(source)
    close = None if path.exists() or path.suffix or len(path.parts) > 1 else nearest(source, builtin_names())
    if close is not None:
        raise DataError(f"there is no file {source!r}, and no built-in network of that name; did you mean {close!r}?")
