"""A scan is the same table in memory: kinds, levels, graphs and p-values, or the same words of refusal.

Random tables of mixed kinds, with gaps, in any order of columns, as CSV and as Parquet, with each policy for
missing values and any kinds asked for. Among them are columns that change their kind with the rows that are
dropped: numbers of which only few are left, words that are all gone.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.errors import DataError, OptionError
from unit.data.scanning.cases import check_same, for_a_scan

TABLES_A_CASE = 30
ROWS = (5, 30, 300, 2600)
#: dropping rows is what most can go wrong with
POLICIES = ("error", "drop", "drop", "drop", "drop", "testwise")


def truth(rng, rows):
    return rng.integers(0, 2, rows).astype(bool)


def few(rng, rows):
    return rng.integers(0, int(rng.integers(2, 7)), rows) * int(rng.choice([1, 3])) - 2


def words(rng, rows):
    return np.array(["low", "mid", "high", "none", "+"], dtype=object)[rng.integers(0, 5, rows)]


def real(rng, rows):
    return np.round(rng.normal(size=rows), int(rng.integers(1, 9))) * 10.0 ** rng.integers(-2, 3)


def many_whole(rng, rows):
    return rng.integers(-5000, 5000, rows)


def few_at_first(rng, rows):
    """Many different numbers, but few of them in the first half, which may be all that stays."""
    whole = rng.random() < 0.5
    rest = rng.integers(0, 10**6, rows) if whole else rng.normal(size=rows)
    return np.where(np.arange(rows) < rows // 2, rng.integers(0, int(rng.integers(1, 4)), rows), rest)


GOOD = (truth, few, words, real, many_whole, few_at_first)


def constant(rng, rows):
    return np.full(rows, rng.choice(["a", "b"]), dtype=object)


def nothing(rng, rows):
    return np.full(rows, np.nan)


def serial(rng, rows):
    return np.arange(rows) + int(rng.integers(0, 9))


def growing(rng, rows):
    return np.cumsum(rng.integers(1, 4, rows))


def free_text(rng, rows):
    return np.array([f"note {number}" for number in rng.permutation(rows)], dtype=object)


def numbers_and_words(rng, rows):
    values = np.array([str(number) for number in rng.integers(0, 4000, rows)], dtype=object)
    values[-1] = "unknown"
    return values


def dates_as_text(rng, rows):
    return np.array([f"2020-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(rows)], dtype=object)


def huge(rng, rows):
    return 2**60 + rng.integers(0, 2, rows)


def infinite(rng, rows):
    return np.where(np.arange(rows) == rows - 1, np.inf, rng.normal(size=rows))


def comma(rng, rows):
    return np.array([f"{number},5" for number in rng.integers(0, 9, rows)], dtype=object)


BAD = (constant, nothing, serial, growing, free_text, numbers_and_words, dates_as_text, huge, infinite, comma)


def random_table(rng):
    """Columns by name, in any order; with some luck two of them are copies."""
    rows = int(rng.choice(ROWS))
    makers = [GOOD[i] for i in rng.integers(0, len(GOOD), int(rng.integers(2, 6)))]
    makers += [BAD[i] for i in rng.integers(0, len(BAD), int(rng.choice([0, 0, 0, 0, 1, 2, 4])))]
    made = [(make.__name__, make(rng, rows)) for make in makers]
    if rng.random() < 0.3:
        made.append(("copy", made[0][1]))
    order = rng.permutation(len(made))
    return {f"{made[i][0]} {place}": pd.Series(made[i][1]) for place, i in enumerate(order)}


def with_gaps(columns, rng):
    """Lose values here and there, or in the second half of a table."""
    how = rng.choice(["none", "some", "half", "all"], p=[0.3, 0.3, 0.38, 0.02])
    lossy = {}
    for name, values in columns.items():
        rows = np.arange(len(values))
        lost = rng.random(len(values)) < 0.1
        if how == "half":
            lost = (rows >= len(values) // 2) | (rng.random(len(values)) < 0.02)
        if how == "all":
            lost = rows % 2 == len(lossy) % 2
        spared = how == "none" or (rng.random() < 0.5 and not (how == "all" and len(lossy) < 2))
        lossy[name] = values if spared else values.astype(object).where(~lost, None)
    return lossy


def as_arrow(values):
    """A column of one type: NaN stays NaN beside None in half of the columns of numbers."""
    there = values.dropna()
    if len(there) and all(isinstance(value, float) for value in there):
        return pa.array(values.astype(float), from_pandas=len(values) % 2 == 0)
    return pa.array(values, from_pandas=True)


def written(columns, suffix, folder, rng):
    """The table in one file."""
    file = Path(folder) / f"table{suffix}"
    if suffix == ".csv":
        pd.DataFrame(columns).to_csv(file, index=False, na_rep=str(rng.choice(["", "NA", "-"])))
    else:
        table = pa.table({name: as_arrow(values) for name, values in columns.items()})
        pq.write_table(table, file, row_group_size=int(rng.choice([3, 100, 10_000])))
    return file


def random_options(names, rng):
    options: dict[str, object] = {"missing": str(rng.choice(POLICIES))}
    kinds = ("discrete", "continuous", "ordinal", "count")
    if rng.random() < 0.08:
        options["kinds"] = str(rng.choice(kinds))
    elif rng.random() < 0.3:
        options["kinds"] = {str(rng.choice(names)): str(rng.choice(kinds))}
    if rng.random() < 0.2:
        options["drop"] = [name for name in names if rng.random() < 0.2][: len(names) - 2]
        options["kinds"] = None
    return options


def outcome(make):
    try:
        return make(), ""
    except DataError as error:
        return None, str(error)


def compare_results(there, here):
    (ours, refused), (theirs, refusal) = (outcome(lambda one=one: sp.kpc(one, k=1)) for one in (there, here))
    assert refused == refusal
    if refusal:  # too few rows are left for its test
        return
    assert ours.graph == theirs.graph
    assert ours.settings.test == theirs.settings.test
    continuous = not here.levels
    for one, other in zip(ours.skeleton.separations.rows(), theirs.skeleton.separations.rows(), strict=True):
        assert one[:3] == other[:3]
        assert one[3] == (pytest.approx(other[3], abs=1e-11, nan_ok=True) if continuous else other[3])


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 10))]
)
@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_the_same_table_or_the_same_words(suffix, seed, tmp_path):
    taken = refused = 0
    for number in range(TABLES_A_CASE):
        rng = np.random.default_rng([seed, number, len(suffix)])
        columns = with_gaps(random_table(rng), rng)
        file = written(columns, suffix, tmp_path, rng)
        options = random_options([*columns], rng)
        memory = int(rng.choice([2000, 10**9]))
        if options["missing"] == "testwise":
            with pytest.raises(OptionError, match="a scan cannot leave out rows test by test"):
                sp.scan(file, memory=memory, **options)
            continue
        there, words_there = outcome(lambda: sp.scan(file, memory=memory, **options))  # noqa: B023
        here, words_here = outcome(lambda: sp.read(file, **options))  # noqa: B023
        assert words_there == for_a_scan(words_here), (number, options)
        if here is None:
            refused += 1
            continue
        taken += 1
        check_same(there, here)
        compare_results(there, here)
    assert taken > 4
    assert refused > 4
