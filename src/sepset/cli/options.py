"""Options and arguments that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sepset.cli.sources import complete_source
from sepset.data.reading.assemble import MISSING_POLICIES

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_DIGITS = 9
F = TypeVar("F", bound="Callable[..., Any]")

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of words.")
graph_argument = click.argument("graph", shell_complete=complete_source)


def out_option(help_text: str, *, or_stdout: bool = False) -> Callable[[F], F]:
    """Return the option -o for the file that a command writes; where stdout is the default, - is stdout."""

    def read(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
        return None if or_stdout and value == Path("-") else value

    return click.option(
        "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", callback=read, help=help_text
    )


def missing_option(user: str) -> Callable[[F], F]:
    """Return the option --missing for a command in which each `user` of columns needs values in them."""
    return click.option(
        "--missing",
        type=click.Choice(MISSING_POLICIES),
        help=f"Refuse missing values, drop rows that have any, or let each {user} use the rows without gaps "
        "in its own columns; if given, testwise also leaves out columns that cannot be used, as --auto-clean "
        "does.  [testwise]",
    )


class NumberOrAuto(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """A number, or the word auto: chosen from the data."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | str:
        """Read the value of an option."""
        try:
            return "auto" if value == "auto" else float(value)
        except ValueError:
            self.fail(f"{value!r} is neither a number nor auto", param, ctx)


def bounds_option(
    default: str | None, help_text: str, *, auto: bool = False, several: bool = True
) -> Callable[[F], F]:
    """Return the option -k for a bound, or `several`; with `auto` the word auto gives none.

    Without a default None says that the option was not given.
    """

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
        if value is None:
            return None
        return () if auto and value == "auto" else _read_bounds(value, several=several)

    return click.option(
        "-k",
        "bounds",
        callback=read,
        default=default,
        show_default=default is not None,
        metavar="K",
        help=help_text,
    )


def _read_bounds(value: str, *, several: bool) -> tuple[int, ...]:
    """Read whole numbers of at least 0, separated by commas."""
    parts = [part.strip() for part in value.split(",")]
    if not several and len(parts) > 1:
        raise click.BadParameter(f"{value!r} is a list, and this command takes one number")
    if not all(part.isascii() and part.isdigit() for part in parts):
        or_list = ", or a list such as 0,1,2" if several else ""
        raise click.BadParameter(f"{value!r} is not a whole number of at least 0{or_list}")
    if any(len(part) > _MOST_DIGITS for part in parts):
        raise click.BadParameter(f"a bound has at most {_MOST_DIGITS} digits; a few variables are enough")
    return tuple(sorted({int(part) for part in parts}))


def bound_option(help_text: str = "The largest number of conditioning variables.") -> Callable[[F], F]:
    """Return the option -k for one bound."""
    return click.option(
        "-k",
        "bound",
        type=click.IntRange(0, 10**_MOST_DIGITS),
        default=1,
        show_default=True,
        metavar="K",
        help=help_text,
    )
