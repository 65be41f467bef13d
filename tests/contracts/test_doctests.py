"""Every example in a docstring runs and shows what it says."""

import doctest
import importlib
import pkgutil

import pytest

import sepset

MODULES = sorted(module.name for module in pkgutil.walk_packages(sepset.__path__, "sepset."))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
