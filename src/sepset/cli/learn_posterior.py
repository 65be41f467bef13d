"""``sepset learn`` with a posterior: how sure each edge is, and beside it what small tests alone say."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from sepset.catalogue.posterior import POSTERIOR
from sepset.cli.next_commands import command, name_words, path_word, with_options, without
from sepset.cli.output import show, show_json
from sepset.cli.progress import stage_bar
from sepset.cli.sources import graph_as_json, has_known_graph
from sepset.errors import OptionError
from sepset.lazily import Lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sepset.cli import learn_json, learn_words, posterior_words
    from sepset.cli.cluster import Cluster
    from sepset.cli.sources import SourceTable
    from sepset.learn import posterior as posteriors
    from sepset.result.posterior import words
    from sepset.result.posterior.posterior import Posterior
else:
    # `sepset learn` asks this module whether to show a posterior, and often the answer is no.
    learn_json = Lazy("sepset.cli.learn_json")
    learn_words = Lazy("sepset.cli.learn_words")
    posterior_words = Lazy("sepset.cli.posterior_words")
    posteriors = Lazy("sepset.learn.posterior")
    words = Lazy("sepset.result.posterior.words")

METHOD = POSTERIOR.word
#: Options of learners that a posterior takes as well.
_TAKEN = ("knowledge", "samples", "threads", "time_limit")
#: Up to this many columns a posterior takes seconds, and is shown without being asked for.
MOST_UNASKED = 60


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


def asks_for_tests(bounds: object, alpha: object, given: Mapping[str, Any], *, all_k: bool) -> bool:
    """Say whether some option only makes sense for tests."""
    own = any(name not in _TAKEN for name in given)
    return all_k or bounds is not None or alpha is not None or own


def why_not(table: SourceTable) -> str | None:
    """Return why a posterior is not shown unasked for this table, or None if it is."""
    data = table.data
    if len(set(data.kinds.values())) > 1:
        return "it has no score for tables that mix discrete and continuous columns"
    if data.gaps:
        return f"it needs complete rows; --missing drop --method {METHOD} uses those"
    if len(data.names) > MOST_UNASKED:
        return f"with more than {MOST_UNASKED} columns it takes a while; --method {METHOD} runs it"
    return None


def learn_posterior(
    table: SourceTable,
    k: int | None,
    given: Mapping[str, Any],
    cluster: Cluster,
    output: Path | None,
    arguments: Sequence[str],
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    """Run the posterior, save it, and print the graph with the probability of each edge."""
    start = time.perf_counter()
    with stage_bar(wanted=not (as_json or quiet)) as progress:
        post = posteriors.posterior(table.data, progress=progress, backend=cluster.backend, **given)
    seconds = time.perf_counter() - start
    if output is not None:
        post.save(output)
    if as_json:
        show_json(_document(post, table, k, output))
    elif quiet:
        click.echo(post.best(k).to_text())
    else:
        lines = posterior_words.posterior_lines(post, k, seconds)
        show([*lines, *posterior_words.cluster_lines(post, cluster.address)])
        show(learn_words.next_lines(_commands(post, table.source, output, arguments), output))


def _commands(
    post: Posterior, source: str, saved: Path | None, arguments: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield the commands to try next, each with what it is for."""
    if saved is not None:
        file = path_word(saved)
        pair = next(((edge.u, edge.v) for edge in post.graph.edges()), post.names[:2])
        if len(pair) > 1:
            yield command("explain", file, *name_words(*pair)), "the evidence for it, and what tests say"
        if has_known_graph(source, post.names):
            yield command("compare", file, source, "--essential"), "compare with what can be learned"
        page = str(saved.with_suffix(".html"))
        yield command("report", file, "-o", page), learn_words.PAGE_WORDS
    elif source != "-":  # what came from a pipe is gone
        yield command(*with_options(arguments, "-o", "run.json")), "save the result, to ask why"
    if source != "-":
        same = without(arguments, "-o", "--output", "--method")
        yield command(*with_options(same, "--method", "kpc")), "what small tests alone say"


def _document(post: Posterior, table: SourceTable, k: int | None, output: Path | None) -> dict[str, object]:
    """Return the keys of every run, about the posterior where it has its own answer, and some more."""
    graph, found = post.best(k), post.beside
    beside = learn_json.learned_document(found, table, (found.k,), output)
    return {
        **beside,
        "learner": METHOD,
        "settings": dict(post.settings),
        "k": k,
        "graph": graph_as_json(graph),
        "groups": {
            key: [str(edge) for edge, _ in edges] for key, edges in words.by_certainty(post, k).items()
        },
        "by_k": [{"k": one, "graph": graph_as_json(post.best(one))} for one in (range(found.k + 1))],
        "edges": [[*edge, post.probability(*edge, k=k)] for edge in graph.edges()],
        "exact": post.exact,
        "diagnostics": dict(post.diagnostics),
        "disagreements": [one._asdict() for one in post.disagreements],
        "beside": beside,
    }
