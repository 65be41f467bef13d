"""The public face of the package: its names, its types, and what importing it costs."""

import ast
import subprocess
import sys
import types
from importlib import metadata, resources
from pathlib import Path

import pytest

import sepset

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {"errors", "facts", "independence", "interop", "networks", "simulate", "theory"}
ESTIMATORS = {"AnytimeFCI", "GraphPosterior", "KPC", "LOCI", "PC"}
#: What other programs are told to rely on.
PROMISED = """
Edge KPC MixedGraph Oracle anytime_fci compare dataset is_k_closure is_k_covered is_mag k_closure k_closures
k_essential_graph k_markov_equivalent kpc load loci markov_equivalent minimum_separator pag pc read refines
separated
"""


def test_all_has_no_doubles():  # ruff keeps it sorted
    assert len(sepset.__all__) == len(set(sepset.__all__))


@pytest.mark.parametrize("name", sepset.__all__)
def test_every_public_name_is_there_and_documented(name):
    thing = getattr(sepset, name)
    assert thing.__doc__, f"{name} has no docstring"


def test_types_and_homes_name_the_same():
    """The imports that only type checkers see, and the table from which names are loaded."""
    tree = ast.parse((ROOT / "src/sepset/__init__.py").read_text(encoding="utf-8"))
    (block,) = (part for part in tree.body if isinstance(part, ast.If) and "_TYPE_CHECKING" in ast.dump(part))
    imported = {
        alias.name: f"{part.module}.{alias.name}" if alias.name in ROOMS else part.module
        for part in block.body
        if isinstance(part, ast.ImportFrom)
        for alias in part.names
    }
    homes = {name: home for home, names in sepset._HOMES.items() for name in names.split()}
    assert imported == homes | sepset._ROOMS


def test_importing_loads_no_room():
    code = "import sys, sepset; print(*(name for name in sys.modules if name.startswith('sepset.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["sepset.lazily"]


def test_nothing_public_leaks():
    for name in sepset.__all__:
        getattr(sepset, name)
    public = {
        name
        for name, thing in vars(sepset).items()
        if not name.startswith("_") and not isinstance(thing, types.ModuleType)
    }
    assert public | ROOMS | ESTIMATORS == set(sepset.__all__)


def test_what_is_promised_is_flat():
    assert set(PROMISED.split()) <= set(sepset.__all__)


@pytest.mark.parametrize("room", ["facts", "independence", "networks", "theory"])
def test_rooms_say_exactly_what_is_in_them(room):
    module = getattr(sepset, room)
    assert all(getattr(module, name).__doc__ for name in module.__all__)  # loads those that wait for it
    public = {
        name
        for name, thing in vars(module).items()
        if not name.startswith("_") and not isinstance(thing, types.ModuleType)
    }
    assert public == set(module.__all__)
    assert len(module.__all__) == len(set(module.__all__))


@pytest.mark.parametrize("name", sorted(sepset._MOVED))
def test_a_name_that_has_moved_is_found_with_a_warning(name):
    room = sepset._MOVED[name]
    with pytest.warns(DeprecationWarning, match=f"sepset.{name} is now sepset.{room}.{name}"):
        found = getattr(sepset, name)
    assert found is getattr(getattr(sepset, room), name)
    assert name in getattr(sepset, room).__all__
    assert name not in sepset.__all__


def test_what_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'sepset' has no attribute 'kpcc'"):
        _ = sepset.kpcc
    assert set(dir(sepset)) >= set(sepset.__all__)


def test_modules_that_show_are_those_of_the_package():
    shown = [thing for thing in vars(sepset).values() if isinstance(thing, types.ModuleType)]
    assert all(thing.__name__.startswith("sepset.") for thing in shown)


def test_a_star_import_brings_exactly_all():
    space = {}
    exec("from sepset import *", space)  # noqa: S102 - the statement under test
    assert {name for name in space if name != "__builtins__"} == set(sepset.__all__)


def test_there_is_one_version():
    assert metadata.version("sepset") == sepset.__version__
    assert f"\nversion: {sepset.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## [{sepset.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_package_is_typed():
    assert resources.files("sepset").joinpath("py.typed").is_file()


def test_importing_brings_no_heavy_library():
    code = (
        "import sys, sepset\n"
        "heavy = ['scipy.stats', 'pandas', 'polars', 'networkx', 'sklearn', 'matplotlib', 'dask']\n"
        "print(*[name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
