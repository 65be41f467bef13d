"""The parts of the server that can be had without a process: the worker, slow bodies, silent connections."""

import _thread
import asyncio
import contextlib
import signal
import socket
import threading
import time

import pytest

from sepset.serve import app, server
from sepset.serve.app import NotTaken
from sepset.serve.worker import Cancelled, QueuedJob, Worker

in_main_thread = pytest.mark.skipif(
    threading.current_thread() is not threading.main_thread(), reason="signals reach the main thread only"
)


def work_while(script):
    """Let a worker work in this thread while a script runs in another; then end it as Ctrl-C does."""
    worker, failed = Worker(), []

    def run():
        try:
            script(worker)
        except BaseException as error:
            failed.append(error)
        finally:
            _thread.interrupt_main()

    # Where tests run in several processes, those ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=run)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            worker.work()
    finally:
        signal.signal(signal.SIGINT, before)
    thread.join()
    assert failed == []


@in_main_thread
def test_a_job_that_runs_is_stopped_and_the_next_is_done():
    def script(worker):
        running, gone, done = threading.Event(), threading.Event(), threading.Event()

        def endless():
            running.set()
            while True:
                time.sleep(0.001)

        job = QueuedJob(endless, gone.set)
        worker.submit(job)
        assert running.wait(20)
        worker.cancel(job)
        assert gone.wait(20)
        worker.submit(QueuedJob(done.set, lambda: None))
        assert done.wait(20)

    work_while(script)


@in_main_thread
def test_a_job_that_waits_is_skipped():
    def script(worker):
        begun, go, gone = threading.Event(), threading.Event(), threading.Event()

        def block():
            begun.set()
            go.wait(20)

        worker.submit(QueuedJob(block, lambda: None))
        assert begun.wait(20)
        waiting = QueuedJob(lambda: pytest.fail("it was cancelled"), gone.set)
        worker.submit(waiting)
        worker.cancel(waiting)
        go.set()
        assert gone.wait(20)

    work_while(script)


@in_main_thread
def test_cancelling_what_is_over_stops_nothing():
    def script(worker):
        for _ in range(200):
            done = threading.Event()
            job = QueuedJob(done.set, lambda: None)
            worker.submit(job)
            assert done.wait(20)
            worker.cancel(job)

    work_while(script)


def test_nothing_takes_a_cancellation_for_an_error():
    assert not issubclass(Cancelled, Exception)


class Slow:
    """A request whose body comes in parts, with pauses."""

    def __init__(self, *parts, pause=0.0):
        self.headers, self.parts, self.pause = {}, parts, pause

    async def stream(self):
        for part in self.parts:
            yield part
            await asyncio.sleep(self.pause)
        yield b""


def test_a_body_that_stalls_is_given_up(monkeypatch):
    assert asyncio.run(app._body(Slow(b"a,", b"b"), 10, "this file")) == b"a,b"
    monkeypatch.setattr(app, "PATIENCE", 0.05)
    with pytest.raises(NotTaken) as given_up:
        asyncio.run(app._body(Slow(b"a,", b"b", pause=30), 10, "this file"))
    assert given_up.value.status == 408
    assert "no more of this file arrived" in given_up.value.words


def test_a_body_that_is_too_large_is_not_kept(monkeypatch):
    monkeypatch.setattr(app, "_DRAINED", 0.05)
    with pytest.raises(NotTaken) as refused:
        asyncio.run(app._body(Slow(*[b"x" * 1000] * 5), 2000, "this file"))
    assert refused.value.status == 413


def test_a_connection_that_says_nothing_is_closed(monkeypatch):
    async def nothing(scope, receive, send):
        raise AssertionError("nothing was asked for")

    monkeypatch.setattr(server, "FIRST_WORDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        web = server.web_server(nothing)
        thread = threading.Thread(target=web.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            for said in (b"", b"GET / HT"):
                with socket.create_connection(listening.getsockname(), timeout=30) as silent:
                    silent.sendall(said)
                    with contextlib.suppress(ConnectionError):
                        assert silent.recv(100) == b""
        finally:
            web.should_exit = True
            thread.join(20)
