"""What DATA and GRAPH on the command line may be: files, built-in names, saved results.

A built-in name wins over a file of the same name; ``./asia`` is the file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from click.shell_completion import CompletionItem

from sepset.cli.progress import progress_bar
from sepset.data.networks import builtin, builtin_names
from sepset.data.reading.assemble import Wishes, chosen_columns
from sepset.data.reading.read import read_file, read_text
from sepset.errors import DataError, FormatError, OptionError, SavedError, SepsetError, did_you_mean
from sepset.files import is_a_folder, is_gzipped, no_such_file
from sepset.graph.mixed_graph import MixedGraph
from sepset.lazily import Lazy
from sepset.wording import some

if TYPE_CHECKING:
    from collections.abc import Collection

    import click

    from sepset.data import bif
    from sepset.data.dataset import Dataset
    from sepset.data.networks import BayesianNetwork
    from sepset.data.reading.cells import Decimal
    from sepset.data.scanning import scan as scanning
    from sepset.graph import interop
    from sepset.result import loading
    from sepset.result.discovery import Discovery
    from sepset.result.posterior.posterior import Posterior
    from sepset.result.stability import stability
else:
    # Most commands read a table; few read a network or a graph of another program,
    bif = Lazy("sepset.data.bif")
    interop = Lazy("sepset.graph.interop")
    # a table larger than memory,
    scanning = Lazy("sepset.data.scanning.scan")
    # or a result of an earlier run.
    loading = Lazy("sepset.result.loading")
    stability = Lazy("sepset.result.stability.stability")

#: How `learn` samples from a network unless told otherwise.
SAMPLED_ROWS = 5000
SAMPLED_SEED = 1


def complete_source(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer files and the built-in names that fit, for the shell."""
    names = [CompletionItem(name) for name in builtin_names() if name.startswith(incomplete)]
    return [CompletionItem(incomplete, type="file"), *names]


# ---- tables ------------------------------------------------------------------------------------------------


class SourceTable(NamedTuple):
    """Data to learn from, and their source: as given, and in words; and if sampled, how."""

    data: Dataset
    source: str
    origin: str
    sampled: dict[str, Any] | None


def load_table(
    source: str,
    wishes: Wishes | None = None,
    *,
    rows: int | None = None,
    seed: int | None = None,
    separator: str | None = None,
    decimal: Decimal | None = None,
    memory: str | None = None,
    bar: bool = False,
) -> SourceTable:
    """Read a file, or CSV on stdin for ``-``, or sample from a network: a built-in one or a BIF file.

    With `memory` the rows stay in the files that `source` names, see `sepset.scan`; `bar` shows how far that
    has got in finding out what their columns hold.
    """
    wishes = wishes or Wishes()
    network = load_network(source)
    if network is not None:
        of_tables = {
            "--kinds": wishes.kinds,
            "--separator": separator,
            "--decimal": decimal,
            "--memory": memory,
        }
        for option, value in of_tables.items():
            if value is not None:
                raise OptionError(f"{option} is for tables, and {source!r} is a network; leave it out")
        return _sampled(
            source,
            network,
            SAMPLED_ROWS if rows is None else rows,
            SAMPLED_SEED if seed is None else seed,
            wishes,
        )
    given = [option for option, value in (("--rows", rows), ("--seed", seed)) if value is not None]
    if given:
        raise OptionError(
            f"{given[0]} is for sampling from a network; {source!r} is a table, and all its rows are used"
        )
    if memory is None:
        data = _read_table(source, wishes, separator, decimal or ".")
    elif source == "-":
        raise OptionError("--memory is for files, which can be read more than once, and not for stdin")
    else:
        with progress_bar(wanted=bar) as progress:
            data = scanning.scan_with(
                source,
                wishes,
                memory=memory,
                separator=separator,
                decimal=decimal or ".",
                progress=progress,
            )
    return SourceTable(data, source, "stdin" if source == "-" else source, None)


def _read_table(source: str, wishes: Wishes, separator: str | None, decimal: Decimal) -> Dataset:
    if source != "-":
        _suggest_builtin(source)
        return read_file(source, wishes, separator=separator, decimal=decimal)
    raw = sys.stdin.buffer.read()
    try:
        return read_text(raw, wishes, separator=separator, decimal=decimal)
    except DataError as error:
        raise DataError("stdin: ", *error.parts) from None


def _sampled(source: str, network: BayesianNetwork, rows: int, seed: int, wishes: Wishes) -> SourceTable:
    data = chosen_columns(network.sample(rows, seed=seed).named(Path(source).name), wishes)
    constant = [name for name, levels in data.levels.items() if len(levels) < 2]
    if constant:
        raise DataError(
            f"{source}: in the {rows:,} rows that were sampled {some(constant)} never varied; "
            "take more with --rows, or another --seed"
        )
    kind = "built-in network" if source in builtin_names() else "network"
    origin = f"{source} ({kind}, sampled with seed {seed})"
    return SourceTable(data, source, origin, {"network": source, "rows": rows, "seed": seed})


def has_known_graph(source: str, names: Collection[str]) -> bool:
    """Say whether a result over these variables can be compared with the DAG of a built-in network."""
    return source in builtin_names() and set(builtin(source).names) == set(names)


# ---- graphs ------------------------------------------------------------------------------------------------


def load_network(source: str) -> BayesianNetwork | None:
    """Return a built-in network or that of a BIF file, or None when `source` is something else."""
    if source in builtin_names():
        return builtin(source)
    if Path(source).suffix.lower() == ".bif":
        return bif.read_bif(Path(source))
    return None


def load_graph(source: str) -> MixedGraph:
    """Read a graph: a built-in name, a BIF file, a saved result, JSON, any text form, or ``-`` for stdin."""
    network = load_network(source)
    if network is not None:
        return network.dag
    raw = sys.stdin.buffer.read() if source == "-" else _bytes_of(source)
    if source != "-" and _is_run(raw):
        return load_run(source).graph
    where = "stdin" if source == "-" else source
    try:
        return _read_graph(_decoded(raw))
    except SepsetError as error:
        raise FormatError(f"{where}: ", *error.parts) from None


def load_run(source: str) -> Discovery | Posterior:
    """Read a result that `learn` has saved."""
    found = loading.load(source)
    if isinstance(found, stability.Stability):
        raise SavedError(
            f"{source} holds the shares of a stability run, and no graph; give a file that sepset learn saved"
        )
    return found


def run_or_none(source: str) -> Discovery | Posterior | None:
    """Return a saved result, or None when `source` is something else."""
    if source == "-" or load_network(source) is not None or not _is_run(_bytes_of(source)):
        return None
    return load_run(source)


def graph_as_json(graph: MixedGraph) -> dict[str, Any]:
    """Return the JSON form of a graph, which `load_graph` reads back.

    >>> graph_as_json(MixedGraph.from_edges("a o-> b", nodes=("c",)))
    {'nodes': ['c', 'a', 'b'], 'edges': [['a', 'o->', 'b']]}
    """
    return {"nodes": list(graph.nodes), "edges": [list(edge) for edge in graph.edges()]}


def _read_graph(text: str) -> MixedGraph:
    if not text.lstrip().startswith("{"):
        graph = MixedGraph.parse(text)
        if not graph.nodes:
            raise FormatError("there is no graph in it; write one edge per line, such as a --> b")
        return graph
    return interop.from_json(text)


def _is_run(raw: bytes) -> bool:
    """Say whether this is a saved result: gzipped, or JSON that names its format."""
    if is_gzipped(raw):
        return True
    if not raw.lstrip().startswith(b"{"):
        return False
    try:
        return "format" in json.loads(raw)
    except (ValueError, RecursionError):
        return False


# ---- files -------------------------------------------------------------------------------------------------


def _bytes_of(source: str) -> bytes:
    path = Path(source)
    if path.is_dir():
        raise DataError(is_a_folder(source))
    if not path.exists():
        _suggest_builtin(source)
        raise DataError(no_such_file(path))
    return path.read_bytes()


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"byte {error.start:,} is not UTF-8 text; save the file as UTF-8") from None


def _suggest_builtin(source: str) -> None:
    """Raise an error when a word is not a file but resembles a built-in name."""
    path = Path(source)
    if path.exists() or path.suffix or len(path.parts) > 1:
        return
    hint = did_you_mean(source, builtin_names(), "`sepset datasets` lists the built-in ones")
    raise DataError(f"there is no file {source!r}, and no built-in network of that name{hint}")
