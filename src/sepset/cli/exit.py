"""How the program ends: the exit code, and one message where something went wrong.

====  ==========================================================================
code  when
====  ==========================================================================
0     done
2     bad usage or bad input; one message on stderr
130   Ctrl-C
141   the reader of the output went away (a broken pipe); prints nothing
143   asked to end (SIGTERM; 129 for SIGHUP); prints nothing and leaves nothing half-written
====  ==========================================================================
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

from sepset.checks import is_encodable
from sepset.cli.app import app
from sepset.cli.group import BrokenPipe
from sepset.cli.option_words import as_option
from sepset.errors import SepsetError
from sepset.wording import printable

if TYPE_CHECKING:
    from collections.abc import Sequence


OK, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 0, 2, 130, 141
#: What a shell adds to the number of a signal that ended a process.
SIGNALLED = 128
_LONGEST_LINE = 2000


class Ended(BaseException):
    """A signal asked the process to end; nothing but `run` catches this, so that files are left in order."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line, by default with the arguments of this process, and exit."""
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        _never_fail_on_encoding(stream)
    for name in ("SIGTERM", "SIGHUP"):  # Windows has one of them
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _end)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return the exit code; every error that a user can cause becomes a message."""
    if odd := [word for word in arguments if not is_encodable(word)]:
        return _fail(f"{odd[0]!r} contains an invalid character (an unpaired surrogate); type it again")
    try:
        app.main(list(arguments), prog_name="sepset", standalone_mode=False, obj=tuple(arguments))
        sys.stdout.flush()
    except click.ClickException as error:
        return _fail(_in_words(error), _command_of(error))
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Ended as end:
        return SIGNALLED + end.number
    except SepsetError as error:
        return _fail(error.told(as_option))
    except (BrokenPipe, BrokenPipeError):
        _give_up_on_stdout()
        return PIPE_CLOSED
    except OSError as error:
        _give_up_on_stdout()
        return _fail(_os_message(error))
    except MemoryError:
        return _fail("there is not enough memory for this; take fewer rows or columns, or a smaller k")
    return OK


def _fail(message: str, command: str = "sepset") -> int:
    with contextlib.suppress(OSError):
        lines = (_shortened(printable(line)) for line in message.split("\n"))
        click.echo(f"{command}: " + "\n".join(lines), err=True)
    return BAD_INPUT


def _shortened(line: str) -> str:
    """Return a line without its middle if a value in it is very long."""
    if len(line) <= _LONGEST_LINE:
        return line
    half = _LONGEST_LINE // 2
    return f"{line[:half]} ... {line[-half:]}"


def _end(number: int, frame: object) -> NoReturn:
    raise Ended(number)


def _replace_closed_streams() -> None:
    """Open the null device in place of streams that were closed when the process started (``>&-``)."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for good


def _in_words(error: click.ClickException) -> str:
    message = error.format_message().strip().rstrip(".").replace(". Did you mean", "; did you mean")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        see = " See" if message.endswith("?") else "; see"
        return f"{message[:1].lower()}{message[1:]}{see} '{error.ctx.command_path} --help'"
    return message


def _command_of(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context is not None else "sepset"


def _os_message(error: OSError) -> str:
    reason = (error.strerror or str(error)).lower()
    return (
        f"{os.fsdecode(error.filename)!r}: {reason}"
        if error.filename is not None
        else f"the output cannot be written: {reason}"
    )


def _give_up_on_stdout() -> None:
    """Point stdout elsewhere if it cannot be written, so that the last flush does not complain."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _never_fail_on_encoding(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
