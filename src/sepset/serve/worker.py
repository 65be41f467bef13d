"""One piece of work at a time, in the thread that asks for it, which is the main one.

Learners use all cores already, so more than one at a time would only wait for each other. They can be stopped
in the middle of compiled code by a signal, as by Ctrl-C, and signals reach the main thread only: so the work
is done there, and the web server runs in a thread beside it. A signal of its own stops a job, so that it and
Ctrl-C are never taken for each other.
"""

from __future__ import annotations

import _thread
import contextlib
import queue
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

#: Stops a job; Windows has no signal for users, and its Ctrl-Break is the nearest.
CANCEL: signal.Signals = getattr(signal, "SIGUSR1", None) or signal.Signals["SIGBREAK"]
#: Windows lets no signal into a lock that is waited for, so the wait is short, in seconds.
_GLANCE = 0.5


class Cancelled(BaseException):
    """The work was told to stop; not an `Exception`, so that nothing on the way takes it for an error."""


class QueuedJob:
    """A piece of work; `do` runs once, unless it is cancelled before, and `gone` is called if it was."""

    def __init__(self, do: Callable[[], None], gone: Callable[[], None]) -> None:
        self.do, self.gone = do, gone
        self.cancelled = threading.Event()


class Worker:
    """Does jobs in the order in which they come."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[QueuedJob] = queue.SimpleQueue()
        self._current: QueuedJob | None = None

    def submit(self, job: QueuedJob) -> None:
        """Put a job at the end of the queue; from any thread."""
        self._waiting.put(job)

    def cancel(self, job: QueuedJob) -> None:
        """Stop a job that runs, and skip one that waits; from any thread."""
        job.cancelled.set()
        if self._current is job:
            _thread.interrupt_main(CANCEL)

    def work(self) -> None:
        """Do jobs for ever, in the main thread; Ctrl-C ends it as a KeyboardInterrupt."""
        before = signal.signal(CANCEL, self._interrupted)
        try:
            while True:
                try:
                    job = self._waiting.get(timeout=_GLANCE)
                except queue.Empty:
                    continue
                # A signal may still come in while a job is being put away.
                with contextlib.suppress(Cancelled):
                    self._do(job)
                self._current = None
        finally:
            signal.signal(CANCEL, before)

    def _do(self, job: QueuedJob) -> None:
        try:
            self._current = job
            if job.cancelled.is_set():
                raise Cancelled
            job.do()
        except Cancelled:
            job.gone()
        finally:
            self._current = None

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        """Stop the job that runs, if it is to be stopped; one that has just ended needs no stopping."""
        if self._current is not None and self._current.cancelled.is_set():
            raise Cancelled
