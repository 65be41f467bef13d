"""Commands to try next, which work as they stand when copied into a shell."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def command(*words: str) -> str:
    """Return a command as it is typed.

    >>> command("learn", "my data.csv")
    "sepset learn 'my data.csv'"
    """
    return shlex.join(("sepset", *words))


def path_word(path: Path | str) -> str:
    """Return a path as an argument that cannot be taken for an option."""
    return f"./{path}" if str(path).startswith("-") else str(path)


def name_words(*names: str) -> list[str]:
    """Return names as arguments; after ``--`` none is taken for an option.

    >>> name_words("a", "-k"), name_words("a", "b")
    (['--', 'a', '-k'], ['a', 'b'])
    """
    return ["--", *names] if any(name.startswith("-") for name in names) else list(names)


def with_options(arguments: Sequence[str], *options: str) -> list[str]:
    """Return arguments with more options, at the end or before ``--``.

    >>> with_options(["learn", "--", "-a.csv"], "-o", "run.json")
    ['learn', '-o', 'run.json', '--', '-a.csv']
    """
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    return [*arguments[:end], *options, *arguments[end:]]


def without(arguments: Sequence[str], *options: str, flags: Sequence[str] = ()) -> list[str]:
    """Return arguments without some options that take a value, and without some that take none.

    >>> without(["learn", "a.csv", "-k", "1", "--output=b", "-q"], "-k", "--output", flags=["-q"])
    ['learn', 'a.csv']
    """
    kept: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            return [*kept, word, *words]
        if word in options:
            next(words, None)
        elif word not in flags and not any(_gives(word, option) for option in options):
            kept.append(word)
    return kept


def _gives(word: str, option: str) -> bool:
    """Tell whether a word is an option with its value, as in ``-k1`` and ``--output=run.json``."""
    return word.startswith(option + "=" * option.startswith("--"))
