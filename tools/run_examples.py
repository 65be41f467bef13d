"""Run the examples of the README and the docs, and compare what they show with what comes out.

Run ``python tools/run_examples.py`` to bring the pages up to date, with the names of pages for some only.
Blocks of ``console`` hold commands after ``$``, each followed by its output; a block of ``python`` may be
followed by one of ``text`` with its output. The blocks of a page run one after another, in an empty folder.
``...`` in an output stands for anything.
"""

from __future__ import annotations

import argparse
import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from sepset.cli.exit import run

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    "README.md",
    "docs/index.md",
    "docs/start.md",
    "docs/cli.md",
    "docs/reading.md",
    "docs/report.md",
    "docs/coming-from.md",
    "docs/data.md",
    "docs/tables.md",
    "docs/knowledge.md",
    "docs/results.md",
    "docs/choosing.md",
    "docs/effects.md",
    "docs/few-rows.md",
    "docs/many-variables.md",
    "docs/how-sure.md",
    "docs/compare-with-pc.md",
    "docs/gallery/spector.md",
    "docs/gallery/diabetes.md",
    "docs/gallery/tumours.md",
    "docs/gallery/affairs.md",
    "docs/gallery/insurance.md",
)

_BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_SECONDS = re.compile(r"(?<= in )[0-9.e+-]+(?= s$)", re.MULTILINE)


def render(page: str) -> str:
    """Return a page with the output of its examples as it is now."""
    return _run(page)[0]


def values(page: str) -> dict[str, object]:
    """Return what the Python code of a page has made, by name."""
    return _run(page)[1].space


def _run(page: str) -> tuple[str, _Run]:
    text, run = (ROOT / page).read_text(encoding="utf-8"), _Run()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return run.page(text), run


class _Run:
    """The examples of one page, which share a folder and the names of their Python code."""

    def __init__(self) -> None:
        self.space: dict[str, object] = {}
        self.printed: str | None = None

    def page(self, text: str) -> str:
        return _BLOCK.sub(self._block, text)

    def _block(self, match: re.Match[str]) -> str:
        language, body = match["language"], match["body"]
        if language == "console":
            body = self._console(body)
        elif language == "python" and ">>>" not in body:
            self._python(body)
        elif language == "text" and self.printed is not None:
            body, self.printed = _kept(body, self.printed), None
        return f"```{language}\n{body}```"

    def _console(self, body: str) -> str:
        shown = []
        for part in re.split(r"^(?=\$ )", body, flags=re.MULTILINE):
            command, _, documented = part.partition("\n")
            if command:
                shown.append(f"{command}\n{_kept(documented, _output_of(command.removeprefix('$ ')))}")
        return "".join(shown)

    def _python(self, body: str) -> None:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(body, "example", "exec"), self.space)  # noqa: S102 - the examples are ours
        self.printed = printed.getvalue()


def _output_of(command: str) -> str:
    output = _in_process(command) if re.fullmatch(r"sepset [^|>$]*", command) else _in_shell(command)
    return _SECONDS.sub("...", output)


def _in_process(command: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.redirect_stderr(printed):
        run(shlex.split(command)[1:])
    return printed.getvalue()


def _in_shell(command: str) -> str:
    scripts = sysconfig.get_path("scripts")
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", command], env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def _kept(documented: str, actual: str) -> str:
    """Return what the page says where it is right, else what is right."""
    lines = "".join(f"{line.rstrip()}\n" for line in actual.splitlines())
    return documented if doctest.OutputChecker().check_output(documented, lines, doctest.ELLIPSIS) else lines


def main() -> int:
    """Write pages anew."""
    parser = argparse.ArgumentParser(description="Run the examples of pages and write down what they show.")
    parser.add_argument(
        "pages", nargs="*", metavar="PAGE", help=f"some of {', '.join(PAGES)}; all by default"
    )
    chosen = parser.parse_args().pages or PAGES
    unknown = [page for page in chosen if page not in PAGES]
    if unknown:
        parser.error(f"{unknown[0]} is not one of the pages with examples: {', '.join(PAGES)}")
    for page in chosen:
        (ROOT / page).write_text(render(page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
