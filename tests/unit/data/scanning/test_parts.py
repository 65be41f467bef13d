"""Rows that go by in parts, the first of them here and the others in other processes."""

import operator
import pickle
import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.data.scanning.shared import PartWork
from sepset.independence.discrete import ChiSquare
from unit.data.scanning.cases import Elsewhere


@pytest.fixture
def first_part_here(monkeypatch):
    monkeypatch.setattr("sepset.data.scanning.shared._TRIED_SECONDS", 0.0)
    return Elsewhere(at_least=1e-9)


def truths(where, a):
    """Columns of which the files note that they hold both truth values; of `a` the first rows are given."""
    rng = np.random.default_rng(1)
    a = np.concatenate([a, np.ones(600 - len(a), dtype=bool)])
    table = pa.table({"a": a, "b": rng.random(600) < 0.5, "c": rng.random(600) < 0.5})
    pq.write_table(table, where / "t.parquet", row_group_size=100)
    return where / "t.parquet"


def test_a_level_only_in_the_first_part_in_every_pass(first_part_here, tmp_path):
    """That part is gone through here, and the others elsewhere."""
    path = truths(tmp_path, np.zeros(100, dtype=bool))
    rows, data = sp.scan(path).shared_by(first_part_here), sp.read(path)
    for times in (1, 2, 3):
        found = sp.kpc(rows, k=1)
        assert found.skeleton.parts_on_cluster == 5 * times
        assert found.graph == sp.kpc(data, k=1).graph


@pytest.mark.parametrize("passes", [1, 2, 3])
def test_levels_are_counted_over_all_parts(passes, first_part_here, tmp_path):
    """Few rows hold False, all but one of them in the first part: what is said of it is what memory says."""
    path = truths(tmp_path, np.arange(150) % 100 >= np.where(np.arange(150) < 100, 9, 1))
    rows, data = sp.scan(path), sp.read(path)
    shared = rows.shared_by(first_part_here)
    for _ in range(passes):
        ChiSquare.from_data(shared)("a", "b", ("c",))
    assert shared.parts_on_cluster == 5 * passes
    for one in (shared, rows):
        assert {name: one.level_counts(name).tolist() for name in "abc"} == {
            name: data.level_counts(name).tolist() for name in "abc"
        }
        assert one.doubts == data.doubts
    assert sp.kpc(shared, k=1).warnings == sp.kpc(data, k=1).warnings


def some_of_it(part, threads):
    names = ["a", "b"] if part.__dict__["_files"].groups[0].number else ["a"]
    for _ in part.batches(names):
        pass


def test_columns_that_only_some_parts_counted_are_counted_again(first_part_here, tmp_path):
    """What a part says of its levels counts only where all parts say it."""
    path = truths(tmp_path, np.zeros(100, dtype=bool))
    rows, data = sp.scan(path).shared_by(first_part_here), sp.read(path)

    list(rows.each_part(PartWork(some_of_it, 1)))
    assert rows.level_counts("b").tolist() == data.level_counts("b").tolist()
    assert rows.level_counts("a").tolist() == [100, 500]


# ---- what travels ------------------------------------------------------------------------------------------


def many_parts(where, *, continuous=False):
    """Ten columns, in thirty row groups."""
    rng = np.random.default_rng(2)
    drawn = rng.normal(size=(10, 900)).cumsum(axis=0)
    names = [f"x{i}" for i in range(10)]
    values = drawn if continuous else (drawn > 0).astype(int)
    pq.write_table(pa.table(dict(zip(names, values, strict=True))), where / "t.parquet", row_group_size=30)
    return where / "t.parquet"


def test_counts_are_added_up_where_they_are_counted(tmp_path):
    """A piece of ten parts sends as much as one of one part, and the sums are the same to the last bit."""
    path = many_parts(tmp_path)
    expected, most = sp.kpc(sp.read(path), k=2), []
    for each in (1, 10, 7):
        there = Elsewhere(each)
        rows = sp.scan(path, kinds="discrete").shared_by(there)
        found = sp.kpc(rows, k=2)
        assert found.graph == expected.graph
        assert list(found.skeleton.separations.rows()) == list(expected.skeleton.separations.rows())
        assert found.skeleton.parts_on_cluster == 30
        assert len(there.came_back) == -(-30 // each)
        assert there.ahead is None
        most.append(max(there.came_back))
    assert max(most) < 1.1 * most[0]


def test_counts_that_come_early_do_not_wait(tmp_path):
    there = Elsewhere(5)
    rows = sp.scan(many_parts(tmp_path)).shared_by(there)
    for number, _ in enumerate(rows.each_part(PartWork(rows_of, 1, join=operator.iadd)), start=1):
        assert len(there.came_back) == number  # the last parts are the first to come


def rows_of(part, threads):
    return np.array([sum(len(batch[0]) for batch in part.batches(["x0"])), threads])


def test_moments_are_merged_in_the_order_of_parts(tmp_path):
    path, bits = many_parts(tmp_path, continuous=True), set()
    for each in (1, 4, 30):
        there = Elsewhere(each)
        rows = sp.scan(path, memory=5000).shared_by(there)
        bits.add(rows.correlation(1).tobytes())
        assert there.ahead == 5  # of 960 bytes each
    bits.add(sp.scan(path).shared_by(Elsewhere(at_least=60.0)).correlation(2).tobytes())
    assert len(bits) == 1


@pytest.mark.parametrize("continuous", [True, False])
def test_passes_that_others_share_say_how_far_they_have_got(continuous, tmp_path):
    rows, seen = sp.scan(many_parts(tmp_path, continuous=continuous)), []
    sp.kpc(rows.shared_by(Elsewhere(4)), k=1, progress=seen.append)
    told = [(now.done, now.pairs) for now in seen if now.rows]
    assert len(told) == 8  # 30 parts by fours
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert {whole for _, whole in told} == {rows.rows} == {told[-1][0]}


def test_workers_start_no_threads(first_part_here, tmp_path):
    """They are threads themselves."""
    rows = sp.scan(many_parts(tmp_path)).shared_by(first_part_here)
    threads = [found[1] for found in rows.each_part(PartWork(rows_of, 3))]
    assert threads == [3] + [1] * 29


# ---- checkpoints -------------------------------------------------------------------------------------------


def test_a_checkpoint_holds_for_one_way_of_merging_moments(tmp_path):
    """The bits of correlations differ; the graphs and the fingerprints do not."""
    path, folder = many_parts(tmp_path, continuous=True), tmp_path / "kept"
    rows, there = sp.scan(path), Elsewhere()
    first = sp.kpc(rows.shared_by(there), k=1, checkpoint=folder)
    assert sp.kpc(rows.shared_by(Elsewhere(4)), k=1, checkpoint=folder).graph == first.graph
    where = "how the table is gone through is 'in 30 parts on a cluster' there and "
    for other, how in ((rows, "as it goes by"), (sp.read(path), "in memory")):
        assert other.fingerprint() == rows.fingerprint()
        with pytest.raises(sp.CheckpointError, match=f"{where}'{how}' here"):
            sp.kpc(other, k=1, checkpoint=folder)


def test_a_checkpoint_holds_for_the_same_borders_of_parts(tmp_path):
    """As many row groups of other sizes give correlations with other last digits."""
    path, folder = many_parts(tmp_path, continuous=True), tmp_path / "kept"
    rows = sp.scan(path)
    sp.kpc(rows.shared_by(Elsewhere()), k=1, checkpoint=folder)
    table, again = pq.read_table(path), tmp_path / "again.parquet"
    sizes = [table.num_rows - 29 * 20, *[20] * 29]
    with pq.ParquetWriter(again, table.schema) as writer:
        for first, size in zip(np.cumsum([0, *sizes[:-1]]).tolist(), sizes, strict=True):
            writer.write_table(table.slice(first, size))
    other = sp.scan(again)
    assert other.parts == rows.parts
    assert other.fingerprint() == rows.fingerprint()
    with pytest.raises(sp.CheckpointError, match=r"the hash of the correlations.* here") as refused:
        sp.kpc(other.shared_by(Elsewhere()), k=1, checkpoint=folder)
    assert "gone through" not in str(refused.value)


def test_a_checkpoint_of_counts_holds_for_every_way(tmp_path):
    path, folder = many_parts(tmp_path), tmp_path / "kept"
    rows = sp.scan(path)
    for data in (rows.shared_by(Elsewhere()), rows, sp.read(path)):
        assert sp.kpc(data, k=1, checkpoint=folder).graph == sp.kpc(sp.read(path), k=1).graph


# ---- paths -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["parquet", "feather", "csv"])
@pytest.mark.parametrize("where", ["lake", "lake/*/*", "./lake/../lake"])
def test_relative_paths_are_found_in_other_folders(where, suffix, tmp_path, monkeypatch):
    """A worker need not work in the folder of the client; messages here name files as they were given."""
    frame = pq.read_table(many_parts(tmp_path)).to_pandas()
    for number in range(3):
        folder = tmp_path / "lake" / (f"part{number}" if suffix == "csv" else f"year={2020 + number}")
        folder.mkdir(parents=True)
        part, file = frame[number * 300 : (number + 1) * 300], folder / f"t.{suffix}"
        {"parquet": part.to_parquet, "feather": part.to_feather}.get(suffix, part.to_csv)(
            file, **({"index": False} if suffix == "csv" else {})
        )
    monkeypatch.chdir(tmp_path)
    rows = sp.scan(where, kinds="discrete")
    fingerprint, raw = rows.fingerprint(), pickle.dumps(sp.scan(where, kinds="discrete"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    again = pickle.loads(raw)  # noqa: S301 - our own
    assert again.fingerprint() == fingerprint
    assert again.names == rows.names
    assert ("year" in again.names) == (suffix != "csv")
    with pytest.raises(sp.DataError, match=f"^{re.escape(where.split('*')[0])}.*cannot be read"):
        sp.kpc(rows, k=0)
