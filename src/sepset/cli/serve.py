"""``sepset serve``: the report page beside its settings, live on this machine."""

from __future__ import annotations

import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sepset.cli.output import show
from sepset.cli.sources import SAMPLED_ROWS, SAMPLED_SEED, complete_source, load_network, load_table
from sepset.data.networks import builtin_names
from sepset.errors import DataError, OptionError
from sepset.lazily import Lazy

if TYPE_CHECKING:
    from sepset.data.dataset import Dataset
    from sepset.serve import server, tables
    from sepset.serve.tables import Reading, Table
else:
    # They import an extra, and a missing one is told before.
    server, tables = Lazy("sepset.serve.server"), Lazy("sepset.serve.tables")

_EXTRA = ("starlette", "uvicorn")


@click.command()
@click.argument("data", required=False, shell_complete=complete_source)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="The port; by default a free one."
)
@click.option(
    "--upload-limit",
    type=click.IntRange(1, 100_000),
    default=200,
    show_default=True,
    metavar="MB",
    help="The largest file that can be dropped on the page.",
)
@click.option("--open", "open_it", is_flag=True, help="Open the address in a browser.")
def serve(data: str | None, port: int, upload_limit: int, open_it: bool) -> None:
    """Learn graphs in the browser: drop a table, correct how it was read, and see the answer change.

    DATA is what `sepset learn` reads; without it the page asks for a file. Only this machine is served, and
    only those who have the address with its token. Nothing is written to disk. Ctrl-C ends it.
    """
    for name in _EXTRA:
        if find_spec(name) is None:
            raise OptionError(f'serve needs {" and ".join(_EXTRA)}: pip install "sepset[serve]"')
    given = None if data is None else _given(data)

    def ready(address: str) -> None:
        show([(f"Serving at {address}",), ("Only this machine can reach it. Ctrl-C ends it.",)])
        if open_it:
            webbrowser.open(address)

    server.serve(given, port=port, most_uploaded=upload_limit * 1_000_000, ready=ready)


def _given(source: str) -> Table:
    """Return the table that was named, read once so that what is wrong with its file is said here."""
    if source == "-":
        raise OptionError("serve reads a table more than once; give a file instead of -")
    network = load_network(source)
    if network is not None:
        made = load_table(source).data
        call = f"builtin({source!r})" if source in builtin_names() else f"read_bif({source!r})"
        sample = f"sample({SAMPLED_ROWS}, seed={SAMPLED_SEED}).named({Path(source).name!r})"
        return tables.Table(source, source, lambda _: made, f"sp.networks.{call}.{sample}")

    def reader(reading: Reading) -> Dataset:
        decimal = None if reading.decimal == "." else reading.decimal
        return load_table(source, wishes=reading.wishes(), separator=reading.separator, decimal=decimal).data

    table = tables.Table(Path(source).name, source, reader)
    try:
        table.read(tables.Reading())
    except DataError:
        if not Path(source).is_file():
            raise
        # What is wrong inside the file is said on the page, where it can be mended.
    return table
