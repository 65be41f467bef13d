"""Whether the probabilities of a posterior come true: what was said, and how often it was so."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import replace
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING

import sepset as sp
from experiments.settings import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from experiments.models import Setting

BINS = 10
MARKS = {"adjacency": "*-*", "arrowhead": "*->", "tail": "*--"}
#: The last three have tables or noise that no score of the posterior matches.
SETTING_NAMES = ("posterior15", "posterior30", "posterior_gaussian", "posterior_sharp", "posterior_flat")
#: At most this many of a setting, and at most twice as many as are scored.
MODELS = 40


def write_reliability(folder: Path, *, models: int = MODELS) -> None:
    """Write for each setting, number of rows, mark and bin how many claims there were, said and true."""
    with (folder / "reliability.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["setting", "rows", "mark", "bin", "claims", "said", "true"])
        for setting in (one for one in SETTINGS if one.name in SETTING_NAMES):
            for rows in setting.rows:
                writer.writerows(_lines(replace(setting, dags=min(2 * setting.dags, models)), rows))


def _lines(setting: Setting, rows: int) -> Iterator[list[object]]:
    bins: dict[tuple[str, int], list[tuple[float, bool]]] = defaultdict(list)
    for dag in range(setting.dags):
        model = setting.model(dag)
        post = sp.posterior(setting.data(model, dag, 0, rows), seed=0, threads=1)
        for mark, said, true in _claims(post, setting.truth_of(model.dag)):
            bins[mark, min(int(said * BINS), BINS - 1)].append((said, true))
    for (mark, place), claims in sorted(bins.items()):
        means = fmean(p for p, _ in claims), fmean(t for _, t in claims)
        yield [setting.name, rows, mark, place, len(claims), *(f"{mean:.4f}" for mean in means)]


def _claims(post: sp.Posterior, truth: sp.MixedGraph) -> Iterator[tuple[str, float, bool]]:
    """Yield every mark that the essential graph could have, its probability, and whether it has it."""
    for a, b in combinations(post.names, 2):
        yield "adjacency", post.probability(a, "*-*", b), truth.adjacent(a, b)
        for mark in ("arrowhead", "tail"):
            for x, y in ((a, b), (b, a)):
                yield mark, post.probability(x, MARKS[mark], y), truth.has(x, MARKS[mark], y)
