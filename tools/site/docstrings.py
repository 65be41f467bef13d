"""Docstrings as Markdown for the reference: examples become code, public names become links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import griffe

if TYPE_CHECKING:
    from griffe import Module, Object

_EXAMPLE = re.compile(r"^(?P<margin> *)>>> .*?(?=\n\s*\n(?! *>>> )|\Z)", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"(?<![`\w\[])`(?P<name>[A-Za-z_]\w+)`(?![`\]])")


class Docstrings(griffe.Extension):  # type: ignore[misc]
    """Rewrite every docstring once the package has been read."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Rewrite the docstrings of a package."""
        exported = pkg.exports or ()
        public = {name for name in map(str, exported) if pkg.members[name].is_alias}
        for thing in _everything(pkg):
            if thing.docstring is not None:
                own = {parameter.name for parameter in getattr(thing, "parameters", ())}
                thing.docstring.value = as_markdown(thing.docstring.value, public - own - {thing.name})


def _everything(thing: Object) -> list[Object]:
    own = [member for member in thing.members.values() if not member.is_alias]
    return [thing, *(inner for member in own for inner in _everything(member))]


def as_markdown(text: str, public: set[str]) -> str:
    r"""Fence the examples of a docstring, and link names of `public` to their place in the reference.

    >>> print(as_markdown("Sum of `Edge` and `x`.\\n\\n>>> 1 + 1\\n2", {"Edge"}))
    Sum of [`Edge`][sepset.Edge] and `x`.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    """
    parts, end = [], 0
    for match in _EXAMPLE.finditer(text):
        parts += [_linked(text[end : match.start()], public), f"```pycon\n{match[0]}\n```"]
        end = match.end()
    return "".join([*parts, _linked(text[end:], public)])


def _linked(text: str, public: set[str]) -> str:
    def link(match: re.Match[str]) -> str:
        name = match["name"]
        return f"[`{name}`][sepset.{name}]" if name in public else match[0]

    return _NAME.sub(link, text)
