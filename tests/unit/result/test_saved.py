import gzip
import json
import os
import pickle
import stat
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import sepset as sp
from sepset.result.discovery import Discovery
from sepset.result.saved.saved import from_bytes, to_bytes
from sepset.skeleton.search import Skeleton
from sepset.skeleton.separations import Separations

g = sp.MixedGraph.from_edges
DAG = g("d --> c", "a --> d", "a --> b", "c --> b")
HARD = g("w --> u", "w --> v", "u --> v", "w --> x", "v --> x", "u --> y", "x --> y")


def asia_data(rows=500):
    return sp.asia().sample(rows, seed=3)


RUNS = {
    "complete": lambda: sp.kpc(sp.Oracle(DAG), k=2, complete=True),
    "searched": lambda: sp.kpc(sp.Oracle(HARD), k=1, complete=True),
    "asia": lambda: sp.kpc(asia_data(), k=2, alpha=0.1, search="all"),
    "asia with votes": lambda: sp.kpc(asia_data(), k=1, colliders="majority"),
    "contradictory": lambda: sp.kpc(asia_data(60), k=2, alpha=0.3, search="all", complete=True),
    "pc": lambda: sp.pc(asia_data()),
    "pc on an oracle": lambda: sp.pc(sp.Oracle(sp.asia().dag)),
    "loci": lambda: sp.loci(asia_data(200), k=1),
    "fci": lambda: sp.anytime_fci(sp.Oracle(sp.asia().dag), k=2),
    "counting": lambda: sp.kpc(sp.Oracle(DAG), k=1, rules="counting"),
    "one node": lambda: sp.kpc(sp.Oracle(sp.MixedGraph(["only"])), k=1),
    "no node": lambda: sp.kpc(sp.Oracle(sp.MixedGraph([])), k=1),
}


@pytest.fixture(params=RUNS)
def found(request):
    return RUNS[request.param]()


@pytest.fixture
def run(tmp_path):
    """A saved run with everything in it: votes are missing, a certificate is there."""
    path = tmp_path / "run.json"
    RUNS["complete"]().save(path)
    return path


def assert_same(one, other):
    assert (one.learner, one.k, one.names) == (other.learner, other.k, other.names)
    assert (dict(one.settings), dict(one.versions)) == (dict(other.settings), dict(other.versions))
    assert (one.data, one.tests_run, one.uses_k) == (other.data, other.tests_run, other.uses_k)
    assert one.skeleton.search == other.skeleton.search
    for k in range(one.k + 1):
        assert one.graph_at(k).nodes == other.graph_at(k).nodes
        assert one.orientation(k) == other.orientation(k)
    for a, b in combinations(one.names, 2):
        assert one.sepset(a, b) == other.sepset(a, b)
        assert one.p_value(a, b) == other.p_value(a, b)
        for k in range(one.k + 1):
            assert one.explain(a, b, k) == other.explain(a, b, k)
    assert (one.summary(), repr(one), str(one)) == (other.summary(), repr(other), str(other))


class TestRoundTrip:
    @pytest.mark.parametrize("name", ["run.json", "run.json.gz", "no suffix"])
    def test_a_loaded_result_answers_everything(self, found, name, tmp_path):
        found.save(tmp_path / name)
        assert_same(found, sp.load(tmp_path / name))

    def test_a_copy_is_saved_as_the_same_bytes(self, found):
        written = to_bytes(found)
        assert to_bytes(from_bytes(written)) == written
        assert to_bytes(pickle.loads(pickle.dumps(found))) == written  # noqa: S301 - our own bytes

    def test_certificates_still_prove_their_graphs(self, run):
        for k in range(3):
            assert sp.theory.verify(sp.load(run).orientation(k).completion.certificate)

    def test_a_search_in_a_refutation_is_kept(self):
        found = sp.kpc(sp.Oracle(sp.simulate.random_dag(9, edges=14, seed=4)), k=1, complete=True)
        certificate = from_bytes(to_bytes(found)).orientation().completion.certificate
        assert certificate == found.orientation().completion.certificate
        assert sp.theory.verify(certificate)

    def test_columns_in_another_order_are_kept_in_that_order(self, tmp_path):
        data = asia_data().select(["dysp", "asia", "smoke", "bronc"])
        sp.kpc(data, k=1).save(tmp_path / "run.json")
        assert sp.load(tmp_path / "run.json").names == ("dysp", "asia", "smoke", "bronc")

    def test_missing_values_are_reported(self, tmp_path):
        data = sp.dataset({"a": [1, 2, None, 2, 1] * 9, "b": ["u", "v", "v", None, "u"] * 9}, missing="drop")
        sp.kpc(data, k=0).save(tmp_path / "run.json")
        about = sp.load(tmp_path / "run.json").data
        assert (about.rows, about.dropped, dict(about.missing)) == (27, 18, {"a": 9, "b": 9})
        assert about.fingerprint == data.fingerprint()


def test_the_same_result_gives_the_same_bytes(tmp_path):
    for name in ("one.json", "two.json", "one.json.gz", "two.json.gz"):
        RUNS["asia"]().save(tmp_path / name)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    assert (tmp_path / "one.json.gz").read_bytes() == (tmp_path / "two.json.gz").read_bytes()
    assert gzip.decompress((tmp_path / "one.json.gz").read_bytes()) == (tmp_path / "one.json").read_bytes()


@pytest.mark.parametrize(
    "names", [("ä", "日本", "a b"), ('"', "\\", "\n"), ("\ud800", "🐟", "\0"), ("-->", "{", " ")]
)
def test_names_of_any_kind(names, tmp_path):
    a, b, c = names
    found = sp.kpc(sp.Oracle(sp.MixedGraph(names, [(a, "-->", c), (b, "-->", c)])), k=1)
    found.save(tmp_path / "run.json")
    assert sp.load(tmp_path / "run.json").names == names
    assert_same(found, sp.load(tmp_path / "run.json"))


def test_numbers_that_are_not_finite_are_null():
    pairs = np.array([[0, 1], [0, 2]], dtype=np.int32)
    sizes, sets = np.array([0, 1], dtype=np.int32), np.array([[-1], [1]], dtype=np.int32)
    found = Separations.build(3, pairs, sizes, np.array([np.nan, 5e-324]), sets)
    skeleton = Skeleton(("a", "b", "c"), 1, "all", found, {0: 3})
    graph = g("b o-o c", nodes=("a", "b", "c"))
    result = Discovery(
        "mine",
        1,
        skeleton,
        {"limit": float("inf"), "x": float("nan")},
        lambda k: sp.result.discovery.Orientation(graph, (), ()),
    )
    again = from_bytes(to_bytes(result))
    assert json.loads(to_bytes(result))["separations"]["p"] == [None, 5e-324]
    assert np.isnan(again.p_value("a", "b"))
    assert again.p_value("a", "c") == 5e-324
    assert dict(again.settings) == dict(result.settings) == {"limit": None, "x": None}


def test_a_search_that_ran_out_of_time_says_so_after_loading_too():
    dag = sp.simulate.random_dag(40, edges=70, seed=1)
    hard = sp.kpc(sp.Oracle(dag), k=1, complete=True, time_limit=0)
    assert hard.graph == sp.kpc(sp.Oracle(dag), k=1).graph
    assert len(hard.notes) == 1
    assert hard.notes[0].startswith("The exact search was not finished")
    again = from_bytes(to_bytes(hard))
    assert again.graph == hard.graph
    assert again.notes == hard.notes


def test_pc_without_a_bound_keeps_only_results_that_differ():
    found = sp.pc(sp.Oracle(sp.simulate.random_dag(30, edges=30, seed=1)))
    written = json.loads(to_bytes(found))
    assert written["k"] == 28
    assert len(written["results"]) < 10
    assert from_bytes(to_bytes(found)).graph_at(20) == found.graph_at(20) == found.graph


class TestWriting:
    def test_an_old_file_is_replaced(self, run):
        before = run.read_bytes()
        RUNS["pc"]().save(run)
        assert run.read_bytes() != before
        assert sp.load(run).learner == "PC"
        assert os.listdir(run.parent) == ["run.json"]

    def test_a_new_file_can_be_read_by_those_who_may(self, run):
        plain = run.parent / "plain"
        plain.touch()
        assert stat.S_IMODE(run.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)

    @pytest.mark.parametrize("broken", ["replace", "fsync"])
    @pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
    def test_nothing_is_left_behind_on_failure(self, run, monkeypatch, broken, error):
        def fail(*_):
            raise error

        monkeypatch.setattr(Path if broken == "replace" else os, broken, fail)
        before = run.read_bytes()
        with pytest.raises((sp.SavedError, KeyboardInterrupt)) as caught:
            RUNS["pc"]().save(run)
        if isinstance(error, OSError):
            assert str(caught.value) == f"cannot write '{run}': no space left on device"
        assert os.listdir(run.parent) == ["run.json"]
        assert run.read_bytes() == before

    def test_a_link_stays_a_link(self, run):
        link = run.with_name("link.json")
        link.symlink_to(run)
        RUNS["pc"]().save(link)
        assert link.is_symlink()
        assert sp.load(run).learner == "PC"

    def test_a_folder(self, tmp_path):
        with pytest.raises(sp.SavedError, match="is a folder; add the name of a file"):
            RUNS["pc"]().save(tmp_path)

    def test_a_missing_folder(self, tmp_path):
        with pytest.raises(
            sp.SavedError,
            match=r"run\.json' cannot be written: there is no folder '.*nowhere'; create it first",
        ):
            RUNS["pc"]().save(tmp_path / "nowhere" / "run.json")

    def test_a_folder_that_may_not_be_written(self, tmp_path, monkeypatch):
        def refuse(*_, **__):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refuse)
        with pytest.raises(sp.SavedError, match=r"cannot write '.*run\.json': permission denied"):
            RUNS["pc"]().save(tmp_path / "run.json")

    def test_a_device_and_a_pipe_are_written_to_as_they_are(self, tmp_path):
        RUNS["pc"]().save("/dev/null")
        assert Path("/dev/null").is_char_device()
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
            RUNS["pc"]().save(pipe)
            assert reader.read() == to_bytes(RUNS["pc"]())
        assert pipe.is_fifo()

    def test_a_path_that_cannot_be(self):
        with pytest.raises(sp.SavedError, match="null byte"):
            RUNS["pc"]().save("a\0b.json")


class TestFilesThatAreNoResults:
    def check(self, path, content, message):
        path.write_bytes(content)
        with pytest.raises(sp.SavedError, match=message) as caught:
            sp.load(path)
        assert str(caught.value).startswith("run.json: ")

    def test_no_file(self, run):
        with pytest.raises(sp.SavedError, match=r"there is no file .*; did you mean '.*run\.json'\?"):
            sp.load(run.with_name("runn.json"))

    def test_a_folder(self, run):
        with pytest.raises(sp.SavedError, match="is a folder; give the path of a file in it"):
            sp.load(run.parent)

    def test_not_json(self, run):
        self.check(
            run,
            b"a --> b\n",
            "not JSON: Expecting value at line 1, column 1; give a result that sepset saved with save",
        )

    def test_empty(self, run):
        self.check(run, b" \n", "the file is empty")

    def test_not_text(self, run):
        self.check(run, b"{\xff}", "not text: byte 1 is not UTF-8")

    def test_cut_short(self, run):
        whole = run.read_bytes()
        for length in range(1, len(whole) - 3, 37):
            self.check(run, whole[:length], "ends too early; part of it was lost|not JSON")
        self.check(run, whole[: len(whole) // 2], "ends too early|not JSON")
        self.check(run, whole[:30], "ends too early")

    def test_cut_short_gzip(self, run):
        packed = gzip.compress(run.read_bytes())
        self.check(run, packed[:-20], "the gzipped file ends too early")

    def test_damaged_gzip(self, run):
        packed = bytearray(gzip.compress(run.read_bytes()))
        packed[-6] ^= 1
        self.check(run, bytes(packed), "the gzipped file is damaged")

    def test_another_format(self, run):
        self.check(
            run,
            b'{"format": "sepset dataset", "version": 1}',
            "the format is 'sepset dataset', not 'sepset disc",
        )
        self.check(run, b'{"a": 1}', "has no 'format'")
        self.check(run, b"[1, 2]", "has no 'format'")

    def test_a_newer_version(self, run):
        text = run.read_bytes().replace(b'"version": 1', b'"version": 2')
        self.check(
            run,
            text,
            r"a newer sepset wrote this \(version 2 .* up to 1\); upgrade with: pip install --upgrade",
        )

    @pytest.mark.parametrize("version", [b"0", b"true", b'"1"', b"null", b"1.0"])
    def test_no_version(self, run, version):
        text = run.read_bytes().replace(b'"version": 1', b'"version": ' + version)
        self.check(run, text, "the version of a saved result is 1, 2")

    def test_nan_is_not_json(self, run):
        self.check(run, run.read_bytes().replace(b'"k": 2', b'"k": NaN'), "NaN is not JSON")

    def test_nested_too_deeply(self, run):
        self.check(run, b"[" * 200_000, "nested too deeply")

    def test_a_number_of_thousands_of_digits(self, run):
        self.check(run, b'{"format": ' + b"1" * 5000 + b"}", "not JSON: Exceeds the limit")
