"""Scans against memory on hundreds of random tables: every p-value of every small set.

Of discrete columns all bytes are compared, of continuous ones p-values to 1e-11.
"""

from itertools import combinations

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.gaussian import FisherZ
from sepset.independence.streamed_tables import StreamedTables, _keys_of, _rows_of

TABLES_A_CASE = 20


def random_discrete(rng):
    """Columns of truth values, numbers and words with two to five levels, some of which copy others."""
    rows, columns = int(rng.integers(8, 400)), int(rng.integers(2, 7))
    values, previous = {}, np.zeros(rows, dtype=np.int64)
    for place in range(columns):
        levels = int(rng.integers(2, 6))
        codes = rng.integers(0, levels, rows)
        codes[:levels] = np.arange(levels)  # no constants
        if place and rng.random() < 0.5:
            follows = rng.random(rows) < 0.7
            follows[:levels] = False
            codes = np.where(follows, previous % levels, codes)
        previous = codes
        make = rng.choice(["truth", "number", "text"]) if levels == 2 else rng.choice(["number", "text"])
        if make == "truth":
            values[f"v{columns - place}"] = pa.array(codes.astype(bool))
        elif make == "number":
            values[f"v{columns - place}"] = pa.array(codes * int(rng.choice([1, 7])) - 3)
        else:
            values[f"v{columns - place}"] = pa.array(np.array(["e", "d", "c", "b", "a"])[codes])
    return pa.table(values)


def random_continuous(rng):
    """Columns of any mean and scale that depend on the one before."""
    rows, columns = int(rng.integers(10, 2000)), int(rng.integers(2, 7))
    values, before = {}, np.zeros(rows)
    for place in range(columns):
        before = rng.uniform(-1, 1) * before + rng.normal(size=rows)
        values[f"v{columns - place}"] = before * 10.0 ** rng.integers(-3, 4) + rng.normal() * 100
    return pa.table(values)


def written(table, folder, rng):
    """The rows in one to four files, of row groups or batches of any size."""
    folder.mkdir()
    suffix = rng.choice([".parquet", ".feather"])
    cuts = np.sort(rng.integers(0, table.num_rows + 1, int(rng.integers(0, 4)))).tolist()
    edges = [0, *cuts, table.num_rows]
    for number, first in enumerate(edges[:-1]):
        part, chunk = table.slice(first, edges[number + 1] - first), int(rng.integers(20, 300))
        file = folder / f"{number}{suffix}"
        if suffix == ".parquet":
            pq.write_table(part, file, row_group_size=chunk)
        else:
            pyarrow.feather.write_feather(part, file, compression="uncompressed", chunksize=chunk)
    return folder


def scan_and_memory(make, seed, folder, **options):
    for number in range(TABLES_A_CASE):
        rng = np.random.default_rng([seed, number])
        table = make(rng)
        there = sp.scan(
            written(table, folder / str(number), rng), memory=int(rng.choice([500, 10**9])), **options
        )
        yield rng, there, sp.dataset(table, **options)


def statements(names, most):
    for a, b in combinations(names, 2):
        others = [name for name in names if name not in (a, b)]
        for size in range(most + 1):
            for given in combinations(others, size):
                yield a, b, given


def levels_of(test, columns, most):
    """All pairs at once, with sets of each size."""
    pairs = np.array([*combinations(range(columns), 2)], dtype=np.int32)
    for size in range(min(most, columns - 2) + 1):
        yield test.search_level(pairs, size, alpha=0.05, largest_p=True)


@pytest.mark.parametrize("seed", range(12))
def test_discrete_tables(seed, tmp_path):
    for rng, there, here in scan_and_memory(random_discrete, seed, tmp_path, kinds="discrete"):
        make = rng.choice([ChiSquare, GSquare])
        options = {"dof": str(rng.choice(["adjusted", "full"]))}
        streamed, plain = make.from_data(there, **options), make.from_data(here, **options)
        for ours, theirs in zip(
            levels_of(streamed, len(here.names), 2), levels_of(plain, len(here.names), 2), strict=True
        ):
            assert ours.p.tobytes() == theirs.p.tobytes()
            assert ours.separators.tobytes() == theirs.separators.tobytes()
        asked = [*statements(here.names, 2)]
        for place in rng.integers(0, len(asked), 10).tolist():
            assert repr(streamed(*asked[place])) == repr(plain(*asked[place]))


@pytest.mark.parametrize("seed", range(8))
def test_continuous_tables(seed, tmp_path):
    for _, there, here in scan_and_memory(random_continuous, seed, tmp_path, kinds="continuous"):
        streamed, plain = FisherZ.from_data(there), FisherZ.from_data(here)
        for ours, theirs in zip(
            levels_of(streamed, len(here.names), 2), levels_of(plain, len(here.names), 2), strict=True
        ):
            assert ours.p == pytest.approx(theirs.p, abs=1e-11, nan_ok=True)
            assert (ours.found == theirs.found).all()
        for a, b, given in statements(here.names, 2):
            assert streamed(a, b, given).p == pytest.approx(plain(a, b, given).p, abs=1e-11, nan_ok=True)


@pytest.mark.parametrize("search", ["neighbours", "all"])
def test_a_level_takes_one_pass_where_its_counts_fit(search, tmp_path, monkeypatch):
    """All sets of a size are too many here; those that a level asks about are counted together."""
    dag = sp.simulate.random_dag(14, edges=20, seed=4)
    data = sp.simulate.random_network(dag, seed=5).sample(400, seed=6)
    pq.write_table(pa.Table.from_pandas(data.to_pandas()), tmp_path / "t.parquet")
    monkeypatch.setattr("sepset.independence.streamed_tables._SETS_A_COLUMN", 1)
    monkeypatch.setattr("sepset.skeleton.backends.threads._FIRST_BATCH", 4)
    plain = sp.kpc(data, k=2, search=search)
    passes, count = [], StreamedTables._count

    def counting(tables, sets):
        passes[-1] += 1
        return count(tables, sets)

    monkeypatch.setattr(StreamedTables, "_count", counting)
    for memory in ("1GB", 64 * 16 * 4):  # room for everything, and for four tables of four columns
        passes.append(0)
        found = sp.kpc(sp.scan(tmp_path / "t.parquet", memory=memory, kinds="discrete"), k=2, search=search)
        assert found.graph == plain.graph
        assert list(found.skeleton.separations.rows()) == list(plain.skeleton.separations.rows())
        assert dict(found.tests_run) == dict(plain.tests_run)
    assert passes[0] == 3
    assert passes[1] > 3


def test_sets_of_columns_as_numbers():
    """Keys keep the order of sets, and stand for one set each, also where 64 bits are too few."""
    for columns, width in ((5, 3), (40, 2), (400, 8)):
        rng = np.random.default_rng(columns)
        sets = np.sort([rng.choice(columns, width, replace=False) for _ in range(200)], axis=1)
        keys = _keys_of(sets.astype(np.int32), columns)
        assert _rows_of(keys, columns, width).tolist() == sets.tolist()
        assert [sets[i].tolist() for i in np.argsort(keys, kind="stable")] == sorted(sets.tolist())
