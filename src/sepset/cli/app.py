"""The command ``sepset`` and its commands."""

from __future__ import annotations

import click

from sepset.cli.ending import App
from sepset.cli.theory import theory


@click.group(cls=App, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="sepset", prog_name="sepset", message="%(prog)s %(version)s")
def app() -> None:
    """Learn causal graphs from conditional independence tests with small conditioning sets."""


app.add_command(theory)
