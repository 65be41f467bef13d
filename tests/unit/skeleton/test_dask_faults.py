"""Faults of a cluster, for real: workers killed, stopped or out of memory, a scheduler that is gone."""

import os
import random
import signal
import subprocess
import sys
import threading
import time

import psutil
import pytest
from distributed import Client, Future
from distributed.client import FutureCancelledError
from distributed.comm import CommClosedError

import sepset as sp
from sepset.skeleton.backends import dask_tasks
from unit.skeleton.dask_cases import saved, slow_test, table, workers

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask warns of workers that die


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(dask_tasks, "PIECE_SECONDS", 0.05)
    monkeypatch.setattr(dask_tasks, "LEAST_SECONDS", 0.02)


def worker_processes(client):
    return [worker["pid"] for worker in client.run(lambda: {"pid": os.getpid()}).values()]


def run_under_kills(client, source, data, kills):
    """Run a search while worker processes are killed at random moments; return the result and the kills."""
    done, hit = threading.Event(), []

    def kill():
        for _ in range(kills):
            if done.wait(source.uniform(0.05, 1.0)):
                return
            children = [
                child.pid
                for child in psutil.Process().children(recursive=True)
                if "spawn_main" in " ".join(child.cmdline())
            ]
            if children:
                os.kill(source.choice(children), signal.SIGKILL)
                hit.append(time.monotonic())

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        return sp.kpc(slow_test(data), k=1, backend=sp.DaskBackend(client, at_least=0)), hit
    finally:
        done.set()
        killer.join()


def test_the_same_result_while_workers_are_killed(small_pieces):
    data = table(n=20)
    plain = sp.kpc(slow_test(data, seconds=0), k=1)
    with workers(2) as client:
        found, hit = run_under_kills(client, random.Random(1), data, kills=2)
    assert hit
    assert found.graph == plain.graph
    assert list(found.skeleton.separations.rows()) == list(plain.skeleton.separations.rows())


def test_a_block_that_the_cluster_cancels_is_asked_again(small_pieces):
    """Dask does so when all workers die at the same moment; the scheduler is not lost then."""
    data = table(n=20)
    plain = sp.kpc(slow_test(data, seconds=0), k=1)
    cancelled = []
    with workers(2) as client:

        def cancel():
            for _ in range(400):
                keys = [
                    key
                    for key, state in list(client.futures.items())
                    if "_timed" in str(key) and state.status == "pending"
                ]
                if keys:
                    cancelled.append(keys[0])
                    client.cancel([Future(keys[0], client)], force=True)
                    return
                time.sleep(0.01)

        canceller = threading.Thread(target=cancel)
        canceller.start()
        found = sp.kpc(slow_test(data), k=1, backend=sp.DaskBackend(client, at_least=0))
        canceller.join()
    assert cancelled
    assert found.graph == plain.graph
    assert list(found.skeleton.separations.rows()) == list(plain.skeleton.separations.rows())


@pytest.mark.parametrize("times", [2, 3])
def test_a_block_that_the_cluster_cancels_again_and_again(times, small_pieces, monkeypatch):
    """Asked three times, then given up by name; the scheduler is not lost, and the others are done."""
    submit, left = Client.submit, {"times": times}

    def cancelled(client, *arguments, **options):
        future = submit(client, *arguments, **options)
        asked = arguments[-1]
        if left["times"] and getattr(asked, "pairs", None) is not None and [0, 1] in asked.pairs.tolist():
            left["times"] -= 1
            client.cancel([future], force=True)
        return future

    data = table(n=12)
    plain = sp.kpc(slow_test(data, seconds=0), k=0)
    with workers(2) as client:
        monkeypatch.setattr(Client, "submit", cancelled)
        backend = sp.DaskBackend(client, at_least=0)
        if times == 2:
            found = sp.kpc(slow_test(data), k=0, backend=backend)
            assert list(found.skeleton.separations.rows()) == list(plain.skeleton.separations.rows())
        else:
            with pytest.raises(sp.ClusterError, match=r"'x0' and .* was cancelled by the cluster 3 times"):
                sp.kpc(slow_test(data), k=0, backend=backend)
    assert not left["times"]


def test_a_test_that_cannot_be_sent_is_no_lost_scheduler():
    class Bound:
        names = ("a", "b")

        def __call__(self, a, b, given=()):
            raise AssertionError

        def __getstate__(self):
            raise RuntimeError("this object lives in one process")

    with workers(1) as client, pytest.raises(sp.OptionError, match=r"Bound cannot be sent .* one process"):
        sp.kpc(Bound(), k=0, backend=sp.DaskBackend(client, at_least=0))


@pytest.mark.parametrize("error", [FutureCancelledError("_timed", "test"), CommClosedError()])
def test_a_result_that_goes_before_it_is_fetched_is_asked_for_again(error, small_pieces, monkeypatch):
    """A block can be done when it is looked at, and cancelled a moment later."""
    data, failed, fetch = table(n=12), [], Client.gather

    async def gone():
        raise error

    def gather(client, future, **options):
        if not failed:
            failed.append(future.key)
            return gone()
        return fetch(client, future, **options)

    plain = sp.kpc(slow_test(data, seconds=0), k=0)
    with workers(2) as client:
        monkeypatch.setattr(Client, "gather", gather)
        found = sp.kpc(slow_test(data), k=0, backend=sp.DaskBackend(client, at_least=0))
    assert failed
    assert list(found.skeleton.separations.rows()) == list(plain.skeleton.separations.rows())


@pytest.mark.parametrize("call", ["gather", "submit", "nthreads"])
def test_whatever_call_finds_the_scheduler_lost_says_so(call, small_pieces, monkeypatch):
    def lost(*_, **__):
        raise CommClosedError("in <TCP (closed)>")

    def stop(now):
        monkeypatch.setattr(Client, call, lost)
        if call == "gather":
            monkeypatch.setattr(Client, "nthreads", lost)

    with (
        workers(2) as client,
        pytest.raises(sp.ClusterError, match="the scheduler of the Dask cluster is lost"),
    ):
        sp.kpc(slow_test(table(n=16)), k=1, backend=sp.DaskBackend(client, at_least=0), progress=stop)


@pytest.mark.slow
def test_thirty_runs_with_workers_killed_at_random_moments(small_pieces):
    data, source, hits = table(n=20), random.Random(7), 0
    plain = list(sp.kpc(slow_test(data, seconds=0), k=1).skeleton.separations.rows())
    for _ in range(30):
        with workers(2) as client:
            found, hit = run_under_kills(client, source, data, kills=2)
        hits += len(hit)
        assert list(found.skeleton.separations.rows()) == plain
    assert hits >= 30


def test_a_poison_block_is_named_and_the_rest_is_done(small_pieces, tmp_path):
    data = table(n=12)

    def die(a, b, given):
        if {a, b} == {"x3", "x7"}:
            os.kill(os.getpid(), signal.SIGKILL)

    done = []
    with workers(2, allowed_failures=0) as client:
        backend = sp.DaskBackend(client, at_least=0)
        with pytest.raises(
            sp.ClusterError, match="killed every worker that tried it, even on its own"
        ) as error:
            sp.kpc(slow_test(data, trouble=die), k=0, backend=backend, progress=done.append)
        client.wait_for_workers(2, timeout=60)
        found = sp.kpc(data, k=1, backend=backend)  # the cluster is as good as before
    assert "with sets of 0 variables" in str(error.value)
    assert poisoned(str(error.value), data.names, "x3", "x7")
    assert saved(found) == saved(sp.kpc(data, k=1))


def poisoned(message, names, a, b):
    """Say whether the span of pairs that a message names holds a pair."""
    words = message.split("'")
    ends = [names.index(word) for word in words[1::2]]
    pair = (names.index(a), names.index(b))
    return tuple(ends[:2]) <= pair <= tuple(ends[-2:])


@pytest.mark.slow
def test_a_worker_out_of_memory_is_a_poison_block(small_pieces):
    data = table(n=10)

    def eat(a, b, given):
        if {a, b} == {"x2", "x5"}:
            hoard = []
            while True:
                hoard.append(bytearray(b"x" * 10_000_000))
                time.sleep(0.01)

    with (
        workers(2, allowed_failures=0, memory_limit="500MB") as client,
        pytest.raises(sp.ClusterError, match="often a lack of memory") as error,
    ):
        sp.kpc(slow_test(data, trouble=eat), k=0, backend=sp.DaskBackend(client, at_least=0))
    assert poisoned(str(error.value), data.names, "x2", "x5")


@pytest.mark.slow
def test_a_slow_worker_holds_nobody_up(small_pieces, monkeypatch):
    """One of two workers is stopped in the middle of its work; the other one does what it had."""
    monkeypatch.setattr(dask_tasks, "SLOW_SECONDS", 1.0)
    data = table(n=14)
    plain = sp.kpc(data, k=0)
    stopped = []

    def stop(now):
        if not stopped and now.done > 20:
            stopped.append(victim)
            os.kill(victim, signal.SIGSTOP)

    with workers(2) as client:
        victim = worker_processes(client)[0]
        try:
            found = sp.kpc(
                slow_test(data, seconds=0.01),
                k=0,
                backend=sp.DaskBackend(client, at_least=0),
                progress=stop,
            )
        finally:
            os.kill(victim, signal.SIGCONT)
    assert stopped
    assert found.graph == plain.graph


def test_a_lost_scheduler_is_a_clear_error_and_leaves_no_process(small_pieces, tmp_path):
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    file = tmp_path / "scheduler.json"
    scheduler = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file]
    )
    options = ("--nworkers", "2", "--nthreads", "1", "--no-dashboard", "--death-timeout", "60")
    worker = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", file, *options]
    )
    children = []

    def stop(now):
        if now.done > 10 and scheduler.poll() is None:
            children.extend(psutil.Process(worker.pid).children(recursive=True))
            os.kill(scheduler.pid, signal.SIGKILL)
            scheduler.wait()

    try:
        with Client(scheduler_file=str(file), timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
            with pytest.raises(sp.ClusterError, match="the scheduler of the Dask cluster is lost"):
                sp.kpc(
                    slow_test(table(n=16), seconds=0.01),
                    k=1,
                    backend=sp.DaskBackend(client, at_least=0),
                    progress=stop,
                )
            lost = time.monotonic()
        worker.wait(timeout=10)
        while any(map(is_alive, children)) and time.monotonic() < lost + 10:
            time.sleep(0.1)
        assert not any(map(is_alive, children))
    finally:
        for process in (scheduler, worker, *filter(is_alive, children)):
            process.kill()


def is_alive(process):
    """A zombie has ended; that nobody asks for its exit code is another matter."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
