"""Schedulers and workers without sepset, or with another version of it: a clear error, and soon."""

import contextlib
import inspect
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from distributed import Client

import sepset as sp
from unit.skeleton.dask_cases import table, workers

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask warns of busy ports and slow machines


class Lacking:
    """A finder that has nothing called sepset and lets no other look for it, however it is installed."""

    def find_spec(self, name, path=None, target=None):
        if name == "sepset":
            raise ModuleNotFoundError("No module named 'sepset'")


def without_sepset(folder):
    # Python runs this file when it starts, after the finders of editable installations are there.
    code = f"import sys\n\n\n{inspect.getsource(Lacking)}\n\nsys.meta_path.insert(0, Lacking())\n"
    (folder / "sitecustomize.py").write_text(code)


def with_an_old_one(folder):
    notes = folder / "sepset-0.0.1.dist-info"
    notes.mkdir()
    (notes / "METADATA").write_text("Metadata-Version: 2.1\nName: sepset\nVersion: 0.0.1\n")


@contextlib.contextmanager
def cluster(folder, who):
    """A scheduler and a worker, in processes of their own; one of them imports from a folder first."""

    def started(part, *options):
        paths = [str(folder)] * (part == who) + [str(Path(sp.__file__).parents[1])]
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{part}", "--scheduler-file", file, *options],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            stderr=subprocess.DEVNULL,
        )

    file = str(folder / "scheduler.json")
    scheduler = started("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    worker = started("worker", "--nthreads", "1", "--no-dashboard", "--death-timeout", "60")
    try:
        with Client(scheduler_file=file, timeout=60) as client:
            client.wait_for_workers(1, timeout=60)
            yield client
    finally:
        worker.terminate()
        worker.wait(timeout=20)
        scheduler.kill()
        scheduler.wait()


@pytest.mark.parametrize(
    ("who", "lacking", "told"),
    [
        ("scheduler", without_sepset, "the scheduler or a worker cannot load sepset: ModuleNotFoundError"),
        ("worker", without_sepset, "a worker cannot load the data .* No module named 'sepset'"),
        ("worker", with_an_old_one, r"a worker has sepset 0\.0\.1, and this process has "),
    ],
)
def test_what_a_cluster_lacks_is_said(who, lacking, told, tmp_path):
    lacking(tmp_path)
    with cluster(tmp_path, who) as client:
        began = time.monotonic()
        with pytest.raises(sp.ClusterError, match=told) as error:
            sp.kpc(table(n=6), k=1, backend=sp.DaskBackend(client, at_least=0))
        assert time.monotonic() - began < 20  # seconds; a cluster without workers is given 30
    assert "install the same version of sepset on the scheduler and on all workers" in str(error.value)


def test_an_old_scheduler_that_cannot_read_what_is_sent(monkeypatch):
    """Its version is looked at where something failed; if that is the same, the error is that of the test."""
    data = table(n=6)

    def fails(a, b, given):
        raise ZeroDivisionError("of the test")

    own = sp.independence.CallableTest(fails, data.names)
    with workers(1) as client:
        backend = sp.DaskBackend(client, at_least=0)
        with pytest.raises(ZeroDivisionError, match="of the test"):
            sp.kpc(own, k=0, backend=backend)
        monkeypatch.setattr(Client, "run_on_scheduler", lambda *_: "0.0.1")
        with pytest.raises(sp.ClusterError, match=r"the scheduler has sepset 0\.0\.1, and this process has"):
            sp.kpc(own, k=0, backend=backend)
