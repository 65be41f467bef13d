"""How far a run has got: in words that every front end can show, and with ``progress=True`` as a bar.

At a terminal the bar is a line of text on stderr, in a notebook an element of HTML, which Jupyter and VS Code
show without any widget. Runs that are over in a moment show nothing.

>>> print(Told("sets of 1 variable", 45, 180, "pairs, 1,200 tests").line())
sets of 1 variable [#####...............] 45/180 pairs, 1,200 tests
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

from sepset.checks import came
from sepset.errors import OptionError
from sepset.lazily import Lazy

if TYPE_CHECKING:
    import html as markup
    from typing import TextIO
else:
    markup = Lazy("html")  # for bars in notebooks only

#: Seconds: shorter runs end before a bar could be read; and the least time between two changes of a bar.
PATIENCE, PAUSE = 0.3, 0.1
_WIDTH = 20


class Told(NamedTuple):
    """What is being done, how much of it is done, and of what; the total is None while nobody knows it."""

    what: str
    done: int
    total: int | None
    of: str

    @property
    def is_over(self) -> bool:
        """Whether all of it is done."""
        return self.total is not None and self.done >= self.total

    def line(self) -> str:
        """Return a bar of plain text, or only what is done where the total is not known.

        >>> Told("going through rows", 45_000, None, "rows").line()
        'going through rows: 45,000 rows'
        """
        if self.total is None:
            return f"{self.what}: {self.done:,} {self.of}"
        full = int(_WIDTH * min(self.done / self.total, 1.0)) if self.total else _WIDTH
        bar = "#" * full + "." * (_WIDTH - full)
        return f"{self.what} [{bar}] {self.done:,}/{self.total:,} {self.of}"

    def html(self) -> str:
        """Return a bar of HTML; its words are escaped.

        >>> Told("chains", 1, 2, "stages").html()
        '<div><progress value="1" max="2"></progress> chains: 1 of 2 stages</div>'
        """
        if self.total is None:
            return f"<div><progress></progress> {markup.escape(self.line())}</div>"
        words = markup.escape(f"{self.what}: {self.done:,} of {self.total:,} {self.of}")
        return f'<div><progress value="{self.done}" max="{max(self.total, 1)}"></progress> {words}</div>'


class ScanProgress(NamedTuple):
    """How far `sepset.scan` has got in finding out what the columns of a table hold."""

    #: the rows that have gone by
    done: int
    #: how many there are; None: not known yet, as for text files
    rows: int | None
    #: which pass over the rows it is: most tables take one or two
    number: int = 1

    def told(self) -> Told:
        """Say it in words."""
        again = f", pass {self.number}" if self.number > 1 else ""
        return Told(f"finding out what columns hold{again}", self.done, self.rows, "rows")


class Event(Protocol):
    """What learners and scans report on the way."""

    def told(self) -> Told:
        """Say it in words."""


E = TypeVar("E", bound=Event)
#: A function that is called with each event; True for a bar, None or False for nothing.
ShowProgress: TypeAlias = Callable[[E], None] | bool | None


def as_callback(progress: ShowProgress[E]) -> Callable[[E], None] | None:
    """Return the function to call with each event, or None.

    >>> as_callback(None) is as_callback(False) is None, as_callback(print) is print
    (True, True)
    """
    if progress is None or progress is False:
        return None
    if progress is True:
        return Bar()
    if not callable(progress):
        raise OptionError(
            f"progress is a function to call with each event, True for a bar, or None; got {came(progress)}"
        )
    return progress


class Bar:
    """A bar for one run: it appears when the run takes a while; finished parts keep their bars."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._last = -1.0
        self._draw: Callable[[Told], None] | None = None

    def __call__(self, event: Event) -> None:
        """Show how far the run has got."""
        now = time.monotonic()
        told = event.told()
        if now - self._start < PATIENCE or (now - self._last < PAUSE and not told.is_over):
            return
        self._last = now
        if self._draw is None:
            self._draw = _NotebookLine() if _in_notebook() else _TextLine(sys.stderr)
        self._draw(told)


class _TextLine:
    """A line that is overwritten until its part of the run is over; a file gets only the finished ones."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._length = 0

    def __call__(self, told: Told) -> None:
        if not (self._is_terminal or told.is_over):
            return
        line = told.line()
        over = "\r" if self._is_terminal else ""
        self._stream.write(f"{over}{line:<{self._length}}" + "\n" * told.is_over)
        self._stream.flush()
        self._length = 0 if told.is_over or not self._is_terminal else len(line)


class _NotebookLine:
    """An output of the cell that is replaced by the next."""

    def __init__(self) -> None:
        self._handle: Any = None

    def __call__(self, told: Told) -> None:
        from IPython.display import HTML, display  # the notebook's own

        if self._handle is None:
            self._handle = display(HTML(told.html()), display_id=True)
        else:
            self._handle.update(HTML(told.html()))


def _in_notebook() -> bool:
    """Tell a notebook, whose cells show HTML, from a terminal, IPython's included."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return hasattr(shell, "kernel")
