"""``sepset stability``: how often a learner finds an edge again on resampled rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import click

from sepset.cli.cluster import ready
from sepset.cli.files import check_outputs
from sepset.cli.learn import given_options, learn, table_wishes, within_columns
from sepset.cli.learner_options import learner_call
from sepset.cli.options import json_option, out_option
from sepset.cli.output import show, show_json
from sepset.cli.sources import load_table
from sepset.errors import OptionError
from sepset.learn.stability import Resampling
from sepset.learn.stability import stability as run_stability
from sepset.result.stability import words

if TYPE_CHECKING:
    from pathlib import Path

    from sepset.result.stability.stability import Stability

#: What the command has in common with ``sepset learn``: the table, the learner and its options.
_SHARED = (
    *("data", "method", "bounds", "alpha", "test", "search", "colliders", "rules", "missing", "drop", "only"),
    *("knowledge", "auto_clean", "kinds", "separator", "decimal", "rows", "seed", "threads", "scheduler"),
)


@click.command(
    short_help="Count how often edges come up on resampled rows.",
    params=[parameter for parameter in learn.params if parameter.name in _SHARED],
)
@click.option(
    "--resamples",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    metavar="N",
    help="How many times.",
)
@click.option(
    "--resampling",
    type=click.Choice(get_args(Resampling)),
    default="bootstrap",
    show_default=True,
    help="N of N rows with replacement, or half of them without.",
)
@click.option(
    "--resampling-seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="S",
    help="Which rows are drawn.",
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
    """Run a learner again and again on resampled rows of DATA, and count the edges and marks that it finds.

    A share is not a probability: it says how often the same result comes up again, not how often it is right.
    """
    wishes = {name: settings.pop(name) for name in ("kinds", "missing", "drop", "only", "auto_clean")}
    if method == "auto":
        method = "kpc"
    if method == "posterior":
        raise OptionError(
            "sepset stability is for learners by tests; the posterior has probabilities of its own"
        )
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
