"""A scan says what the table in memory says: the same dataset, the same results, byte for byte."""

import copy
import json
from itertools import pairwise

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset as ds
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.data.scanning.arrow_files import ArrowFiles
from sepset.data.scanning.scan import size_in_bytes
from sepset.errors import DataError, OptionError
from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.gaussian import FisherZ
from sepset.result.saved.document import document_of
from unit.data.scanning.cases import check_same


def discrete_table(seed, *, gaps=False):
    """A few dependent columns of every discrete kind, and few or many rows."""
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(30, 600))
    a = rng.integers(0, 2, rows)
    b = np.where(rng.random(rows) < 0.2, 1 - a, a)
    c = b + rng.integers(0, int(rng.integers(2, 5)), rows)
    d = rng.integers(0, 3, rows)
    e = np.where(rng.random(rows) < 0.3, a, rng.integers(0, 2, rows))
    columns = {
        "flag": pa.array(a.astype(bool)),
        "small": pa.array(b.astype(rng.choice(["int8", "int64", "float64"]))),
        "wide": pa.array(c * int(rng.choice([1, 1000]))),
        "text": pa.array(np.array(["no", "perhaps", "yes"])[d]),
        "kind": pa.array(np.array(["u", "v"])[e]).dictionary_encode(),
    }
    if gaps:
        columns["text"] = pa.array(
            [
                None if lost else text
                for text, lost in zip(columns["text"].to_pylist(), rng.random(rows) < 0.1, strict=True)
            ]
        )
        columns["wide"] = pa.array(
            [
                None if lost else value
                for value, lost in zip(columns["wide"].to_pylist(), rng.random(rows) < 0.1, strict=True)
            ]
        )
    return pa.table(columns)


def continuous_table(seed):
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(50, 3000))
    a = rng.normal(size=rows)
    b = a + rng.normal(size=rows)
    c = b + rng.normal(size=rows) + 100.0
    return pa.table(
        {"a": a * 1e3, "b": b, "c": c, "d": rng.normal(size=rows), "n": np.arange(rows) * 3 % 1009}
    )


def split(table, folder, rng, suffix=".parquet"):
    """The rows in random files and row groups, in order."""
    folder.mkdir(exist_ok=True)
    cuts = [
        0,
        *np.sort(rng.integers(0, table.num_rows + 1, int(rng.integers(0, 4)))).tolist(),
        table.num_rows,
    ]
    for number, (first, stop) in enumerate(pairwise(cuts)):
        part, file = table.slice(first, stop - first), folder / f"part-{number}{suffix}"
        if suffix == ".parquet":
            pq.write_table(part, file, row_group_size=int(rng.integers(40, 300)))
        elif suffix == ".csv":
            part.to_pandas().to_csv(file, index=False)
        else:
            pyarrow.feather.write_feather(
                part, file, compression="uncompressed", chunksize=int(rng.integers(40, 300))
            )
    return folder


def document(found):
    """What is saved of a result, but for the name of where the data came from."""
    saved = json.loads(json.dumps(document_of(found)))
    saved["data"].pop("source", None)
    return json.dumps(saved)


@pytest.mark.parametrize("seed", range(24))
def test_discrete_tables(seed, tmp_path):
    rng = np.random.default_rng(seed)
    suffix = [".parquet", ".feather", ".csv"][seed % 3]
    gaps = seed % 4 == 0
    table = discrete_table(seed, gaps=gaps)
    folder = split(table, tmp_path / "lake", rng, suffix)
    missing = "drop" if gaps else "error"
    if suffix == ".csv":
        table.to_pandas().to_csv(tmp_path / "whole.csv", index=False)
        data = sp.read(tmp_path / "whole.csv", missing=missing, kinds="discrete")
    else:
        data = sp.dataset(table, missing=missing, kinds="discrete")
    for memory in (3000, "1GB"):  # a pass for every few sets, and one for all
        streamed = sp.scan(str(folder), memory=memory, missing=missing, kinds="discrete")
        check_same(streamed, data)
        k = int(rng.integers(0, 4))
        for options in ({"test": "chi2"}, {"test": "g2", "search": "all"}):
            assert document(sp.kpc(streamed, k=k, threads=2, **options)) == document(
                sp.kpc(data, k=k, threads=1, **options)
            )
    assert sp.kpc(streamed, k=1).warnings == sp.kpc(data, k=1).warnings


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("make", [ChiSquare, GSquare])
def test_single_tests_have_the_same_bytes(seed, make, tmp_path):
    table = discrete_table(seed)
    folder = split(table, tmp_path / "lake", np.random.default_rng(seed))
    for options in ({}, {"dof": "full"}, {"min_rows_per_dof": 5, "no_evidence": "independent"}):
        here = make.from_data(sp.dataset(table, kinds="discrete"), **options)
        there = make.from_data(sp.scan(str(folder), memory=3000, kinds="discrete"), **options)
        assert (there.n, there.names) == (here.n, here.names)
        for a, b, given in [
            ("flag", "small", ()),
            ("text", "kind", ("flag",)),
            ("wide", "flag", ("kind", "text")),
        ]:
            assert repr(there(a, b, given)) == repr(here(a, b, given))


@pytest.mark.parametrize("seed", range(3))
def test_other_learners(seed, tmp_path):
    table = discrete_table(seed)
    data = sp.dataset(table, kinds="discrete")
    streamed = sp.scan(
        str(split(table, tmp_path / "lake", np.random.default_rng(seed))), memory=3000, kinds="discrete"
    )
    assert document(sp.pc(streamed)) == document(sp.pc(data))
    assert document(sp.loci(streamed, k=1)) == document(sp.loci(data, k=1))
    assert document(sp.anytime_fci(streamed, k=1)) == document(sp.anytime_fci(data, k=1))
    voted = {"k": 1, "colliders": "conservative"}
    assert document(sp.kpc(streamed, **voted)) == document(sp.kpc(data, **voted))
    assert document(sp.kpc(streamed, k="auto", alpha="auto")) == document(
        sp.kpc(data, k="auto", alpha="auto")
    )


def test_what_needs_the_rows_reads_them(tmp_path):
    table = discrete_table(3)
    data = sp.dataset(table, kinds="discrete")
    streamed = sp.scan(
        str(split(table, tmp_path / "lake", np.random.default_rng(3))), memory=100, kinds="discrete"
    )
    assert isinstance(streamed.columns[0].values, np.memmap)  # more than 100 bytes
    assert sp.posterior(streamed, seed=1).summary() == sp.posterior(data, seed=1).summary()
    assert (
        sp.stability(streamed, resamples=5, seed=1).summary()
        == sp.stability(data, resamples=5, seed=1).summary()
    )
    assert streamed.to_pandas().equals(data.to_pandas())
    again = copy.deepcopy(streamed)
    assert again == data


@pytest.mark.parametrize("seed", range(9))
def test_continuous_tables(seed, tmp_path):
    table = continuous_table(seed)
    data = sp.dataset(table)
    suffix = [".parquet", ".feather", ".csv"][seed % 3]
    streamed = sp.scan(str(split(table, tmp_path / "lake", np.random.default_rng(seed), suffix)), memory=1000)
    check_same(streamed, data)
    here, there = FisherZ.from_data(data), FisherZ.from_data(streamed)
    assert np.abs(there.correlation - here.correlation).max() < 1e-13
    for given in [(), ("b",), ("b", "d")]:
        assert there("a", "c", given).p == pytest.approx(here("a", "c", given).p, abs=1e-11)
    found, expected = sp.kpc(streamed, k=2), sp.kpc(data, k=2)
    assert found.graph == expected.graph
    assert dict(found.tests_run) == dict(expected.tests_run)
    assert streamed.matrix().tolist() == data.matrix().tolist()


def test_neither_threads_nor_files_change_a_bit_of_a_correlation(tmp_path):
    rng = np.random.default_rng(5)
    table = pa.table({name: rng.normal(size=50_000) for name in "abc"})
    pq.write_table(table, tmp_path / "one.parquet")
    folder = split(table, tmp_path / "many", rng)
    one = FisherZ.from_data(sp.scan(tmp_path / "one.parquet", memory=1), threads=1)
    many = FisherZ.from_data(sp.scan(str(folder), memory=1), threads=3)
    assert one.correlation.tobytes() == many.correlation.tobytes()


def test_large_means_beside_small_spreads(tmp_path):
    """Plain sums of squares would lose every digit here."""
    rng = np.random.default_rng(6)
    a = rng.normal(size=20_000)
    table = pa.table({"a": a + 1e8, "b": (a + rng.normal(size=20_000)) * 1e150})
    pq.write_table(table, tmp_path / "t.parquet", row_group_size=1000)
    found = FisherZ.from_data(sp.scan(tmp_path / "t.parquet", memory=1)).correlation[0, 1]
    exact = np.corrcoef((table["a"].to_numpy() - 1e8), table["b"].to_numpy() / 1e150)[0, 1]
    assert found == pytest.approx(exact, abs=1e-14)


# ---- where rows are --------------------------------------------------------------------------------------


def test_places(tmp_path):
    table = discrete_table(1)
    data = sp.dataset(table, kinds="discrete")
    folder = split(table, tmp_path / "lake", np.random.default_rng(1))
    files = sorted(folder.glob("*.parquet"))
    for where in (
        str(folder),
        folder,
        f"{folder}/*.parquet",
        [str(file) for file in files],
        ds.dataset(files),
    ):
        assert sp.scan(where, kinds="discrete") == data
    assert sp.scan(f"{folder}/*.parquet", kinds="discrete").source == "*.parquet"


def test_addresses(tmp_path):
    fsspec = pytest.importorskip("fsspec")
    table = discrete_table(2)
    system = fsspec.filesystem("memory")
    with system.open("/lake/one.parquet", "wb") as handle:
        pq.write_table(table, handle)
    try:
        assert sp.scan("memory://lake/*.parquet", kinds="discrete") == sp.dataset(table, kinds="discrete")
        assert sp.scan("memory://lake", kinds="discrete").rows == table.num_rows
    finally:
        system.rm("/lake", recursive=True)


def test_truth_values_and_pairs_of_numbers_need_no_pass_of_their_own(tmp_path, monkeypatch):
    table = (
        discrete_table(4)
        .select(["flag", "kind"])
        .append_column("one", pa.array(np.arange(discrete_table(4).num_rows) % 2 + 7))
    )
    pq.write_table(table, tmp_path / "t.parquet", row_group_size=50)
    asked: list[list[str]] = []
    plain = ArrowFiles.batches

    def noting(self, names):
        asked.append(list(names))
        return plain(self, names)

    monkeypatch.setattr(ArrowFiles, "batches", noting)
    streamed = sp.scan(tmp_path / "t.parquet")
    assert asked == [["kind"]]
    check_same(streamed, sp.dataset(table))


# ---- what is refused -------------------------------------------------------------------------------------


def refused(match, *arguments, error=DataError, **options):
    with pytest.raises(error, match=match):
        sp.scan(*arguments, **options)


def test_a_broken_file_is_named_with_its_row_group(tmp_path):
    table = discrete_table(0)
    pq.write_table(table, tmp_path / "a.parquet")
    pq.write_table(table, tmp_path / "b.parquet", row_group_size=10)
    raw = bytearray((tmp_path / "b.parquet").read_bytes())
    raw[4:60] = bytes(56)
    (tmp_path / "b.parquet").write_bytes(raw)
    with pytest.raises(DataError, match=r"b\.parquet, row group 0"):
        sp.kpc(sp.scan(str(tmp_path), kinds="discrete"), k=0)
    (tmp_path / "b.parquet").write_bytes(b"no parquet")
    refused(r"b\.parquet cannot be read", str(tmp_path))


def test_files_that_do_not_belong_together(tmp_path):
    table = discrete_table(0)
    pq.write_table(table, tmp_path / "a.parquet")
    pq.write_table(table.drop_columns(["flag"]), tmp_path / "b.parquet")
    refused(
        r"b\.parquet does not have the same columns as .*a\.parquet: only one of .* 'flag'", str(tmp_path)
    )
    pq.write_table(table.set_column(0, "flag", pa.array(["u"] * table.num_rows)), tmp_path / "b.parquet")
    refused(r"b\.parquet, row group 0: column 'flag' mixes", str(tmp_path))
    pq.write_table(pa.table([pa.array([0, 1] * 9)] * 3, names=["a", "b", "a"]), tmp_path / "a.parquet")
    refused(r"a\.parquet: column names must differ; repeated: 'a'; rename them", str(tmp_path))
    (tmp_path / "c.csv").write_text("a,b\n1,2\n")
    refused("files of one format", str(tmp_path))


def test_text_files_whose_columns_are_in_another_order(tmp_path):
    frame = discrete_table(0).to_pandas()
    (tmp_path / "lake").mkdir()
    frame.iloc[:20].to_csv(tmp_path / "lake" / "0.csv", index=False)
    frame.iloc[20:].iloc[:, ::-1].to_csv(tmp_path / "lake" / "1.csv", index=False)
    frame.to_csv(tmp_path / "whole.csv", index=False)
    found = sp.scan(tmp_path / "lake")
    check_same(found, sp.read(tmp_path / "whole.csv"))
    check_same(sp.scan(tmp_path / "lake", only=["kind", "flag"]), found.select(["flag", "kind"]))
    later = sp.scan(tmp_path / "lake")
    frame.iloc[20:].rename(columns={"kind": "sort"}).to_csv(tmp_path / "lake" / "1.csv", index=False)
    refused(r"1\.csv does not have the same columns as .*0\.csv: only .* 'kind', 'sort'", tmp_path / "lake")
    with pytest.raises(
        DataError, match=r"1\.csv: the first line no longer names the same columns: .* changed\?"
    ):
        later.to_pandas()
    frame.iloc[20:].to_csv(tmp_path / "lake" / "1.csv", index=False, sep=";")
    refused(r"cells are separated by ';' in .*1\.csv and by ',' in .*0\.csv", tmp_path / "lake")


def test_problems_are_told_together(tmp_path):
    rows = 60
    table = pa.table(
        {
            "a": [0, 1] * 30,
            "b": [1] * rows,
            "c": [None] * rows,
            "d": [0.5, np.inf] * 30,
            "e": [None, 1, 2] * 20,
        }
    )
    pq.write_table(table.cast(table.schema.set(2, pa.field("c", pa.int64()))), tmp_path / "t.parquet")
    with pytest.raises(DataError) as caught:
        sp.scan(tmp_path / "t.parquet")
    for words in (
        "'b' is constant, always 1",
        "'c' has no values",
        "infinite values in 'd' (30)",
        "missing values in",
    ):
        assert words in str(caught.value)


def test_wrong_options(tmp_path):
    pq.write_table(discrete_table(0), tmp_path / "t.parquet")
    refused("there is no file", str(tmp_path / "none*.parquet"))
    refused("cannot leave out rows", tmp_path / "t.parquet", missing="testwise", error=OptionError)
    refused("memory is a number of bytes", tmp_path / "t.parquet", memory="much", error=OptionError)
    refused("drop: there is no column 'x'", tmp_path / "t.parquet", drop=["x"], error=OptionError)
    refused("a path, a pattern", 3, error=OptionError)
    assert size_in_bytes("64 KB") == 64_000


def test_dates_and_free_text(tmp_path):
    rows = 2000
    days = pd.date_range("2020-01-01", periods=rows)
    pq.write_table(pa.table({"a": [0, 1] * 1000, "t": pa.array(days)}), tmp_path / "t.parquet")
    refused("'t' holds dates or times", tmp_path / "t.parquet")
    refused("does not know the first day", tmp_path / "t.parquet", kinds={"t": "continuous"})
    pq.write_table(
        pa.table({"a": [0, 1] * 1000, "t": [f"n{i}" for i in range(rows)]}), tmp_path / "t.parquet"
    )
    refused("'t' has 2,000 levels in 2,000 rows, such as 'n0'", tmp_path / "t.parquet")


def test_quoted_cells_and_lines_within_them(tmp_path, monkeypatch):
    monkeypatch.setattr("sepset.data.scanning.text._PIECE", 64)
    monkeypatch.setattr("sepset.data.scanning.text._BATCH", 100)
    lines = ['name,"what, where"', *['"a ""b""\nc",1', "x,0", '"y",1'] * 30]
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    data = sp.read(tmp_path / "t.csv")
    check_same(sp.scan(tmp_path / "t.csv"), data)


def test_a_first_line_longer_than_what_is_looked_at_first(tmp_path, monkeypatch):
    monkeypatch.setattr("sepset.data.scanning.text._HEAD", 64)
    names = [f"column{i}" for i in range(30)]
    rows = [",".join("01"[(i * row) % 7 % 2] for i in range(1, 31)) for row in range(1, 40)]
    for newline in ("\n", "\r"):
        (tmp_path / "t.csv").write_bytes(newline.join([",".join(names), *rows, ""]).encode())
        only = [f"column{i}" for i in (0, 3, 5)]
        check_same(sp.scan(tmp_path / "t.csv", only=only), sp.read(tmp_path / "t.csv", only=only))
    monkeypatch.setattr("sepset.data.scanning.text.ROW", 100)
    refused("the first line has more than 100 characters", tmp_path / "t.csv", only=only)


def test_an_odd_number_of_quotes(tmp_path):
    (tmp_path / "t.csv").write_text("a,b,c\n" + '5",0,1\n4,1,1\n5",1,0\n' * 21)
    check_same(sp.scan(tmp_path / "t.csv"), sp.read(tmp_path / "t.csv"))
    (tmp_path / "t.csv").write_text('a,b,c\n4,1,0\n"5,0,1\n' + "4,1,1\n" * 10)
    refused("the row that starts at line 3 cannot be read", tmp_path / "t.csv")


def test_text_that_is_not_utf_8_far_below(tmp_path, monkeypatch):
    monkeypatch.setattr("sepset.data.scanning.text._HEAD", 64)
    monkeypatch.setattr("sepset.data.scanning.text._PIECE", 64)
    rows = b"a,b\n" + b"0,u\n1,v\n" * 40
    (tmp_path / "t.csv").write_bytes(rows + "0,Zürich\n".encode("latin-1"))
    refused("the text is not UTF-8 after byte 320", tmp_path / "t.csv")
    (tmp_path / "t.csv").write_bytes(rows + b"0,\0\n")
    refused("there is a zero byte after byte 320", tmp_path / "t.csv")
