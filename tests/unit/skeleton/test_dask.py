"""Searches on a Dask cluster of worker processes: the same bytes as in one process."""

import gc
import time

import numpy as np
import pytest
from distributed import Client

import sepset as sp
from sepset.cli.exit import run
from sepset.independence.protocol import Candidates
from sepset.skeleton.backends import dask_clients, dask_tasks
from sepset.skeleton.backends.dask_tasks import Cuts, Job
from sepset.skeleton.level import Block, Level, Question
from unit.skeleton.dask_cases import saved, table

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask warns of busy ports and slow machines


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(dask_tasks, "PIECE_SECONDS", 1e-3)
    monkeypatch.setattr(dask_tasks, "LEAST_SECONDS", 1e-4)


@pytest.mark.parametrize("search", ["all", "neighbours", "component"])
@pytest.mark.parametrize("kind", ["continuous", "binary", "ternary"])
def test_the_same_bytes_as_in_one_process(kind, search, backend, small_pieces):
    data, seen = table(kind, n=24), []
    plain = sp.kpc(data, k=2, search=search)
    found = sp.kpc(data, k=2, search=search, backend=backend, progress=seen.append)
    assert saved(found) == saved(plain)
    assert found.skeleton.on_cluster == sum(found.skeleton.tests_run.values())
    assert plain.skeleton.on_cluster == 0
    assert {now.workers for now in seen} == {2}
    assert len(seen) > 3 or search == "component"  # which has next to nothing to ask
    assert [now.level for now in seen] == sorted(now.level for now in seen)


@pytest.mark.parametrize(
    "learn",
    [
        lambda data, **more: sp.kpc(data.select(data.names[:9]), k=1, repair=True, **more),
        lambda data, **more: sp.kpc(data, k=1, knowledge=sp.Knowledge(roots=data.names[:3]), **more),
        lambda data, **more: sp.kpc(data, k=1, test="residual", **more),
        lambda data, **more: sp.pc(data, max_k=2, **more),
        lambda data, **more: sp.loci(data, k=0, **more),
        lambda data, **more: sp.anytime_fci(data, k=1, **more),
    ],
)
def test_every_learner_by_tests(learn, backend, small_pieces):
    data = table(n=16)
    assert saved(learn(data, backend=backend)) == saved(learn(data))


def test_a_test_of_ones_own_travels(backend):
    data = table(n=8)
    test = sp.independence.FisherZ(data.names, data.matrix())
    own = sp.independence.CallableTest(lambda a, b, given: test(a, b, given).p, data.names)
    assert sp.kpc(own, k=1, backend=backend).graph == sp.kpc(own, k=1).graph


def test_an_estimator_takes_it(backend):
    data = table(n=8)
    assert sp.KPC(k=1, backend=backend).fit(data).graph_ == sp.kpc(data, k=1).graph


@pytest.mark.parametrize("learner", ["kpc", "pc", lambda data: sp.kpc(data, k=0, threads=1)])
def test_resamples_are_shared_out(learner, backend):
    data, seen = table("binary", n=6, rows=100), []
    plain = sp.stability(data, resamples=12, seed=4, learner=learner)
    found = sp.stability(data, resamples=12, seed=4, learner=learner, backend=backend, progress=seen.append)
    assert found.marks() == plain.marks()
    assert saved(found) == saved(plain)
    assert [now.done for now in seen] == [*range(1, 13)]


def test_short_work_stays_here(client):
    found = sp.kpc(table(), k=1, backend=sp.DaskBackend(client))
    assert found.skeleton.on_cluster == 0


def test_long_work_goes_to_the_cluster_after_a_try(client, monkeypatch):
    """A level begins here; the rest goes when it would take longer than `at_least`."""
    monkeypatch.setattr("sepset.skeleton.backends.dask._TRIED_SECONDS", 0.0)
    monkeypatch.setattr("sepset.skeleton.backends.threads._FIRST_BATCH", 64)
    data = table(n=60)
    found = sp.kpc(data, k=2, search="all", backend=sp.DaskBackend(client, at_least=1e-3))
    assert 0 < found.skeleton.on_cluster < sum(found.skeleton.tests_run.values())
    assert saved(found) == saved(sp.kpc(data, k=2, search="all"))


def test_with_a_checkpoint(backend, tmp_path, small_pieces, monkeypatch):
    monkeypatch.setattr("sepset.skeleton.checkpoint.keeper.SHARE", 1e9)
    data = table()
    plain = saved(sp.kpc(data, k=1))
    assert saved(sp.kpc(data, k=1, backend=backend, checkpoint=tmp_path)) == plain
    again = sp.kpc(data, k=1, backend=backend, checkpoint=tmp_path)
    assert saved(again) == plain
    assert again.skeleton.on_cluster == 0  # all of it was kept


def test_an_error_of_a_test_comes_back_as_it_is(backend):
    def sloppy(a, b, given):
        return 2.0

    with pytest.raises(sp.OptionError, match="p-value between 0 and 1"):
        sp.kpc(sp.independence.CallableTest(sloppy, "abc"), k=0, backend=backend)


def test_ctrl_c_cancels_what_is_on_the_cluster(backend, client, small_pieces):
    def stop(now):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sp.kpc(table(n=80), k=1, search="all", backend=backend, progress=stop)
    for _ in range(600):
        if not any(client.processing().values()):
            break
        time.sleep(0.1)
    assert not any(client.processing().values())
    assert saved(sp.kpc(table(), k=1, backend=backend)) == saved(sp.kpc(table(), k=1))


def sleeps(thing, start, stop):
    time.sleep(10)


def test_a_block_that_the_scheduler_hears_of_after_its_end_is_cancelled_too(client, backend, monkeypatch):
    """A scheduler unpacks blocks beside its other work, so that a cancellation may overtake one."""
    cancel, asked = Client.cancel, []

    def overtaken(self, futures, **options):
        asked.append(len(futures))
        if len(asked) > 1:
            cancel(self, futures, **options)

    def stop():
        raise KeyboardInterrupt

    monkeypatch.setattr(Client, "cancel", overtaken)
    with pytest.raises(KeyboardInterrupt):
        backend.in_order(0, sleeps, 50, "number", seconds=1.0, still=stop)
    began = time.monotonic()
    while any(client.processing().values()) and time.monotonic() - began < 5:
        time.sleep(0.1)
    assert not any(client.processing().values())
    blocks_and_thing, blocks = asked
    assert blocks_and_thing == blocks + 1


def test_wrong_clients_and_backends():
    with pytest.raises(sp.OptionError, match=r"client is a dask.distributed.Client"):
        sp.DaskBackend("tcp://127.0.0.1:8786")
    with pytest.raises(sp.OptionError, match="backend is a DaskBackend"):
        sp.kpc(table(), k=1, backend="dask")
    for learn in (sp.kpc, sp.stability, sp.posterior):
        with pytest.raises(sp.OptionError, match=r"got the class DaskBackend; .*DaskBackend\(client\)"):
            learn(table("binary", n=3), backend=sp.DaskBackend)
    with pytest.raises(sp.OptionError, match=r"address is text such as 'tcp://.*got 3 \(int\)"):
        sp.DaskBackend.at(3)


def test_an_address_that_needs_tls_without_certificates(capsys):
    with pytest.raises(sp.ClusterError, match=r"'tls://127.0.0.1:1'.*distributed\.comm\.tls"):
        sp.DaskBackend.at("tls://127.0.0.1:1")
    assert run(["learn", "asia", "-k", "1", "--scheduler", "tls://127.0.0.1:1"]) == 2
    assert "distributed.comm.tls" in capsys.readouterr().err


def test_a_client_that_cannot_connect_is_closed_at_once():
    """The garbage collector may close it while the next one holds the lock that closing needs."""
    with pytest.raises(sp.ClusterError) as raised:
        sp.DaskBackend.at("tls://127.0.0.1:1")
    failed = [one for one in gc.get_objects() if type(one) is Client and one.status == "connecting"]
    assert raised.value.__context__ is not None  # whose frames keep the client for now
    assert not failed


def test_a_client_that_was_closed(client):
    data = table("binary", n=4)
    with Client(client.scheduler.address, loop=client.loop) as other:
        backend = sp.DaskBackend(other, at_least=0)
    closed = r"the client of the Dask cluster is closed; .*Client\("
    with pytest.raises(sp.ClusterError, match=closed):
        sp.kpc(data, k=1, backend=backend)
    with pytest.raises(sp.ClusterError, match=closed):
        sp.stability(data, resamples=2, backend=backend)
    with pytest.raises(sp.ClusterError, match=closed):
        sp.DaskBackend(other)


def test_the_command_line(client, tmp_path, capsys, monkeypatch):
    address = client.scheduler.address
    assert run(["learn", "asia", "-k", "1", "--scheduler", address, "-o", str(tmp_path / "a.json")]) == 0
    assert "was not needed: the search is short" in capsys.readouterr().out
    options = ["--resamples", "3", "-k", "1", "--scheduler"]
    assert run(["stability", "asia", "--rows", "500", *options, address]) == 0
    assert "3 resamples" in capsys.readouterr().out
    monkeypatch.setattr(dask_clients, "CONNECT_SECONDS", 1)
    assert run(["learn", "asia", "-k", "1", "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "there is no Dask scheduler at" in capsys.readouterr().err


def test_pieces_cover_blocks_by_the_work_in_them():
    rng = np.random.default_rng(1)
    for _ in range(50):
        lengths = [int(length) for length in rng.integers(0, 60, size=3)]
        works = [rng.uniform(0.1, 9, size=length) if rng.random() < 0.7 else 2.0 for length in lengths]
        blocks = [Block(number, 0, length) for number, length in enumerate(lengths)]
        job = Job(None, None, None, lambda block, works=works: works[block.question], str)
        cuts = Cuts(blocks, job, rate=float(rng.uniform(1, 50)))
        pieces = []
        while cuts:
            pieces.append(cuts.next(threads=2))
            cuts.learn(float(rng.uniform(0.1, 20)), 1.0)
        covered = [(piece.question, place) for piece in pieces for place in range(piece.start, piece.stop)]
        assert covered == [
            (number, place) for number, length in enumerate(lengths) for place in range(length)
        ]
        assert cuts.left == pytest.approx(0.0, abs=1e-6)


def test_what_travels_is_what_was_asked():
    """A piece takes along the lists that its pairs use, and no others."""
    data = table(n=12)
    test = sp.independence.FisherZ(data.names, data.matrix())
    lists = Candidates.from_lists([[1, 2], [0, 3, 4, 5], [6], [2, 7, 8]], [3, 1, 1, 3])
    pairs = np.array([[0, 1], [1, 2], [2, 9], [4, 5]], dtype=np.int32)
    level = Level(test, pairs, 1, [Question(4, np.arange(4), lists)], 0.05, True)
    asked = level.asked(Block(0, 0, 4))
    light = asked.alone()
    assert light.candidates.members.tolist() == [0, 3, 4, 5, 2, 7, 8]
    one, other = asked.answer(test, 1), light.answer(test, 1)
    assert one.p.tolist() == other.p.tolist()
    assert one.separators.tolist() == other.separators.tolist()
    assert one.tests == other.tests
