"""What the tests on a Dask cluster share: tables, results as bytes, and clusters of worker processes."""

import contextlib
import hashlib
import tempfile
import time
from pathlib import Path

import dask
from distributed import Client, LocalCluster

import sepset as sp


def table(kind="continuous", n=40, rows=400, density=0.1, seed=3):
    dag = sp.simulate.random_dag(n, edge_probability=density, seed=seed)
    if kind == "continuous":
        return sp.simulate.linear_gaussian(dag, seed=seed).sample(rows, seed=seed)
    return sp.simulate.random_network(dag, levels=3 if kind == "ternary" else 2, seed=seed).sample(
        rows, seed=seed
    )


def saved(found):
    """The name of the bytes of a saved result."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "found.json"
        found.save(path)
        return hashlib.sha256(path.read_bytes()).hexdigest()


@contextlib.contextmanager
def workers(count, *, allowed_failures=3, **options):
    """A cluster of processes on loopback, with as many deaths of workers as a task may cause."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": allowed_failures}),
        LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None, **options) as cluster,
        Client(cluster) as client,
    ):
        yield client


def slow_test(data, seconds=0.002, trouble=lambda a, b, given: None):
    """Fisher's z, question by question, slow enough to be disturbed; `trouble` may do something bad."""

    class Slow:
        def __init__(self):
            self.test = sp.independence.FisherZ(data.names, data.matrix())

        @property
        def names(self):
            return self.test.names

        def __call__(self, a, b, given=()):
            time.sleep(seconds)
            trouble(a, b, given)
            return self.test(a, b, given)

    return Slow()
