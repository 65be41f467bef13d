"""The page about the command line, and the help of every command, against the commands themselves."""

import re
from pathlib import Path

import click
import pytest

from sepset.cli.app import app

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")


def section(title):
    return re.search(rf"(?ms)^## {title}$(.*?)(?=^## |\Z)", PAGE)[1]


def rows(text):
    """Yield the commands or options that each row of a table is about, and what it says of them."""
    for first, second in re.findall(r"(?m)^\| (\S.*?) \| (.*) \|$", text):
        if names := re.findall(r"`([\w-]+)", first):
            yield names, second


def commands(group=app, path="sepset"):
    """Yield every command with its context."""
    context = click.Context(group, info_name=path)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield command, click.Context(command, info_name=f"{path} {name}")
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


EVERY = list(commands())
LEARN = {name: option for option in EVERY[0][0].params for name in option.opts}


def test_the_page_lists_the_commands_in_order_each_with_a_section():
    listed = [names[0] for names, _ in rows(PAGE.partition("\n## ")[0])]
    assert listed == app.list_commands(click.Context(app))
    assert set(listed) <= set(re.findall(r"(?m)^## (\w+)$", PAGE))


def test_every_option_of_learn_has_a_row_and_every_row_an_option():
    told = {*re.findall(r"`(--?[a-z][\w-]*)", section("learn"))}
    wanted = {name for name in LEARN if name.startswith("-")}
    # What every command has is said above the table of commands, and -o is short for --output.
    assert wanted - told == {"--json", "--output"}
    assert told <= wanted


@pytest.mark.parametrize(
    "name", sorted(name for name, option in LEARN.items() if isinstance(option.type, click.Choice))
)
def test_a_row_names_every_choice_and_no_other(name):
    meaning = next(meaning for names, meaning in rows(section("learn")) if name in names)
    said = set(re.findall(r"`([^`]+)`", meaning))
    choices = set(LEARN[name].type.choices)
    assert choices <= said
    others = {word for word in said if re.fullmatch(r"[a-z][\w-]*", word)} - choices
    assert others == set()


@pytest.mark.parametrize(("command", "context"), EVERY, ids=[context.info_name for _, context in EVERY])
def test_help_has_words_for_every_option_and_names_what_it_takes(command, context):
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.name
            assert option.help.rstrip("]").rpartition("  [")[0].endswith(".") or option.help.endswith(".")
    assert " RANGE" not in command.get_help(context)
