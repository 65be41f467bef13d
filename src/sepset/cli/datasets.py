"""``sepset datasets``: what comes with the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from sepset.cli.graph_words import size_words
from sepset.cli.options import json_option
from sepset.cli.output import DIM, NAME, show, show_json
from sepset.cli.sources import SAMPLED_ROWS, SAMPLED_SEED
from sepset.data.networks import builtin, builtin_names

if TYPE_CHECKING:
    from sepset.cli.output import Line


class About(NamedTuple):
    """What a network is about, and who published it."""

    topic: str
    authors: str
    title: str
    place: str


ABOUT = {
    "asia": About(
        "A visit to Asia, smoking, and three diseases of the lung",
        "Lauritzen and Spiegelhalter (1988)",
        "Local computations with probabilities on graphical structures and their application to expert "
        "systems",
        "Journal of the Royal Statistical Society, Series B, 50(2)",
    )
}


@click.command()
@json_option
def datasets(as_json: bool) -> None:
    """List the built-in networks with their sources; `sepset learn NAME` samples from one."""
    if as_json:
        show_json({"command": "datasets", "datasets": [_entry(name) for name in builtin_names()]})
        return
    lines: list[Line] = []
    for name in builtin_names():
        about = ABOUT[name]
        lines += [
            ((name, NAME), f"  {about.topic}: {size_words(builtin(name).dag)}"),
            ((f"      {about.authors}, {about.title},", DIM),),
            ((f"      {about.place}", DIM),),
            (),
        ]
    sampled = f"samples {SAMPLED_ROWS:,} rows with seed {SAMPLED_SEED}; --rows and --seed change that"
    lines.append((f"`sepset learn NAME` {sampled}.",))
    lines.append(("Other networks are read from BIF files: `sepset learn FILE.bif`.",))
    show(lines)


def _entry(name: str) -> dict[str, object]:
    dag, about = builtin(name).dag, ABOUT[name]
    source = f"{about.authors}, {about.title}, {about.place}"
    return {
        "name": name,
        "variables": len(dag),
        "edges": dag.edge_count(),
        "about": about.topic,
        "source": source,
    }
