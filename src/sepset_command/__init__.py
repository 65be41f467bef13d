"""The command ``sepset``, so light that Ctrl-C is heard from the first moment on.

Importing the library takes some tenths of a second. A package of its own can tell before that how to end; the
library itself would be imported with any module inside it.
"""

from __future__ import annotations

import os
import signal
from typing import NoReturn

INTERRUPTED = 130


def main() -> NoReturn:
    """Import the command line and run it; Ctrl-C while that is imported ends the process without a word."""
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from sepset.cli import main as run  # noqa: PLC0415 - this is what takes the time

    signal.signal(signal.SIGINT, before)
    run()
