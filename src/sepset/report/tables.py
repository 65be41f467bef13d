"""The tables of a report: edges, data, tests, separations, conflicts, settings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sepset.independence.missingness import predictors
from sepset.orientation.explain import conflict_sentence
from sepset.report.edge_table import edge_table, sure_edge_table
from sepset.report.markup import name, paragraph, section, table, text
from sepset.report.payload import bounds
from sepset.result.disputes import disputes
from sepset.result.overruled import overruled_sentence
from sepset.result.verdict import posterior_verdict
from sepset.sentences import variables
from sepset.wording import as_percent, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sepset.knowledge.statements import Knowledge
    from sepset.result.data_summary import DataSummary
    from sepset.result.discovery import Discovery
    from sepset.result.posterior.posterior import Posterior
    from sepset.result.verdict import Link

#: A table with more rows than this is cut, and says so.
MOST_ROWS = 200
_PLAIN = {"True": "yes", "False": "no", "None": "none"}


def tables(found: Discovery, links: Sequence[Link], post: Posterior | None = None) -> Iterator[str]:
    """Yield every section with a table, in order; the edges are those of the posterior where there is one."""
    if post is None:
        yield edge_table(found, links)
    else:
        yield sure_edge_table(post.names, posterior_verdict(post).links, "k = any")
    yield data_section(found.data, found.warnings)
    yield _tests(found)
    if found.knowledge is not None:
        yield _known(found, found.knowledge)
    yield _conflicts(found)
    yield _settings(found, post)


def data_section(data: DataSummary | None, warnings: Sequence[str] = ()) -> str:
    """Return the section about the table that was read."""
    if data is None:
        return section(
            "Data", paragraph("No data: tests were answered by the test given instead."), anchor="data"
        )
    columns = f"{counted(len(data.kinds), 'column')} ({data.kinds_counted})"
    words = "; ".join(filter(None, (f"{counted(data.rows, 'row')} used", columns, data.rows_left_out)))
    listed = _variables(data)
    said = "".join(f"<li>{text(warning)}</li>" for warning in warnings)
    doubts = f'<h3>Warnings</h3><ul class="warnings" id="warnings">{said}</ul>' if said else ""
    mark = f"<p class='quiet'>Fingerprint of the data: {text(data.fingerprint)}</p>"
    return section("Data", paragraph(f"{words}."), doubts, listed, mark, anchor="data")


def _variables(data: DataSummary) -> str:
    """Return the table of columns: kind and what it holds, levels, missing values and what predicts them."""
    gaps = {column.name: column for column in data.missingness.columns}
    rows = []
    for column in data.names:
        lacking = gaps.get(column)
        missing = text(data.missing.get(column, 0))
        share = "" if lacking is None else f" ({text(as_percent(lacking.share))})"
        by = "" if lacking is None or not lacking.predicted_by else text(predictors(lacking.predicted_by))
        levels = text(data.levels.get(column, ""))
        rows.append((name(column), text(data.described(column)), levels, f"{missing}{share}", by))
    heads = ("Variable", "Kind", "Levels", "Missing", "Whether it is missing depends on")
    width = 5 if any(gap.predicted_by for gap in gaps.values()) else 4
    shown = [row[:width] for row in rows]
    return table(heads[:width], shown, title="Variables", numbers=(2, 3), narrow=True)


def _tests(found: Discovery) -> str:
    separated = Counter(found.skeleton.separations.size.tolist())
    tests = found.tests_run
    sizes = sorted({*tests, *separated})
    rows = [(text(size), f"{tests.get(size, 0):,}", f"{separated.get(size, 0):,}") for size in sizes]
    rows.append(("all", f"{sum(tests.values()):,}", f"{sum(separated.values()):,}"))
    heads = ("Variables conditioned on", "Tests", "Pairs separated")
    return section(
        "Tests",
        '<div class="columns"><div>',
        table(heads, rows, title="Tests", numbers=(0, 1, 2)),
        "</div><div>",
        _separations(found),
        "</div></div>",
        anchor="tests",
    )


def _separations(found: Discovery) -> str:
    """Return the separations with the smallest p-values first: those a little more data could overturn."""
    separations = found.skeleton.separations
    if not len(separations):
        return paragraph("No pair was separated.")
    oracle = found.settings.is_oracle
    rows = [
        (name(found.names[a]), name(found.names[b]), _set(found, given), "" if oracle else f"{p:.3g}")
        for a, b, given, p in separations.nearest(MOST_ROWS)
    ]
    words = "Separated pairs" if oracle else "Separated pairs, smallest p-values (nearest to alpha) first"
    heads = ("One", "Other", "Independent given", "p")
    listed = table(heads, rows, title="Separated pairs", numbers=(3,), narrow=True)
    return f"<p>{_cut(words, len(separations))}</p>{listed}"


def _set(found: Discovery, given: Sequence[int]) -> str:
    return ", ".join(name(found.names[node]) for node in given) if given else "nothing"


def _cut(words: str, number: int) -> str:
    if number <= MOST_ROWS:
        return text(f"{words}: {number:,}.")
    advice = '<span class="screen">For any other, choose the two in the drawing.</span>'
    return f"{text(f'{words}: {MOST_ROWS} of {number:,} are listed.')} {advice}"


def _known(found: Discovery, knowledge: Knowledge) -> str:
    """Return what was known beforehand as it was stated, what it saved, and whether the data agree."""
    skipped = counted(found.settings.tests_skipped or 0, "test")
    against = found.orientation().against
    agree = (
        f"The data contradict it in {counted(len(against), 'place')}; it was kept, and the notes at the "
        "top say where."
        if against
        else "Nothing in the data contradicts it."
    )
    words = f"Stated before anyone looked at the data, and never violated. It saved {skipped}. {agree}"
    stated = "".join(f"<li>{text(line)}</li>" for line in knowledge.lines())
    listed = f'<ul class="references" id="known-statements">{stated}</ul>'
    return section("Known beforehand", paragraph(words), listed, anchor="known")


def _conflicts(found: Discovery) -> str:
    conflicts = found.conflicts
    if found.overruled:
        return _overruled(found)
    if not conflicts:
        return section("Conflicts", paragraph(_without_conflicts(found)), anchor="conflicts")
    named = variables(found.names)
    rows = [
        (text(conflict.kind), text(conflict.rule), text(conflict_sentence(conflict, named)))
        for conflict in conflicts[:MOST_ROWS]
    ]
    shown = f", {MOST_ROWS} of them are listed" if len(conflicts) > MOST_ROWS else ""
    number = f"{counted(len(conflicts), 'conflict')} at k = {bounds(found)[-1]}{shown}"
    words = f"{number}: here the outcomes of tests contradict each other."
    listed = table(("Kind", "Rule", "What"), rows, title="Conflicts")
    return section("Conflicts", paragraph(words), listed, anchor="conflicts")


def _without_conflicts(found: Discovery) -> str:
    disputed = len(disputes(found.orientation()).pairs)
    if not disputed:
        return "None: all orientations agree with all tests."
    return (
        f"No rule asks for other marks. But the tests on {counted(disputed, 'pair')} are divided, or speak "
        "against what was known; the explanation of each says where."
    )


def _overruled(found: Discovery) -> str:
    """Return what takes the place of conflicts in a repaired graph."""
    named = variables(found.names)
    rows = [
        (text(one.kind), text(str(overruled_sentence(one, named)))) for one in found.overruled[:MOST_ROWS]
    ]
    shown = f", {MOST_ROWS} of them are listed" if len(found.overruled) > MOST_ROWS else ""
    words = (
        "The outcomes of tests contradict each other, and the graph is that of the nearest class of DAGs. At "
        f"k = {bounds(found)[-1]} it overrules {counted(len(found.overruled), 'decision')}{shown}."
    )
    listed = table(("Decision", "What"), rows, title="Overruled decisions")
    return section("Conflicts", paragraph(words), listed, anchor="conflicts")


def _settings(found: Discovery, post: Posterior | None) -> str:
    # By name, since a saved result has its settings in another order.
    settings: dict[str, object] = {
        "learner": found.learner,
        "k": found.k,
        **dict(sorted(found.settings.items())),
    }
    settings.pop("knowledge", None)  # it has a section of its own
    if found.settings.is_oracle:
        settings.pop("alpha", None)
    if found.settings.any_size:
        del settings["k"]  # no more than the number of other variables
    if post is not None:
        averaged = {key: _listed(value) for key, value in sorted(post.settings.items()) if key != "knowledge"}
        settings = {**{f"posterior: {key}": value for key, value in averaged.items()}, **settings}
    return settings_section(settings, found.versions)


def settings_section(settings: Mapping[str, object], versions: Mapping[str, str]) -> str:
    """Return the section with what was asked for, and what it was run with."""
    rows = [(text(key), text(_PLAIN.get(str(value), value))) for key, value in settings.items()]
    software = [(text(key), text(value)) for key, value in sorted(versions.items())]
    return section(
        "Settings and versions",
        '<div class="columns"><div>',
        table(("Setting", "Value"), rows, title="Settings"),
        "</div><div>",
        table(("Software", "Version"), software, title="Versions"),
        "</div></div>",
        anchor="settings",
    )


def _listed(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
