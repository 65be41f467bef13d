"""The public face of the package: its names, its types, and what importing it costs."""

import subprocess
import sys
import types
from importlib import metadata, resources
from pathlib import Path

import pytest

import sepset

ROOT = Path(__file__).resolve().parents[2]


def test_all_is_sorted_and_has_no_doubles():
    assert sepset.__all__ == sorted(set(sepset.__all__))


@pytest.mark.parametrize("name", sepset.__all__)
def test_every_public_name_is_there_and_documented(name):
    thing = getattr(sepset, name)
    assert thing.__doc__, f"{name} has no docstring"


def test_nothing_public_leaks():
    public = {
        name
        for name, thing in vars(sepset).items()
        if not name.startswith("_") and not isinstance(thing, types.ModuleType)
    }
    assert public == set(sepset.__all__) - {"interop", "simulate"}


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
