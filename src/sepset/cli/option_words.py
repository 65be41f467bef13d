"""What a message advises, in the words of the command line."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from sepset.errors import InShell
from sepset.wording import comma_list

if TYPE_CHECKING:
    from sepset.errors import Advice

#: Options that have another name on the command line.
_OPTIONS = {"clean": "auto_clean"}


def as_option(advice: Advice | InShell) -> str:
    """Return what a message advises as an option of the command line; words for the command line stay.

    >>> from sepset.errors import Advice
    >>> as_option(Advice("missing", "drop")), as_option(Advice("time_limit"))
    ('--missing drop', '--time-limit')
    >>> as_option(Advice("kinds", "discrete", column="the dose"))
    "--kinds 'the dose=discrete'"
    """
    if isinstance(advice, InShell):
        return advice.words
    option = f"--{_OPTIONS.get(advice.option, advice.option).replace('_', '-')}"
    if advice.value is None or advice.value is True:
        return option
    if isinstance(advice.value, tuple):
        return f"{option} {shlex.quote(comma_list(advice.value))}"
    value = str(advice.value) if advice.column is None else comma_list([f"{advice.column}={advice.value}"])
    return f"{option} {shlex.quote(value)}"
