"""A progress bar for a person who waits at a terminal, and nothing for anyone else."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    from sepset.learn.posterior import PosteriorProgress
    from sepset.progress import Event

#: Runs shorter than this, in seconds, end before a bar would be read.
PATIENCE = 0.3


@contextlib.contextmanager
def progress_bar(*, wanted: bool) -> Iterator[Callable[[Event], None] | None]:
    """Give a callback that draws a bar, or None when there is no terminal to draw on."""
    if not (wanted and sys.stdout.isatty() and sys.stderr.isatty()):
        yield None
        return
    bar = _Bar()
    try:
        yield bar.update
    finally:
        bar.stop()


@contextlib.contextmanager
def stage_bar(*, wanted: bool) -> Iterator[Callable[[PosteriorProgress], None] | None]:
    """Give a callback that says at which stage a posterior is, or None when there is no terminal."""
    if not (wanted and sys.stdout.isatty() and sys.stderr.isatty()):
        yield None
        return
    # A stage is reported when it begins, so there is no waiting whether it takes long.
    bars = _new_bars("stages")
    task = bars.add_task("", total=None)
    try:
        yield lambda now: bars.update(
            task, description=now.stage, completed=now.done, total=now.stages, refresh=True
        )
    finally:
        bars.stop()


class _Bar:
    """One bar for each thing that is done, such as sets of a size; they appear when a run takes a while."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.bars: Bars | None = None
        self.tasks: dict[str, TaskID] = {}
        self.done: dict[str, int] = {}

    def update(self, now: Event) -> None:
        """Show how many pairs of a level are done, or how many rows of a pass over them."""
        if self.bars is None:
            if time.monotonic() - self.start < PATIENCE:
                return
            self.bars = _new_bars("{task.fields[of]}")
        what, done, total, of = now.told()
        if what not in self.tasks:
            self.tasks[what] = self.bars.add_task(what, total=total, of=of)
        elif done < self.done[what]:  # rows are gone through once more
            self.bars.reset(self.tasks[what], total=total)
        self.done[what] = done
        self.bars.update(self.tasks[what], completed=done, total=total, of=of)

    def stop(self) -> None:
        """Take the bars away."""
        if self.bars is not None:
            self.bars.stop()


def _new_bars(units: str) -> Bars:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(units),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bars.start()
    return bars
