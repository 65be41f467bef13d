"""Fail when code grows out of hand: long functions, long files, deep nesting.

The limits: a function body of 40 lines without its docstring, three control statements inside each other,
files of 400 lines. Functions and nesting are checked wherever Python is not a test, functions in native/, and
the length of files in tests/ too.

Run it as ``python tools/check_sizes.py``; it prints one line for each thing that is too large.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_BODY = 40
MAX_FILE = 400
MAX_NESTING = 3

_WHOLE = ("src/**/*.py", "tools/**/*.py", "benchmarks/**/*.py", "experiments/**/*.py")
_CPP = ("native/**/*.cpp", "native/**/*.hpp", "native/**/*.inc", "tests/native/*.cpp")
_LENGTH_ONLY = ("tests/**/*.py",)
# Comments, texts and characters, which may hold braces.
_CPP_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.DOTALL)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_CONTROL = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.With,
    ast.AsyncWith,
    ast.Try,
    ast.TryStar,
    ast.Match,
)


def main(root: Path) -> int:
    """Print what is too large under `root` and return the exit code."""
    problems = [problem for path in _files(root, _WHOLE) for problem in check_python(path, root)]
    problems += [problem for path in _files(root, _CPP) for problem in check_cpp(path, root)]
    problems += [problem for path in _files(root, _LENGTH_ONLY) for problem in check_length(path, root)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def _files(root: Path, patterns: Iterable[str]) -> list[Path]:
    return sorted(path for pattern in patterns for path in root.glob(pattern))


def check_python(path: Path, root: Path) -> Iterator[str]:
    """Yield what is too large in one Python file: the file, its functions, their nesting."""
    yield from check_length(path, root)
    shown = path.relative_to(root)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, _FUNCTIONS):
            continue
        lines = body_lines(node)
        if lines > MAX_BODY:
            yield f"{shown}:{node.lineno}: {node.name} has {lines} lines, at most {MAX_BODY}; split it"
        for line in too_deep(node.body, 0):
            yield f"{shown}:{line}: nesting in {node.name} exceeds {MAX_NESTING}; take a function out"


def check_cpp(path: Path, root: Path) -> Iterator[str]:
    """Yield what is too large in one C++ file: the file and its functions."""
    yield from check_length(path, root)
    for line, name, lines in cpp_functions(path.read_text(encoding="utf-8")):
        if lines > MAX_BODY:
            yield f"{path.relative_to(root)}:{line}: {name} has {lines} lines, at most {MAX_BODY}; split it"


def cpp_functions(text: str) -> Iterator[tuple[int, str, int]]:
    r"""Yield line, name and number of lines between the braces of each function.

    >>> list(cpp_functions("struct A {\n    int f() {\n        return 1;\n    }\n};"))
    [(2, 'f', 1)]
    """
    code = _CPP_NOISE.sub(lambda noise: re.sub(r"[^\n]", " ", noise[0]), text)
    depth, start, opened, name = 0, 0, 0, ""
    for brace in re.finditer(r"[{};]", code):
        if depth:  # inside a function
            depth += {"{": 1, "}": -1}.get(brace[0], 0)
            if not depth:
                first, last = (code.count("\n", 0, at) for at in (opened, brace.start()))
                yield first + 1, name, max(last - first - 1, 0)
        elif brace[0] == "{":
            name = _function_name(code[start : brace.start()])
            if name:
                depth, opened = 1, brace.start()
        start = brace.end()


def _function_name(before: str) -> str:
    """Return the name of the function whose body follows, or nothing where a type or namespace starts."""
    head = re.sub(r"^\s*#.*$", " ", before, flags=re.MULTILINE)
    if not re.search(r"\(", head) or re.search(r"=\s*$", head):
        return ""
    named = re.search(r"([\w:~]+|operator\s*\S+?)\s*\(", re.sub(r"__attribute__\(\(.*?\)\)\)?", " ", head))
    return named[1] if named else "a function"


def check_length(path: Path, root: Path) -> Iterator[str]:
    """Yield a line about a file that is too long."""
    lines = len(path.read_text(encoding="utf-8").splitlines())
    if lines > MAX_FILE:
        yield f"{path.relative_to(root)}:1: the file has {lines} lines, at most {MAX_FILE}; split it"


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the number of lines from the first statement after the docstring to the last."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def too_deep(statements: list[ast.stmt], depth: int) -> Iterator[int]:
    """Yield the line of every control statement that has too many others around it."""
    for statement in statements:
        if not isinstance(statement, _CONTROL):
            continue
        if depth == MAX_NESTING:
            yield statement.lineno
            continue
        for block in _blocks(statement):
            is_elif = isinstance(statement, ast.If) and _is_elif(statement, block)
            yield from too_deep(block, depth if is_elif else depth + 1)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        yield getattr(statement, field, [])
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def _is_elif(statement: ast.If, block: list[ast.stmt]) -> bool:
    return (
        block is statement.orelse
        and len(block) == 1
        and isinstance(block[0], ast.If)
        and block[0].col_offset == statement.col_offset
    )


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent.parent))
