"""Posteriors of random small tables: the same probabilities in any order of columns and with any number of threads."""

from __future__ import annotations

import random
import warnings
from itertools import permutations
from typing import TYPE_CHECKING, Any

import sepset as sp
from sepset.result.loading import from_bytes
from sepset.result.posterior.document import document_of
from sepset.result.saved.json_files import document_bytes

if TYPE_CHECKING:
    from pathlib import Path

SCORES = {
    "discrete": ("auto", (sp.Dirichlet(1.0),), (sp.BDeu(10.0), sp.Dirichlet(0.5))),
    "continuous": ("auto", (sp.BGe(2.0),)),
}


def attempt(case: bytes, folder: Path) -> None:
    """Weigh the DAGs behind a table twice, and save and read the result."""
    source = random.Random(case)
    kind = source.choice(("discrete", "discrete", "continuous"))
    rows, width = source.randrange(2, 30), source.randrange(2, 5)
    columns = {f"c{i}": _column(source, kind, rows) for i in range(width)}
    options: dict[str, Any] = {
        "scores": source.choice(SCORES[kind]),
        "method": source.choice(("exact", "exact", "sampled")),
        "edge_log_odds": source.choice(((0.0,), (-2.0, 1.0))),
        "samples": source.choice((1, 20)),
        "seed": source.randrange(3),
    }
    # NumPy warns of squares of 1e300; what counts is that the answers are the same.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        _compare(source, columns, kind, options)


def _compare(
    source: random.Random, columns: dict[str, list[object]], kind: str, options: dict[str, Any]
) -> None:
    found = sp.posterior(sp.dataset(columns, kinds=kind, missing="drop", clean=True), threads=1, **options)
    shuffled = source.sample([*columns], len(columns))
    other = sp.posterior(
        sp.dataset({name: columns[name] for name in shuffled}, kinds=kind, missing="drop", clean=True),
        threads=3,
        **options,
    )
    for a, b in permutations(sorted(found.names), 2):
        for pattern in ("*->", "*-*", "is an ancestor of"):
            assert found.probability(a, pattern, b) == other.probability(a, pattern, b)
    saved = document_bytes(document_of(found))
    assert document_bytes(document_of(from_bytes(saved))) == saved


def _column(source: random.Random, kind: str, rows: int) -> list[object]:
    if kind == "discrete":
        return [source.randrange(source.choice((2, 3))) for _ in range(rows)]
    odd = source.choice((None, 0.0, 1e300))
    return [source.gauss(0, 1) if source.random() < 0.95 else odd for _ in range(rows)]
