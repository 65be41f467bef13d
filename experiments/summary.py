"""From single runs to small CSV files: means with clustered standard errors, differences, distributions.

Data sets of one model share its graph, so a standard error is taken over the means of the models, not over
runs. Where there is one model only (the named networks), it is taken over the data sets.
"""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from experiments.measure import MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from experiments.measure import Run
    from experiments.models import Setting

#: (rows, method, k) -> one mean per cluster, one column per measure
Table = dict[tuple[int, str, int | None], np.ndarray]
DIFFERENCES = ("skeleton", "arrowhead", "tail", "sum", "sum_corrected", "shd", "mcc")
DISTRIBUTIONS = ("skeleton", "arrowhead", "tail", "head_and_tail", "sum")
GRID = tuple(round(0.05 * step, 2) for step in range(61))


def tabulate(models: Sequence[Sequence[Run]]) -> Table:
    """Average the runs of each model, or of each data set where there is one model."""
    clusters: dict[tuple[int, str, int | None], dict[int, list[tuple[float, ...]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for number, model in enumerate(models):
        for run in model:
            cluster = number if len(models) > 1 else run.data_set
            measures = tuple(math.nan if value is None else value for value in run.measures)
            clusters[run.rows, run.method, run.k][cluster].append(measures)
    return {
        key: np.array([_mean_of_measured(members[cluster]) for cluster in sorted(members)])
        for key, members in clusters.items()
    }


def _mean_of_measured(runs: list[tuple[float, ...]]) -> np.ndarray:
    """Return the mean of each measure over the runs that have it, NaN where none has."""
    values = np.array(runs)
    measured = ~np.isnan(values)
    count = measured.sum(axis=0)
    return np.where(count > 0, np.where(measured, values, 0.0).sum(axis=0) / np.maximum(count, 1), np.nan)


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    """Return the mean over clusters and its standard error; one cluster has none."""
    error = float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return float(values.mean()), error


def write_summary(setting: Setting, models: Sequence[Sequence[Run]], folder: Path) -> None:
    """Write means, standard errors and paired gains over the baseline, one line for each rows, method, k."""
    table = tabulate(models)
    header = ["setting", "rows", "method", "k", "models", "runs"]
    header += [f"{name}{suffix}" for name in MEASURES for suffix in ("", "_se")]
    header += [f"{name}_gain{suffix}" for name in DIFFERENCES for suffix in ("", "_se")]
    lines = []
    for (rows, method, k), values in table.items():
        line: list[object] = [setting.name, rows, method, "" if k is None else k, len(models)]
        line.append(len(models) * setting.data_sets)
        for column in range(len(MEASURES)):
            line += _shown(mean_and_error(values[:, column]))
        gains = values - table[rows, setting.baseline, None]
        for name in DIFFERENCES:
            line += _shown(mean_and_error(gains[:, MEASURES.index(name)]))
        lines.append(line)
    _write(folder / f"{setting.name}.csv", header, lines)


def write_distributions(setting: Setting, models: Sequence[Sequence[Run]], folder: Path) -> None:
    """Write empirical distribution functions over all runs: the share of runs with a score of at most x."""
    scores: dict[tuple[int, str, int | None], list[tuple[float | None, ...]]] = defaultdict(list)
    for run in (run for model in models for run in model):
        scores[run.rows, run.method, run.k].append(run.measures)
    lines = []
    for (rows, method, k), measures in scores.items():
        values = np.array(measures, dtype=float)
        for name in DISTRIBUTIONS:
            chosen = _column(values, name)
            shares = [(chosen <= x + 1e-9).mean() for x in GRID]
            lines.append([rows, method, "" if k is None else k, name, *(f"{share:.3f}" for share in shares)])
    _write(folder / f"{setting.name}_ecdf.csv", ["rows", "method", "k", "score", *map(str, GRID)], lines)


def write_times(all_models: Iterable[tuple[Setting, Sequence[Sequence[Run]]]], folder: Path) -> None:
    """Write the median run time in milliseconds; unlike all other files it differs from run to run."""
    lines = []
    for setting, models in all_models:
        times: dict[tuple[int, str, int | None], list[float]] = defaultdict(list)
        for run in (run for model in models for run in model):
            times[run.rows, run.method, run.k].append(run.milliseconds)
        lines += [
            [setting.name, rows, method, "" if k is None else k, f"{np.median(values):.2f}"]
            for (rows, method, k), values in times.items()
        ]
    _write(folder / "times.csv", ["setting", "rows", "method", "k", "median_ms"], lines)


def _column(values: np.ndarray, name: str) -> np.ndarray:
    if name == "head_and_tail":
        return np.asarray(values[:, MEASURES.index("arrowhead")] + values[:, MEASURES.index("tail")])
    return np.asarray(values[:, MEASURES.index(name)])


def _shown(pair: tuple[float, float]) -> list[str]:
    return ["" if math.isnan(value) else f"{value:.4f}" for value in pair]


def _write(path: Path, header: Sequence[str], lines: Iterable[Sequence[object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(lines)
