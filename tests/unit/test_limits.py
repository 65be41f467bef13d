"""Small files and short calls that ask for too much are told so, soon and in words."""

import gzip
import json
import random
import tracemalloc

import pytest

import sepset as sp
from sepset import files, limits


def saved(tmp_path, change):
    found = sp.kpc(sp.Oracle(sp.MixedGraph.from_edges("a --> b")), k=0)
    found.save(tmp_path / "run.json")
    document = json.loads((tmp_path / "run.json").read_text())
    change(document)
    (tmp_path / "run.json").write_text(json.dumps(document))
    return tmp_path / "run.json"


def test_many_names_in_a_saved_result_take_no_memory_for_pairs(tmp_path):
    path = saved(tmp_path, lambda document: document.update(names=[f"n{i}" for i in range(12_000)]))
    tracemalloc.start()
    with pytest.raises(sp.SavedError, match="should have 71994000 entries, one for each pair, not 1"):
        sp.load(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50e6


def test_settings_are_not_nested_without_end(tmp_path):
    deep: object = 1
    for _ in range(900):
        deep = [deep]
    path = saved(tmp_path, lambda document: document["settings"].update(more=deep))
    with pytest.raises(sp.SavedError, match="settings are nested at most 20 deep"):
        sp.load(path)


def test_gzip_is_not_unpacked_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "UNPACKED", 2**20)
    bomb = gzip.compress(bytes(2**24))
    (tmp_path / "bomb.csv.gz").write_bytes(bomb)
    (tmp_path / "bomb.json.gz").write_bytes(bomb)
    with pytest.raises(sp.DataError, match=r"unpacks to more than .* bytes, the limit for its size"):
        sp.read(tmp_path / "bomb.csv.gz")
    with pytest.raises(sp.SavedError, match=r"unpacks to more than .* bytes, the limit for its size"):
        sp.load(tmp_path / "bomb.json.gz")
    # What does not shrink so well may be longer than the limit.
    packed = gzip.compress(random.Random(1).randbytes(2**21))
    assert len(files.unpacked(packed)) == 2**21


def test_long_names_and_wide_tables(tmp_path):
    name = "x" * 1_000_000
    (tmp_path / "long.csv").write_text(f"a;b,{name};c\n1;2,3;4\n")
    with pytest.raises(sp.DataError, match="the first line has comma and semicolon"):
        sp.read(tmp_path / "long.csv")
    with pytest.raises(sp.DataError, match="a column name has 1,000,002 characters, at most 10,000"):
        sp.read(tmp_path / "long.csv", separator=";")
    wide = ",".join(f"c{i}" for i in range(limits.COLUMNS + 1))
    (tmp_path / "wide.csv").write_text(f"{wide}\n{wide}\n")
    with pytest.raises(sp.DataError, match=r"names 20,001 columns, and at most 20,000 are read"):
        sp.read(tmp_path / "wide.csv")


def test_a_name_is_not_endless():
    with pytest.raises(sp.GraphError, match=r"a name has at most 10,000 characters; '\[\[.*' has 100,000"):
        sp.MixedGraph.parse("[" * 100_000)


def test_random_graphs_and_samples_have_a_largest_size():
    with pytest.raises(sp.OptionError, match="n is at most 20,000"):
        sp.simulate.random_dag(10**9, edges=5, seed=1)
    with pytest.raises(sp.OptionError, match="the limit is 2,147,483,648 values"):
        sp.asia().sample(10**9, seed=1)
    model = sp.simulate.linear_gaussian(sp.MixedGraph.from_edges("a --> b"), seed=1)
    with pytest.raises(sp.OptionError, match="the limit is 2,147,483,648 values"):
        model.sample(2**31, seed=1)


@pytest.mark.parametrize("threads", [2**31, 10**30])
def test_threads_have_no_largest_number(threads):
    assert sp.kpc(sp.asia().sample(100, seed=1), k=0, threads=threads).k == 0
