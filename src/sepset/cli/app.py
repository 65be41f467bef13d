"""The command ``sepset`` and its commands."""

from __future__ import annotations

import click

from sepset import __version__
from sepset.cli.compare import compare
from sepset.cli.convert import convert
from sepset.cli.datasets import datasets
from sepset.cli.explain import explain
from sepset.cli.group import App
from sepset.cli.learn import learn
from sepset.cli.options import help_if_alone
from sepset.cli.report import report
from sepset.cli.simulate import simulate
from sepset.cli.stability import stability
from sepset.cli.theory import theory
from sepset.kernels import instruction_set

_KERNELS = {
    "python": "Python kernels",
    "portable": "native kernels, portable instructions",
    "avx2": "native kernels, AVX2",
    "avx512": "native kernels, AVX-512",
}
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _show_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    click.echo(f"sepset {__version__} ({_KERNELS[instruction_set()]})")
    ctx.exit()


@click.group(cls=App, context_settings=SETTINGS, invoke_without_command=True)
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


for command in (learn, explain, report, compare, stability, convert, simulate, datasets, theory):
    app.add_command(command)
