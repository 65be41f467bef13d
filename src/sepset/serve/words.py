"""What an error advises, in the words of the page: an option of Python becomes a control.

>>> from sepset.errors import Advice, DataError
>>> problem_of(DataError("values are missing; pass ", Advice("missing", "drop")))
'values are missing; pass “Missing values: drop”'
>>> problem_of(DataError("set its kind with ", Advice("kinds", "discrete", column="dose")))
'set its kind with “Kind: discrete” of ‘dose’'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.errors import InShell

if TYPE_CHECKING:
    from sepset.errors import Advice, SepsetError

#: The labels of controls, by the options they set.
CONTROLS = {
    "missing": "Missing values",
    "kinds": "Kind",
    "drop": "Role: left out",
    "separator": "Separator",
    "decimal": "Decimals",
    "knowledge": "What is known",
    "k": "k",
    "alpha": "alpha",
}


def too_large(what: str, most: int) -> str:
    """Return the message about a file of more than this many bytes."""
    return f"{what} is larger than {most / 1e6:,.0f} MB, the limit"


def problem_of(error: SepsetError) -> str:
    """Return the message of an error as the page tells it."""
    return error.told(as_control)


def as_control(advice: Advice | InShell) -> str:
    """Return an option as the control that sets it; one without a control is an option of Python."""
    if isinstance(advice, InShell):
        return ""
    label = CONTROLS.get(advice.option)
    if advice.option == "clean":
        return f"“{CONTROLS['missing']}: testwise”, which leaves out what cannot be used"
    if label is None:
        return f"{advice} in Python"
    if isinstance(advice.value, tuple):
        return f"“{label}” of {', '.join(f'‘{name}’' for name in advice.value)}"
    value = "" if advice.value is None or advice.value is True else f": {advice.value}"
    return f"“{label}{value}”" + ("" if advice.column is None else f" of ‘{advice.column}’")
