"""Checkpoints: the same bytes after any loss of files, and no other run's blocks."""

import errno
import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest

import sepset as sp
from sepset.cli.exit import run
from sepset.skeleton.backends import threads
from sepset.skeleton.checkpoint import keeper

LEARNERS = {
    "kpc": lambda data, **more: sp.kpc(data, k=2, search="all", **more),
    "repair": lambda data, **more: sp.kpc(data.select(data.names[:9]), k=1, repair=True, **more),
    "neighbours": lambda data, **more: sp.kpc(data, k=2, search="neighbours", **more),
    "component": lambda data, **more: sp.kpc(data, k=1, search="component", **more),
    "pc": sp.pc,
    "loci": lambda data, **more: sp.loci(data, k=1, **more),
    "anytime_fci": lambda data, **more: sp.anytime_fci(data, k=1, **more),
    "knowledge": lambda data, **more: sp.kpc(
        data, k=1, knowledge=sp.Knowledge(roots=data.names[:2], not_ancestor=[("x9", "x3")]), **more
    ),
}


@pytest.fixture
def many_files(monkeypatch):
    """Keep every batch, and make batches small."""
    monkeypatch.setattr(keeper, "SHARE", 1e9)
    monkeypatch.setattr(keeper, "SHORTEST_WAIT", 0.0)
    monkeypatch.setattr(threads, "_FIRST_BATCH", 16)
    monkeypatch.setattr(threads, "_LARGEST_BATCH", 16)


def table(kind="continuous", n=14, rows=200, seed=3, density=0.25):
    dag = sp.simulate.random_dag(n, edge_probability=density, seed=seed)
    if kind == "continuous":
        return sp.simulate.linear_gaussian(dag, seed=seed).sample(rows, seed=seed)
    return sp.simulate.random_network(dag, levels=2, seed=seed).sample(rows, seed=seed)


def saved(found, tmp_path):
    path = tmp_path / "saved.json"
    found.save(path)
    return path.read_bytes()


def blocks(folder):
    return sorted(path for path in folder.iterdir() if path.suffix == ".block")


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_run_with_a_checkpoint_is_the_run_without(learner, tmp_path, many_files):
    data, learn, folder = table(), LEARNERS[learner], tmp_path / "kept"
    plain = saved(learn(data), tmp_path)
    assert saved(learn(data, checkpoint=folder), tmp_path) == plain
    assert len(blocks(folder)) > 3
    assert saved(learn(data, checkpoint=str(folder)), tmp_path) == plain  # all of it from files


@pytest.mark.parametrize("kind", ["continuous", "discrete"])
def test_lost_and_damaged_files_cost_their_blocks_only(kind, tmp_path, many_files):
    data, folder, rng = table(kind), tmp_path / "kept", np.random.default_rng(5)
    plain = saved(sp.kpc(data, k=2), tmp_path)
    sp.kpc(data, k=2, checkpoint=folder)
    for _ in range(8):
        for path in blocks(folder):
            damage(path, rng)
        if rng.random() < 0.3:
            (folder / "run.json").write_bytes(b"{")
        assert saved(sp.kpc(data, k=2, checkpoint=folder), tmp_path) == plain


@pytest.mark.parametrize("there", [b"{", None])
def test_another_run_is_not_lost_where_the_folder_does_not_say_whose_it_is(there, tmp_path, many_files):
    data, folder = table(), tmp_path / "kept"
    plain = saved(sp.kpc(data, k=1, checkpoint=folder), tmp_path)
    (folder / "run.json").unlink()
    if there is not None:
        (folder / "run.json").write_bytes(there)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(sp.CheckpointError, match=r"another run, and its run.json.* missing or damaged"):
        sp.kpc(data, k=1, alpha=0.01, checkpoint=folder)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert saved(sp.kpc(data, k=1, checkpoint=folder), tmp_path) == plain


def damage(path, rng):
    raw = bytearray(path.read_bytes())
    way = rng.integers(8)
    if way == 0:
        path.unlink()
    elif way == 1:
        path.write_bytes(raw[: rng.integers(len(raw))])
    elif way == 2:
        raw[rng.integers(len(raw))] ^= 1 << int(rng.integers(8))
        path.write_bytes(raw)
    elif way == 3:
        path.write_bytes(bytes(raw) + b"\0")


def test_only_what_is_lost_is_asked_again(tmp_path, many_files, monkeypatch):
    data, folder = table(), tmp_path / "kept"
    sp.kpc(data, k=1, checkpoint=folder)
    lost = blocks(folder)[3]
    lost.write_bytes(lost.read_bytes()[:-1])
    asked = []
    answers = threads.Threads.answers

    def watched(self, level, todo, number):
        asked.extend((level.size, *block) for block in todo)
        return answers(self, level, todo, number)

    monkeypatch.setattr(threads.Threads, "answers", watched)
    sp.kpc(data, k=1, checkpoint=folder)
    assert ["-".join(map(str, one)) for one in asked] == [lost.stem.removeprefix("level-")]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"alpha": 0.01}, "alpha is 0.05 there and 0.01 here"),
        ({"k": 2}, "k is 1 there and 2 here"),
        ({"search": "all"}, "search is 'neighbours' there and 'all' here"),
        ({"test": "residual"}, "test is 'fisher_z' there and 'residual' here"),
        ({"repair": True}, "repair is not set there and True here"),
        ({"knowledge": sp.Knowledge(roots=["x1"])}, "knowledge is not set there"),
    ],
)
def test_a_checkpoint_of_other_settings_is_refused_with_the_difference(change, words, tmp_path):
    sp.kpc(table(), k=1, checkpoint=tmp_path)
    with pytest.raises(sp.CheckpointError) as error:
        sp.kpc(table(), checkpoint=tmp_path, **{"k": 1, **change})
    assert words in str(error.value)
    assert "choose another folder" in str(error.value)


def test_a_checkpoint_of_other_data_is_refused_with_the_difference(tmp_path):
    data = table()
    sp.kpc(data, k=1, checkpoint=tmp_path)
    with pytest.raises(sp.CheckpointError, match="rows is 200 there and 201 here"):
        sp.kpc(table(rows=201), k=1, checkpoint=tmp_path)
    with pytest.raises(sp.CheckpointError, match="columns are in a different order"):
        sp.kpc(data.select(data.names[::-1]), k=1, checkpoint=tmp_path)
    with pytest.raises(sp.CheckpointError, match=r"columns are 14 names there and 13 here, 'x13' only there"):
        sp.kpc(data.select(data.names[:-1]), k=1, checkpoint=tmp_path)
    with pytest.raises(sp.CheckpointError, match="fingerprint of the data is"):
        sp.kpc(table(seed=4), k=1, checkpoint=tmp_path)
    with pytest.raises(sp.CheckpointError, match="learner is 'k-PC' there and 'PC' here"):
        sp.pc(data, checkpoint=tmp_path)


def test_blocks_of_another_run_are_not_taken(tmp_path, many_files):
    data, other = table(), table(seed=4)
    sp.kpc(data, k=1, checkpoint=tmp_path / "one")
    sp.kpc(other, k=1, checkpoint=tmp_path / "two")
    for path in blocks(tmp_path / "two"):
        (tmp_path / "one" / path.name).write_bytes(path.read_bytes())
    plain = saved(sp.kpc(data, k=1), tmp_path)
    assert saved(sp.kpc(data, k=1, checkpoint=tmp_path / "one"), tmp_path) == plain


def test_one_run_at_a_time(tmp_path):
    data = table()
    seen = []

    def meddle(_):
        with pytest.raises(sp.CheckpointError, match="another run is using"):
            sp.kpc(data, k=1, checkpoint=tmp_path)
        seen.append(True)

    sp.kpc(data, k=1, checkpoint=tmp_path, progress=meddle)
    assert seen
    sp.kpc(data, k=1, checkpoint=tmp_path)


def refusing_locks(monkeypatch, number):
    def refuse(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("sepset.skeleton.checkpoint.folder.fcntl.flock", refuse)


@pytest.mark.skipif(sys.platform == "win32", reason="flock is of POSIX")
@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_filesystem_without_locks(number, tmp_path, many_files, monkeypatch):
    """The checkpoint is kept and used, with a warning that nobody else may use it."""
    data, kept = table(), tmp_path / "kept"
    plain = saved(sp.kpc(data, k=1), tmp_path)
    refusing_locks(monkeypatch, number)
    for _ in range(2):
        with pytest.warns(UserWarning, match="kept' is on a filesystem without locks") as told:
            found = sp.kpc(data, k=1, checkpoint=kept)
        assert len(told) == 1
        assert saved(found, tmp_path) == plain
        assert blocks(kept)


@pytest.mark.skipif(sys.platform == "win32", reason="flock is of POSIX")
@pytest.mark.parametrize("number", [errno.EAGAIN, errno.EACCES, errno.EIO])
def test_a_lock_that_cannot_be_had(number, tmp_path, monkeypatch):
    """Another run has it, or the system says why not."""
    refusing_locks(monkeypatch, number)
    words = "'lock' in .* cannot be locked: input" if number == errno.EIO else "another run is using"
    with pytest.raises(sp.CheckpointError, match=words):
        sp.kpc(table(), k=1, checkpoint=tmp_path)


def test_what_was_answered_before_an_error_is_kept(tmp_path):
    """Ctrl-C in the middle: what was gathered is written before it goes on up."""
    data, calls = table(n=100, density=0.01), []

    def stop(now):
        calls.append(now)
        if len(calls) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sp.kpc(data, k=1, checkpoint=tmp_path, progress=stop)
    assert blocks(tmp_path)
    plain = saved(sp.kpc(data, k=1), tmp_path.parent)
    assert saved(sp.kpc(data, k=1, checkpoint=tmp_path), tmp_path.parent) == plain


def test_other_folders_are_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(sp.CheckpointError, match=r"holds other files, such as 'thesis.tex'"):
        sp.kpc(table(), k=1, checkpoint=tmp_path)
    with pytest.raises(sp.CheckpointError, match="cannot be a folder"):
        sp.kpc(table(), k=1, checkpoint=tmp_path / "thesis.tex")
    assert sorted(os.listdir(tmp_path)) == ["thesis.tex"]


def test_a_run_that_cannot_be_told_from_others_is_refused(tmp_path):
    data = table()
    test = sp.independence.FisherZ(data.names, data.matrix())
    for given in ({"data_or_test": test}, {"data_or_test": data, "test": test}):
        with pytest.raises(sp.OptionError, match="checkpoint needs data and a test given by name"):
            sp.kpc(**given, k=1, checkpoint=tmp_path)
    with pytest.raises(sp.OptionError, match="a path is text"):
        sp.kpc(data, k=1, checkpoint=3)
    with pytest.raises(sp.OptionError, match="a path is needed"):
        sp.kpc(data, k=1, checkpoint="")


def test_another_form_of_checkpoint_is_refused(tmp_path):
    sp.kpc(table(), k=1, checkpoint=tmp_path)
    content = json.loads((tmp_path / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps({**content, "format": "sepset checkpoint 9"}))
    with pytest.raises(sp.CheckpointError, match="form 'sepset checkpoint 9'"):
        sp.kpc(table(), k=1, checkpoint=tmp_path)


def test_a_full_disk_costs_the_checkpoint_and_not_the_run(tmp_path, many_files, monkeypatch):
    data = table()
    plain = saved(sp.kpc(data, k=1), tmp_path)

    def full(self, level, answer):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("sepset.skeleton.checkpoint.folder.Folder.write", full)
    with pytest.warns(UserWarning, match="No space left on device"):
        found = sp.kpc(data, k=1, checkpoint=tmp_path / "kept")
    assert saved(found, tmp_path) == plain


@pytest.mark.parametrize("name", ["lock", "run.json", "level-0-0-0-91.block"])
def test_a_folder_where_a_file_should_be_is_named(name, tmp_path, many_files):
    (tmp_path / name).mkdir()
    words = rf"'{name}' in '.*' cannot be (read|written): is a directory; remove it, or choose another folder"
    with pytest.raises(sp.CheckpointError, match=words):
        sp.kpc(table(), k=1, checkpoint=tmp_path)
    assert (tmp_path / name).is_dir()


@pytest.mark.parametrize("name", ["lock", "run.json"])
def test_a_folder_that_cannot_be_written_is_refused_at_once(name, tmp_path, monkeypatch):
    """Permissions would not stop a test that runs as root, so opening fails instead."""
    real = Path.open

    def refused(path, mode="r", *rest, **more):
        if mode != "rb" and name in path.name:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, mode, *rest, **more)

    monkeypatch.setattr(Path, "open", refused)
    words = rf"'{name}' in '.*' cannot be written: permission denied; .* choose another folder"
    with pytest.raises(sp.CheckpointError, match=words):
        sp.kpc(table(), k=1, checkpoint=tmp_path)


def test_a_folder_that_loses_its_permission_costs_the_checkpoint_and_not_the_run(
    tmp_path, many_files, monkeypatch
):
    data, kept = table(), tmp_path / "kept"
    plain = saved(sp.kpc(data, k=1), tmp_path)
    sp.kpc(data, k=1, checkpoint=kept)
    for path in blocks(kept):  # the folder is there, and its run.json
        path.unlink()
    monkeypatch.setattr("sepset.files.os.access", lambda folder, mode: Path(folder) != kept)
    with pytest.warns(UserWarning, match="no permission to write"):
        found = sp.kpc(data, k=1, checkpoint=kept)
    monkeypatch.undo()
    assert saved(found, tmp_path) == plain


def test_what_is_quicker_to_find_than_to_write_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(keeper, "UNNOTICED", 0.0)
    sp.kpc(table(), k=1, checkpoint=tmp_path)
    assert not blocks(tmp_path)


def test_an_estimator_takes_one_and_its_resamples_do_not(tmp_path, many_files):
    data = table()
    learner = sp.KPC(k=1, checkpoint=tmp_path)
    assert learner.fit(data).graph_ == sp.kpc(data, k=1).graph
    kept = len(blocks(tmp_path))
    assert kept
    learner.stability(data, resamples=3)
    assert len(blocks(tmp_path)) == kept


def test_the_command_line(tmp_path, capsys):
    words = ["learn", "asia", "-k", "1", "--checkpoint", str(tmp_path / "kept")]
    assert run(words) == 0
    assert "the run is finished, so the folder may be deleted" in capsys.readouterr().out
    assert run([*words, "--alpha", "0.01"]) == 2
    assert "alpha is 0.05 there and 0.01 here" in capsys.readouterr().err
