"""Rows of a scan on a Dask cluster: partial counts and moments of row groups, files and partitions."""

import json
import os
import pickle
import signal
import threading
import time
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.cli.exit import run
from sepset.data.scanning.dask_frame import DaskFrame
from sepset.independence.discrete import ChiSquare
from sepset.independence.gaussian import FisherZ
from sepset.result.saved.document import document_of
from unit.data.scanning.cases import Elsewhere
from unit.skeleton.dask_cases import table, workers

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask warns of busy ports and slow machines


def lake(folder, frame, *, files=3, group=70):
    """The rows in order, in some files of row groups."""
    folder.mkdir(exist_ok=True)
    size = -(-len(frame) // files)
    for number in range(files):
        part = pa.Table.from_pandas(frame.iloc[number * size : (number + 1) * size], preserve_index=False)
        pq.write_table(part, folder / f"{number}.parquet", row_group_size=group)
    return folder


def document(found):
    saved = json.loads(json.dumps(document_of(found)))
    saved["data"].pop("source", None)
    return json.dumps(saved)


@pytest.mark.parametrize("memory", [3000, "1GB"])  # a pass for every few sets, and one for all
@pytest.mark.parametrize("kind", ["binary", "ternary"])
def test_discrete_rows_have_the_bytes_of_memory(kind, memory, backend, tmp_path):
    data = table(kind, n=7, rows=600)
    rows = sp.scan(lake(tmp_path / "lake", data.to_pandas()), memory=memory, kinds="discrete")
    for options in ({"test": "chi2"}, {"test": "g2", "search": "all", "colliders": "conservative"}):
        plain = sp.kpc(data, k=2, **options)
        found = sp.kpc(rows, k=2, backend=backend, **options)
        assert document(found) == document(plain)
        assert found.skeleton.parts_on_cluster >= 9
        assert sp.kpc(rows, k=2, **options).skeleton.parts_on_cluster == 0


def test_a_folder_of_feather_files(backend, tmp_path):
    data = table("ternary", n=6, rows=500)
    (tmp_path / "lake").mkdir()
    for number in range(2):
        part = pa.Table.from_pandas(data.to_pandas().iloc[number * 250 : (number + 1) * 250])
        pyarrow.feather.write_feather(part, tmp_path / "lake" / f"{number}.feather", chunksize=100)
    found = sp.kpc(sp.scan(tmp_path / "lake", kinds="discrete"), k=1, backend=backend)
    assert document(found) == document(sp.kpc(data, k=1))
    assert found.skeleton.parts_on_cluster == 6  # batches of 100, 100 and 50 rows in each file


def test_a_persisted_dataframe_is_refused_with_a_way_out(client):
    dd = pytest.importorskip("dask.dataframe")
    frame = dd.from_pandas(table("binary", n=4, rows=100).to_pandas(), npartitions=2)
    with pytest.raises(sp.DataError, match="the dataframe is persisted") as error:
        sp.scan(frame.persist())
    assert "before `persist`" in str(error.value)
    assert sp.scan(frame).rows == 100


def test_text_files_gaps_and_other_learners(backend, tmp_path):
    frame = table("ternary", n=6, rows=500).to_pandas()
    frame.loc[::11, "x2"] = None
    frame.to_csv(tmp_path / "whole.csv", index=False)
    (tmp_path / "lake").mkdir()
    for number in range(5):
        part = frame.iloc[number * 100 : (number + 1) * 100]
        part.to_csv(tmp_path / "lake" / f"{number}.csv", index=False)
    options = {"missing": "drop", "kinds": "discrete"}
    data, rows = (
        sp.read(tmp_path / "whole.csv", **options),
        sp.scan(tmp_path / "lake", memory=3000, **options),
    )
    assert rows.dropped > 0
    for learn in (sp.pc, sp.loci, sp.anytime_fci):
        more = {} if learn is sp.pc else {"k": 1}
        assert document(learn(rows, backend=backend, **more)) == document(learn(data, **more))


def test_continuous_rows_decide_as_in_memory(backend, tmp_path):
    data = table("continuous", n=12, rows=3000)
    rows = sp.scan(lake(tmp_path / "lake", data.to_pandas(), group=400), memory=1000)
    found, plain = sp.kpc(rows, k=2, backend=backend), sp.kpc(data, k=2)
    assert found.graph == plain.graph
    assert dict(found.tests_run) == dict(plain.tests_run)
    assert found.skeleton.parts_on_cluster == 9
    here, there = FisherZ.from_data(data), FisherZ.from_data(rows.shared_by(backend))
    assert np.abs(here.correlation - there.correlation).max() < 1e-14
    for given in [(), ("x3",), ("x3", "x5")]:
        assert there("x1", "x2", given).p == pytest.approx(here("x1", "x2", given).p, abs=1e-11)


def test_neither_workers_nor_pieces_change_a_bit_of_a_correlation(client, backend, tmp_path, monkeypatch):
    rows = sp.scan(lake(tmp_path / "lake", table(n=6, rows=2000).to_pandas(), group=100), memory=1000)
    expected = FisherZ.from_data(rows.shared_by(backend)).correlation.tobytes()
    for each in (100.0, 1.0, 0.001):  # one part in a piece, and many
        monkeypatch.setattr("sepset.data.scanning.shared._FIRST_SECONDS", each)
        assert FisherZ.from_data(rows.shared_by(backend)).correlation.tobytes() == expected
    # All of it here, since it is short: the parts are merged in the same order.
    patient = sp.DaskBackend(client)
    assert FisherZ.from_data(rows.shared_by(patient)).correlation.tobytes() == expected


def test_short_passes_stay_here_and_long_ones_go_after_a_try(client, tmp_path, monkeypatch):
    data = table("binary", n=6, rows=600)
    rows = sp.scan(lake(tmp_path / "lake", data.to_pandas()))
    assert sp.kpc(rows, k=1, backend=sp.DaskBackend(client)).skeleton.parts_on_cluster == 0
    monkeypatch.setattr("sepset.data.scanning.shared._TRIED_SECONDS", 0.0)
    found = sp.kpc(rows, k=1, backend=sp.DaskBackend(client, at_least=1e-9))
    assert found.skeleton.parts_on_cluster == 8  # the first of nine row groups was counted here
    assert document(found) == document(sp.kpc(data, k=1))


def test_a_level_that_only_a_part_counted_here_holds(client, tmp_path, monkeypatch):
    """In the second pass as in the first; see `test_parts.py` for its counts."""
    monkeypatch.setattr("sepset.data.scanning.shared._TRIED_SECONDS", 0.0)
    rng = np.random.default_rng(1)
    columns = {"a": np.arange(600) >= 100, "b": rng.random(600) < 0.5, "c": rng.random(600) < 0.5}
    pq.write_table(pa.table(columns), tmp_path / "t.parquet", row_group_size=100)
    rows, backend = sp.scan(tmp_path / "t.parquet"), sp.DaskBackend(client, at_least=1e-9)
    for _ in range(2):
        found = sp.kpc(rows, k=1, backend=backend)
        assert found.skeleton.parts_on_cluster == 5
        assert document(found) == document(sp.kpc(sp.read(tmp_path / "t.parquet"), k=1))


@pytest.mark.parametrize("kind", ["binary", "continuous"])
def test_partitions_of_a_dataframe(kind, backend):
    dd = pytest.importorskip("dask.dataframe")
    data = table(kind, n=6, rows=500)
    rows = sp.scan(dd.from_pandas(data.to_pandas(), npartitions=4), memory=3000)
    assert rows == data
    found = sp.kpc(rows, k=1, backend=backend)
    assert found.skeleton.parts_on_cluster == 4
    assert found.graph == sp.kpc(rows, k=1).graph == sp.kpc(data, k=1).graph
    if kind == "binary":
        assert document(found) == document(sp.kpc(data, k=1))


@pytest.mark.parametrize("labels", [range(5), ["a", 1, "b", 0, -2], [3, 2, 1, 0, "10"]])
@pytest.mark.parametrize("lacking", [False, True])
def test_columns_with_whole_numbers_for_names(labels, lacking):
    """They are written out, as those of a dataframe in memory are."""
    dd = pytest.importorskip("dask.dataframe")
    frame = table("ternary", n=5, rows=200).to_pandas().set_axis(labels, axis=1)
    if lacking:
        frame.iloc[::9, 1] = None
    options = {"missing": "drop", "kinds": {str(labels[3]): "discrete"}}
    rows = sp.scan(dd.from_pandas(frame, npartitions=3), memory=3000, **options)
    data = sp.dataset(frame, **options)
    assert rows == data
    assert rows.names == tuple(map(str, labels))
    shared = rows.shared_by(Elsewhere())
    assert sp.kpc(shared, k=1).graph == sp.kpc(data, k=1).graph


@pytest.mark.parametrize(
    ("labels", "told"), [([0, "0", 1], "'0' occurs more than once"), ([0, 1.5, "a"], r"are text, got 1\.5")]
)
def test_column_names_that_are_refused_as_in_memory(labels, told):
    dd = pytest.importorskip("dask.dataframe")
    frame = table("binary", n=3, rows=100).to_pandas().set_axis(labels, axis=1)
    refusals = []
    for read in (lambda: sp.dataset(frame), lambda: sp.scan(dd.from_pandas(frame, npartitions=2))):
        with pytest.raises(sp.DataError, match=told) as error:
            read()
        refusals.append(str(error.value))
    assert refusals[0] == refusals[1]


def test_a_dataframe_whose_columns_cannot_be_chosen_says_so():
    """Whatever a dataframe of Dask raises when its columns are named, the partition is told."""
    dd = pytest.importorskip("dask.dataframe")
    source = DaskFrame.of(dd.from_pandas(table("binary", n=4, rows=100).to_pandas(), npartitions=2))

    class Broken:
        columns, npartitions = source.frame.columns, 2

        def __getitem__(self, labels):
            raise RuntimeError("the plan cannot be made")

    with pytest.raises(sp.DataError, match="partition 0 of the dataframe cannot be computed: the plan"):
        next(iter(DaskFrame(Broken()).batches(["x0"])))


def test_a_partition_that_cannot_be_computed_is_named():
    dd = pytest.importorskip("dask.dataframe")
    frame = table("binary", n=4, rows=100).to_pandas()

    def broken(part):
        if len(part) and part.index[0] >= 50:
            raise RuntimeError("no disk")
        return part

    rows = dd.from_pandas(frame, npartitions=4).map_partitions(broken, meta=frame.iloc[:0])
    with pytest.raises(sp.DataError, match="partition 2 of the dataframe cannot be computed: no disk"):
        sp.scan(rows)


def test_a_bad_row_group_is_named_with_its_file(backend, tmp_path):
    """The worker that meets it says where it is; other rows do not matter."""
    frame = table("binary", n=5, rows=600).to_pandas() == "1"
    folder = lake(tmp_path / "lake", frame, group=100)
    rows = sp.scan(folder)  # what the columns hold is noted, so that no row was looked at yet
    file = folder / "1.parquet"
    chunk = pq.ParquetFile(file).metadata.row_group(1).column(0)
    raw = bytearray(file.read_bytes())
    start = chunk.data_page_offset
    raw[start : start + chunk.total_compressed_size] = bytes(chunk.total_compressed_size)
    file.write_bytes(raw)
    with pytest.raises(sp.DataError, match=r"1\.parquet, row group 1 cannot be read"):
        sp.kpc(rows, k=1, backend=backend)
    file.unlink()
    with pytest.raises(sp.DataError, match=r"1\.parquet cannot be read"):
        sp.kpc(rows, k=1, backend=backend)


def test_workers_killed_while_they_count(tmp_path):
    data = table("binary", n=8, rows=20_000)
    rows = sp.scan(lake(tmp_path / "lake", data.to_pandas(), files=4, group=50))
    expected = document(sp.kpc(data, k=2))
    with workers(2) as client:
        victim = next(iter(client.run(os.getpid).values()))
        killer = threading.Timer(0.3, os.kill, (victim, signal.SIGKILL))
        killer.start()
        began = time.monotonic()
        while killer.is_alive() or time.monotonic() < began + 1:
            found = sp.kpc(rows, k=2, backend=sp.DaskBackend(client, at_least=0))
            assert document(found) == expected
            assert found.skeleton.parts_on_cluster == 400


def test_a_test_on_rows_elsewhere_can_be_pickled(tmp_path):
    rows = sp.scan(lake(tmp_path / "lake", table("binary", n=4).to_pandas()))
    test = ChiSquare.from_data(rows, dof="full", min_rows_per_dof=5)
    again = pickle.loads(pickle.dumps(test))  # noqa: S301 - our own
    assert repr(again) == repr(test)
    assert again("x0", "x1", ("x2",)) == test("x0", "x1", ("x2",))


def test_a_database_counts_itself(backend):
    import sqlite3

    base = sqlite3.connect(":memory:")
    table("binary", n=4).to_pandas().to_sql("t", base, index=False)
    found = sp.kpc(sp.scan_sql(base, "t"), k=1, backend=backend)
    assert found.skeleton.parts_on_cluster == 0
    assert found.graph == sp.kpc(sp.scan_sql(base, "t"), k=1).graph
    base.close()


def test_the_command_line_says_so(client, tmp_path, capsys, monkeypatch):
    folder = lake(tmp_path / "lake", table("binary", n=5, rows=600).to_pandas())
    command = ["learn", str(folder), "--memory", "1GB", "-k", "1", "--scheduler", client.scheduler.address]
    assert run(command) == 0
    assert "was not needed: the search is short" in capsys.readouterr().out
    eager = partial(sp.DaskBackend.at, at_least=0)
    monkeypatch.setattr(sp.DaskBackend, "at", eager)
    assert run(command) == 0
    assert "counted 9 parts of the rows" in capsys.readouterr().out
