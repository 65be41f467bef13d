"""DoWhy takes what is handed over, and its linear estimate for the set is ours."""

import numpy as np
import pytest

import sepset as sp


def test_the_same_slope():
    pytest.importorskip("dowhy")
    rng = np.random.default_rng(0)
    c = rng.normal(size=500)
    a = c + rng.normal(size=500)
    table = {"a": a, "b": 2 * a - c + rng.normal(size=500), "c": c}
    found = sp.effect(table, sp.MixedGraph.from_edges("c --> a", "c --> b", "a --> b"), "a", "b")
    model = found.to_dowhy(table)
    theirs = model.estimate_effect(
        model.identify_effect(proceed_when_unidentifiable=True), method_name="backdoor.linear_regression"
    )
    assert theirs.value == pytest.approx(found.estimate.value)
