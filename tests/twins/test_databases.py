"""A table in a database is the same table in memory: its kinds, levels, gaps, fingerprint and results."""

import datetime
import sqlite3
from contextlib import closing

import adbc_driver_sqlite.dbapi
import duckdb
import numpy as np
import pytest

import sepset as sp
from sepset.data.scanning import sql_survey
from sepset.errors import DataError
from unit.data.scanning.cases import for_a_scan

CONNECT = {
    "sqlite": lambda: sqlite3.connect(":memory:"),
    "duckdb": duckdb.connect,
    "adbc": lambda: adbc_driver_sqlite.dbapi.connect(":memory:"),
}
TABLES_A_CASE = 12


def truth(rng, rows):
    return "BOOLEAN", [bool(value) for value in rng.integers(0, 2, rows)]


def text(rng, rows):
    labels = [
        "",
        "no",
        "No ",
        'so "called"',
        "é",
        "it's",
        *(f"t{i}" for i in range(int(rng.integers(1, 40)))),
    ]
    return "VARCHAR", [labels[i] for i in rng.integers(0, len(labels), rows)]


def few(rng, rows):
    return "BIGINT", (rng.integers(0, int(rng.integers(2, 6)), rows) * int(rng.choice([1, 7])) - 3).tolist()


def whole(rng, rows):
    return "BIGINT", rng.integers(-(10**6), 10**6, rows).tolist()


def number(rng, rows):
    return "DOUBLE", (np.round(rng.normal(size=rows), int(rng.integers(0, 12))) * 10.0).tolist()


def halves(rng, rows):
    return "DOUBLE", (rng.integers(0, 4, rows) / 2).tolist()


def serial(rng, rows):
    return "BIGINT", (np.cumsum(rng.integers(1, 5, rows)) + int(rng.integers(0, 100))).tolist()


def huge(rng, rows):
    return "BIGINT", [2**62 + int(value) for value in rng.integers(0, 2, rows)]


def date(rng, rows):
    first = datetime.date(2020, 1, 1)
    return "DATE", [first + datetime.timedelta(days=int(day)) for day in rng.integers(0, 9, rows)]


def constant(rng, rows):
    return "BIGINT", [3] * rows


def endless(rng, rows):
    return "DOUBLE", np.where(rng.random(rows) < 0.1, np.inf, rng.normal(size=rows)).tolist()


GOOD = [truth, text, few, whole, number, halves, serial]
BAD = [huge, date, constant, endless]


def random_table(rng, kind):
    """Columns of any types, some with gaps, at times with one that no test takes; SQL types and values."""
    rows, columns = int(rng.integers(6, 300)), int(rng.integers(2, 6))
    makers = [GOOD[i] for i in rng.integers(0, len(GOOD), columns)]
    if rng.random() < 0.3:
        makers.append(BAD[int(rng.integers(len(BAD)))])
    types, values = {}, {}
    for place, make in enumerate(makers):
        name = f'c{place} "{make.__name__}"'
        types[name], values[name] = make(rng, rows)
        if kind != "duckdb" and types[name] == "BOOLEAN":
            values[name] = [int(value) for value in values[name]]  # it has no truth values
        if kind != "duckdb" and types[name] == "DATE":
            values[name] = [value.isoformat() for value in values[name]]  # nor dates
        if rng.random() < 0.15:
            gaps = rng.random(rows) < rng.choice([0.1, 0.9])
            none = float("nan") if types[name] == "DOUBLE" and rng.random() < 0.5 else None
            values[name] = [none if gap else value for value, gap in zip(values[name], gaps, strict=True)]
    return types, values


def filled(kind, types, values):
    base = CONNECT[kind]()
    columns = ", ".join('"' + name.replace('"', '""') + f'" {types[name]}' for name in types)
    with closing(base.cursor()) as cursor:
        cursor.execute(f"CREATE TABLE t ({columns})")
        marks = ", ".join("?" * len(types))
        rows = list(zip(*values.values(), strict=True))
        cursor.executemany(f"INSERT INTO t VALUES ({marks})", rows)  # noqa: S608
    return base


def outcome(read):
    """What is known of a table, or what is wrong with it."""
    try:
        data = read()
    except DataError as error:
        return str(error), None
    known = (data.names, dict(data.kinds), dict(data.holds), dict(data.levels), data.rows, data.dropped)
    numbers = [name for name, kind in data.kinds.items() if kind == "continuous" and not data.dropped]
    return (*known, dict(data.missing), {name: data.grows(name) for name in numbers}), data


@pytest.mark.parametrize("first_rows", [4, 2000])
@pytest.mark.parametrize("kind", CONNECT)
@pytest.mark.parametrize("seed", range(4))
def test_random_tables(seed, kind, first_rows, monkeypatch):
    """With few first rows the database is asked for aggregates, as it is of long tables."""
    monkeypatch.setattr(sql_survey, "_FIRST_ROWS", first_rows)
    monkeypatch.setattr(sql_survey, "MOST_LEVELS", 1000 if first_rows > 1000 else 30)
    for number_of_table in range(TABLES_A_CASE):
        rng = np.random.default_rng([seed, number_of_table])
        types, values = random_table(rng, kind)
        missing = str(rng.choice(["drop", "error"]))
        with closing(filled(kind, types, values)) as base:
            found, there = outcome(lambda base=base, missing=missing: sp.scan_sql(base, "t", missing=missing))
            expected, here = outcome(lambda v=values, missing=missing: sp.dataset(v, missing=missing))
            assert (there is None) == (here is None), (found, expected)
            if here is None:
                assert found == f"table 't': {for_a_scan(expected)}"
            if there is None or here is None:
                continue
            assert found == expected
            assert there.fingerprint() == here.fingerprint()
            discrete = [name for name, kind_of in here.kinds.items() if kind_of == "discrete"]
            if len(discrete) > 1:
                ours, theirs = (sp.kpc(data.select(discrete), k=2) for data in (there, here))
                assert [*ours.skeleton.separations.rows()] == [*theirs.skeleton.separations.rows()]
                assert ours.graph == theirs.graph
