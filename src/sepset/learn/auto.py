"""What ``"auto"`` stands for: k, alpha, the collider rule and the orientation rules, chosen before a run.

The choice looks at the number of rows N, at the levels and at the kind of the columns, never at what a run
would find. It was made on one set of simulated networks and checked on others: `docs/choosing.md`.

- **alpha** falls with N: ``5 / sqrt(N)``, at most 0.4 and at least 0.01. In a small sample the common mistake
  is to miss an edge, and it costs the marks that rest on the edge too.
- **k** is the largest bound, up to 3, for which the data can still speak: a typical test on discrete columns
  has one row or more per degree of freedom, one on continuous columns four degrees of freedom left.
- with ``alpha="auto"`` the **colliders** are decided conservatively, since a single separating set is too
  easily a false one, and the **rules** include the counting rule.

>>> choose_k(rows=50, levels=[2] * 10).value
3
>>> print(choose_alpha(400).reason)
alpha = 0.25, which is 5 / sqrt(N) for N = 400 rows
"""

from __future__ import annotations

import math
from statistics import median_low
from typing import TYPE_CHECKING, Literal, NamedTuple

from sepset.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sepset.data.dataset import Dataset

Auto = Literal["auto"]

LARGEST_K = 3
LARGEST_ALPHA = 0.4
SMALLEST_ALPHA = 0.01
ALPHA_TIMES_ROOT_ROWS = 5.0
LEAST_DEGREES_LEFT = 4


class Choice(NamedTuple):
    """A value and the reason for it, in words."""

    value: float
    reason: str


def choose_alpha(rows: int) -> Choice:
    """Return the level of the tests for N rows: 5 / sqrt(N), between 0.01 and 0.4.

    >>> [round(choose_alpha(rows).value, 3) for rows in (10, 100, 1000, 10_000, 1_000_000)]
    [0.4, 0.4, 0.158, 0.05, 0.01]
    """
    wanted = ALPHA_TIMES_ROOT_ROWS / math.sqrt(rows)
    alpha = min(max(wanted, SMALLEST_ALPHA), LARGEST_ALPHA)
    words = f"{ALPHA_TIMES_ROOT_ROWS:g} / sqrt(N) for N = {rows:,} rows"
    if wanted > alpha:
        return Choice(alpha, f"alpha = {alpha:g}, the largest that is used; {words} would be more")
    if wanted < alpha:
        return Choice(alpha, f"alpha = {alpha:g}, the smallest that is used; {words} would be less")
    return Choice(alpha, f"alpha = {alpha:.3g}, which is {words}")


def choose_k(*, rows: int, levels: Sequence[int] | None) -> Choice:
    """Return the bound on conditioning sets for N rows; `levels` of discrete columns, None for continuous.

    A test of two variables with L levels given k others has (L - 1)^2 L^k degrees of freedom; L is the median
    number of levels. A partial correlation given k others has N - k - 3.

    >>> [choose_k(rows=rows, levels=[3] * 8).value for rows in (10, 20, 50, 200)]
    [0, 1, 2, 3]
    >>> choose_k(rows=8, levels=None).value
    1
    """
    if levels is None:
        k = max(min(LARGEST_K, rows - 3 - LEAST_DEGREES_LEFT), 0)
        left = f"a test given {k} others keeps {rows - k - 3} degrees of freedom"
        return Choice(k, f"k = {k}: with N = {rows:,} rows {left}" + _at_most(k))
    typical = max(median_low(levels), 2)
    sizes = [(typical - 1) ** 2 * typical**k for k in range(LARGEST_K + 1)]
    k = max((k for k, size in enumerate(sizes) if size <= rows), default=0)
    test = f"a test with {typical} levels given {k} others has {sizes[k]} degrees of freedom"
    return Choice(k, f"k = {k}: {test}, for N = {rows:,} rows" + _at_most(k))


def _at_most(k: int) -> str:
    return f"; larger bounds than {k} gained nothing in the experiments" if k == LARGEST_K else ""


def chosen_k(k: int | Auto, data: Dataset | None) -> Choice | None:
    """Return the choice for ``k="auto"``, or None when k was given."""
    if k != "auto":
        return None
    known = _require_data("k", data)
    levels = [len(column) for column in known.levels.values()]
    return choose_k(rows=known.rows, levels=levels or None)


def chosen_alpha(alpha: float | Auto, data: Dataset | None) -> Choice | None:
    """Return the choice for ``alpha="auto"``, or None when alpha was given."""
    return choose_alpha(_require_data("alpha", data).rows) if alpha == "auto" else None


def reasons(choices: Mapping[str, Choice | None]) -> dict[str, object]:
    """Return the reasons as settings of a result: ``k_reason`` and the like, for what was chosen."""
    return {f"{name}_reason": choice.reason for name, choice in choices.items() if choice is not None}


def _require_data(name: str, data: Dataset | None) -> Dataset:
    if data is None:
        raise OptionError(
            f'{name}="auto" is chosen from the number of rows and the levels, and a test was given in place of '
            f"data; give {name} as a number"
        )
    return data
