"""The scratch file has room for its values before it is mapped, or says that there is none."""

import errno
import os
import subprocess
import sys
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.data.scanning.scratch import Space
from sepset.errors import DataError

ROWS = 30_000


def large(tmp_path):
    rng = np.random.default_rng(1)
    table = pa.table({name: rng.integers(0, 2, ROWS) for name in "abcd"} | {"x": rng.normal(size=ROWS)})
    pq.write_table(table, tmp_path / "t.parquet")
    return table, sp.scan(tmp_path / "t.parquet", memory="1KB")


def blocks_of(space):
    return os.fstat(space._file.fileno()).st_blocks * 512


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="needs POSIX")
@pytest.mark.parametrize("way", ["reserved", "written", "elsewhere"])
def test_room_is_taken_before_it_is_mapped(way, monkeypatch):
    """By a call of the system, or by zeros where its filesystem, or the system, has none."""

    def unable(*_):
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    if way == "written":
        monkeypatch.setattr(os, "posix_fallocate", unable)
    elif way == "elsewhere":
        monkeypatch.delattr(os, "posix_fallocate")
    with Space(3_000_000, mapped=True) as space:
        first = space.array((1_000_001,), np.dtype(np.int8))
        second = space.array((250_000, 2), np.dtype(np.float64))
        assert blocks_of(space) >= 1_000_001 + 250_000 * 16
        first[:], second[:] = 7, 0.5
        assert (first == 7).all()
        assert isinstance(second, np.memmap)


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="needs POSIX")
def test_a_full_disk(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    table, there = large(tmp_path)
    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(DataError) as caught:
        there.to_pandas()
    message = str(caught.value)
    assert "a scratch file of 1 MB" in message  # 30,000 rows of four bytes and eight
    assert repr(tempfile.gettempdir()) in message
    assert "No space left on device" in message
    assert "TMPDIR" in message
    assert [advice.option for advice in caught.value.advice] == ["memory"]
    # What it advises helps.
    assert sp.scan(tmp_path / "t.parquet", memory="1MB") == sp.dataset(table)


def test_no_folder_for_temporary_files(tmp_path, monkeypatch):
    def nowhere(*_, **__):
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    _, there = large(tmp_path)
    monkeypatch.setattr(tempfile, "TemporaryFile", nowhere)
    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    with pytest.raises(DataError, match=r"in the folder for temporary files, .*No usable temporary"):
        there.to_pandas()


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")
def test_a_limit_of_the_system(tmp_path):
    """In a process of its own, whose files may not grow."""
    large(tmp_path)
    program = (
        "import resource, sys, sepset as sp\n"
        "there = sp.scan(sys.argv[1], memory='1KB')\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "try:\n"
        "    there.to_pandas()\n"
        "except sp.DataError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "t.parquet")],
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "(File too large)" in done.stdout
