"""``sepset stability``: how often a learner finds an edge again on resampled rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sepset.catalogue.learners import LEARNERS
from sepset.catalogue.resamplings import RESAMPLINGS
from sepset.cli.cluster import ready
from sepset.cli.files import check_outputs
from sepset.cli.learn import given_options, learn, table_wishes, within_columns
from sepset.cli.learn_posterior import METHOD
from sepset.cli.learner_options import learner_call
from sepset.cli.options import bounds_option, json_option, out_option
from sepset.cli.output import show, show_json
from sepset.cli.sources import load_table
from sepset.learn.stability import stability as run_stability
from sepset.result.stability import words

if TYPE_CHECKING:
    from pathlib import Path

    from sepset.catalogue.resamplings import Resampling
    from sepset.result.stability.stability import Stability

#: What the command has in common with ``sepset learn``: the table, and the options of a learner.
_SHARED = (
    *("data", "alpha", "test", "search", "colliders", "rules", "missing", "drop", "only", "knowledge"),
    *("auto_clean", "kinds", "separator", "decimal", "rows", "seed", "threads", "scheduler"),
)
_NOT_COUNTED = (
    f"a {METHOD} has probabilities of its own, which need no resamples: `sepset learn DATA --method {METHOD}`"
)


class LearnerByTests(click.Choice):  # type: ignore[type-arg]  # generic only in newer releases of click
    """The word of a learner that runs tests; a posterior is refused with the reason."""

    def __init__(self) -> None:
        super().__init__(LEARNERS.words)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the value of the option."""
        if value == METHOD:
            self.fail(_NOT_COUNTED, param, ctx)
        return super().convert(value, param, ctx)


@click.command(
    short_help="Count how often edges come up on resampled rows.",
    params=[parameter for parameter in learn.params if parameter.name in _SHARED],
)
@click.option(
    "--method",
    type=LearnerByTests(),
    default="kpc",
    show_default=True,
    help="The algorithm.",
)
@bounds_option(
    None,
    "The largest number of conditioning variables, or auto.  [kpc: auto, or 1 with a number for --alpha]",
    auto=True,
    several=False,
)
@click.option(
    "--resamples",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    metavar="N",
    help="How many resamples to draw.",
)
@click.option(
    "--resampling",
    type=click.Choice(RESAMPLINGS.words),
    default="bootstrap",
    show_default=True,
    help="Draw as many rows as there are with replacement, or half of them without.",
)
@click.option(
    "--resampling-seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="S",
    help="The seed that picks the rows.",
)
@out_option("Save the result as JSON.")
@json_option
def stability(
    data: str,
    method: str,
    bounds: tuple[int, ...] | None,
    alpha: float | str | None,
    resamples: int,
    resampling: Resampling,
    resampling_seed: int,
    rows: int | None,
    seed: int | None,
    separator: str | None,
    decimal: Any,
    scheduler: str | None,
    output: Path | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Run a learner again and again on resampled rows of DATA, and count how often edges and marks come up.

    A share is not a probability: it says how often the same result comes up again, not how often it is right.
    """
    wishes = {name: settings.pop(name) for name in ("kinds", "missing", "drop", "only", "auto_clean")}
    given = given_options(settings)
    call = learner_call(method, bounds, alpha, given)
    check_outputs(output, inputs=(data, settings["knowledge"]))
    cluster = ready(scheduler)
    table = load_table(
        data, rows=rows, seed=seed, wishes=table_wishes(**wishes), separator=separator, decimal=decimal
    )
    found = run_stability(
        table.data,
        learner=method,  # type: ignore[arg-type]  # one of the words, as click has checked
        resamples=resamples,
        method=resampling,
        seed=resampling_seed,
        backend=cluster.backend,
        **within_columns(call.arguments, len(table.data.names)),
    )
    if output is not None:
        found.save(output)
    if as_json:
        show_json(_document(found, output))
    else:
        show([(line,) for line in words.summary_lines(found)])


# The learner and its bound come first, as in ``sepset learn``.
stability.params.sort(key=lambda parameter: parameter.name not in ("data", "method", "bounds"))


def _document(found: Stability, output: Path | None) -> dict[str, object]:
    return {
        "learner": found.learner,
        "resamples": found.resamples,
        "resampling": found.method,
        "seed": found.seed,
        "settings": dict(found.settings),
        "shares": [row for row in found.marks() if row["*-*"]],
        "saved": None if output is None else str(output),
    }
