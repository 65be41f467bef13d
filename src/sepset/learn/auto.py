"""What ``"auto"`` stands for: k, alpha, the collider rule and the orientation rules, chosen before a run.

The choice looks at the number of rows N, at the levels and at the kind of the columns, never at what a run
would find. It was made on one set of simulated networks and checked on others: `docs/choosing.md`.

- **alpha** falls with N: ``8 / sqrt(N)`` on discrete and ``3 / sqrt(N)`` on continuous columns, whose tests
  have more power, and ``2 / sqrt(N)`` where both kinds occur; at most 0.4 and at least 0.01. In a small
  sample the common mistake is to miss an edge, and it costs the marks that rest on the edge too.
- **k** is the largest bound for which the data still carry evidence: a typical test on discrete columns has
  one row or more per degree of freedom, one on continuous columns four degrees of freedom left. It is at most
  4, and at most 3 with more than 20 variables: larger bounds added little and cost much more. On discrete
  columns it is at least 2, however few the rows: levels that do not occur cost no degrees of freedom, and
  without conditioning too many edges stay. Where both kinds occur, the embedding of a typical conditioning
  set has at most N / 5 columns, as the residual test needs it; k is then at most 3, and at most 2 with more
  than 20 variables or 100 levels and numbers. It is never more than the number of other variables.
- with ``alpha="auto"`` the **colliders** are decided conservatively, since a single separating set is too
  easily a false one, and the **rules** include the counting rule.

>>> choose_k(rows=10, columns=10, levels=[2] * 10).value
3
>>> print(choose_alpha(1600).reason)
alpha = 0.2, which is 8 / sqrt(N) for N = 1,600 rows of discrete columns
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from sepset.data.reading.table import dataset
from sepset.errors import Advice, OptionError
from sepset.independence.embedding import ROWS_PER_COLUMN
from sepset.independence.protocol import CITest
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.catalogue.choices import ColliderRule, RuleSet
    from sepset.data.column import Kind
    from sepset.data.dataset import Dataset
    from sepset.orientation.plans import Plan

Auto = Literal["auto"]

SMALLEST_DISCRETE_K = 2
LARGEST_K = 4
LARGEST_K_OF_MANY = 3
MANY_COLUMNS = 20
LARGEST_MIXED_K = 3
LARGEST_MIXED_K_OF_MANY = 2
MANY_VECTORS = 100
LARGEST_ALPHA = 0.4
SMALLEST_ALPHA = 0.01
ALPHA_TIMES_ROOT_ROWS = {"discrete": 8.0, "continuous": 3.0, "mixed": 2.0}
LEAST_DEGREES_LEFT = 4


class Chosen(NamedTuple):
    """A value and the reason for it, in words."""

    value: float
    reason: str


def choose_alpha(rows: int, kind: Kind | Literal["mixed"] = "discrete") -> Chosen:
    """Return the level of the tests for N rows: 8, 3 or 2 / sqrt(N), between 0.01 and 0.4.

    >>> [round(choose_alpha(rows).value, 3) for rows in (10, 100, 1000, 10_000, 1_000_000)]
    [0.4, 0.4, 0.253, 0.08, 0.01]
    """
    scale = ALPHA_TIMES_ROOT_ROWS[kind]
    wanted = scale / math.sqrt(rows)
    alpha = min(max(wanted, SMALLEST_ALPHA), LARGEST_ALPHA)
    words = f"{scale:g} / sqrt(N) for N = {rows:,} rows of {kind} columns"
    if wanted > alpha:
        return Chosen(alpha, f"alpha = {alpha:g}, the largest that is used; {words} would be more")
    if wanted < alpha:
        return Chosen(alpha, f"alpha = {alpha:g}, the smallest that is used; {words} would be less")
    return Chosen(alpha, f"alpha = {alpha:.3g}, which is {words}")


def choose_k(*, rows: int, columns: int, levels: Sequence[int]) -> Chosen:
    """Return the bound on conditioning sets for N rows; `levels` of the discrete columns, if any.

    A test of two variables with L levels given k others has (L - 1)^2 L^k degrees of freedom; L is the median
    number of levels. A partial correlation given k others has N - k - 3 left.

    >>> [choose_k(rows=rows, columns=8, levels=[3] * 8).value for rows in (10, 20, 50, 200, 1000)]
    [2, 2, 2, 3, 4]
    >>> choose_k(rows=8, columns=5, levels=[]).value
    1
    """
    most = LARGEST_K if columns <= MANY_COLUMNS else LARGEST_K_OF_MANY
    if 0 < len(levels) < columns:
        return _choose_mixed_k(rows, columns, levels)
    if levels:
        typical = max(_lower_median(levels), 2)
        sizes = [(typical - 1) ** 2 * typical**k for k in range(most + 1)]
        fitting = max((k for k, size in enumerate(sizes) if size <= rows), default=0)
        k = max(fitting, SMALLEST_DISCRETE_K)
        words = f"with {typical} levels has {sizes[k]:,} degrees of freedom"
    else:
        fitting = k = max(min(most, rows - 3 - LEAST_DEGREES_LEFT), 0)
        words = f"of partial correlation leaves {rows - k - 3} degrees of freedom"
        if k == 0:
            few = f"would leave fewer than {LEAST_DEGREES_LEFT} degrees of freedom with N = {rows:,} rows"
            return Chosen(0, f"k = 0: given even one other, a test of partial correlation {few}")
    ending = f"; this is the largest k that is used with {columns} variables" if k == most else ""
    if k > fitting:
        ending = "; this is the smallest k that is used with discrete variables"
    return Chosen(k, f"k = {k}: given {counted(k, 'other')}, a test {words} with N = {rows:,} rows{ending}")


def within(columns: int, k: Chosen) -> Chosen:
    """Return a k that is at most the number of variables besides a pair: no set is larger.

    >>> within(4, choose_k(rows=1000, columns=4, levels=[]))
    Chosen(value=2, reason='k = 2: there are only 2 variables besides each pair')
    """
    most = max(columns - 2, 0)
    if k.value <= most:
        return k
    there = f"{'is' if most == 1 else 'are'} only {counted(most, 'variable')}" if most else "is no variable"
    return Chosen(most, f"k = {most}: there {there} besides each pair")


def _choose_mixed_k(rows: int, columns: int, levels: Sequence[int]) -> Chosen:
    """Return the largest k for which the typical Phi(S) of the residual test has at most N / 5 columns."""
    continuous = columns - len(levels)
    many = columns > MANY_COLUMNS or continuous + sum(levels) > MANY_VECTORS
    most = LARGEST_MIXED_K_OF_MANY if many else LARGEST_MIXED_K
    own = _lower_median([3] * continuous + [level - 1 for level in levels])
    factors = _lower_median([2] * continuous + [level - 1 for level in levels])
    widths = [k * own + math.comb(k, 2) * factors**2 for k in range(most + 1)]
    k = max(k for k, width in enumerate(widths) if k == 0 or ROWS_PER_COLUMN * width <= rows)
    if k == 0:
        one = f"even one typical variable would take {counted(widths[1], 'column')} in the residual test"
        return Chosen(0, f"k = 0: {one}, more than a fifth of N = {rows:,} rows")
    ending = f"; this is the largest k that is used with {columns} such variables" if k == most else ""
    described = f"{counted(k, 'typical variable')} with {counted(widths[k], 'column')}"
    words = f"k = {k}: the residual test describes {described}"
    return Chosen(k, f"{words}, at most a fifth of N = {rows:,} rows{ending}")


class Resolved(NamedTuple):
    """The options of `kpc` after every "auto" that this module knows has become a value."""

    data_or_test: object
    k: int
    alpha: float
    colliders: ColliderRule
    rules: RuleSet | Plan
    #: the reasons for what was chosen
    k_reason: str | None
    alpha_reason: str | None


def resolve(
    data_or_test: object,
    *,
    k: int | Auto,
    alpha: float | Auto,
    colliders: ColliderRule | Auto,
    rules: RuleSet | Plan | Auto,
) -> Resolved:
    """Replace "auto" by what it stands for; anything else stays as it is, to be checked by the learner."""
    choices: dict[str, Chosen] = {}
    auto_k, wide = _is_auto(k), _is_auto(alpha)
    if auto_k or wide:
        data_or_test = data = _require_data("k" if auto_k else "alpha", data_or_test)
        levels = [len(names) for names in data.levels.values()]
        columns = len(data.names)
        choices["k"] = within(columns, choose_k(rows=data.rows, columns=columns, levels=levels))
        choices["alpha"] = choose_alpha(data.rows, _kind_of(data))
    return Resolved(
        data_or_test,
        int(choices["k"].value) if auto_k else cast("int", k),
        choices["alpha"].value if wide else cast("float", alpha),
        ("conservative" if wide else "sepset") if _is_auto(colliders) else cast("ColliderRule", colliders),
        ("counting" if wide else "standard") if _is_auto(rules) else cast("RuleSet | Plan", rules),
        choices["k"].reason if auto_k else None,
        choices["alpha"].reason if wide else None,
    )


def _lower_median(values: Sequence[int]) -> int:
    """Return the middle one of some values, of two the smaller; `statistics` has it, but is slow to load."""
    return sorted(values)[(len(values) - 1) // 2]


def _is_auto(option: object) -> bool:
    # Compared as text only: comparing an array gives an array, not True or False.
    return isinstance(option, str) and option == "auto"


def _kind_of(data: Dataset) -> Kind | Literal["mixed"]:
    kinds = set(data.kinds.values())
    return kinds.pop() if len(kinds) == 1 else "mixed"


def _require_data(name: str, data_or_test: object) -> Dataset:
    if isinstance(data_or_test, CITest) and callable(data_or_test):
        raise OptionError(
            Advice(name, "auto"),
            " is chosen from the rows and levels of the data, but a test was given instead of data; give "
            f"{name} as a number",
        )
    return dataset(data_or_test)
