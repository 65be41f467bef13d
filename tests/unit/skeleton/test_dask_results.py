"""Results on their way from the workers: large ones, ones that do not come, and ones that wait for others."""

import asyncio
import os
import signal
import sys
import time

import cloudpickle
import numpy as np
import pytest
from distributed import Client

import sepset as sp
from sepset.skeleton.backends import dask_tasks
from unit.skeleton.dask_cases import workers

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask warns of workers that die


def results(client, thing, call, count):
    """What a cluster says of some numbers, one by one."""
    found = sp.DaskBackend(client, at_least=0).shared(thing, call, count, "number", seconds=1.0)
    return sorted(found, key=lambda result: result[0])


def slow_at_first(thing, start, stop):
    if start == 0:
        time.sleep(thing)
    return start, stop


def dies_at_first(thing, start, stop):
    if start == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return start, stop


@pytest.mark.parametrize("ahead", [1, 40])
def test_what_is_far_ahead_of_the_first_waits_to_be_sent(ahead):
    """Only few results wait for the one before them; without `ahead` most of the others come first."""
    with workers(2) as client:
        backend = sp.DaskBackend(client, at_least=0)
        for seconds in (1.5, 6.0, 24.0):  # the others take longer on a busy machine
            ways = [
                backend.shared(seconds, slow_at_first, 200, "number", seconds=0.1, ahead=one)
                for one in (None, ahead)
            ]
            free, bound = map(list, ways)
            if farthest_before_first(free) > 40 and farthest_before_first(bound) > 0:
                break
    assert sorted(number for start, stop in bound for number in range(start, stop)) == [*range(200)]
    assert 0 < farthest_before_first(bound) <= max(ahead, dask_tasks._LEAST_AHEAD * 2)
    assert farthest_before_first(free) > 40


def farthest_before_first(found):
    return max((stop for _, stop in found[: [start for start, _ in found].index(0)]), default=0)


def test_a_poison_block_that_others_wait_for_ends_the_run():
    with (
        workers(2, allowed_failures=0) as client,
        pytest.raises(sp.ClusterError, match="number 0 killed every worker"),
    ):
        [*sp.DaskBackend(client, at_least=0).shared(0, dies_at_first, 50, "number", seconds=1.0, ahead=1)]


def large(thing, start, stop):
    return start, np.full(thing, start, dtype=np.uint8)


cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers do not have the tests


def test_a_large_result_on_a_slow_link_is_waited_for(monkeypatch):
    """It takes far longer to come than a piece should take, and is neither lost nor done again."""
    monkeypatch.setattr(dask_tasks, "SLOW_SECONDS", 0.1)
    fetch, submit, sent = Client._gather, Client.submit, []

    async def late(client, *arguments, **options):
        await asyncio.sleep(1.2)
        return await fetch(client, *arguments, **options)

    def counted(client, *arguments, **options):
        sent.append(arguments[0])
        return submit(client, *arguments, **options)

    monkeypatch.setattr(Client, "_gather", late)
    monkeypatch.setattr(Client, "submit", counted)
    with workers(1) as client:
        found = results(client, 40_000_000, large, 2)
    assert [number for number, _ in found] == [0, 1]
    assert all(len(array) == 40_000_000 and (array == number).all() for number, array in found)
    assert sum(call is dask_tasks._timed for call in sent) == 2


@pytest.mark.parametrize("lasting", [False, True])
def test_a_result_with_a_worker_that_is_silent(lasting, monkeypatch):
    """It is made elsewhere; where that helps nothing, the run ends with an error and not never."""
    monkeypatch.setattr(dask_tasks, "SLOW_SECONDS", 0.1)
    monkeypatch.setattr(dask_tasks, "_BEAT_SECONDS", 0.1)
    fetch, info, late = Client.gather, Client.scheduler_info, []

    async def never(client, future, **options):
        if not late or lasting:
            late.append(future)
            await asyncio.sleep(3600)
        return await fetch(client, future, **options)

    def silent(client, **options):
        seen = info(client, **options)
        holders = [name for names in client.who_has(late[-1:]).values() for name in names]
        return {
            "workers": {name: {"last_seen": 40.0 if name in holders else 100.0} for name in seen["workers"]}
        }

    with workers(2) as client:
        monkeypatch.setattr(Client, "gather", never)
        monkeypatch.setattr(Client, "scheduler_info", silent)
        if lasting:
            with pytest.raises(sp.ClusterError, match=r"number 0 is done, but in 3 tries"):
                results(client, 1000, large, 1)
        else:
            assert [array.sum() for _, array in results(client, 1000, large, 2)] == [0, 1000]
    assert len(late) == (3 if lasting else 1)
