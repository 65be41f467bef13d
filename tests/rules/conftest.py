"""Every test of a rule runs twice: with the rules in Python and with the compiled engine."""

import pytest

import rule_cases
from sepset import kernels


@pytest.fixture(params=rule_cases.ENGINES, autouse=True)
def engine(request, monkeypatch):
    """Choose the engine that `rule_cases` runs."""
    if request.param == "compiled" and kernels.orient_marks is None:
        pytest.skip("the kernels are switched off")
    monkeypatch.setattr(rule_cases, "engine", request.param)
