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
from sepset.data.scanning.scratch import Space
from sepset.data.scanning.streamed import StreamedDataset
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
    """All sets of a size are too many here, and so are the columns; what a level asks is counted together."""
    dag = sp.simulate.random_dag(14, edges=20, seed=4)
    data = sp.simulate.random_network(dag, seed=5).sample(400, seed=6)
    pq.write_table(pa.Table.from_pandas(data.to_pandas()), tmp_path / "t.parquet")
    monkeypatch.setattr("sepset.independence.streamed_tables._SETS_A_COLUMN", 1)
    monkeypatch.setattr("sepset.skeleton.backends.threads._FIRST_BATCH", 4)
    monkeypatch.setattr(StreamedTables, "_has_room", lambda tables: False)
    plain = sp.kpc(data, k=2, search=search)
    passes, count = [], StreamedTables._count

    def counting(tables, *sets):
        passes[-1] += 1
        return count(tables, *sets)

    monkeypatch.setattr(StreamedTables, "_count", counting)
    for memory in ("1GB", 64 * 16 * 4):  # room for everything, and for four tables of four columns
        passes.append(0)
        found = sp.kpc(sp.scan(tmp_path / "t.parquet", memory=memory, kinds="discrete"), k=2, search=search)
        assert found.graph == plain.graph
        assert list(found.skeleton.separations.rows()) == list(plain.skeleton.separations.rows())
        assert dict(found.tests_run) == dict(plain.tests_run)
    assert passes[0] == 3
    assert passes[1] > 3


#: how much memory 400 rows of 14 columns with 2 to 4 levels may take, and whether their codes are mapped
CODED = {"in memory": ("1GB", False), "mapped": (10_000, True)}


@pytest.mark.parametrize("way", CODED)
@pytest.mark.parametrize("search", ["neighbours", "all"])
@pytest.mark.parametrize("test", ["chi2", "g2"])
def test_columns_are_coded_in_one_pass_where_that_has_room(test, search, way, tmp_path, monkeypatch):
    """All sets of a size are too many here; the columns are gone through once, and searched as in memory."""
    dag = sp.simulate.random_dag(14, edges=20, seed=4)
    levels = {name: 2 + place % 3 for place, name in enumerate(dag.nodes)}
    data = sp.simulate.random_network(dag, levels=levels, seed=5).sample(400, seed=6)
    pq.write_table(pa.Table.from_pandas(data.to_pandas()), tmp_path / "t.parquet")
    memory, mapped = CODED[way]
    there = sp.scan(tmp_path / "t.parquet", memory=memory, kinds="discrete")
    monkeypatch.setattr("sepset.independence.streamed_tables._SETS_A_COLUMN", 1)
    passes, spaces, batches, room = [], [], StreamedDataset.batches, Space.__init__

    def passing(self, names=None):
        passes.append(names)
        return batches(self, names)

    def taking(self, size, *, mapped):
        spaces.append(mapped)
        room(self, size, mapped=mapped)

    monkeypatch.setattr(StreamedDataset, "batches", passing)
    monkeypatch.setattr(Space, "__init__", taking)
    found = sp.kpc(there, k=2, search=search, test=test)
    monkeypatch.undo()
    plain = sp.kpc(data, k=2, search=search, test=test)
    assert passes == [None]
    assert spaces == [mapped]
    assert [*found.skeleton.separations.rows()] == [*plain.skeleton.separations.rows()]
    assert (found.graph, dict(found.tests_run)) == (plain.graph, dict(plain.tests_run))


def test_columns_without_room_are_not_coded(tmp_path, monkeypatch):
    """Neither where codes or bitmaps are too many, nor with a cluster that counts parts where they are."""
    data = sp.simulate.random_network(sp.simulate.random_dag(6, edges=6, seed=4), seed=5).sample(400, seed=6)
    pq.write_table(pa.Table.from_pandas(data.to_pandas()), tmp_path / "t.parquet")
    pq.write_table(pa.Table.from_pandas(data.to_pandas()), tmp_path / "parts.parquet", row_group_size=200)
    monkeypatch.setattr("sepset.independence.streamed_tables._SETS_A_COLUMN", 0)

    class Cluster:
        at_least = 1e9

    def coded(memory, file="t.parquet", shared=False):
        there = sp.scan(tmp_path / file, memory=memory, kinds="discrete")
        test = ChiSquare.from_data(there.shared_by(Cluster()) if shared else there)
        test.prepare(1)
        return test._tables.coded, test.asked_here

    assert coded("1MB") == (True, False)
    assert coded("1MB", shared=True) == (True, False)
    assert coded("1MB", "parts.parquet") == (True, False)
    assert coded("1MB", "parts.parquet", shared=True) == (False, True)
    beside = 2 * 400 * 6 // 8 + 4 * 6 * 6  # a bit a value, twice, and the counts of every two columns
    assert coded(beside + 1) == (True, False)
    assert coded(beside) == (False, True)
    monkeypatch.setattr("sepset.independence.streamed_tables._MOST_SCRATCH", 3)
    assert coded(400 * 6 // 3) == (True, False)
    assert coded(400 * 6 // 3 - 1) == (False, True)


def test_sets_of_columns_as_numbers():
    """Keys keep the order of sets, and stand for one set each, also where 64 bits are too few."""
    for columns, width in ((5, 3), (40, 2), (400, 8)):
        rng = np.random.default_rng(columns)
        sets = np.sort([rng.choice(columns, width, replace=False) for _ in range(200)], axis=1)
        keys = _keys_of(sets.astype(np.int32), columns)
        assert _rows_of(keys, columns, width).tolist() == sets.tolist()
        assert [sets[i].tolist() for i in np.argsort(keys, kind="stable")] == sorted(sets.tolist())
