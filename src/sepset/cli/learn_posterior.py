"""``sepset learn --method posterior``: how sure each edge is, instead of tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sepset.cli.output import show, show_json
from sepset.errors import OptionError
from sepset.learn.posterior import posterior

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sepset.cli.sources import Table
    from sepset.result.posterior.posterior import Posterior

METHOD = "posterior"
_TAKEN = ("knowledge", "threads", "time_limit")


def check_posterior_options(bounds: object, alpha: object, given: Mapping[str, Any]) -> int | None:
    """Return k, None for the essential graph; options that belong to tests are refused."""
    for name in (*given, *(("alpha",) if alpha is not None else ())):
        if name not in _TAKEN:
            option = name.replace("_", "-")
            raise OptionError(f"--{option} is for learners by tests; leave it out with --method {METHOD}")
    if bounds is None:
        return None
    if not isinstance(bounds, tuple) or len(bounds) != 1:
        raise OptionError(f"--method {METHOD} takes one number for -k, or none for the essential graph")
    return int(bounds[0])


def learn_posterior(
    table: Table, k: int | None, given: Mapping[str, Any], output: Path | None, *, as_json: bool, quiet: bool
) -> None:
    """Run the posterior, save it, and print the graph with the probability of each edge."""
    post = posterior(table.data, **given)
    if output is not None:
        post.save(output)
    if as_json:
        show_json(_document(post, k, output))
    elif quiet:
        click.echo(post.best(k).to_text())
    else:
        show([(line,) for line in post.summary(k).splitlines()])


def _document(post: Posterior, k: int | None, output: Path | None) -> dict[str, object]:
    return {
        "method": METHOD,
        "k": k,
        "exact": post.exact,
        "edges": [[*edge, post.probability(*edge, k=k)] for edge in post.best(k).edges()],
        "diagnostics": dict(post.diagnostics),
        "settings": dict(post.settings),
        "saved": None if output is None else str(output),
    }
