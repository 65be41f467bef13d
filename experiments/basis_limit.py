"""What the residual test's limit on Phi(S) costs at few rows: powers and products, or the linear part only.

Run it as ``python -m experiments.basis_limit [repeats]``; it writes ``results/basis_limit.csv``. With 50
rows and two continuous variables in S, Phi(S) has ten columns: as many as the rule N / 5 allows, and more
than N / 6 would. So a limit of N / 6 means the linear part here: the partial correlation of normal scores.
The tables are those of `experiments.calibration`.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

from experiments.calibration import ALPHA, Table, table
from sepset.independence import FisherZ, ResidualTest

if TYPE_CHECKING:
    from numpy.typing import NDArray

RESULTS = Path(__file__).resolve().parent / "results"
ROWS, SIZE = 50, 2
FAMILIES = ("gaussian", "lognormal", "copula", "nonlinear")
SEED = 40


def main(repeats: int) -> None:
    """Measure and write the shares of p <= alpha."""
    with (RESULTS / "basis_limit.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["family", "rate", "repeats", "fisher_z", "limit N / 5", "limit N / 6"])
        for family in FAMILIES:
            for rate, effect in (("type_one", 0.0), ("power", (9 / ROWS) ** 0.5)):
                shares = _rejected(family, effect, repeats).mean(axis=0)
                writer.writerow([family, rate, repeats, *(f"{share:.4f}" for share in shares)])


def _rejected(family: str, effect: float, repeats: int) -> NDArray[np.bool_]:
    """Return for each repeat whether Fisher's z, the residual test and its linear part reject."""
    rows = []
    for repeat in range(repeats):
        drawn = table(family, SIZE, ROWS, effect, np.random.default_rng([SEED, effect > 0, repeat]))
        if drawn is not None:
            rows.append([p <= ALPHA for p in _p_values(drawn)])
    return np.array(rows)


def _p_values(drawn: Table) -> tuple[float, float, float]:
    names, columns, levels, _ = drawn
    z = FisherZ(names, np.column_stack(columns))("a", "b", names[2:]).p
    full = ResidualTest(names, columns, levels)("a", "b", names[2:]).p
    scores = np.column_stack([stats.norm.ppf((stats.rankdata(column) - 0.5) / ROWS) for column in columns])
    return z, full, _partial_correlation_p(scores)


def _partial_correlation_p(columns: NDArray[np.float64]) -> float:
    """Return the p-value of the partial correlation of the first two columns given the others (t test)."""
    inverse = np.linalg.inv(np.corrcoef(columns, rowvar=False))
    r = -inverse[0, 1] / np.sqrt(inverse[0, 0] * inverse[1, 1])
    left = len(columns) - columns.shape[1]
    return float(2 * stats.t.sf(abs(r) * np.sqrt(left / (1 - r**2)), left))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
