"""How much of what is shown is right: precision of edges, arrowheads and tails."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import numpy as np

import sepset as sp
from experiments.methods import Task, outcomes
from experiments.settings import SETTINGS

if TYPE_CHECKING:
    from pathlib import Path

    from experiments.models import Setting

PARTS = ("skeleton", "arrowhead", "tail")
METHODS = ("pc", "cpc", "published", "auto")
SETTING_NAMES = ("pc15", "agrum30")
ROWS = (50, 100, 500, 1000)
MODELS = 60


def write_precision(folder: Path, *, models: int = MODELS) -> None:
    """Write precision and recall over all marks of all graphs, with standard errors over models."""
    header = ["setting", "rows", "method", "k", "models"]
    header += [
        f"{kind}_{part}{end}" for kind in ("precision", "recall") for part in PARTS for end in ("", "_se")
    ]
    chosen = [setting for setting in SETTINGS if setting.name in SETTING_NAMES]
    lines = [line for setting in chosen for rows in ROWS for line in _lines(setting, rows, models)]
    with (folder / "precision.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([header, *lines])


def _lines(setting: Setting, rows: int, models: int) -> list[list[object]]:
    counts: dict[tuple[str, int | None], list[np.ndarray]] = {}
    for dag in range(models):
        model = setting.model(dag)
        truth = setting.truth_of(model.dag)
        task = Task(setting.data(model, dag, 0, rows), model.dag, np.random.default_rng(0))
        for outcome in (outcome for method in METHODS for outcome in outcomes(method, task)):
            compared = sp.compare(outcome.graph, truth)
            parts = np.array([getattr(compared, part) for part in PARTS], dtype=float)
            counts.setdefault((outcome.method, outcome.k), []).append(parts)
    lines = []
    for (method, k), found in counts.items():
        line: list[object] = [setting.name, rows, method, "" if k is None else k, models]
        for of in (1, 2):
            for part in range(len(PARTS)):
                line += _ratio(np.array(found)[:, part, 0], np.array(found)[:, part, of])
        lines.append(line)
    return lines


def _ratio(right: np.ndarray, all_: np.ndarray) -> tuple[str, str]:
    """Return the ratio of sums and its standard error by the delta method."""
    if not all_.sum():
        return "", ""
    ratio = right.sum() / all_.sum()
    error = np.sqrt(((right - ratio * all_) ** 2).sum()) / all_.sum()
    return f"{ratio:.4f}", f"{error:.4f}"
