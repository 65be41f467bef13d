"""A cluster of two worker processes for the tests of a module."""

import pytest

import sepset as sp


@pytest.fixture(scope="module")
def client():
    from unit.skeleton.dask_cases import workers  # Dask is loaded only where a test needs it

    with workers(2) as client:
        yield client


@pytest.fixture(scope="module")
def backend(client):
    return sp.DaskBackend(client, at_least=0)
