"""The section on effects: choose a cause and an effect, see whether it is one, what to adjust for, how large.

Answers for all pairs are in the page, as text; the estimates only if data were at hand when it was written.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, TypedDict

from sepset.catalogue.learners import learner_called
from sepset.data.reading.table import dataset
from sepset.effects.adjustment import EffectQuestion
from sepset.effects.effect import EffectEstimator, same_rows
from sepset.effects.target import target_of
from sepset.effects.words import asked_line, grounds, heads, lines, rows
from sepset.report.markup import paragraph, section, text
from sepset.result.posterior.posterior import Posterior
from sepset.wording import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sepset.effects.result import Effect
    from sepset.result.discovery import Discovery

#: With more variables the answers for all pairs would take longer than the rest of the page.
MOST_VARIABLES = 12
#: At most this many adjustment sets are shown for a pair.
_MOST_SETS = 5
#: Seconds for finding the class of a graph; the local rule is used after that.
_SECONDS = 5.0
_LEVEL = 0.95

_CAUTION = (
    "All of this assumes that every common cause is among the variables. A set is listed only if it is valid "
    "in every DAG that agrees with the graph."
)
_WITHOUT_DATA = "Estimates are here when the page is written with the data."


class EffectText(TypedDict):
    """What is said about one pair: lines before a table, its heads and rows, and lines after it."""

    before: list[str]
    heads: list[str]
    rows: list[list[str]]
    after: list[str]


def effect_answers(result: Discovery | Posterior, data: object = None) -> list[EffectText]:
    """Return what is said about each pair, in the order of its names; nothing with too many variables."""
    if len(result.names) > MOST_VARIABLES:
        return []
    pairs = permutations(result.names, 2)
    if isinstance(result, Posterior):
        return _averaged(result, data, pairs)
    if learner_called(result.learner).hidden_causes:
        return [_said([asked_line(a, b, result.causes(a, b))]) for a, b in pairs]
    target = target_of(result, None)
    asked = (EffectQuestion(target, a, b, _SECONDS, remedies=False) for a, b in pairs)
    if data is None:
        return list(map(_sets, asked))
    table = dataset(data, missing="testwise")
    same = same_rows(table, result)
    return [
        _estimated(
            EffectEstimator(table, one.cause, one.effect, _LEVEL).given_sets(
                one, "minimal", same, most=_MOST_SETS
            )
        )
        for one in asked
    ]


def effect_section(names: Sequence[str], *, with_data: bool) -> str:
    """Return the section in which a cause and an effect are chosen."""
    title, anchor = "What causes what, and by how much", "effects"
    if len(names) > MOST_VARIABLES:
        few = f"With more than {MOST_VARIABLES} variables, ask about one pair at a time"
        return section(title, paragraph(f"{few}: sepset effect RUN DATA CAUSE EFFECT."), anchor=anchor)
    if len(names) < 2:
        return ""
    choices = "".join(f'<option value="{i}">{text(name)}</option>' for i, name in enumerate(names))
    return section(
        title,
        f'<p class="screen"><label>Does <select id="cause">{choices}</select></label> '
        f'<label>affect <select id="effect">{choices}</select></label>?</p>',
        '<div id="answer" aria-live="polite"></div>',
        f"<noscript>{paragraph('Choosing needs JavaScript; sepset effect says the same.')}</noscript>",
        paragraph(_CAUTION if with_data else f"{_CAUTION} {_WITHOUT_DATA}"),
        anchor=anchor,
    )


def _averaged(post: Posterior, data: object, pairs: Iterable[tuple[str, str]]) -> list[EffectText]:
    """Return what a posterior says about each pair: averages over DAGs."""
    if data is None:
        return [_said([asked_line(a, b, post.causes(a, b))]) for a, b in pairs]
    table = dataset(data, missing="testwise")
    same = same_rows(table, post)
    return [_estimated(EffectEstimator(table, a, b, _LEVEL).under(post, same)) for a, b in pairs]


def _sets(asked: EffectQuestion) -> EffectText:
    """Return whether a cause is one, and what may be adjusted for."""
    sets = asked.sets("minimal")
    shown = [(f"{one}", one.ground) for one in sets[:_MOST_SETS]]
    after = [*sets.notes, *([] if sets else [sets.reason])]
    said = asked_line(asked.cause, asked.effect, sets.causes)
    return _said([said], ("may be adjusted for", "ground"), shown, after)


def _estimated(effect: Effect) -> EffectText:
    first, *rest = lines(effect)
    return _said([first], heads(effect), rows(effect), [*rest, *grounds(effect)])


def _said(
    before: list[str],
    columns: tuple[str, ...] = (),
    cells: Sequence[tuple[str, ...]] = (),
    after: Sequence[str] = (),
) -> EffectText:
    shown = [[printable(cell) for cell in row] for row in cells]
    return {
        "before": list(map(printable, before)),
        "heads": list(columns) if shown else [],
        "rows": shown,
        "after": list(map(printable, after)),
    }
