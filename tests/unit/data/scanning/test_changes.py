"""Rows that change after a scan are noticed at the end of the pass that meets them."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.errors import DataError
from sepset.independence.discrete import ChiSquare
from sepset.independence.gaussian import FisherZ
from unit.data.scanning.cases import OneByOne

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask warns of busy ports, and uses what pandas will drop


def frame(rows, *, continuous=False, lost=0):
    rng = np.random.default_rng(1)
    if continuous:
        return pd.DataFrame({name: rng.normal(size=rows) for name in "abc"})
    found = pd.DataFrame({name: rng.integers(0, 3, rows) for name in "abc"}).astype("Int64")
    found.loc[: lost - 1, "b"] = pd.NA
    return found


def write(path, table, group=50):
    if path.suffix == ".csv":
        table.to_csv(path, index=False)
    elif path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pandas(table, preserve_index=False), path, row_group_size=group)
    else:
        pyarrow.feather.write_feather(
            pa.Table.from_pandas(table, preserve_index=False),
            path,
            compression="uncompressed",
            chunksize=group,
        )


def questions(data, *, continuous):
    test = FisherZ if continuous else ChiSquare
    yield lambda: sp.kpc(data, k=1)
    yield lambda: test.from_data(data)("a", "b", ("c",))
    yield data.fingerprint
    yield data.to_pandas
    yield lambda: test.from_data(data.shared_by(OneByOne()))("a", "b", ("c",))


@pytest.mark.parametrize("suffix", [".parquet", ".feather", ".csv"])
@pytest.mark.parametrize("continuous", [False, True])
@pytest.mark.parametrize("rows", [150, 250, 400])
def test_other_rows_than_before(suffix, continuous, rows, tmp_path):
    path = tmp_path / f"t{suffix}"
    write(path, frame(200, continuous=continuous))
    there = sp.scan(path, kinds="continuous" if continuous else "discrete")
    write(path, frame(rows, continuous=continuous))
    for ask in questions(there, continuous=continuous):
        with pytest.raises(DataError, match=r"changed\?"):
            ask()


@pytest.mark.parametrize("group", [25, 100, 1000])
def test_row_groups_of_other_sizes(group, tmp_path):
    """The same rows, but the numbers of row groups no longer stand for the same rows."""
    write(tmp_path / "t.parquet", frame(200))
    there = sp.scan(tmp_path / "t.parquet", kinds="discrete")
    write(tmp_path / "t.parquet", frame(200), group)
    for ask in questions(there, continuous=False):
        with pytest.raises(DataError, match=r"changed\?"):
            ask()


def test_other_gaps_than_before(tmp_path):
    write(tmp_path / "t.parquet", frame(200, lost=20))
    there = sp.scan(tmp_path / "t.parquet", kinds="discrete", missing="drop")
    assert (there.rows, there.dropped) == (180, 20)
    write(tmp_path / "t.parquet", frame(200, lost=30))
    for ask in questions(there, continuous=False):
        with pytest.raises(DataError, match=r"170 complete rows .* 180 .*changed\?"):
            ask()


def test_tables_that_answer_are_taken_as_they_are(tmp_path):
    """Of datasets of pyarrow and frames of Dask, and in a database."""
    import pyarrow.dataset as ds

    dd, duckdb = pytest.importorskip("dask.dataframe"), pytest.importorskip("duckdb")
    write(tmp_path / "t.parquet", frame(200))
    base = duckdb.connect()
    base.read_parquet(str(tmp_path / "t.parquet")).create("t")
    scans = [
        sp.scan(ds.dataset(tmp_path / "t.parquet"), kinds="discrete"),
        sp.scan(dd.read_parquet(tmp_path / "t.parquet"), kinds="discrete"),
        sp.scan_sql(base, "t", kinds="discrete"),
    ]
    assert len({scan.fingerprint() for scan in scans}) == 1
    again = [
        sp.scan(ds.dataset(tmp_path / "t.parquet"), kinds="discrete"),
        sp.scan(dd.read_parquet(tmp_path / "t.parquet"), kinds="discrete"),
        sp.scan_sql(base, "t", kinds="discrete"),
    ]
    write(tmp_path / "t.parquet", frame(300))
    base.execute("INSERT INTO t SELECT * FROM t LIMIT 7")
    for scan in again:
        with pytest.raises(DataError):
            sp.kpc(scan, k=1)
