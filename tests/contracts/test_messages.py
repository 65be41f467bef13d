"""No message speaks Python on the command line, or the command line in Python (ADR 0013).

What only one of them understands is a part of its own: `Advice`, `InPython` or `InShell`. So no other text in
the code has Python or options in it. Every text with a space is looked at, since messages are put together
from constants and by functions, too.
"""

import ast
import inspect
import re
from pathlib import Path

import pytest

from sepset import errors

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "sepset"
WORDED = {"Advice", "InPython", "InShell"}
ERRORS = {name for name, _ in inspect.getmembers(errors, inspect.isclass) if name.endswith("Error")}
#: Rooms that write pages and pictures: in them, only what errors say is looked at.
MARKUP = ("drawing", "report", "serve", "graph/formats/dot.py", "graph/formats/graphml.py", "progress.py")
#: Modules that say such things to any reader: Python to run again, and a level as ``smoke=yes``.
OTHERWISE = ("cli/serve.py", "effects/words.py")
#: Names in backticks, ``option=``, ``an_option``, ``call()``, ``.method(`` and ``sp.name``.
PYTHON = re.compile(r"`|\w=(?!=)|\b[a-z]+_\w+|\w\(\)|\.\w+\(|\bsp\.")
#: ``--option``, and ``-o``.
OPTION = re.compile(r"(?<![\w*}-])--?[a-z]")
#: What helps in both.
INSTALLING = re.compile(r"pip install .*")
#: The command line quotes commands, and writes kinds as ``age=discrete``.
OF_COMMANDS = re.compile(r"`sepset [^`]*`|\w+=[a-z]+")


def foreign_words(where, source):
    """Yield the texts of a module that belong to one front end, with their lines."""
    tree = ast.parse(source)
    looked_at = [*errors_made(tree)] if where.startswith(MARKUP) else [tree]
    for line, text in (found for node in looked_at for found in texts(node)):
        if " " not in text.strip() or all(word.isidentifier() for word in text.split()):
            continue  # a word, or a list of names
        said = INSTALLING.sub("", text)
        if where.startswith("cli/"):
            foreign = PYTHON.search(OF_COMMANDS.sub("", said))
        else:
            foreign = PYTHON.search(said) or OPTION.search(said)
        if foreign:
            yield line, text


def errors_made(tree):
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node).endswith("Error"))


def called(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def texts(node):
    """Yield texts with their lines, but not docstrings, `__repr__` and parts that front ends word."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.lineno, child.value
        elif isinstance(child, ast.JoinedStr):
            parts = child.values
            yield (
                child.lineno,
                "".join(part.value if isinstance(part, ast.Constant) else "x" for part in parts),
            )
            yield from (
                found for part in parts if isinstance(part, ast.FormattedValue) for found in texts(part)
            )
        elif not is_left_out(child):
            yield from texts(child)


def is_left_out(node):
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Call):
        return called(node) in WORDED
    return isinstance(node, ast.FunctionDef) and node.name in ("__repr__", "__str__")


def advice_lost(source):
    """Yield the lines where one of our errors becomes text on its way, and loses its parts."""
    for handler in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ExceptHandler)):
        caught = {getattr(node, "id", "") for node in ast.walk(handler.type)} if handler.type else set()
        for node in ast.walk(handler) if caught & ERRORS else ():
            told = node.value if isinstance(node, ast.FormattedValue) else None
            if isinstance(node, ast.Call) and called(node) == "str":
                told = node.args[0]
            if isinstance(told, ast.Name) and told.id == handler.name:
                yield told.lineno


MODULES = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}


def test_no_message_speaks_for_one_front_end_only():
    looked_at = {where: source for where, source in sorted(MODULES.items()) if where not in OTHERWISE}
    assert [
        (where, *one) for where, source in looked_at.items() for one in foreign_words(where, source)
    ] == []


@pytest.mark.parametrize(
    "source",
    [
        'raise GraphError("rename it with `relabel` first")',
        'raise GraphError(f"{what} is missing; add it with nodes=, or rename it")',
        "raise OptionError(f'{name}=\"auto\" needs data')",
        'raise OptionError("ask for " + "all of them with significant() before saving")',
        'raise OptionError(f"time_limit is a number; got {came(value)}")',
        'raise OptionError("take another, or leave --port out")',
        'AGAIN = "give a file that sp.save wrote"',
        'def hint():\n    return "; save it with -o first"',
        'yield f"{name} has gaps; see {found.data} and call .pool(tables)"',
    ],
)
def test_words_of_one_front_end_are_seen(source):
    assert [text for _, text in foreign_words("data/one.py", source)]


@pytest.mark.parametrize(
    "source",
    [
        'raise OptionError("draw more with ", Advice("samples"), InShell(" or leave --fast out"))',
        'raise GraphError("rename it", InPython(f" with {old}.relabel()"))',
        'def f():\n    """Return `x` of ``f(y=1)``, a doc_string."""',
        'raise FormatError("write one edge per line, such as a --> b or a *-o b; k == 1, low <= high")',
    ],
)
def test_words_for_all_are_not(source):
    assert [*foreign_words("data/one.py", source)] == []


def test_the_command_line_may_name_its_options():
    source = 'raise OptionError("--kinds is a list such as age=discrete; `sepset datasets` lists them")'
    assert [*foreign_words("cli/one.py", source)] == []
    assert [*foreign_words("data/one.py", source)]


def test_an_error_that_is_passed_on_keeps_its_parts():
    assert [(where, line) for where, source in sorted(MODULES.items()) for line in advice_lost(source)] == []
    passed_on = "try:\n    f()\nexcept {} as error:\n    raise SavedError({})"
    assert [*advice_lost(passed_on.format("OptionError", "str(error)"))] == [4]
    assert [*advice_lost(passed_on.format("(KeyError, DataError)", "f'{name}: {error}'"))] == [4]
    assert [*advice_lost(passed_on.format("DataError", "name, *error.parts"))] == []
    assert [*advice_lost(passed_on.format("KeyError", "str(error)"))] == []
