"""The summary of the data in a saved result, read back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, get_args

from sepset.data.patterns import GapPatterns
from sepset.errors import Remark, SavedError, WarningKind
from sepset.independence.missingness import Gaps, Missingness, Predictor
from sepset.result.data_summary import DataSummary

if TYPE_CHECKING:
    from sepset.result.saved.json_values import Value


def read_data(value: Value, names: tuple[str, ...]) -> DataSummary | None:
    """Return the summary of the data, if there is one."""
    if value.raw is None:
        return None
    value.require_only((*_ALWAYS, *_SINCE_GAPS, "holds", "missingness", "source", "warning_kinds"))
    kinds, levels, missing = {}, {}, {}
    for name, kind, count, gaps in value.part("columns").rows(4):
        kinds[name.text()] = kind.word(("continuous", "discrete"))
        if kind.raw == "discrete":
            levels[name.text()] = count.whole()
        elif count.raw is not None:
            count.refuse("null, since a continuous column has no levels")
        if gaps.whole():
            missing[name.text()] = gaps.whole()
    if sorted(kinds) != sorted(names):
        raise SavedError(f"{value.where}.columns should name each of the {len(names)} variables once")
    rows, dropped = value.part("rows").whole(), value.part("dropped").whole()
    newer = any(name in value.parts() for name in _SINCE_GAPS)
    more = {name: value.part(name) for name in _SINCE_GAPS} if newer else {}
    left_out = {name: reason.text() for name, reason in more["left_out"].parts().items()} if more else {}
    holds = value.part("holds").parts() if "holds" in value.parts() else {}
    return DataSummary(
        rows,
        kinds,
        levels,
        missing,
        dropped,
        value.part("fingerprint").text(),
        _gaps(more["gaps"], rows, len(names)) if more else None,
        left_out,
        {name: word.text() for name, word in holds.items()},
        _warnings(value) if more else (),
        _missingness(value.part("missingness")) if "missingness" in value.parts() else None,
        value.part("source").text() if "source" in value.parts() else "",
    )


_ALWAYS = ("fingerprint", "rows", "dropped", "columns")
# Files from before missing values could stay have none of these; others have all.
_SINCE_GAPS = ("gaps", "left_out", "warnings")


def _warnings(value: Value) -> tuple[Remark, ...]:
    """Return the warnings, each with its kind; older files do not say it."""
    lines = [line.text() for line in value.part("warnings").items()]
    if "warning_kinds" not in value.parts():
        return tuple(map(Remark, lines))
    kinds = value.part("warning_kinds")
    words = [cast("WarningKind", kind.word(get_args(WarningKind))) for kind in kinds.items()]
    if len(words) != len(lines):
        kinds.refuse(f"the kinds of {len(lines)} warnings")
    return tuple(Remark(line, kind=kind) for line, kind in zip(lines, words, strict=True))


def _gaps(value: Value, rows: int, columns: int) -> GapPatterns | None:
    if value.raw is None:
        return None
    patterns = [
        (count.whole(1, rows), tuple(lacking.wholes(0, columns - 1))) for count, lacking in value.rows(2)
    ]
    if sum(count for count, _ in patterns) != rows:
        value.refuse(f"patterns of missing values for each of {rows} rows")
    return GapPatterns(tuple(patterns))


def _missingness(value: Value) -> Missingness:
    found = []
    for name, count, rows, by in value.rows(4):
        named = None if by.raw is None else tuple(Predictor(a.text(), _p(p)) for a, p in by.rows(2))
        found.append(Gaps(name.text(), count.whole(1, rows.whole(1)), rows.whole(1), named))
    return Missingness(tuple(found))


def _p(value: Value) -> float:
    if isinstance(value.raw, bool) or not isinstance(value.raw, int | float) or not 0.0 <= value.raw <= 1.0:
        value.refuse("a number from 0 to 1")
    return float(value.raw)
