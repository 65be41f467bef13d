"""Text files of every ending that `read` takes, gzipped or not."""

import gzip

import numpy as np
import pytest

import sepset as sp
from sepset.data.reading.read import TEXT_SUFFIXES
from sepset.errors import DataError
from unit.data.scanning.cases import check_same


def lines(separator=",", rows=3000, seed=1):
    rng = np.random.default_rng(seed)
    cells = zip(
        rng.integers(0, 2, rows),
        rng.choice(["u", "v", "w"], rows),
        rng.normal(size=rows).round(3),
        strict=True,
    )
    return "\n".join([separator.join("abc"), *(separator.join(map(str, row)) for row in cells), ""]).encode()


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    """Many reads a file."""
    monkeypatch.setattr("sepset.data.scanning.text._HEAD", 512)
    monkeypatch.setattr("sepset.data.scanning.text._PIECE", 700)


@pytest.mark.parametrize("packed", ["", ".gz", ".GZ"])
@pytest.mark.parametrize("suffix", TEXT_SUFFIXES)
@pytest.mark.parametrize("separator", [",", "\t"])
def test_every_ending(suffix, separator, packed, tmp_path):
    content = lines(separator)
    path = tmp_path / f"t{suffix}{packed}"
    path.write_bytes(gzip.compress(content) if packed else content)
    data = sp.read(path)
    check_same(sp.scan(path), data)
    check_same(sp.scan(tmp_path), data)


def test_a_tab_in_a_title_of_a_column(tmp_path):
    """Where the ending does not say it, the first line decides, as in memory."""
    (tmp_path / "t.tsv").write_bytes(b"a\tb,c\n" + b"0\t1,2\n1\t2,3\n" * 30)
    check_same(sp.scan(tmp_path / "t.tsv", kinds="discrete"), sp.read(tmp_path / "t.tsv", kinds="discrete"))


def test_files_in_an_archive_of_several_parts(tmp_path):
    """Such as ``cat 1.gz 2.gz`` and bgzip make."""
    content = lines()
    parts = [gzip.compress(content[:5000]), gzip.compress(b""), gzip.compress(content[5000:])]
    (tmp_path / "t.csv.gz").write_bytes(b"".join(parts))
    check_same(sp.scan(tmp_path / "t.csv.gz"), sp.read(tmp_path / "t.csv.gz"))


def test_several_packed_files(tmp_path):
    for number in range(2):
        (tmp_path / f"{number}.csv.gz").write_bytes(gzip.compress(lines(seed=number)))
    (tmp_path / "whole.csv").write_bytes(lines(seed=0) + lines(seed=1).split(b"\n", 1)[1])
    check_same(sp.scan(f"{tmp_path}/*.csv.gz"), sp.read(tmp_path / "whole.csv"))
    with pytest.raises(DataError, match="files of one format are needed, but there are"):
        sp.scan(tmp_path)


@pytest.mark.parametrize("harm", ["cut", "flipped", "plain"])
def test_a_broken_archive_is_named(harm, tmp_path):
    content = lines()
    packed = gzip.compress(content)
    half = len(packed) // 2
    broken = {
        "cut": packed[:half],
        "flipped": packed[:half]
        + bytes(byte ^ 255 for byte in packed[half : half + 50])
        + packed[half + 50 :],
        "plain": content,
    }
    (tmp_path / "t.csv.gz").write_bytes(broken[harm])
    with pytest.raises(DataError, match=r"t\.csv\.gz"):
        sp.scan(tmp_path / "t.csv.gz")


def test_addresses(tmp_path):
    system = pytest.importorskip("fsspec").filesystem("memory")
    system.pipe("/packed/t.tab.gz", gzip.compress(lines("\t")))
    try:
        (tmp_path / "t.tab").write_bytes(lines("\t"))
        check_same(sp.scan("memory://packed"), sp.read(tmp_path / "t.tab"))
    finally:
        system.rm("/packed", recursive=True)


def test_packed_tables_of_other_formats(tmp_path):
    (tmp_path / "t.parquet.gz").write_bytes(b"")
    with pytest.raises(DataError, match=r"known suffix \(.*\.parquet, .*those of text also with \.gz\)"):
        sp.scan(tmp_path / "t.parquet.gz")
