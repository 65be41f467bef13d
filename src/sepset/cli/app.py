"""The command ``sepset`` and its commands."""

from __future__ import annotations

import click

from sepset import __version__
from sepset.cli.group import LazyApp, help_if_alone
from sepset.kernels import instruction_set

_KERNELS = {
    "python": "Python kernels",
    "portable": "native kernels, portable instructions",
    "avx2": "native kernels, AVX2",
    "avx512": "native kernels, AVX-512",
}
COMMANDS = {
    "learn": "Learn a causal graph from a table.",
    "explain": "Say what was found between two variables, and why.",
    "effect": "Estimate the effect of one variable on another.",
    "report": "Write a page that shows and explains a result.",
    "serve": "Learn in the browser, with the settings next to a live report.",
    "compare": "Compare a result with a known graph.",
    "stability": "Count how often edges come up on resampled rows.",
    "convert": "Write a graph in another format.",
    "simulate": "Draw data from a random or a given DAG.",
    "datasets": "List the built-in networks and their sources.",
    "theory": "Ask what can be learned about a known graph.",
}
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _show_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    click.echo(f"sepset {__version__} ({_KERNELS[instruction_set()]})")
    ctx.exit()


@click.group(cls=LazyApp, listed=COMMANDS, context_settings=SETTINGS, invoke_without_command=True)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version.",
)
@click.pass_context
def app(ctx: click.Context) -> None:
    """Learn causal graphs from conditional independence tests with small conditioning sets.

    Start with `sepset learn asia`, or with your own table: `sepset learn data.csv`.
    """
    help_if_alone(ctx)
