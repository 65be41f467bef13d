"""A group of commands, as `sepset` and `sepset theory` are."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from sepset.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping


class BrokenPipe(Exception):  # noqa: N818 - an event, named like BrokenPipeError but not an OSError
    """A broken pipe, in a form that click does not take for its own."""


class App(click.Group):
    """A group of commands: listed in the order of a first visit, and a broken pipe reaches `exit.run`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which they were added."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name; a slip of the finger gets the nearest one as advice."""
        name = args[0]
        if not (ctx.resilient_parsing or name.startswith("-")) and self.get_command(ctx, name) is None:
            ctx.fail(f"No such command {name!r}{did_you_mean(name, self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that the arguments name; a broken pipe reaches `run`."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise BrokenPipe from None


class LazyApp(App):
    """A group whose commands are modules of `sepset.cli`, each loaded when it is called.

    `listed` has what each of them does, in a line, so that the list of commands loads none of them.
    """

    def __init__(self, *arguments: Any, listed: Mapping[str, str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.listed = listed

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of a first visit."""
        return list(self.listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, from the module of that name."""
        if cmd_name not in self.listed:
            return None
        try:
            command: click.Command = getattr(import_module(f"sepset.cli.{cmd_name}"), cmd_name)
        except KeyboardInterrupt:  # click would answer with an empty line
            raise click.Abort from None
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands do."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.listed.items()))


def help_if_alone(ctx: click.Context) -> None:
    """Show the help of a group that was called without a command."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
