"""``sepset learn``: from a table to a graph."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from sepset.catalogue.choices import COLLIDERS, SEARCHES, TESTS
from sepset.catalogue.false_discovery import DISCOVERY_METHODS
from sepset.catalogue.learners import LEARNERS
from sepset.cli.cluster import ready
from sepset.cli.false_discovery import discovery_lines, discovery_part
from sepset.cli.files import check_outputs
from sepset.cli.learn_posterior import (
    METHOD,
    asks_for_tests,
    check_posterior_options,
    learn_posterior,
    why_not,
)
from sepset.cli.learner_options import learner_call
from sepset.cli.name_lists import comma_separated, read_names
from sepset.cli.options import NumberOrAuto, bounds_option, json_option, missing_option, out_option
from sepset.cli.output import DIM, show, show_json
from sepset.cli.progress import progress_bar
from sepset.cli.sources import SAMPLED_ROWS, SAMPLED_SEED, complete_source, load_table
from sepset.data.reading.assemble import KINDS, Wishes
from sepset.errors import OptionError
from sepset.lazily import Lazy

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sepset.catalogue.false_discovery import DiscoveryMethod
    from sepset.cli import learn_json, learn_words
    from sepset.cli.cluster import Cluster
    from sepset.cli.learner_options import Call
    from sepset.cli.sources import SourceTable
    from sepset.data.dataset import Kinds
    from sepset.knowledge import files as knowledge_files
    from sepset.result.discovery import Discovery
else:
    knowledge_files = Lazy("sepset.knowledge.files")  # few runs are given any
    # A run shows its result in words or as JSON, or with --quiet not at all.
    learn_json = Lazy("sepset.cli.learn_json")
    learn_words = Lazy("sepset.cli.learn_words")


def read_separator(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Read the value of --separator, in which a tab has names, since it is hard to type."""
    return "\t" if value in ("tab", r"\t") else value


def _or_auto(words: Iterable[str]) -> click.Choice[str]:
    return click.Choice(["auto", *words])


@click.command()
@click.argument("data", shell_complete=complete_source)
@click.option(
    "--method",
    type=click.Choice(["auto", *LEARNERS.words, METHOD]),
    default="auto",
    show_default=True,
    help="The algorithm; auto is posterior where the table allows it and no option of kpc is given, "
    "otherwise kpc.",
)
@bounds_option(
    None,
    "The largest number of conditioning variables, or auto; 0,1,2 also shows how the graph changes.  "
    "[kpc: auto, or 1 with a number for --alpha]",
    auto=True,
)
@click.option("--all-k", is_flag=True, help="Show how the graph changes from k = 0 up to -k.")
@click.option(
    "--alpha",
    type=NumberOrAuto(),
    help="Two variables count as independent when p > alpha; auto chooses it from the number of rows.  "
    "[kpc: auto, or 0.05 with a number for -k]",
)
@click.option(
    "--test", type=_or_auto(TESTS), default="auto", show_default=True, help="The independence test."
)
@click.option(
    "--search",
    type=_or_auto(SEARCHES),
    default="auto",
    show_default=True,
    help="Which separating sets to try.",
)
@click.option(
    "--colliders",
    type=_or_auto(COLLIDERS),
    default="auto",
    show_default=True,
    help="How to decide colliders.",
)
@click.option(
    "--rules",
    type=_or_auto(LEARNERS["kpc"].rules),
    default="auto",
    show_default=True,
    help="The orientation rules.",
)
@click.option(
    "--complete", is_flag=True, help="Settle every mark that follows from what was found, by exact search."
)
@click.option(
    "--repair",
    is_flag=True,
    help="Where no DAG agrees with all tests, draw the nearest class of DAGs and say what it overrules.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="The longest that a posterior, --complete or --repair may take.",
)
@click.option(
    "--samples",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many DAGs a posterior draws; with more, its probabilities are more precise.  [400]",
)
@click.option(
    "--knowledge",
    type=click.Path(),
    metavar="FILE",
    help="What is known beforehand: tiers, causes, forbidden effects, one statement per line.",
)
@click.option("--strict", is_flag=True, help="Fail where the data contradict --knowledge.")
@missing_option("test")
@click.option("--drop", multiple=True, metavar="COL,...", help="Columns to leave out.")
@click.option("--only", multiple=True, metavar="COL,...", help="Columns to keep, and no others.")
@click.option(
    "--auto-clean",
    is_flag=True,
    help="Leave out columns that cannot be used: constants, identifiers, free text, dates, copies.",
)
@click.option(
    "--kinds",
    metavar="NAME=KIND,...",
    help="Override column kinds, as in age=continuous,ward=discrete,stage=ordinal,visits=count.",
)
@click.option(
    "--separator",
    metavar="CHARACTER",
    callback=read_separator,
    help="What separates cells, such as ; or tab; detected unless given.",
)
@click.option("--decimal", type=click.Choice([".", ","]), help="The decimal sign in a text file.  [.]")
@click.option(
    "--memory",
    metavar="SIZE",
    help="For tables larger than memory: the rows of DATA (a file, folder, pattern or address) stay where "
    "they are, and values take at most SIZE, such as 2GB.",
)
@click.option(
    "--rows",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Rows to sample from a network.  [{SAMPLED_ROWS}]",
)
@click.option(
    "--seed", type=click.IntRange(min=0), metavar="S", help=f"The seed for sampling.  [{SAMPLED_SEED}]"
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many threads to use; the result never depends on it.",
)
@click.option(
    "--checkpoint",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="A folder that keeps what was found, so that the same command carries on after a crash.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="A Dask scheduler, such as tcp://host:8786; its workers share runs of more than 30 s.",
)
@click.option(
    "--fdr",
    type=click.FloatRange(0.0, 1.0, min_open=True, max_open=True),
    metavar="Q",
    help="Also list the pairs that remain at a false discovery rate of Q: on average, at most this share of "
    "them is false.",
)
@click.option(
    "--fdr-method",
    type=click.Choice(DISCOVERY_METHODS.words),
    default="bh",
    show_default=True,
    help=f"By {', or by '.join(record.title for record in DISCOVERY_METHODS.values())}.",
)
@out_option("Save the result as JSON, for explain, effect, report, compare and convert.")
@json_option
@click.option("-q", "--quiet", is_flag=True, help="Print the graph only, one edge per line.")
def learn(
    data: str,
    method: str,
    bounds: tuple[int, ...] | None,
    all_k: bool,
    alpha: float | str | None,
    kinds: str | None,
    rows: int | None,
    seed: int | None,
    missing: Any,
    drop: tuple[str, ...],
    only: tuple[str, ...],
    auto_clean: bool,
    separator: str | None,
    decimal: Any,
    memory: str | None,
    scheduler: str | None,
    fdr: float | None,
    fdr_method: DiscoveryMethod,
    output: Path | None,
    as_json: bool,
    quiet: bool,
    **settings: Any,
) -> None:
    """Learn a causal graph from DATA.

    DATA is a table (.csv, .tsv, .csv.gz, .parquet, .feather, or - for CSV on stdin), a network to sample from
    (.bif), or a built-in name such as asia; `sepset datasets` lists those.
    """
    given = given_options(settings)
    elsewhere = scheduler is not None or memory is not None
    by_rows = fdr is None and not elsewhere and not asks_for_tests(bounds, alpha, given, all_k=all_k)
    method = method if by_rows or method != "auto" else "kpc"
    by_tests = method not in ("auto", METHOD)
    _check_fdr(fdr, by_tests=by_tests)
    call = learner_call(method, bounds, alpha, given) if by_tests else None
    k = None if by_tests else check_posterior_options(bounds, alpha, given)
    check_outputs(output, inputs=(data, settings["knowledge"]))
    cluster = ready(scheduler, settings["checkpoint"])
    missing = missing if memory is None else missing or "error"  # rows that go by are complete
    wishes = table_wishes(kinds=kinds, missing=missing, drop=drop, only=only, auto_clean=auto_clean)
    wordy = not (quiet or as_json)
    table = load_table(
        data, wishes, rows=rows, seed=seed, separator=separator, decimal=decimal, memory=memory, bar=wordy
    )
    if wordy:
        show(learn_words.read_lines(table))
    if method == "auto" and (reason := why_not(table)) is not None:
        call = learner_call("kpc", bounds, alpha, given)
        if wordy:
            show([((f"       no posterior: {reason}", DIM),)])
    if call is None:
        learn_posterior(table, k, given, cluster, output, _arguments(), as_json=as_json, quiet=quiet)
        return
    found, seconds = _run(table, call, cluster, bar=wordy)
    fdr_part = None if fdr is None else discovery_part(found, fdr, fdr_method)
    if output is not None:
        found.save(output)
    shown = tuple(range(found.last_bound + 1)) if all_k else _useful(bounds or (found.k,), found.k)
    if as_json:
        document = learn_json.learned_document(found, table, shown, output)
        show_json(document if fdr_part is None else {**document, "false_discovery": fdr_part})
    elif quiet:
        click.echo(found.graph.to_text())
    else:
        where = learn_words.place_lines(found, scheduler, settings["checkpoint"])
        rate = [] if fdr is None else discovery_lines(found, fdr, fdr_method)
        show([*learn_words.learned_lines(found, shown, seconds), *where, *rate])
        show(learn_words.ending_lines(found, data, shown, output, _arguments()))


def _check_fdr(fdr: float | None, *, by_tests: bool) -> None:
    if fdr is not None and not by_tests:
        raise OptionError(f"--fdr is for learners by tests; leave it out with --method {METHOD}")


def table_wishes(
    *, kinds: str | None, missing: Any, drop: tuple[str, ...], only: tuple[str, ...], auto_clean: bool
) -> Wishes:
    """Return what the options say about the columns of a table."""
    return Wishes(
        kinds=read_kinds(kinds),
        missing=missing or "testwise",
        drop=read_names(drop),
        only=read_names(only) or None,
        clean=auto_clean or missing == "testwise",
    )


def given_options(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were given; auto is what a learner does without one."""
    source = click.get_current_context().get_parameter_source
    given = {
        name: value
        for name, value in settings.items()
        if source(name) is ParameterSource.COMMANDLINE and value != "auto"
    }
    if "knowledge" in given:
        given["knowledge"] = knowledge_files.read_knowledge(given["knowledge"])
    return given


def within_columns(arguments: dict[str, Any], columns: int) -> dict[str, Any]:
    """Return the arguments with no bound beyond all other variables, where it would change nothing."""
    most = max(columns - 2, 0)
    return {
        name: min(value, most) if name in ("k", "max_k") and isinstance(value, int) else value
        for name, value in arguments.items()
    }


def _run(table: SourceTable, call: Call, cluster: Cluster, *, bar: bool) -> tuple[Discovery, float]:
    arguments = within_columns(call.arguments, len(table.data.names))
    start = time.perf_counter()
    with progress_bar(wanted=bar) as progress:
        found = call.function(table.data, progress=progress, backend=cluster.backend, **arguments)
        found.orientation()
    return found, time.perf_counter() - start


def _useful(bounds: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Return bounds in order, none beyond that of the run."""
    return tuple(sorted({min(bound, most) for bound in bounds}))


def _arguments() -> tuple[str, ...]:
    """Return the arguments as they were given."""
    arguments: tuple[str, ...] = click.get_current_context().find_root().obj or ()
    return arguments


def read_kinds(text: str | None) -> Kinds:
    """Read the value of --kinds: one kind for all columns, or a kind for each of some.

    >>> read_kinds("age=continuous, ward=discrete")
    {'age': 'continuous', 'ward': 'discrete'}
    >>> read_kinds('"height, cm=count"')
    {'height, cm': 'count'}
    """
    allowed = KINDS
    if text is None or text in allowed:
        return text  # type: ignore[return-value]  # mypy does not follow `in`
    kinds: dict[str, Any] = {}
    for part in comma_separated(text):
        name, equals, kind = (word.strip() for word in part.rpartition("="))
        if not equals or not name or kind not in allowed:
            raise OptionError(
                f"--kinds is {', '.join(allowed)}, or a list such as age=continuous,stage=ordinal; "
                f"got {part!r}"
            )
        kinds[name] = kind
    return kinds
