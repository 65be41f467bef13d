"""What was found, in plain English: one pair of variables at a time, or the whole run in a few lines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sepset.catalogue.choices import SEARCHES
from sepset.data.column import PLAIN
from sepset.graph.marks import RIGHTWARDS, kind_of
from sepset.result.facts import Facts
from sepset.result.overruled import overruled_sentence
from sepset.sentences import variables
from sepset.wording import counted, printable, with_rest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sepset.result.discovery import Discovery
    from sepset.result.facts import Fact, FactPart

_SHOWN = 10
#: Settings that are told in lines of their own, or not at all.
_NO_OPTIONS = ("alpha_reason", "k_reason", "knowledge", "tests_skipped")


def explain(found: Discovery, a: str, b: str, k: int | None = None) -> str:
    """Say what was found between a and b for a bound k (by default that of the run), and why."""
    return "\n".join(line for _, line in lines(Facts(found, k).about(a, b)))


def lines(facts: Iterable[Fact]) -> Iterator[tuple[FactPart, str]]:
    """Yield facts as lines of text, each with its part: the details are indented, below a heading."""
    below = False
    for fact in facts:
        if fact.part == "details" and not below:
            below = True
            yield "details", "Details:"
        yield fact.part, f"  {fact}" if below else str(fact)


def summary(found: Discovery) -> str:
    """Say in a few lines what was run on what, how many tests it took, and what came out."""
    n = len(found.names)
    lines = [f"{found.learner} on {counted(n, 'variable')}{_rows(found)}: {_options(found)}"]
    lines += found.settings.reasons
    lines += _held(found)
    tests = found.tests_run
    by_size = ", ".join(f"{number:,} given {size or 'nothing'}" for size, number in sorted(tests.items()))
    lines.append(f"Tests: {sum(tests.values()):,}" + (f" ({by_size})" if by_size else ""))
    lines += _known(found)
    lines.append(f"Pairs: {n * (n - 1) // 2:,}, of them {_separated_by_size(found)}")
    lines.append(f"Edges: {_edges_by_kind(found)}")
    if found.graph.edges():
        lines.append(f"An edge between two variables says: {what_an_edge_says(found)}")
    lines.append(f"Conflicts: {_conflicts_by_kind(found)}")
    lines += [f"Note: {note}" for note in found.notes]
    named = variables(found.names)
    lines += [str(overruled_sentence(one, named)) for one in found.overruled]
    return "\n".join([*lines, *(f"Warning: {warning}" for warning in found.warnings)])


def what_an_edge_says(found: Discovery) -> str:
    """Return which statement about the tests an edge makes; a repaired graph makes exceptions."""
    search = SEARCHES[found.skeleton.search]
    any_size = found.settings.any_size
    says = search.statement_of_any_size() if any_size else search.statement(str(found.k), found.k)
    return f"{says}, except for what was overruled" if found.overruled else says


def _conflicts_by_kind(found: Discovery) -> str:
    """Count the conflicts by kind; in a repaired graph what was overruled has taken their place."""
    kinds = Counter[str](one.kind for one in (found.overruled or found.conflicts))
    listed = ", ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items())) or "none"
    if found.overruled:
        return f"repaired by overruling {counted(len(found.overruled), 'decision')} ({listed})"
    return listed


def _known(found: Discovery) -> Iterator[str]:
    """Say what was known beforehand, and how many tests it made needless."""
    if found.knowledge is not None:
        skipped = found.settings.tests_skipped
        saved = f" ({counted(skipped, 'test')} not needed)" if skipped else ""
        yield f"Known beforehand: {'; '.join(found.knowledge.lines())}{saved}"


def _rows(found: Discovery) -> str:
    if found.data is None:
        return ""
    parts = (f" ({found.data.kinds_counted})", counted(found.data.rows, "row"), found.data.rows_left_out)
    return ", ".join(filter(None, parts))


def _held(found: Discovery) -> Iterator[str]:
    """Say which columns hold something besides plain numbers or categories: counts, scales, dates, ..."""
    held: dict[str, list[str]] = {}
    for name, what in (found.data.holds if found.data is not None else {}).items():
        if what not in PLAIN:
            held.setdefault(what, []).append(printable(name))
    if held:
        listed = "; ".join(f"{what} in {with_rest(names, _SHOWN)}" for what, names in sorted(held.items()))
        yield f"Columns hold: {listed}"


def _options(found: Discovery) -> str:
    """Return the settings as they would be written in a call; k first."""
    settings = {"k": found.k, **dict(sorted(found.settings.items()))}
    # What was not an argument; and without a limit k is no more than the number of other variables.
    left_out = [*_NO_OPTIONS, *(["alpha"] if found.settings.is_oracle else [])]
    left_out += ["k"] if found.settings.any_size else []
    return ", ".join(f"{name} = {_short(settings[name])}" for name in settings if name not in left_out)


def _short(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _separated_by_size(found: Discovery) -> str:
    sizes = Counter(found.skeleton.separations.size.tolist())
    if not sizes:
        return "none separated"
    listed = ", ".join(f"{number:,} given {size or 'nothing'}" for size, number in sorted(sizes.items()))
    return f"{sum(sizes.values()):,} separated ({listed})"


def _edges_by_kind(found: Discovery) -> str:
    """Count edges by pattern, an edge and its mirror image as one."""
    kinds: Counter[str] = Counter()
    for _, pattern, _ in found.graph.edges():
        kinds[kind_of(pattern)] += 1
    listed = ", ".join(f"{kinds[pattern]:,} {pattern}" for pattern in RIGHTWARDS if kinds[pattern])
    return f"{sum(kinds.values()):,} ({listed})" if kinds else "none"
