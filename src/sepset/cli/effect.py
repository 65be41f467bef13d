"""``sepset effect``: the effect of one variable on another, with every set that may be adjusted for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import click

from sepset.catalogue.learners import LEARNERS, learner_called
from sepset.catalogue.records import load
from sepset.cli.explain import complete_variable
from sepset.cli.learn import learn, table_wishes
from sepset.cli.options import json_option, missing_option
from sepset.cli.output import DIM, NAME, heading, in_columns, show, show_json
from sepset.cli.sources import complete_source, load_graph, load_table, run_or_none
from sepset.effects.effect import effect as estimate_effect
from sepset.effects.estimate import Method
from sepset.effects.sets import SetKind
from sepset.effects.words import grounds, heads, lines, rows
from sepset.errors import OptionError
from sepset.knowledge.statements import Knowledge
from sepset.result.discovery import Discovery

if TYPE_CHECKING:
    from collections.abc import Callable

    from sepset.cli.output import Line
    from sepset.effects.result import Effect

#: What the command has in common with ``sepset learn``: how the table is read.
_SHARED = ("drop", "only", "auto_clean", "kinds", "separator", "decimal", "rows", "seed")
#: Settings of a result that its learner takes again.
_SETTINGS = ("k", "max_k", "test", "alpha", "search", "colliders", "rules", "complete", "repair")


@click.command(
    short_help="Estimate the effect of one variable on another.",
    params=[parameter for parameter in learn.params if parameter.name in _SHARED],
)
@click.argument("run", type=click.Path())
@click.argument("data", shell_complete=complete_source)
@click.argument("cause", shell_complete=complete_variable)
@click.argument("effect", shell_complete=complete_variable)
@missing_option("estimate")
@click.option("-k", "bound", type=click.IntRange(min=0), metavar="K", help="Use the graph for this k.")
@click.option(
    "--sets",
    "kind",
    type=click.Choice(get_args(SetKind)),
    default="minimal",
    show_default=True,
    help="Which adjustment sets to use.",
)
@click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    metavar="LEVEL",
    help="The level of the intervals.",
)
@click.option(
    "--estimator",
    type=click.Choice([word.replace("_", "-") for word in get_args(Method)]),
    default="auto",
    show_default=True,
    help="Linear regression or standardisation, or a doubly robust estimate with gradient boosting.",
)
@click.option(
    "--split",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="SHARE",
    help="Learn again on this share of the rows, with the settings of RUN, and estimate on the others.",
)
@click.option(
    "--split-seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="S",
    help="The seed that picks these rows.",
)
@json_option
def effect(
    run: str,
    data: str,
    cause: str,
    effect: str,
    bound: int | None,
    kind: SetKind,
    level: float,
    estimator: str,
    split: float | None,
    split_seed: int,
    rows: int | None,
    seed: int | None,
    separator: str | None,
    decimal: Any,
    as_json: bool,
    **wishes: Any,
) -> None:
    """Estimate the effect of CAUSE on EFFECT with every set that is valid in all DAGs that agree with RUN.

    RUN is a result that `sepset learn ... -o run.json` has saved, or a graph. DATA is the table that it was
    learned from or, better, another one.
    """
    table = load_table(
        data, rows=rows, seed=seed, wishes=table_wishes(**wishes), separator=separator, decimal=decimal
    )
    learned = run_or_none(run)
    found: Any = load_graph(run) if learned is None else learned
    method: Any = estimator.replace("-", "_")
    answer = estimate_effect(
        table.data,
        found if split is None else _again(found),
        cause,
        effect,
        kind=kind,
        level=level,
        method=method,
        k=bound,
        split=split,
        seed=split_seed,
    )
    if as_json:
        show_json({"command": "effect", "run": run, "data": table.source, **answer.to_json()})
        return
    show(_shown(answer))


def _again(found: object) -> Callable[[Any], Discovery]:
    """Return a function that runs the learner of a result with its settings on other rows."""
    if not isinstance(found, Discovery) or learner_called(found.learner).word not in LEARNERS:
        raise OptionError(
            f"--split learns again, and needs the result of {', '.join(LEARNERS)} as RUN; leave it out"
        )
    function = load(LEARNERS[learner_called(found.learner).word].function)
    settings = {name: found.settings[name] for name in _SETTINGS if name in found.settings}
    known = found.settings.knowledge
    knowledge = {} if known is None else {"knowledge": Knowledge.from_dict(known)}
    return lambda rows: function(rows, **settings, **knowledge)


def _shown(answer: Effect) -> list[Line]:
    first, *rest = lines(answer)
    table = in_columns([heads(answer), *rows(answer)], styles=(NAME, "", "bold", "", DIM))
    shown: list[Line] = [heading(first), ()]
    if answer.estimates:
        shown += [*table, (), *(((line, DIM),) for line in grounds(answer))]
    return [*shown, *((line,) for line in rest)]
