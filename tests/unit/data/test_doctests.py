"""The examples in the documentation of the package run."""

import doctest
import importlib
import pkgutil

import pytest

import sepset.data

MODULES = [module.name for module in pkgutil.iter_modules(sepset.data.__path__, "sepset.data.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.failed == 0
