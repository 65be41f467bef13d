"""Scans against memory on random tables as they come: what they say of themselves, doubt or refuse.

Gaps in some row groups only, files without statistics, row groups without rows, categories, durations,
numbers that floats do not tell apart, constants: a table is taken by both with the same kinds, levels,
counts, doubts and fingerprint, or refused by both for the same columns.
"""

import re
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.errors import DataError
from unit.data.scanning.cases import OneByOne, check_same

TABLES_A_CASE = 25
_PLAIN = ("truth", "pair", "few", "scale", "real", "text", "numbered")
_TYPED = (*_PLAIN, "small", "category", "number category", "seconds", "milliseconds", "decimal")
_ODD = ("constant", "nothing", "infinite", "huge", "numbers as text")


def column(what, rows, rng):
    """One column of values; whatever it is, it is not always usable."""
    two, few = rng.integers(0, 2, rows), rng.integers(0, 5, rows)
    words = np.array(["e", "d", "c", "b", "a"])
    made = {
        "truth": lambda: pa.array(two.astype(bool)),
        "pair": lambda: pa.array(two + int(rng.integers(-3, 4))),
        "few": lambda: pa.array(few * 2 - 3),
        "scale": lambda: pa.array(few * 0.1),
        "real": lambda: pa.array(rng.normal(size=rows) * 10.0 ** rng.integers(-3, 4)),
        "text": lambda: pa.array(words[few]),
        "numbered": lambda: pa.array(np.arange(rows) * int(rng.integers(1, 4))),
        "small": lambda: pa.array(two.astype(rng.choice(["uint8", "int8", "int16", "uint32"]))),
        "category": lambda: pa.array(words[few]).dictionary_encode(),
        "number category": lambda: pa.array(few).dictionary_encode(),
        "seconds": lambda: pa.array(few).cast(pa.duration("s")),
        "milliseconds": lambda: pa.array(two).cast(pa.duration("ms")),
        "decimal": lambda: pa.array(few * 0.5).cast(pa.decimal128(5, 1)),
        "constant": lambda: pa.array(np.full(rows, 7)),
        "nothing": lambda: pa.nulls(rows, pa.int64()),
        "infinite": lambda: pa.array(np.where(few == 1, np.inf, few * 1.0)),
        "huge": lambda: pa.array(two + int(rng.choice([2**53 - 1, 2**53, 2**62, -(2**60)]))),
        "numbers as text": lambda: pa.array(few.astype(str)),
    }
    return made[what]()


def with_gaps(values, cuts, rng):
    """Lose values in some stretches of rows."""
    lost = np.zeros(len(values), dtype=bool)
    for first, stop in zip([0, *cuts], [*cuts, len(values)], strict=True):
        if rng.random() < 0.4:
            lost[first:stop] = rng.random(stop - first) < 0.2
    return pa.compute.if_else(pa.array(lost), pa.scalar(None, values.type), values)


def random_table(rng, whats):
    """A table, and the rows at which its parts end."""
    rows = int(rng.choice([4, 40, 300, 2500]))
    cuts = np.sort(rng.integers(0, rows + 1, int(rng.integers(0, 5)))).tolist()
    chosen = [str(what) for what in rng.choice(whats, int(rng.integers(2, 7)))]
    if rng.random() < 0.2:
        chosen.append(str(rng.choice(_ODD)))
    gaps = rng.random() < 0.6
    columns = {}
    for place, what in enumerate(chosen):
        values = column(what, rows, rng)
        columns[f"{what}.{len(chosen) - place}"] = with_gaps(values, cuts, rng) if gaps else values
    return pa.table(columns), cuts


def written(table, cuts, folder, suffix, rng):
    """The parts as row groups or batches of some files, some of them without rows or statistics."""
    folder.mkdir(parents=True)
    parts = [
        table.slice(first, stop - first)
        for first, stop in zip([0, *cuts], [*cuts, table.num_rows], strict=True)
    ]
    left, number = parts, 0
    while left:
        count = int(rng.integers(1, len(left) + 1))
        some, left = left[:count], left[count:]
        file, number = folder / f"{number}{suffix}", number + 1
        if suffix == ".parquet":
            with pq.ParquetWriter(file, table.schema, write_statistics=rng.random() < 0.7) as writer:
                for part in [*some, *([table.slice(0, 0)] if rng.random() < 0.3 else [])]:
                    writer.write_table(part)
        elif suffix == ".feather":
            with pa.ipc.new_file(file, table.schema) as writer:
                for part in some:
                    writer.write_table(part.unify_dictionaries(), max_chunksize=100)
        else:
            pa.concat_tables(some).to_pandas().to_csv(file, index=False)
    return folder


def in_one(table, where, suffix, folder):
    """The same rows as one table or file; Parquet forgets that numbers were categories."""
    if suffix == ".csv":
        table.to_pandas().to_csv(folder / "whole.csv", index=False)
        return folder / "whole.csv"
    return pa.concat_tables(map(pq.read_table, sorted(where.iterdir()))) if suffix == ".parquet" else table


def outcome(make):
    try:
        return make(), ""
    except DataError as error:
        return None, str(error)


def gist(message):
    """What is wrong with which columns: a scan says where it stopped, and advises other remedies."""
    what = {
        "gaps": r"missing values in ([^;]*)",
        "infinite": r"infinite values in ([^;]*)",
        "constant": r"columns? ('[^;,]*') (?:is|are) constant",
        "empty": r"columns? ('[^;]*') (?:has|have) no values at all",
        "huge": r"column ('[^']*') holds whole numbers",
        "text": r"column ('[^']*') holds numbers? .*text",
    }
    found = {name: re.findall(words, message) for name, words in what.items()}
    return {name: told for name, told in found.items() if told}


def compare(there, here):
    (streamed, refused), (data, refusal) = outcome(there), outcome(here)
    if streamed is None or data is None:
        # A scan stops at the first batch with numbers that it cannot keep; memory goes on to look.
        assert refused, refusal
        assert refusal, refused
        if "huge" not in gist(refused):
            assert gist(refused) == gist(refusal), (refused, refusal)
        return False
    check_same(streamed, data)
    for name, part in zip(data.names, streamed.shared_by(OneByOne()).columns, strict=True):
        assert part.values.tobytes() == data.column(name).values.tobytes()
    return True


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("suffix", [".parquet", ".feather", ".csv"])
def test_tables_as_they_come(suffix, seed, tmp_path):
    taken = 0
    for number in range(TABLES_A_CASE):
        rng = np.random.default_rng([seed, number, ord(suffix[1])])
        table, cuts = random_table(rng, _PLAIN if suffix == ".csv" else _TYPED)
        where = written(table, cuts, tmp_path / str(number), suffix, rng)
        options = {"missing": str(rng.choice(["error", "drop"])), "kinds": None}
        if rng.random() < 0.3:
            options["kinds"] = str(rng.choice(["discrete", "continuous", "ordinal", "count"]))
        memory = int(rng.choice([300, 10**9]))
        whole = in_one(table, where, suffix, tmp_path)
        taken += compare(
            partial(sp.scan, where, memory=memory, **options),
            partial(sp.read if suffix == ".csv" else sp.dataset, whole, **options),
        )
    assert taken > TABLES_A_CASE // 5
