"""A group of commands, as `sepset` and `sepset theory` are."""

from __future__ import annotations

import click


class BrokenPipe(Exception):  # noqa: N818 - an event, named like BrokenPipeError but not an OSError
    """A broken pipe, in a form that click does not take for its own."""


class App(click.Group):
    """A group of commands: listed in the order of a first visit, and a broken pipe reaches `exit.run`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which they were added."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that the arguments name; a broken pipe reaches `run`."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise BrokenPipe from None
