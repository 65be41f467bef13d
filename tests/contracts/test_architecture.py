"""The map of the code names the rooms that are there, in the order in which imports may point."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
    "contracts"
]
PACKAGE = ROOT / "src" / "sepset"


def rooms_of_page():
    table = PAGE.split("## Rooms")[1].split("## ")[0]
    return [
        re.findall(r"`([\w.]+)`", line.split("|")[1]) for line in table.splitlines() if line.startswith("| `")
    ]


def rooms_of_contract():
    return [re.split(r"\s*[:|]\s*", layer) for layer in CONTRACTS[0]["layers"]]


def test_the_page_lists_the_layers_in_order():
    assert rooms_of_page() == rooms_of_contract()


def test_every_module_of_the_package_has_its_layer():
    there = {path.stem for path in PACKAGE.glob("*.py") if not path.stem.startswith("_")}
    there |= {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert {f"sepset.{name}" for name in there} == {room for layer in rooms_of_contract() for room in layer}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("__init__.py")), ids=lambda path: path.parent.name)
def test_a_package_says_what_its_modules_are_for(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith('"""')
    assert len(text.split('"""')[1]) > 80


def test_folders_of_tests_are_on_the_page():
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name[0] not in "_."}
    assert folders == set(re.findall(r"`tests/(\w+)`", PAGE.split("## Tests")[1]))


def test_unit_tests_have_a_folder_for_a_room():
    folders = {
        path.name for path in (ROOT / "tests" / "unit").iterdir() if path.is_dir() and path.name[0] != "_"
    }
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert folders - {"experiments"} <= rooms


#: Libraries whose name is not that of their module, and functions of ours that import what they are given.
MODULES = {
    "IPython": "IPython",
    "scikit-learn": "sklearn",
    "causal-learn": "causallearn",
    "python-sat": "pysat",
}
LOADERS = {"import_module", "_library", "optional"}


def libraries_of_page():
    """Yield from each row of the table: library, modules where it is allowed, and whether at their top."""
    table = PAGE.split("## Where libraries are allowed")[1].split("## ")[0]
    for line in table.splitlines()[4:]:
        if line.startswith("|"):
            names, modules, imported = (cell.strip() for cell in line.strip("|").split("|"))
            assert imported in {"at the top", "where it is used"}
            for name in names.split(", "):
                module = MODULES.get(name, name.lower().replace("-", "_"))
                yield module, set(re.findall(r"`([\w.]+)`", modules)), imported == "at the top"


def libraries_of_source(path):
    """Yield each library that a module imports when it runs, and whether at its top."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    types = [
        one for one in ast.walk(tree) if isinstance(one, ast.If) and "TYPE_CHECKING" in ast.dump(one.test)
    ]
    skipped = {node for one in types for part in one.body for node in ast.walk(part)}
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = {node for one in functions for node in ast.walk(one)}
    for node in ast.walk(tree):
        for module in () if node in skipped else imported_by(node):
            name = module.partition(".")[0]
            if name != "sepset" and name not in sys.stdlib_module_names:
                yield name, node not in inside


def imported_by(node):
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module]
    if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return [node.args[0].value] if called in LOADERS else []
    return []


def test_libraries_are_where_the_page_allows_them():
    said = {(library, module, top) for library, modules, top in libraries_of_page() for module in modules}
    used = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for library, top in libraries_of_source(path):
            if library != "numpy":
                rooms = {(library, room, top) for room in (module, *above(module))} & said
                assert rooms, f"{module} imports {library} {'at its top' if top else 'in a function'}"
                used |= rooms
    assert used == said


def above(module):
    """Return the packages that a module is in."""
    parts = module.split(".")
    return [".".join(parts[:i]) for i in range(1, len(parts))]


def imports_inside_functions(path):
    """Where a function imports our own modules: the lines, as they stand."""
    text = path.read_text(encoding="utf-8")
    nodes = [*ast.walk(ast.parse(text))]
    functions = [one for one in nodes if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    for node in {found for one in functions for found in ast.walk(one)}:
        if isinstance(node, ast.Import):
            modules = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        else:
            continue
        if any(module.split(".")[0] == "sepset" for module in modules):
            yield text.splitlines()[node.lineno - 1]


@pytest.mark.parametrize("folder", ["src", "tests", "tools", "experiments"])
def test_an_import_of_our_own_inside_a_function_says_why(folder):
    found = [line for path in (ROOT / folder).rglob("*.py") for line in imports_inside_functions(path)]
    assert [line for line in found if not re.search(r"# noqa: PLC0415 - \w+ \w+", line)] == []
    assert bool(found) == (folder == "src")  # it does look at them


def reasons_of_lazy(text):
    """Yield, for each line that makes a module `Lazy`, what the comment on it or above its group says."""
    lines = text.splitlines()
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    made = sorted({call.lineno for call in calls if getattr(call.func, "id", "") == "Lazy"})
    for number in made:
        first = number
        while first - 1 in made and "#" not in lines[first - 2]:
            first -= 1
        above = lines[first - 2].strip()
        yield lines[number - 1].partition("#")[2] or above.removeprefix("#") * above.startswith("#")


def test_a_module_that_loads_late_says_why():
    modules = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    reasons = [(path.name, reason) for path, text in modules.items() for reason in reasons_of_lazy(text)]
    assert [path for path, reason in reasons if len(reason.split()) < 3] == []
    assert reasons  # it does look at them


def test_reasons_are_read_from_the_line_and_from_above_the_group():
    assert [*reasons_of_lazy('# one reason\na = Lazy("a")\nb, c = Lazy("b"), Lazy("c")')] == [
        " one reason"
    ] * 2
    assert [*reasons_of_lazy('x = 1\na = Lazy("a")\nb = Lazy("b")  # its own')] == ["", " its own"]
    assert [*reasons_of_lazy('a = Lazy("a")  # its own\nb = Lazy("b")')] == [" its own", ""]
