"""A table in a database says what it says in memory."""

import json
import sqlite3
from contextlib import closing

import adbc_driver_sqlite.dbapi
import duckdb
import numpy as np
import pandas as pd
import pytest

import sepset as sp
from sepset.data.scanning.sql import SqlTable
from sepset.errors import DataError, OptionError
from sepset.result.saved.document import document_of


def table(seed, *, gaps):
    rng = np.random.default_rng(seed)
    a = rng.integers(0, 2, 300)
    b = np.where(rng.random(300) < 0.2, 1 - a, a)
    texts = np.array(["no", "perhaps", "yes"])[rng.integers(0, 3, 300)].tolist()
    if gaps:
        texts = [None if lost else text for text, lost in zip(texts, rng.random(300) < 0.1, strict=True)]
    return {"a": a.tolist(), 'odd "name"; --': b.tolist(), "t": texts, "d": rng.integers(0, 3, 300).tolist()}


#: two drivers of their own, and one of Arrow Database Connectivity, whose drivers reach many databases
CONNECT = {
    "sqlite": lambda: sqlite3.connect(":memory:"),
    "duckdb": duckdb.connect,
    "adbc": lambda: adbc_driver_sqlite.dbapi.connect(":memory:"),
}


def filled(kind, rows):
    """A database in memory with the table."""
    base = CONNECT[kind]()
    types = ("INTEGER", "INTEGER", "VARCHAR", "INTEGER")
    columns = ", ".join(
        '"' + name.replace('"', '""') + f'" {type_}' for name, type_ in zip(rows, types, strict=True)
    )
    with closing(base.cursor()) as cursor:
        cursor.execute(f'CREATE TABLE "the table" ({columns})')
        values = list(zip(*rows.values(), strict=True))
        cursor.executemany('INSERT INTO "the table" VALUES (?, ?, ?, ?)', values)
    return base


@pytest.mark.parametrize("kind", CONNECT)
@pytest.mark.parametrize("gaps", [False, True])
def test_the_database_counts(kind, gaps, monkeypatch):
    rows = table(3, gaps=gaps)
    missing = "drop" if gaps else "error"
    data = sp.dataset(rows, missing=missing)
    base = filled(kind, rows)
    streamed = sp.scan_sql(base, "the table", missing=missing)
    assert (streamed.names, dict(streamed.levels), streamed.rows) == (
        data.names,
        dict(data.levels),
        data.rows,
    )
    # Every table of counts comes from one question.
    monkeypatch.setattr(SqlTable, "batches", None)
    for test in ("chi2", "g2"):
        found, expected = sp.kpc(streamed, k=2, test=test), sp.kpc(data, k=2, test=test)
        assert found.graph == expected.graph
        assert found.explain("a", 'odd "name"; --') == expected.explain("a", 'odd "name"; --')
        for pair in (("a", "t"), ("t", "d")):
            assert found.sepset(*pair) == expected.sepset(*pair)
    monkeypatch.undo()
    if kind == "sqlite":  # rows come in the order they were put in
        found, expected = (json.loads(json.dumps(document_of(sp.kpc(one, k=1)))) for one in (streamed, data))
        found["data"].pop("source")
        expected["data"].pop("source", None)
        assert found == expected
    base.close()


def test_names_are_quoted_and_wrong_ones_refused():
    base = filled("sqlite", table(1, gaps=False))
    with pytest.raises(DataError, match="no such table"):
        sp.scan_sql(base, 'the table"; DROP TABLE "the table')
    assert sp.scan_sql(base, "the table").rows == 300
    with pytest.raises(OptionError, match="connection to a database"):
        sp.scan_sql("base.db", "t")
    with pytest.raises(OptionError, match="drop: there is no column 'x'"):
        sp.scan_sql(base, "the table", drop=["x"])
    base.close()


def test_a_table_in_a_schema_is_found():
    base = duckdb.connect()
    for line in (
        "CREATE SCHEMA sales",
        "CREATE TABLE sales.visits AS SELECT i % 2 AS a, i % 3 AS b FROM range(60) t(i)",
        'CREATE TABLE sales."odd.name" AS SELECT i % 2 AS a, i % 3 AS b FROM range(30) t(i)',
        'CREATE TABLE "odd.name" AS SELECT i % 2 AS a, i % 3 AS b FROM range(12) t(i)',
        'CREATE TABLE "so ""called""" AS SELECT i % 2 AS a, i % 3 AS b FROM range(18) t(i)',
    ):
        base.execute(line)
    rows = {
        "sales.visits": 60,
        "memory.sales.visits": 60,
        'sales."odd.name"': 30,
        '"odd.name"': 12,
        'so "called"': 18,
    }
    for name, expected in rows.items():
        streamed = sp.scan_sql(base, name)
        assert streamed.rows == expected
        assert sp.kpc(streamed, k=0).tests_run == {0: 1}
    with pytest.raises(DataError, match="the database rejected the query"):
        sp.scan_sql(base, "odd.name")  # table "name" of schema "odd"
    with pytest.raises(DataError, match=r"rejected the query: .*; only names of tables and views") as raised:
        sp.scan_sql(base, "select * from sales.visits")
    assert "\n" not in str(raised.value)
    base.close()
    attached = sqlite3.connect(":memory:")
    attached.execute("CREATE TABLE t (a, b)")
    attached.execute("INSERT INTO t VALUES (1, 2), (2, 1), (1, 1)")
    assert sp.scan_sql(attached, "main.t").rows == 3
    attached.close()


@pytest.mark.parametrize("kind", CONNECT)
def test_a_connection_that_was_closed(kind):
    base = filled(kind, table(1, gaps=False))
    streamed = sp.scan_sql(base, "the table")
    base.close()
    words = r"table 'the table': .* is the connection still open.*\?"
    for call in (
        lambda: sp.scan_sql(base, "the table"),
        lambda: sp.kpc(streamed, k=1),
        streamed.to_pandas,
        streamed.fingerprint,
    ):
        with pytest.raises(DataError, match=words):
            call()


@pytest.mark.parametrize("step", ["cursor", "execute", "fetch"])
def test_whatever_the_driver_raises_is_one_message(step):
    """Each database has errors of its own, at any step."""
    base = filled("sqlite", table(1, gaps=False))

    class Cursor:
        def __init__(self, cursor):
            self.cursor = cursor

        def __getattr__(self, name):
            if broken and (name == step or (step == "fetch" and name.startswith("fetch"))):
                raise RuntimeError("the line is dead")
            return getattr(self.cursor, name)

    class Connection:
        def cursor(self):
            if broken and step == "cursor":
                raise RuntimeError("the line is dead")
            return Cursor(base.cursor())

    broken = False
    streamed = sp.scan_sql(Connection(), "the table")
    broken = True
    with pytest.raises(DataError, match=r"table 'the table': .*the line is dead; .* is the connection"):
        sp.kpc(streamed, k=1)
    base.close()


def test_an_interrupt_stays_one(monkeypatch):
    base = filled("sqlite", table(1, gaps=False))
    streamed = sp.scan_sql(base, "the table")

    def interrupted(self, names):
        raise KeyboardInterrupt

    monkeypatch.setattr(SqlTable, "grouped", interrupted)
    with pytest.raises(KeyboardInterrupt):
        sp.kpc(streamed, k=1)
    base.close()


class Recorded:
    """A connection that keeps the questions it is asked."""

    def __init__(self, base):
        self.base, self.questions = base, []

    def cursor(self):
        return RecordedCursor(self.base.cursor(), self.questions)


class RecordedCursor:
    def __init__(self, cursor, questions):
        self.cursor, self.questions = cursor, questions

    def __getattr__(self, name):
        return getattr(self.cursor, name)

    def execute(self, query):
        self.questions.append(query)
        return self.cursor.execute(query)

    def sql(self, query):
        self.questions.append(query)
        return self.cursor.sql(query)


def long_table(base):
    """More rows than are looked at: 18 columns of two values, text, a serial number and measurements."""
    rows = 5000
    rng = np.random.default_rng(7)
    columns = {f"b{i:02d}": rng.integers(0, 2, rows).tolist() for i in range(18)}
    columns["word"] = np.array(["no", "perhaps", "yes"])[rng.integers(0, 3, rows)].tolist()
    columns["x"] = rng.normal(size=rows).tolist()
    columns["id"] = list(range(rows))
    types = ["INTEGER"] * 18 + ["VARCHAR", "DOUBLE", "INTEGER"]
    with closing(base.cursor()) as cursor:
        named = ", ".join(f"{name} {type_}" for name, type_ in zip(columns, types, strict=True))
        cursor.execute(f"CREATE TABLE t ({named})")
        values = list(zip(*columns.values(), strict=True))
        marks = ", ".join("?" * len(columns))
        if isinstance(base, duckdb.DuckDBPyConnection):
            frame = pd.DataFrame(columns)  # found by its name
            cursor.execute("INSERT INTO t SELECT * FROM frame")
            assert len(frame) == rows
        else:
            cursor.executemany(f"INSERT INTO t VALUES ({marks})", values)  # noqa: S608
    return columns


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
def test_few_questions_and_no_rows(kind):
    base = CONNECT[kind]()
    columns = long_table(base)
    recorded = Recorded(base)
    chosen = [name for name in columns if name[0] in "bw"]
    streamed = sp.scan_sql(recorded, "t", only=chosen)
    # names, first rows, aggregates, and two packs of columns whose joint values are few
    assert len(recorded.questions) == 5
    assert [query for query in recorded.questions if " GROUP BY " not in query][1:] == [
        query for query in recorded.questions if " LIMIT 2001" in query or "count(DISTINCT" in query
    ]
    data = sp.dataset({name: columns[name] for name in chosen})
    assert dict(streamed.levels) == dict(data.levels)
    recorded.questions.clear()
    found = sp.kpc(streamed, k=1, test="g2")
    assert len(recorded.questions) == 1  # the database counts
    assert found.graph == sp.kpc(data, k=1, test="g2").graph
    base.close()


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
def test_only_columns_in_doubt_are_looked_at(kind):
    base = CONNECT[kind]()
    columns = long_table(base)
    recorded = Recorded(base)
    streamed = sp.scan_sql(recorded, "t", only=["b00", "x", "id"])
    assert recorded.questions[-1] == 'SELECT "id" FROM "t"'  # does it grow from row to row?
    assert len(recorded.questions) == 5
    data = sp.dataset({name: columns[name] for name in ("b00", "x", "id")})
    assert {name: streamed.grows(name) for name in ("x", "id")} == {"x": False, "id": True}
    assert (dict(streamed.kinds), dict(streamed.holds)) == (dict(data.kinds), dict(data.holds))
    assert sp.kpc(streamed.select(["x", "id"]), k=0).graph == sp.kpc(data.select(["x", "id"]), k=0).graph
    base.close()


def test_rows_come_by_arrow_where_the_driver_has_it(monkeypatch):
    base = filled("duckdb", table(2, gaps=True))
    streamed = sp.scan_sql(base, "the table", missing="drop")
    by_arrow = streamed.to_pandas()
    monkeypatch.setattr("sepset.data.scanning.database.find_spec", lambda name: None)
    plain = sp.scan_sql(base, "the table", missing="drop").to_pandas()
    assert by_arrow.equals(plain)
    base.execute(
        "CREATE TABLE odd AS SELECT i::HUGEINT % 3 AS h, (i % 2)::DECIMAL(9, 1) AS d FROM range(99) t(i)"
    )
    monkeypatch.undo()
    odd = sp.scan_sql(base, "odd")  # types of which Arrow would make something else
    assert (odd.levels["h"], odd.levels["d"]) == ((0, 1, 2), (0, 1))
    base.execute("CREATE TABLE huge AS SELECT i::HUGEINT << 60 AS h, i % 2 AS d FROM range(9) t(i)")
    with pytest.raises(DataError, match=r"column 'h' holds whole numbers beyond 2\*\*53"):
        sp.scan_sql(base, "huge")
    base.close()


@pytest.mark.parametrize("rows", [6, 6000])
def test_texts_that_the_database_merges_are_refused(rows):
    """Counted there, 'Yes' and 'yes' would be one level; in memory they are two."""
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE t (a TEXT COLLATE NOCASE, b TEXT, c INTEGER)")
    words = ["yes", "Yes", "no"]
    base.executemany(
        "INSERT INTO t VALUES (?, ?, ?)", [(words[i % 3], words[i % 3], i % 2) for i in range(rows)]
    )
    with pytest.raises(DataError, match=r"column 'a' holds texts that the database .* 'Yes' and 'yes'"):
        sp.scan_sql(base, "t")
    assert sp.scan_sql(base, "t", drop=["a"]).levels["b"] == ("Yes", "no", "yes")
    base.close()


class Backticks:
    """A driver of a database that takes double quotes for text, as MySQL and BigQuery do."""

    def cursor(self):
        return self

    def execute(self, query):
        if '"' in query:
            raise ValueError("You have an error in your SQL syntax near '\"visits\" LIMIT 0'")

    def close(self):
        pass


def test_a_database_that_quotes_in_another_way():
    words = r"'visits': .* rejected the query: .*SQL syntax.*take names in double quotes, and LIMIT\?"
    with pytest.raises(DataError, match=words):
        sp.scan_sql(Backticks(), "visits")
