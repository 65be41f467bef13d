"""Who can reach what: connections are those of the client, nothing listens elsewhere, no pickles."""

import ast
import ipaddress
from pathlib import Path

import psutil
import pytest
from distributed import Client, LocalCluster, Security

import sepset as sp
from unit.skeleton.dask_cases import saved, table, workers

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask warns of busy ports and slow machines
SOURCE = Path(sp.__file__).parent


def listening():
    """The addresses at which this process and its children wait for connections."""
    family = [psutil.Process(), *psutil.Process().children(recursive=True)]
    connections = [one for process in family for one in process.net_connections(kind="inet")]
    return {one.laddr.ip for one in connections if one.status == psutil.CONN_LISTEN}


def test_nothing_listens_beyond_loopback():
    with workers(1) as client:
        sp.kpc(table(n=6), k=1, backend=sp.DaskBackend(client, at_least=0))
        waiting = listening()  # browsers of other tests may be among them, on any address of loopback
    assert "127.0.0.1" in waiting
    assert all(ipaddress.ip_address(address).is_loopback for address in waiting)


def test_tls_passes_through():
    pytest.importorskip("cryptography")
    security = Security.temporary()
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None, "protocol": "tls://"}
    data = table(n=6)
    with LocalCluster(security=security, **options) as cluster, Client(cluster, security=security) as client:
        assert client.scheduler.address.startswith("tls://")
        found = sp.kpc(data, k=1, backend=sp.DaskBackend(client, at_least=0))
    assert found.skeleton.on_cluster > 0
    assert saved(found) == saved(sp.kpc(data, k=1))


def test_pickles_are_read_in_one_place_and_never_from_disk():
    """sepset itself unpickles only what a client sent to its own workers; see `dask_making.have_made`."""
    readers = {}
    for file in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        named = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
        found = [
            f"{one.value.id}.{one.attr}"
            for one in named
            if isinstance(one.value, ast.Name)
            and one.value.id in ("pickle", "cloudpickle", "joblib", "marshal")
        ]
        if found:
            readers[file.relative_to(SOURCE).as_posix()] = sorted(found)
        assert "allow_pickle=True" not in ast.unparse(tree)
    assert readers == {"skeleton/backends/dask_making.py": ["cloudpickle.dumps", "pickle.loads"]}
