"""What a reader should know about the tests of a run; `sepset.data.doubts` covers the data."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from sepset.errors import Remark
from sepset.independence.embedding import is_linear_only
from sepset.independence.missingness import predictors
from sepset.wording import some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.independence.missingness import Missingness
    from sepset.result.data_summary import DataSummary
    from sepset.result.discovery import Discovery

_SHOWN = 5
#: Of 100 arrowheads that k-PC with automatic settings draws, how many are right, by number of rows: 10 binary
#: variables with at most 15 edges, 60 models (experiments.precision).
_RIGHT_OF_100 = {50: 31, 100: 35, 500: 57, 1000: 66}


def run_warnings(found: Discovery) -> tuple[Remark, ...]:
    """Return what a reader should know about the tests, one sentence each, with its kind."""
    if found.data is None:
        return ()
    return (
        *_smallest_sample(found, found.data),
        *_linear_sets(found, found.data),
        *_without_evidence(found),
        *_directions(found, found.data),
    )


def predicted_gaps(report: Missingness) -> Iterator[Remark]:
    """Say which observed columns predict where others have gaps, one sentence for each of these."""
    looked_at = [gaps for gaps in report.columns if gaps.predicted_by is not None]
    predicted = [gaps for gaps in looked_at if gaps.predicted_by]
    if looked_at and not predicted:
        yield Remark(
            "no column predicts which values of the others are missing, as far as the rows tell; it may "
            "still depend on the values themselves",
            kind="missing_unpredicted",
        )
    for gaps in predicted[:_SHOWN]:
        yield Remark(
            f"whether {gaps.name!r} is missing depends on {predictors(gaps.predicted_by or ())}: tests with "
            "it see a selection of rows; compare with a multiple imputation that uses these columns",
            kind="missing_predicted",
        )
    if len(predicted) > _SHOWN:
        names = some([gaps.name for gaps in predicted[_SHOWN:]], _SHOWN)
        yield Remark(
            f"whether {names} are missing depends on other columns, too: see the report on missing values",
            kind="missing_predicted",
        )


def _smallest_sample(found: Discovery, data: DataSummary) -> Iterator[Remark]:
    """Name the decision that rests on the fewest rows, where values are missing."""
    if data.gaps is None:
        return
    separations = found.skeleton.separations
    decisions = (
        (a, b, *(separations.given(a, b) or ())) for a, b in combinations(range(len(found.names)), 2)
    )
    rows, columns = min((data.rows_with(columns), columns) for columns in decisions)
    a, b, *given = (found.names[column] for column in columns)
    condition = f" given {', '.join(sorted(given))}" if given else ""
    yield Remark(
        f"the decision with the fewest rows, {a} and {b}{condition}, rests on {rows:,} of {data.rows:,}; "
        "explain gives the N of each pair",
        kind="smallest_sample",
    )


def _linear_sets(found: Discovery, data: DataSummary) -> Iterator[Remark]:
    """Say how many separating sets were too large for powers and products in the residual test."""
    if found.settings.test != "residual":
        return
    levels = [data.levels.get(name) for name in data.names]
    linear = total = 0
    for a, b, given, _ in found.skeleton.separations.rows():
        if given and any(levels[column] is None for column in (a, b, *given)):
            total += 1
            linear += is_linear_only([levels[c] for c in given], data.rows_with((a, b, *given)))
    if linear:
        yield Remark(
            f"{linear:,} of {total:,} separating sets were too large for these rows (more than N / 5 "
            "columns), so the residual test used only their linear part",
            kind="linear_sets",
        )


def _without_evidence(found: Discovery) -> Iterator[Remark]:
    """Say how many tests had nothing to go on, so that an edge may stay only for lack of evidence."""
    silent = found.skeleton.silent
    if silent is not None and silent.tests:
        yield Remark(
            f"{silent.tests:,} of the {silent.of:,} tests behind the edges could not decide (too few rows, "
            "or a set that leaves nothing to explain); an edge may be there only because nothing could speak "
            "against it",
            kind="no_evidence",
        )


def _directions(found: Discovery, data: DataSummary) -> Iterator[Remark]:
    """Say how often tests pointed the wrong way with so few rows, where that was measured."""
    measured = len(data.levels) == len(data.names) and data.rows <= max(_RIGHT_OF_100)
    if measured and any(">" in pattern or "<" in pattern for _, pattern, _ in found.graph.table.edges()):
        shares = ", ".join(f"{share} % from {rows:,} rows" for rows, share in _RIGHT_OF_100.items())
        yield Remark(
            "tests often point the wrong way with so few rows: in simulations with 10 binary variables, "
            f"k-PC's arrowheads were right as often as this: {shares}; a posterior says how sure each one is",
            kind="directions",
        )
