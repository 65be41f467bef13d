"""What ``sepset learn`` says: what was read, what was done, what was found, what to do next."""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from sepset.catalogue.choices import COLLIDERS, SEARCHES
from sepset.catalogue.learners import learner_called
from sepset.cli.graph_words import changes, graph_lines, learned_legend, set_words
from sepset.cli.next_commands import command, name_words, path_word, with_options, without
from sepset.cli.option_words import as_option
from sepset.cli.output import COMMAND, DIM, HEADING, WARNING, heading, in_columns, plain
from sepset.cli.sources import has_known_graph
from sepset.data.column import PLAIN
from sepset.errors import told
from sepset.orientation.explain import explain_conflict
from sepset.result.disputes import disputes
from sepset.result.explain import what_an_edge_says
from sepset.result.overruled import overruled_sentence
from sepset.result.weak import weak_pairs
from sepset.result.worth import best_questions
from sepset.sentences import variables
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from sepset.cli.output import Line
    from sepset.cli.sources import SourceTable
    from sepset.data.dataset import Dataset
    from sepset.graph.edges import Edge
    from sepset.graph.mixed_graph import MixedGraph
    from sepset.result.discovery import Discovery

CONFLICTS_SHOWN = 5
#: What follows the word above the warnings of a result.
WARNED = ": read these before you trust the graph"


def read_lines(table: SourceTable) -> list[Line]:
    """Say what was read: rows, columns, kinds, missing values."""
    data = table.data
    size = f"{counted(data.rows, 'row')}, {counted(len(data.names), 'column')}"
    return [
        (("Data", HEADING), f"   {table.origin}: {size}"),
        ((f"       {_kinds(data)}; {_missing(data)}", DIM),),
    ]


def _kinds(data: Dataset) -> str:
    levels = sorted({len(levels) for levels in data.levels.values()})
    discrete, total = len(data.levels), len(data.names)
    parts = []
    if discrete:
        span = f"{levels[0]}" if len(levels) == 1 else f"{levels[0]} to {levels[-1]}"
        parts.append(f"{discrete if discrete < total else 'all'} discrete with {span} levels")
    if discrete < total:
        parts.append(f"{total - discrete if discrete else 'all'} continuous")
    special = Counter(holds for holds in data.holds.values() if holds not in PLAIN)
    held = ", ".join(f"{count} of {what}" for what, count in sorted(special.items()))
    return ", ".join(parts) + (f" (including {held})" if held else "")


def _missing(data: Dataset) -> str:
    if not data.missing:
        return "no values missing"
    worst = max(data.missing, key=lambda name: data.missing[name])
    count = counted(sum(data.missing.values()), "value")
    if data.gaps:
        return f"{count} missing (most in {worst}); each test leaves out rows with gaps in its own columns"
    return f"{count} missing (most in {worst}); {counted(data.dropped, 'row')} dropped"


def learned_lines(found: Discovery, bounds: Sequence[int], seconds: float) -> list[Line]:
    """Say how a result was found, what a larger k changes, the graph, conflicts and notes."""
    lines = [*_method(found, seconds), ()]
    for smaller, larger in pairwise(bounds):
        lines += [*_step(found, smaller, larger, first=smaller == bounds[0]), ()]
    if len(bounds) > 1:
        lines += [heading(f"The graph for {_bound(found)}"), ()]
    lines += graph_lines(found.graph, disputes(found.orientation()).pairs, weak_pairs(found))
    lines += learned_legend(found.graph, learner_called(found.learner))
    lines += _conflicts(found)
    lines += [line for note in found.notes for line in ((), (("Note", WARNING), f"   {note}"))]
    named = variables(found.names)
    lines += [(f"  - {overruled_sentence(one, named)}",) for one in found.overruled]
    if found.warnings:
        lines += [(), (("Warnings", WARNING), WARNED)]
        lines += [(f"  - {told(warning, as_option)}",) for warning in found.warnings]
    return [*lines, *_to_ask(found), ()]


def place_lines(found: Discovery, scheduler: str | None, checkpoint: str | None) -> list[Line]:
    """Say where a search ran, and where it was kept, if that was elsewhere than here."""
    return [*_cluster_lines(found, scheduler), *_checkpoint_lines(checkpoint)]


def _cluster_lines(found: Discovery, scheduler: str | None) -> list[Line]:
    """Say how much of a search a cluster did, if one was there."""
    if scheduler is None:
        return []
    tests, parts = found.skeleton.on_cluster, found.skeleton.parts_on_cluster
    done = [f"counted {counted(parts, 'part')} of the rows"] if parts else []
    done += [f"ran {counted(tests, 'test')} of the search"] if tests else []
    words = " and ".join(done) or "was not needed: the search is short"
    return [(("Cluster", HEADING), f" {scheduler} {words}"), ()]


def _checkpoint_lines(folder: str | None) -> list[Line]:
    """Say what a finished run leaves in the folder of its checkpoint."""
    if folder is None:
        return []
    sizes = [entry.stat().st_size for entry in os.scandir(folder)]
    kept = f"{counted(len(sizes), 'file')}, {sum(sizes) / 1e6:,.1f} MB"
    words = f" {folder}: {kept}; the run is finished, so the folder may be deleted"
    return [(("Checkpoint", HEADING), words), ()]


def _to_ask(found: Discovery) -> list[Line]:
    """Say which question to ask someone who knows the field, if a yes would settle anything."""
    questions = best_questions(found)
    if not questions:
        return []
    best = questions[0]
    marks = counted(best.settles, "open mark")
    return [(), (("Ask", HEADING), f"    {best.question} A yes would settle {marks}.")]


def _method(found: Discovery, seconds: float) -> list[Line]:
    settings = found.settings
    tests = counted(sum(found.tests_run.values()), "test")
    search = SEARCHES[found.skeleton.search]
    choices = f"sets from {search.sets_from}"
    if settings.colliders is not None:
        known = settings.colliders in COLLIDERS
        choices += (
            f", {COLLIDERS[settings.colliders].title if known else f'colliders by {settings.colliders}'}"
        )
    level = "" if settings.alpha is None else f" at alpha = {settings.alpha:.3g}"
    return [
        (("Method", HEADING), f" {found.learner} with {settings.test}{level}, {_bound(found)}"),
        ((f"       {choices}; {tests} in {seconds:.2g} s", DIM),),
        ((f"       an edge between two variables: {what_an_edge_says(found)}", DIM),),
        *(((f"       {reason}", DIM),) for reason in settings.reasons),
        *known_lines(found),
    ]


def _bound(found: Discovery) -> str:
    return "sets of any size" if found.settings.any_size else f"k = {found.k}"


def known_lines(found: Discovery) -> Iterable[Line]:
    """Say what was known beforehand, as it was stated, and what it saved."""
    if found.knowledge is None:
        return
    first, *others = [*found.knowledge.lines()] or ["nothing"]
    yield (("Known", HEADING), f"  {first}")
    yield from ((f"       {line}",) for line in others)
    skipped = counted(found.settings.tests_skipped or 0, "test")
    yield ((f"       it is never violated, and saved {skipped}", DIM),)


def _step(found: Discovery, smaller: int, larger: int, *, first: bool) -> list[Line]:
    """Say what a larger bound changes."""
    before, after = found.graph_at(smaller), found.graph_at(larger)
    lines: list[Line] = []
    if first:
        drawn = graph_lines(before, disputes(found.orientation(smaller)).pairs)
        legend = learned_legend(before, learner_called(found.learner))
        lines += [heading(f"The graph for k = {smaller}"), (), *drawn, *legend, ()]
    gone, changed = changes(before, after)
    words = (
        f": {counted(len(gone), 'edge')} gone, {len(changed)} drawn differently"
        if gone or changed
        else ": no change"
    )
    lines.append(heading(f"From k = {smaller} to k = {larger}", words))
    rows = [(str(edge), "gone", _why_gone(found, edge)) for edge in gone]
    rows += [(str(old), "becomes", str(new.rightwards())) for old, new in changed]
    return [*lines, *in_columns(rows, styles=("", DIM, ""))]


def _why_gone(found: Discovery, edge: Edge) -> str:
    given, p = found.sepset(edge.u, edge.v), found.p_value(edge.u, edge.v)
    return f"independent given {set_words(given)}" + ("" if p is None else f", p = {p:.2g}")


def _conflicts(found: Discovery) -> Iterable[Line]:
    if not found.conflicts:
        return
    count = counted(len(found.conflicts), "conflict")
    yield ()
    yield ((count, WARNING), (": the tests contradict each other here, as they do on finite data", DIM))
    for conflict in found.conflicts[:CONFLICTS_SHOWN]:
        yield (f"  {explain_conflict(conflict, found.names)}",)
    left = len(found.conflicts) - CONFLICTS_SHOWN
    if left > 0:
        yield ((f"  ... and {left:,} more; --json lists them all", DIM),)


def ending_lines(
    found: Discovery, source: str, bounds: Sequence[int], saved: Path | None, arguments: Sequence[str]
) -> list[Line]:
    """Say where the result was saved, and which commands to try next; they work as they stand."""
    commands: list[tuple[str, str]] = []
    again = source != "-"  # what came from a pipe is gone
    if saved is not None:
        commands += _commands_for(found, source, saved)
    elif again:
        same = with_options(arguments, "-o", "run.json")
        commands.append((command(*same), "save the result, to ask why"))
    if len(bounds) == 1 and again:
        same = without(arguments, "-o", "--output", flags=["--all-k"])
        # A number for -k would make other choices of an automatic run.
        free = found.settings.k_reason is not None or found.settings.any_size
        bound = [] if free else ["-k", str(max(found.k, 2))]
        all_k = with_options(without(same, *bound[:1]), *bound, "--all-k")
        commands.append((command(*all_k), "how the graph changes with k"))
    return next_lines(commands, saved)


#: What ``sepset report`` is for.
PAGE_WORDS = "a page with the graph and all reasons"


def next_lines(commands: Iterable[tuple[str, str]], saved: Path | None) -> list[Line]:
    """Return lines that say where a result was saved, and which commands to try next."""
    lines = in_columns(commands, styles=(COMMAND, DIM), indent=7)
    if lines:
        first, why = lines[0]
        lines[0] = (("Next", HEADING), (plain((first,)).removeprefix("    "), COMMAND), why)
    return [*_saved(saved), *lines]


def _commands_for(found: Discovery, source: str, saved: Path) -> list[tuple[str, str]]:
    """Return the commands that read a saved result."""
    file, page = path_word(saved), str(saved.with_suffix(".html"))
    commands = []
    pair = _interesting_pair(found.graph)
    if pair is not None:
        commands.append((command("explain", file, *name_words(*pair)), "why, and on what evidence"))
    if has_known_graph(source, found.names):
        commands.append((command("compare", file, source), "compare with the true graph"))
    return [*commands, (command("report", file, "-o", page), PAGE_WORDS)]


def _saved(saved: Path | None) -> list[Line]:
    return [] if saved is None else [(("Saved", HEADING), f"  {saved}")]


def _interesting_pair(graph: MixedGraph) -> tuple[str, str] | None:
    """Return the ends of a directed edge, else of any edge, else two variables."""
    edges = [edge.rightwards() for edge in graph.edges()]
    best = next((edge for edge in edges if edge.pattern == "-->"), edges[0] if edges else None)
    if best is not None:
        return best.u, best.v
    return (graph.nodes[0], graph.nodes[1]) if len(graph) > 1 else None
