"""Which files a scan takes, and what the names of folders say."""

import os

import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.data.scanning.scan import size_in_bytes
from sepset.errors import DataError, OptionError
from unit.data.scanning.cases import OneByOne, check_same, lake


def table(seed, rows=50):
    rng = np.random.default_rng(seed)
    return pa.table({"a": rng.integers(0, 2, rows), "b": rng.integers(0, 3, rows)})


def hive(folder, key, values, *, suffix=".parquet"):
    """A folder for each value, with a file or two in it."""
    for seed, value in enumerate(values):
        inside = folder / f"{key}={value}"
        inside.mkdir(parents=True)
        for number in range(1 + seed % 2):
            if suffix == ".parquet":
                pq.write_table(table(seed + number), inside / f"{number}.parquet", row_group_size=20)
            else:
                pyarrow.feather.write_feather(table(seed + number), inside / f"{number}{suffix}")
    return folder


@pytest.mark.parametrize("suffix", [".parquet", ".feather"])
@pytest.mark.parametrize(
    "values", [["0", "1"], ["2022", "2023", "2024"], ["north", "south%20west"], ["01", "02"]]
)
def test_folders_that_name_a_column(values, suffix, tmp_path):
    """As pyarrow reads them."""
    where = hive(tmp_path / "lake", "y", values, suffix=suffix)
    expected = ds.dataset(where, format=suffix[1:], partitioning="hive")
    data = sp.dataset(expected.to_table())
    assert data.names == ("a", "b", "y")
    for found in (sp.scan(where), sp.scan(f"{where}/*/*{suffix}"), sp.scan(expected)):
        check_same(found, data)
    assert sp.kpc(sp.scan(where).shared_by(OneByOne()), k=1).graph == sp.kpc(data, k=1).graph
    assert sp.scan(where, drop=["y"]).names == ("a", "b")
    check_same(sp.scan(where, only=["b", "y"]), sp.dataset(expected.to_table(), only=["b", "y"]))


def test_folders_of_several_keys_and_of_none(tmp_path):
    for year, month in ((1, 1), (1, 2), (2, 1)):
        (tmp_path / f"lake/year={year}/month={month}").mkdir(parents=True)
        pq.write_table(table(year), tmp_path / f"lake/year={year}/month={month}/x.parquet")
    assert sp.scan(tmp_path / "lake").names == ("a", "b", "year", "month")
    assert sp.scan(tmp_path / "lake/year=1").names == ("a", "b", "month")
    assert sp.scan(tmp_path / "lake/year=2/month=1/x.parquet").names == ("a", "b")
    pq.write_table(table(3), tmp_path / "lake/y.parquet")
    with pytest.raises(DataError, match="do not name the same columns: only one of them has 'month', 'year'"):
        sp.scan(tmp_path / "lake")


def test_a_folder_without_a_value(tmp_path):
    where = hive(tmp_path / "lake", "y", ["0", "1", "__HIVE_DEFAULT_PARTITION__"])
    expected = ds.dataset(where, partitioning="hive").to_table()
    with pytest.raises(DataError, match=r"missing values in 'y' \(50\)"):
        sp.scan(where)
    check_same(sp.scan(where, missing="drop"), sp.dataset(expected, missing="drop"))


def test_a_column_of_the_files_is_not_taken_from_folders(tmp_path):
    where = hive(tmp_path / "lake", "a", ["0", "7"])
    check_same(sp.scan(where), sp.dataset(pa.concat_tables([table(0), table(1), table(2)])))


def test_folders_of_text_files(tmp_path):
    for value in (0, 1):
        (tmp_path / f"lake/y={value}").mkdir(parents=True)
        (tmp_path / f"lake/y={value}/t.csv").write_text("a,b\n0,1\n1,0\n")
    with pytest.raises(DataError, match="the folders of these files name 'y'"):
        sp.scan(tmp_path / "lake")


def test_a_file_counts_once(tmp_path, monkeypatch):
    where = lake(tmp_path / "lake", table(0), table(1))
    monkeypatch.chdir(tmp_path)
    for listed in (
        ["lake", "lake/1.parquet"],
        ["lake/*.parquet", str(where)],
        ["lake/0.parquet", "./lake/1.parquet", f"lake{os.sep}..{os.sep}lake{os.sep}0.parquet"],
    ):
        found = sp.scan(listed)
        assert found.rows == 100
        check_same(found, sp.dataset(pa.concat_tables([table(0), table(1)])))


def test_files_in_different_places(tmp_path):
    fsspec = pytest.importorskip("fsspec")
    where = lake(tmp_path / "lake", table(0))
    with fsspec.filesystem("memory").open("/other/0.parquet", "wb") as handle:
        pq.write_table(table(1), handle)
    try:
        for listed in ([str(where), "memory://other/0.parquet"], ["memory://other", str(where)]):
            with pytest.raises(DataError, match="are in different places"):
                sp.scan(listed)
        assert sp.scan(["memory://other/0.parquet", "memory://other"]).rows == 50
    finally:
        fsspec.filesystem("memory").rm("/other", recursive=True)


def test_folders_without_files(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match=r"the folder '.*empty' has no files"):
        sp.scan(tmp_path / "empty")
    with pytest.raises(DataError, match="there is no file"):
        sp.scan(tmp_path / "none")
    (tmp_path / "empty" / "notes.md").write_text("nothing yet")
    with pytest.raises(DataError, match="has a known suffix"):
        sp.scan(tmp_path / "empty")


def test_how_much_memory():
    assert size_in_bytes(np.int64(4096)) == size_in_bytes("4096") == size_in_bytes("4.096 KB") == 4096
    for wrong in ("0.1B", "0", 0, -1, np.int8(-5), True, 2.0, None, "1e9", "", "GB", 10**5 * "9"):
        with pytest.raises(OptionError, match="memory is a number of bytes"):
            size_in_bytes(wrong)


def test_what_can_be_scanned():
    with pytest.raises(
        OptionError, match=r"a dataset of pyarrow or a dask\.dataframe is needed; got 3 \(int\)"
    ):
        sp.scan(3)


# ---- what programs leave in folders ----------------------------------------------------------------------

#: what lies in a folder of Spark, pyarrow and others beside the rows, and what only looks like it
LEFT_OVER = (
    "_temporary/0/part-0.parquet",
    ".hive-staging/part-0.parquet",
    ".key=1/part-0.parquet",
    "_metadata.parquet",
    ".part-1.parquet",
    "year=1/_tmp/part-0.parquet",
)


def parquet_bytes(seed):
    sink = pa.BufferOutputStream()
    pq.write_table(table(seed), sink)
    return sink.getvalue().to_pybytes()


@pytest.fixture(params=["here", "elsewhere"])
def put(request, tmp_path):
    """A function that writes a file below a folder, and the path or the address of that folder."""
    if request.param == "here":

        def write(name, content):
            (tmp_path / "_lake" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "_lake" / name).write_bytes(content)

        yield write, str(tmp_path / "_lake")
        return
    fsspec = pytest.importorskip("fsspec")
    system = fsspec.filesystem("memory")
    try:
        yield lambda name, content: system.pipe(f"/_lake/{name}", content), "memory://_lake"
    finally:
        system.rm("/_lake", recursive=True)


def test_what_programs_leave_in_a_folder_is_no_row_of_it(put):
    write, folder = put
    write("0.parquet", parquet_bytes(0))
    for name in LEFT_OVER:
        write(name, b"a draft that nobody finished")
    check_same(sp.scan(folder), sp.dataset(table(0)))
    check_same(sp.scan(f"{folder}/"), sp.dataset(table(0)))
    # Whoever names a file means it.
    write("_temporary/0/part-0.parquet", parquet_bytes(1))
    for where in (f"{folder}/_temporary/0/part-0.parquet", f"{folder}/_temporary/*/*.parquet"):
        check_same(sp.scan(where), sp.dataset(table(1)))


def test_folders_that_name_a_column_may_begin_so(put):
    write, folder = put
    write("_year=1/part-0.parquet", parquet_bytes(0))
    assert sp.scan(folder).rows == 50
    write("_year=2/part-0.parquet", parquet_bytes(1))
    found = sp.scan(folder)
    assert (found.names, found.rows) == (("a", "b", "_year"), 100)


def test_a_folder_with_nothing_but_leftovers(put):
    write, folder = put
    write("_temporary/0/part-0.parquet", parquet_bytes(0))
    with pytest.raises(DataError, match=r"_lake' has only files that begin with _ or \., .* by a pattern"):
        sp.scan(folder)


def test_a_table_of_delta_lake(put):
    """Its folder also holds files that are no longer part of the table."""
    write, folder = put
    for number in range(2):
        write(f"{number}.parquet", parquet_bytes(number))
    write("_delta_log/00000000000000000000.json", b"{}")
    write("_delta_log/00000000000000000010.checkpoint.parquet", parquet_bytes(0))
    with pytest.raises(DataError, match=r"holds a Delta Lake table, .*sp\.scan\(deltalake\.DeltaTable"):
        sp.scan(folder)
    check_same(sp.scan(f"{folder}/1.parquet"), sp.dataset(table(1)))


def test_numbers_of_folders_that_no_type_holds(tmp_path):
    """Then they are text, as they are for pyarrow."""
    names = [str(-(2**63)), str(2**63 - 1), str(2**63), "99999999999999999999"]
    where = hive(tmp_path / "lake", "id", names)
    found = sp.scan(where)
    assert found.levels["id"] == tuple(sorted(names))
    check_same(found, sp.dataset(ds.dataset(where, partitioning="hive").to_table()))
    within = hive(tmp_path / "other", "id", ["7", str(2**53)])
    assert sp.scan(within).levels["id"] == (7, 2**53)
