"""Every example in a docstring runs and shows what it says."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import sepset

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(module.name for module in pkgutil.walk_packages(sepset.__path__, "sepset."))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


PAGES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if ">>>" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_sessions_on_pages(page):
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0
