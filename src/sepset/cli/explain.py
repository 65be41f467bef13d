"""``sepset explain``: what a saved result says about two variables, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from sepset.cli.options import json_option
from sepset.cli.output import DIM, NAME, heading, show, show_json
from sepset.cli.sources import load_run
from sepset.errors import SepsetError
from sepset.result.explain import lines
from sepset.result.posterior.posterior import Posterior

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.cli.output import Line
    from sepset.result.discovery import Discovery
    from sepset.result.facts import Fact, FactPart


def complete_variable(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the variables of the result that was named before, for the shell."""
    try:
        names = load_run(ctx.params["run"]).names
    except (SepsetError, OSError, KeyError, TypeError):
        return []
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


@click.command()
@click.argument("run", type=click.Path())
@click.argument("a", shell_complete=complete_variable)
@click.argument("b", shell_complete=complete_variable)
@click.option("-k", "bound", type=click.IntRange(min=0), metavar="K", help="Explain the graph for this k.")
@json_option
def explain(run: str, a: str, b: str, bound: int | None, as_json: bool) -> None:
    """Say what was found between A and B, and why.

    RUN is a result that `sepset learn ... -o run.json` has saved.
    """
    result = load_run(run)
    facts = result.facts(a, b, bound)
    if as_json:
        if isinstance(result, Posterior):
            show_json(_posterior_document(result, a, b, bound, facts))
        else:
            show_json(_document(result, a, b, bound, facts))
        return
    show(_lines(facts))
    if isinstance(result, Posterior):
        found = result.beside
        shown = None if bound is None else min(bound, found.k)
        show([(), heading("What small tests say"), *_lines(found.facts(a, b, shown))])


def _lines(facts: Sequence[Fact]) -> list[Line]:
    return [((line, _STYLES[part]),) for part, line in lines(facts)]


_STYLES: dict[FactPart, str] = {"summary": NAME, "evidence": "", "details": DIM}


def _posterior_document(
    post: Posterior, a: str, b: str, k: int | None, facts: Sequence[Fact]
) -> dict[str, object]:
    return {
        "command": "explain",
        "a": a,
        "b": b,
        "k": k,
        "possibilities": post.possibilities(a, b, k),
        "explanation": [line for _, line in lines(facts)],
        "facts": [fact.to_json() for fact in facts],
        "beside": _document(post.beside, a, b, None, post.beside.facts(a, b)),
    }


def _document(
    found: Discovery, a: str, b: str, bound: int | None, facts: Sequence[Fact]
) -> dict[str, object]:
    k = found.k if bound is None else bound
    edge = found.graph_at(k).edge(a, b)
    given = None if edge is not None else found.sepset(a, b)
    return {
        "command": "explain",
        "a": a,
        "b": b,
        "k": k,
        "edge": None if edge is None else edge.pattern,
        "separated_by": None if given is None else sorted(given),
        "p": None if given is None else found.p_value(a, b),
        "status": found.status(a, b, k),
        "explanation": [line for _, line in lines(facts)],
        "facts": [fact.to_json() for fact in facts],
    }
