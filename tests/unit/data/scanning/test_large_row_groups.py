"""Row groups of Parquet that are too large to be held are read in pieces, with the same values."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sepset as sp
from unit.data.scanning.cases import check_same

ROWS = 20_000


@pytest.fixture
def opened(monkeypatch):
    """How files of Parquet are opened."""
    seen, plain = [], pq.ParquetFile

    def noting(*arguments, **options):
        seen.append((options.get("pre_buffer", True), options.get("buffer_size", 0)))
        return plain(*arguments, **options)

    monkeypatch.setattr(pq, "ParquetFile", noting)
    return seen


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(3)
    columns = {name: rng.normal(size=ROWS) for name in ("x", "y.z")} | {"a": np.arange(ROWS) % 2}
    found = pa.table(columns)
    pq.write_table(found, tmp_path / "t.parquet", row_group_size=ROWS)
    return found


WHOLE, IN_PIECES = (True, 0), (False, 1 << 20)


@pytest.mark.parametrize(("memory", "only", "expected"), [
    ("1GB", None, {WHOLE}),
    ("100KB", None, {WHOLE, IN_PIECES}),
    ("100KB", ["y.z", "a"], {WHOLE, IN_PIECES}),
    # A column of two values takes next to nothing, whatever lies beside it.
    ("100KB", ["a"], {WHOLE}),
])  # fmt: skip
def test_how_a_row_group_is_read(memory, only, expected, table, opened, tmp_path):
    where = tmp_path / "t.parquet"
    if only == ["a"]:
        only, table = ["a", "b"], table.append_column("b", pa.array(np.arange(ROWS) // 2 % 2))
        pq.write_table(table, where, row_group_size=ROWS)
    found = sp.scan(where, memory=memory, only=only).fingerprint()
    assert found == sp.dataset(table.select(only or table.column_names)).fingerprint()
    assert {*opened} == expected


def test_fields_of_a_record_count_for_it(opened, tmp_path):
    """A column that cannot be used, but is read before that is known."""
    numbers = pa.array(np.random.default_rng(1).normal(size=ROWS))
    record = pa.StructArray.from_arrays([numbers], ["x"])
    pq.write_table(pa.table({"r": record, "b": numbers}), tmp_path / "t.parquet")
    with pytest.raises(sp.DataError, match="'r'"):
        sp.scan(tmp_path / "t.parquet", memory="1MB", only=["r", "b"])
    assert {*opened} == {WHOLE, IN_PIECES}


def test_small_and_large_ones_in_a_file(opened, tmp_path):
    rng = np.random.default_rng(4)
    parts = [pa.table({name: rng.normal(size=rows) for name in "xyz"}) for rows in (50, ROWS, 60)]
    with pq.ParquetWriter(tmp_path / "t.parquet", parts[0].schema) as writer:
        for part in parts:
            writer.write_table(part)
    there = sp.scan(tmp_path / "t.parquet", memory="100KB")
    check_same(there, sp.dataset(pa.concat_tables(parts)))
    assert {*opened} == {WHOLE, IN_PIECES}
