"""Rows with gaps in a database: it leaves them out itself, and what is left is what memory keeps."""

from contextlib import closing

import numpy as np
import pytest

import sepset as sp
from sepset.data.scanning.sql import SqlTable
from sepset.errors import DataError
from sepset.independence.gaussian import FisherZ
from unit.data.scanning.test_sql import CONNECT

TYPES = {"truth": "BOOLEAN", "few": "BIGINT", "word": "VARCHAR"}
DISCRETE, CONTINUOUS = ["truth", "few", "word", "scale"], ["x", "y"]


@pytest.fixture(scope="module")
def gappy():
    """More rows than a look at the first ones fetches: NULL in all kinds of columns, NaN among numbers."""
    rng, rows = np.random.default_rng(5), 2600
    a, x = rng.integers(0, 2, rows), np.round(rng.normal(size=rows), 3)
    values = {
        "truth": a.astype(bool),
        "few": np.where(rng.random(rows) < 0.2, 2, a),
        "word": np.array(["no", "perhaps", "yes"])[rng.integers(0, 3, rows)],
        "scale": rng.integers(0, 4, rows) / 2,
        "x": x,
        "y": x + rng.normal(size=rows),
    }
    table = {name: column.tolist() for name, column in values.items()}
    for name in ("truth", "word", "scale", "x", "y"):
        gap = float("nan") if name in ("scale", "y") else None
        for row in np.flatnonzero(rng.random(rows) < 0.05).tolist():
            table[name][row] = gap
    table["y"][7] = None  # beside NaN
    return table


def stored(kind, table):
    """The table in a database."""
    base = CONNECT[kind]()
    columns = ", ".join(f"{name} {TYPES.get(name, 'DOUBLE')}" for name in table)
    marks = ", ".join("?" * len(table))
    rows = list(zip(*table.values(), strict=True))
    with closing(base.cursor()) as cursor:
        cursor.execute(f"CREATE TABLE t ({columns})")
        cursor.executemany(f"INSERT INTO t VALUES ({marks})", rows)  # noqa: S608  # question marks
    return base


def as_numbers(table):
    """Truth values as numbers, for databases that have none."""
    return {**table, "truth": [None if value is None else int(value) for value in table["truth"]]}


def test_duckdb_tells_nan_from_null(gappy):
    """So the tests below have both."""
    with closing(stored("duckdb", gappy)) as base:
        assert base.execute("SELECT count(*) > 10 FROM t WHERE isnan(y)").fetchone() == (True,)
        assert base.execute("SELECT count(*) FROM t WHERE y IS NULL").fetchone() == (1,)


@pytest.mark.parametrize("kind", CONNECT)
def test_the_database_leaves_out_rows_with_gaps(kind, gappy, monkeypatch):
    """No row travels for what columns hold and for counts; those with gaps never do."""
    values = gappy if kind == "duckdb" else as_numbers(gappy)
    data = sp.dataset(values, missing="drop")
    with closing(stored(kind, values)) as base:
        monkeypatch.setattr(SqlTable, "batches", None)
        streamed = sp.scan_sql(base, "t", missing="drop")
        assert (streamed.names, streamed.rows, streamed.dropped) == (data.names, data.rows, data.dropped)
        assert dict(streamed.missing) == dict(data.missing)
        assert (dict(streamed.kinds), dict(streamed.levels)) == (dict(data.kinds), dict(data.levels))
        assert dict(streamed.holds) == dict(data.holds)
        for test in ("chi2", "g2"):
            ours, theirs = (sp.kpc(one.select(DISCRETE), k=2, test=test) for one in (streamed, data))
            assert [*ours.skeleton.separations.rows()] == [*theirs.skeleton.separations.rows()]
            assert ours.graph == theirs.graph
        monkeypatch.undo()
        assert sum(len(batch[0]) for batch in streamed.batches()) == data.rows
        assert streamed.fingerprint() == data.fingerprint()
        there, here = (FisherZ.from_data(one.select(CONTINUOUS)) for one in (streamed, data))
        assert there("x", "y").p == pytest.approx(here("x", "y").p, abs=1e-11)
        assert sp.kpc(streamed, k=1).graph == sp.kpc(data, k=1).graph


def test_rows_with_gaps_are_only_counted_for_a_refusal(gappy, monkeypatch):
    monkeypatch.setattr(SqlTable, "batches", None)
    complete = sp.dataset(gappy, missing="drop").rows
    with closing(stored("duckdb", gappy)) as base:
        words = rf"table 't': missing values in 'truth' \(\d+\).*keep the {complete:,} complete rows of 2,600"
        with pytest.raises(DataError, match=words):
            sp.scan_sql(base, "t")


@pytest.mark.parametrize("gap", [None, float("nan")])
@pytest.mark.parametrize("rows", [10, 3000])
def test_no_row_is_complete(rows, gap):
    """The words are those of memory, without the advice that only memory can follow."""
    table = {
        "a": [gap if row % 2 else row % 3 + 0.5 for row in range(rows)],
        "b": [row % 5 + 0.5 if row % 2 else gap for row in range(rows)],
    }
    half = f"{rows // 2:,}"
    words = f"no row is complete: every one of {rows:,} has a missing value in 'a' ({half}), 'b' ({half}); "
    with closing(stored("duckdb", table)) as base, pytest.raises(DataError) as there:
        sp.scan_sql(base, "t", missing="drop")
    with pytest.raises(DataError) as here:
        sp.dataset(table, missing="drop")
    assert str(there.value) == f"table 't': {words}leave out the columns with the most gaps"
    assert str(here.value).startswith(words)


def test_infinite_numbers_are_no_gaps(gappy):
    """They are refused, and counted apart from NaN, in rows that other gaps would drop as well."""
    table = {**gappy, "y": [float("inf") if row < 3 else value for row, value in enumerate(gappy["y"])]}
    with closing(stored("duckdb", table)) as base, pytest.raises(DataError) as there:
        sp.scan_sql(base, "t", missing="drop")
    with pytest.raises(DataError) as here:
        sp.dataset(table, missing="drop")
    assert "infinite values in 'y' (3)" in str(here.value)
    assert str(there.value) == f"table 't': {here.value}"


def test_a_row_that_gains_a_gap_is_noticed(gappy):
    with closing(stored("sqlite", as_numbers(gappy))) as base:
        streamed = sp.scan_sql(base, "t", missing="drop")
        base.execute("UPDATE t SET word = NULL WHERE few = 1")
        with pytest.raises(DataError, match=r"had .* before: has it changed"):
            sp.kpc(streamed.select(["few", "scale"]), k=0)
