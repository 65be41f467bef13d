"""How often a run goes through the rows of a scan: never once for every test."""

import json
import sqlite3
from contextlib import closing
from itertools import combinations

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sepset as sp
import sepset._core as native
from sepset import kernels
from sepset.data.scanning.hashing import hash_columns
from sepset.independence.counted_rows import by_weight, counts_of_rows
from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.streamed_tables import StreamedTables
from sepset.kernels import discrete as twins
from sepset.result.saved.document import document_of
from sepset.skeleton import statements
from sepset.skeleton.checkpoint import keeper

ROOM = "1GB"
#: room for six tables of four columns with four levels
LITTLE = 64 * 4**4 * 6


@pytest.fixture
def data():
    dag = sp.simulate.random_dag(14, edges=24, seed=4)
    levels = {name: 2 + place % 3 for place, name in enumerate(dag.nodes)}
    return sp.simulate.random_network(dag, levels=levels, seed=5).sample(400, seed=6)


@pytest.fixture
def rows(data, tmp_path):
    """What scans the same rows again."""
    pq.write_table(pa.Table.from_pandas(data.to_pandas()), tmp_path / "t.parquet")
    return lambda memory=ROOM: sp.scan(tmp_path / "t.parquet", memory=memory, kinds="discrete")


@pytest.fixture
def passes(monkeypatch):
    """A list that grows with every pass that counts; neither codes nor counts of all sets have the room."""
    monkeypatch.setattr("sepset.independence.streamed_tables._SETS_A_COLUMN", 1)
    monkeypatch.setattr(StreamedTables, "_has_room", lambda tables: False)
    return counted(monkeypatch)


def counted(monkeypatch):
    monkeypatch.setattr(
        "sepset.result.saved.edge_p.quick_edge_p", lambda found: None
    )  # large scans have none
    gone, count = [], StreamedTables._count

    def counting(tables, *sets):
        gone.append(sum(map(len, sets)))
        return count(tables, *sets)

    monkeypatch.setattr(StreamedTables, "_count", counting)
    return gone


def document(found):
    saved = json.loads(json.dumps(document_of(found)))
    saved["data"].pop("source", None)
    return json.dumps(saved)


@pytest.mark.parametrize("search", ["neighbours", "all"])
@pytest.mark.parametrize("colliders", ["sepset", "conservative", "majority", "max-p"])
def test_searching_voting_and_saving_take_a_few_passes(colliders, search, data, rows, passes):
    """One for each size of sets, and for the votes of each bound; the 5,000 tests behind edges take none."""
    options = {"k": 2, "search": search, "colliders": colliders}
    plain = sp.kpc(data, **options)
    found = sp.kpc(rows(), **options)
    assert len(passes) == 3
    assert document(found) == document(plain)  # votes for k = 0, 1 and 2, and tests without evidence
    assert len(passes) <= 3 + (0 if colliders == "sepset" else 3) + 1
    before = len(passes)
    assert found.warnings == plain.warnings
    assert len(passes) == before


def test_tests_behind_edges_that_were_counted_are_not_counted_again(data, rows, passes):
    """The last level asked about all of them."""
    found = sp.kpc(rows(), k=1, colliders="sepset")
    assert len(passes) == 2
    assert found.skeleton.silent == sp.kpc(data, k=1).skeleton.silent
    assert len(passes) == 2


@pytest.mark.parametrize("learn", [sp.pc, sp.anytime_fci, sp.loci])
def test_other_learners(learn, data, rows, passes):
    options = {} if learn is sp.loci else {"colliders": "conservative"}
    options |= {"max_k": 1} if learn is sp.pc else {"k": 1}
    assert document(learn(rows(), **options)) == document(learn(data, **options))
    assert len(passes) <= 8


@pytest.mark.parametrize("colliders", ["sepset", "conservative"])
def test_little_memory_takes_more_passes_and_not_one_for_each_test(colliders, data, rows, passes):
    options = {"k": 2, "colliders": colliders}
    plain, found = sp.kpc(data, **options), sp.kpc(rows(LITTLE), **options)
    assert list(found.skeleton.separations.rows()) == list(plain.skeleton.separations.rows())
    passes.clear()
    assert document(found) == document(plain)
    tests = found.skeleton.silent.of + sum(
        sum(found.orientation(k).tests_run.values()) for k in range(3) if colliders != "sepset"
    )
    assert 1 < len(passes) < tests / 4
    assert max(passes) > 6  # smaller tables find room for more


def test_p_values_of_edges(data, rows, passes):
    plain, found = sp.kpc(data, k=1), sp.kpc(rows(), k=1)
    passes.clear()
    assert found.edge_p.values_in_order.tobytes() == plain.edge_p.values_in_order.tobytes()
    assert len(passes) <= 2


@pytest.mark.parametrize("make", [ChiSquare, GSquare])
@pytest.mark.parametrize("memory", [ROOM, LITTLE, 500])
@pytest.mark.parametrize("at_once", [1 << 18, 40, 1])
def test_single_tests_in_any_order(make, memory, at_once, data, rows, passes, monkeypatch):
    """Sets of all sizes, some of them again and again; answers come in the order of the questions."""
    monkeypatch.setattr(statements, "_TOLD_AT_ONCE", at_once)
    rng = np.random.default_rng(3)
    asked = []
    for _ in range(60):
        a, b, *others = rng.permutation(14).tolist()
        several = [
            given for size in range(3) for given in combinations(others[: int(rng.integers(0, 4))], size)
        ]
        asked.append(statements.Asked(a, b, several))
    test, plain = make.from_data(rows(memory)), make.from_data(data)
    passes.clear()
    found = [(one, [*map(repr, results)]) for one, results in statements.answers(test, asked)]
    expected = [
        (
            one,
            [
                repr(plain(data.names[one.a], data.names[one.b], [data.names[c] for c in given]))
                for given in one.sets
            ],
        )
        for one in asked
    ]
    assert found == expected
    if at_once > 40 and memory == ROOM:
        assert len(passes) == 1
    if memory == LITTLE and at_once > 1:
        assert len(passes) < sum(len(one.sets) for one in asked) / 3


def test_counts_are_kept_within_the_memory(data, rows, passes):
    """What is kept for later questions never needs more than a pass may."""
    test = ChiSquare.from_data(rows(LITTLE))
    tables, most = test._stream, LITTLE // 64
    for seed in range(20):
        rng = np.random.default_rng(seed)
        sets = [tuple(np.sort(rng.permutation(14)[: int(rng.integers(2, 5))]).tolist()) for _ in range(30)]
        done = 0
        while done < len(sets):
            done += tables.expect_sets(sets[done:])
            assert sum(one.tables.numbers for one in tables._expected) <= most


def test_pooled_tables_are_prepared(data, rows, monkeypatch):
    """Their tests come one by one; each table is counted once."""
    passes = counted(monkeypatch)
    found = sp.kpc(sp.pool([rows(), rows()]), k=1)
    assert len(passes) == 2
    assert found.graph == sp.kpc(sp.pool([data, data]), k=1).graph


class Patient:
    """A cluster that would be used if anything took long."""

    at_least = 1e9

    def shared(self, thing, call, count, noun, *, seconds):
        raise AssertionError

    def answers(self, level, todo, threads):
        raise AssertionError  # what is only here must not travel


def test_rows_in_one_part_are_coded_beside_a_cluster(data, tmp_path, rows, monkeypatch):
    """A cluster could not help to count them; they are searched here, in one pass."""
    monkeypatch.setattr("sepset.independence.streamed_tables._SETS_A_COLUMN", 1)
    passes = counted(monkeypatch)
    plain, base = sp.kpc(data, k=2), sqlite3.connect(":memory:")
    data.to_pandas().to_sql("t", base, index=False)
    with closing(base):
        for there in (rows(), sp.scan_sql(base, "t", kinds="discrete")):
            assert there.parts == 1
            assert document(sp.kpc(there, k=2, backend=Patient())) == document(plain)
            folder = tmp_path / f"kept {there.source}"
            assert document(sp.kpc(there, k=2, backend=Patient(), checkpoint=folder)) == document(plain)
    assert passes == []
    pq.write_table(pa.Table.from_pandas(data.to_pandas()), tmp_path / "t.parquet", row_group_size=100)
    assert rows().parts == 4
    test = ChiSquare.from_data(rows().shared_by(Patient()))
    test.prepare(2)
    assert test.asked_here
    assert test.stays_here


@pytest.mark.parametrize("repeated", [0.0, 0.1, 1.0])
def test_rows_that_occur_once_are_counted_like_any(repeated, monkeypatch):
    """Native and twin: the counts of rows with weights are those of the rows written out."""
    rng = np.random.default_rng(5)
    levels = np.array([2, 2, 3, 4], dtype=np.int32)
    codes = [rng.integers(0, count, 500).astype(np.uint8) for count in levels]
    weights = np.where(rng.random(500) < repeated, rng.integers(2, 10**12, 500), 1)
    sets = [np.array([*combinations(range(4), size)], dtype=np.int32) for size in (2, 4)]

    class Grouped:
        def weighted_batches(self, names):
            for start in range(0, 500, 90):
                yield [column[start : start + 90] for column in codes], weights[start : start + 90]

    for kernel in (native.CountedSets, twins.CountedSets):
        monkeypatch.setattr(kernels, "CountedSets", kernel)
        for own, counts in zip(sets, counts_of_rows((), levels, sets, Grouped(), 2), strict=True):
            plain = kernel(levels, own)
            plain.add_weighted(codes, weights)
            assert counts.tobytes() == plain.counts().tobytes()


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_rows_that_occur_once_are_added_together(share, monkeypatch):
    """Row by row only what occurs more often."""
    weights = np.where(np.arange(100) < 100 * share, 1, 2)
    codes = [np.arange(100, dtype=np.uint8) % 2] * 2
    found = [*by_weight(codes, weights)]
    assert sum(len(some[0]) * (1 if often is None else 2) for some, often in found) == weights.sum()
    assert sum(len(some[0]) for some, often in found if often is None) == 100 * share
    assert [often.tolist() for _, often in found if often is not None] == [[2] * int(100 * (1 - share))] * (
        share < 1
    )


# ---- checkpoints --------------------------------------------------------------------------------


@pytest.fixture
def kept(monkeypatch):
    """Every block is written, however short the run."""
    monkeypatch.setattr(keeper, "SHARE", 1e9)


WAYS = ["all sets", "each level", "coded"]


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    """How the rows are counted, and how many passes a run with k = 2 takes."""
    if request.param != "all sets":
        monkeypatch.setattr("sepset.independence.streamed_tables._SETS_A_COLUMN", 1)
    if request.param == "each level":
        monkeypatch.setattr(StreamedTables, "_has_room", lambda tables: False)
    gone, coding = counted(monkeypatch), StreamedTables._code

    def code(tables):
        gone.append(0)
        return coding(tables)

    monkeypatch.setattr(StreamedTables, "_code", code)
    return gone, 3 if request.param == "each level" else 1


def test_a_finished_run_counts_nothing(data, rows, way, kept, tmp_path):
    passes, each = way
    plain, folder = sp.kpc(data, k=2), tmp_path / "kept"
    sp.kpc(rows(), k=2, checkpoint=folder)
    assert len(passes) == each
    found = sp.kpc(rows(), k=2, checkpoint=folder)
    assert len(passes) == each
    assert list(found.skeleton.separations.rows()) == list(plain.skeleton.separations.rows())
    assert document(found) == document(plain)  # tests without evidence are counted anew, together
    assert len(passes) == each + 1


def test_the_fingerprint_is_taken_once_for_checkpoint_and_result(rows, tmp_path, monkeypatch):
    taken = []

    def hashed(table, *others):
        taken.append(table.rows)
        return hash_columns(table, *others)

    monkeypatch.setattr("sepset.data.scanning.streamed.hash_columns", hashed)
    found = sp.kpc(rows(), k=2, checkpoint=tmp_path / "kept", progress=lambda _: None)
    found.save(tmp_path / "run.json")
    assert len(taken) == 1


def test_a_resumed_run_counts_what_is_left(data, rows, way, kept, tmp_path):
    passes, _ = way
    plain, folder = sp.kpc(data, k=2), tmp_path / "kept"
    sp.kpc(rows(), k=2, checkpoint=folder)
    for path in folder.glob("level-2-*.block"):
        path.unlink()
    passes.clear()
    assert document(sp.kpc(rows(), k=2, checkpoint=folder)) == document(plain)
    assert len(passes) <= 2


def test_another_run_is_refused_before_anything_is_counted(rows, way, tmp_path):
    passes, each = way
    sp.kpc(rows(), k=2, checkpoint=tmp_path / "kept")
    assert len(passes) == each
    with pytest.raises(sp.CheckpointError, match=r"alpha is 0\.05 there and 0\.01 here"):
        sp.kpc(rows(), k=2, alpha=0.01, checkpoint=tmp_path / "kept")
    assert len(passes) == each
