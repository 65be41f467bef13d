"""Runs with a checkpoint, killed at random moments, for real: they go on and end with the same bytes."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

import sepset as sp

#: A run of about a second, in which every batch is kept, and writing takes long enough to be hit.
RUN = """
import os, sys, time
import sepset as sp
from sepset.skeleton.backends import threads
from sepset.skeleton.checkpoint import keeper

keeper.SHARE, keeper.SHORTEST_WAIT, threads._FIRST_BATCH, threads._LARGEST_BATCH = 1e9, 0.0, 64, 64
sync = os.fsync
os.fsync = lambda file: (time.sleep(0.003), sync(file))
data = sp.read(sys.argv[1], kinds="continuous")
print("begun", flush=True)
sp.kpc(data, k=2, search="all", threads=1, checkpoint=sys.argv[2]).save(sys.argv[3])
"""


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    dag = sp.simulate.random_dag(110, edge_probability=0.05, seed=1)
    path = tmp_path_factory.mktemp("table") / "table.csv"
    sp.simulate.linear_gaussian(dag, seed=1).sample(300, seed=1).to_pandas().to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def expected(table):
    path = table.with_name("expected.json")
    sp.kpc(sp.read(table, kinds="continuous"), k=2, search="all").save(path)
    return path.read_bytes()


def start(table, folder, out):
    child = subprocess.Popen([sys.executable, "-c", RUN, table, folder, out], stdout=subprocess.PIPE)
    assert child.stdout.readline() == b"begun\n"
    return child


def killed_until_done(table, tmp_path, kills, source):
    """Kill a run that many times at random moments, let it end, and return how many kills hit it."""
    folder, out, hit = tmp_path / "kept", tmp_path / "out.json", 0
    for _ in range(kills):
        child = start(table, folder, out)
        time.sleep(source.uniform(0.0, 0.5))
        if child.poll() is None:
            os.kill(child.pid, signal.SIGKILL)
            hit += 1
        child.communicate()
    child = start(table, folder, out)
    child.communicate()
    assert child.returncode == 0
    return hit, out.read_bytes()


def test_a_killed_run_goes_on_to_the_same_bytes(table, expected, tmp_path):
    hit, found = killed_until_done(table, tmp_path, 2, random.Random(1))
    assert hit
    assert found == expected


@pytest.mark.slow
def test_thirty_kills_at_random_moments(table, expected, tmp_path):
    source, hits = random.Random(2), 0
    for number in range(12):
        folder = tmp_path / str(number)
        folder.mkdir()
        hit, found = killed_until_done(table, folder, source.randint(2, 5), source)
        hits += hit
        assert found == expected
        assert not [name for name in os.listdir(folder / "kept") if name.endswith(".draft")]
    assert hits >= 30
