"""``sepset report``: a saved result as a page that explains itself."""

from __future__ import annotations

from pathlib import Path

import click

from sepset.cli.files import check_outputs
from sepset.cli.options import json_option, out_option
from sepset.cli.output import show, show_json
from sepset.cli.sources import complete_source, load_table
from sepset.errors import OptionError
from sepset.files import write_bytes
from sepset.report.html import to_bytes
from sepset.result.loading import load


@click.command()
@click.argument("run", type=click.Path())
@out_option("The page to write; by default RUN with the ending .html.")
@click.option(
    "--data",
    "source",
    shell_complete=complete_source,
    metavar="DATA",
    help="A table with the variables, for estimates of effects on the page.",
)
@json_option
def report(run: str, output: Path | None, source: str | None, as_json: bool) -> None:
    """Write a page that shows the graph for every k and explains each edge and each missing edge.

    RUN is a result that `sepset learn ... -o run.json` or `sepset stability ... -o run.json` has saved. The
    page is one file that loads nothing from elsewhere: open it in a browser, send it, print it.
    """
    target = _beside(run) if output is None else output
    check_outputs(target, inputs=(run,))
    found = load(run)
    content = to_bytes(found, None if source is None else load_table(source).data)
    write_bytes(target, content)
    if as_json:
        show_json({"command": "report", "run": run, "page": str(target), "bytes": len(content)})
        return
    show([(f"Written to {target}; open it in a browser.",)])


def _beside(run: str) -> Path:
    path = Path(run)
    if not path.name:
        raise OptionError(f"{run!r} is not a file; give a result that `sepset learn ... -o run.json` saved")
    while path.suffix in (".gz", ".json"):
        path = path.with_suffix("")
    return path.with_name(f"{path.name}.html")
