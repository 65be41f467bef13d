"""Posteriors on a Dask cluster of worker processes: the same bytes as in one process."""

import os
import signal
import threading
from dataclasses import replace

import psutil
import pytest
from distributed import Client

import sepset as sp
from sepset.cli.exit import run
from sepset.score.families import Families
from sepset.score.sampled import CHAINS, foreseen_sampled
from unit.skeleton.dask_cases import saved, table, workers

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask warns of busy ports and slow machines


def known(data):
    first, second, third = data.names[:3]
    return sp.Knowledge(required=[(first, second)], forbidden=[(third, first)])


@pytest.mark.parametrize("kind", ["continuous", "binary", "ternary"])
@pytest.mark.parametrize("knowledge", [lambda data: None, known], ids=["free", "known"])
def test_the_same_bytes_as_in_one_process(kind, knowledge, backend):
    data = table(kind, n=20, rows=200)
    options = {"samples": 40, "seed": 3, "knowledge": knowledge(data)}
    plain = sp.posterior(data, threads=2, **options)
    found = sp.posterior(data, backend=backend, **options)
    assert saved(found) == saved(plain)
    assert (plain.chains_on_cluster, found.chains_on_cluster) == (0, CHAINS)
    assert found.beside.skeleton.on_cluster > 0


@pytest.mark.parametrize("count", [1, 3])
def test_the_number_of_workers_changes_nothing(count):
    data = table("binary", n=18, rows=100)
    with workers(count) as client:
        found = sp.posterior(data, samples=40, backend=sp.DaskBackend(client, at_least=0))
    assert saved(found) == saved(sp.posterior(data, samples=40))


def test_an_estimator_takes_it(backend):
    data = table("binary", n=5, rows=100)
    fitted = sp.GraphPosterior(method="sampled", samples=40, backend=backend).fit(data)
    assert fitted.posterior_.chains_on_cluster == CHAINS
    assert fitted.graph_ == sp.posterior(data, method="sampled", samples=40).graph


def test_what_is_not_for_a_cluster_runs_here_and_says_so(backend, client):
    data, seen = table("binary", n=6, rows=100), []
    exact = sp.posterior(data, samples=40, backend=backend, progress=seen.append)
    assert exact.exact
    assert exact.chains_on_cluster == 0
    assert "an exact posterior runs in this process" in [event.stage for event in seen]
    short = sp.posterior(
        data, method="sampled", samples=40, backend=sp.DaskBackend(client), progress=seen.append
    )
    assert short.chains_on_cluster == 0
    assert "short: it runs in this process" in [event.stage for event in seen]


def test_long_ones_go_to_the_cluster(client, monkeypatch):
    """What counts is the time that is foreseen, shared among the threads here."""
    data = table("binary", n=6, rows=100)

    def long(*numbers):
        return replace(foreseen_sampled(*numbers), seconds=59.0)

    monkeypatch.setattr("sepset.learn.posterior.foreseen_sampled", long)
    backend = sp.DaskBackend(client)
    options = {"method": "sampled", "samples": 40, "backend": backend}
    assert sp.posterior(data, threads=1, **options).chains_on_cluster == CHAINS
    assert sp.posterior(data, threads=2, **options).chains_on_cluster == 0


def test_the_time_limit_holds_on_the_cluster(backend):
    data = table("binary", n=38, rows=2000)
    with pytest.raises(sp.TimeLimitError, match="not finished within"):
        sp.posterior(data, samples=40_000, time_limit=2, backend=backend)


def test_wrong_backends():
    with pytest.raises(sp.OptionError, match="backend is a DaskBackend"):
        sp.posterior(table("binary", n=4), backend="dask")


def kill_one_of(processes, when):
    """Kill a worker in the middle of the work."""

    def kill():
        when.wait()
        os.kill(processes[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    return killer


@pytest.mark.parametrize("moment", ["candidates", "chains"])
def test_the_same_bytes_after_a_worker_was_killed(moment, monkeypatch):
    """The kill comes when the work is sent; what the worker has by then is made again by the other one."""
    data = table("ternary", n=45, rows=600)
    plain = saved(sp.posterior(data, samples=200))
    with workers(2) as client:
        backend, sent = sp.DaskBackend(client, at_least=0), threading.Event()
        processes = [*client.run(os.getpid).values()]
        in_order = backend.in_order

        def shared(thing, *arguments, **options):
            if isinstance(thing, Families) == (moment == "candidates"):
                sent.set()
            return in_order(thing, *arguments, **options)

        monkeypatch.setattr(backend, "in_order", shared)
        killer = kill_one_of(processes, sent)
        found = sp.posterior(data, samples=200, backend=backend)
        killer.join()
        assert not psutil.pid_exists(processes[0])
    assert found.chains_on_cluster == CHAINS
    assert saved(found) == plain


def test_the_command_line(client, capsys, tmp_path, monkeypatch):
    address, wide = client.scheduler.address, str(tmp_path / "wide.csv")
    options = ["--method", "posterior", "--samples", "20", "--scheduler", address]
    assert run(["learn", "asia", *options]) == 0
    assert f"Cluster {address} was not used: an exact posterior runs here" in capsys.readouterr().out
    table("binary", n=18, rows=60).to_pandas().to_csv(wide, index=False)
    assert run(["learn", wide, *options]) == 0
    assert "was not needed: the posterior is short" in capsys.readouterr().out
    monkeypatch.setattr("sepset.skeleton.backends.dask.DaskBackend.at", always_at)
    assert run(["learn", wide, *options]) == 0
    assert f"Cluster {address} ran 4 chains" in capsys.readouterr().out


def always_at(address):
    """A cluster that is used for work of any length."""
    return sp.DaskBackend(Client(address), at_least=0)
