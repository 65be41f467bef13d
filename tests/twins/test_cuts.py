"""The compiled cut kernels and their Python twins give the same bytes."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from sepset import _core
from sepset.kernels import cuts


def compressed(rows):
    offsets = np.cumsum([0, *(len(row) for row in rows)], dtype=np.int32)
    return offsets, np.array([member for row in rows for member in sorted(row)], dtype=np.int32)


def random_parents(n, density, rng):
    order = rng.sample(range(n), n)
    return [
        {order[i] for i in range(place) if rng.random() < density}
        for _, place in sorted(zip(order, range(n), strict=True))
    ]


def random_spouses(parents, density, rng):
    """Spouses of nodes that are not ancestors of each other, so that the graph is ancestral."""
    n = len(parents)
    above = [cuts._reachable({node}, parents) for node in range(n)]
    spouses = [set() for _ in range(n)]
    for a in range(n):
        for b in range(a):
            if a not in above[b] and b not in above[a] and rng.random() < density:
                spouses[a].add(b)
                spouses[b].add(a)
    return spouses


def same(left, right):
    return left.dtype == right.dtype and left.shape == right.shape and left.tobytes() == right.tobytes()


def check_k_covered(n, density, ks, rng):
    rows = compressed(random_parents(n, density, rng))
    for k in ks:
        assert same(_core.k_covered(*rows, k), cuts.k_covered(*rows, k))


def check_minimum_cuts(n, density, rng, pairs_asked=25):
    parents = random_parents(n, density, rng)
    spouses = random_spouses(parents, rng.choice((0.0, 0.1, 0.4)), rng)
    pairs = np.array([rng.sample(range(n), 2) for _ in range(pairs_asked)], dtype=np.int32)
    for limit in (0, 1, 3, n):
        graph = *compressed(parents), *compressed(spouses), pairs, limit
        expected = cuts.minimum_cuts(*graph, 1)
        for threads in (1, 2, 4):
            found = _core.minimum_cuts(*graph, threads)
            assert all(same(left, right) for left, right in zip(found, expected, strict=True))


def test_k_covered_on_a_thousand_small_dags():
    rng = random.Random(11)
    for _ in range(1000):
        check_k_covered(rng.randint(1, 9), rng.uniform(0.1, 1.0), range(6), rng)


def test_k_covered_on_larger_dags():
    rng = random.Random(12)
    for _ in range(30):
        check_k_covered(rng.randint(10, 40), rng.choice((0.05, 0.1, 0.15)), range(6), rng)
    for _ in range(3):
        check_k_covered(70, 0.04, (1, 2), rng)  # more than one word of bits


def test_minimum_cuts_on_random_ancestral_graphs():
    rng = random.Random(13)
    for _ in range(600):
        check_minimum_cuts(rng.randint(2, 9), rng.uniform(0.1, 0.8), rng)
    for _ in range(40):
        check_minimum_cuts(rng.randint(10, 40), rng.choice((0.05, 0.1, 0.2)), rng)


@pytest.mark.parametrize("kernels", [_core, cuts])
def test_no_nodes_one_node_and_no_pairs(kernels):
    none, one = compressed([]), compressed([set()])
    no_pairs = np.zeros((0, 2), dtype=np.int32)
    assert kernels.k_covered(*none, 0).shape == (0, 0)
    assert kernels.k_covered(*one, 3).tolist() == [[0]]
    sizes, offsets, members = kernels.minimum_cuts(*one, *one, no_pairs, 1, 2)
    assert (sizes.tolist(), offsets.tolist(), members.tolist()) == ([], [0], [])


@pytest.mark.parametrize("kernels", [_core, cuts])
def test_a_cycle_is_refused(kernels):
    with pytest.raises(ValueError, match="directed cycle"):
        kernels.k_covered(*compressed([{1}, {0}]), 1)


def test_the_core_refuses_rows_that_point_outside():
    fine = compressed([set(), {0}])
    offsets, members = compressed([set(), {7}])
    with pytest.raises(ValueError, match="known members"):
        _core.k_covered(offsets, members, 1)
    with pytest.raises(ValueError, match="increasing offsets"):
        _core.k_covered(np.array([0, 2, 1], dtype=np.int32), members, 1)
    with pytest.raises(ValueError, match="does not exist"):
        _core.minimum_cuts(*fine, *compressed([set(), set()]), np.array([[0, 5]], dtype=np.int32), 1, 1)
    with pytest.raises(ValueError, match="different"):
        _core.minimum_cuts(*fine, *compressed([set(), set()]), np.array([[1, 1]], dtype=np.int32), 1, 1)
    with pytest.raises(ValueError, match="as many rows"):
        _core.minimum_cuts(*fine, *compressed([set()]), np.array([[0, 1]], dtype=np.int32), 1, 1)


def test_many_threads_on_many_pairs_give_equal_bytes():
    rng = random.Random(14)
    parents = random_parents(120, 0.03, rng)
    graph = *compressed(parents), *compressed(random_spouses(parents, 0.01, rng))
    pairs = np.array([(a, b) for a in range(120) for b in range(a)], dtype=np.int32)
    expected = _core.minimum_cuts(*graph, pairs, 120, 1)
    for threads in (2, 4, 16):
        found = _core.minimum_cuts(*graph, pairs, 120, threads)
        assert all(same(left, right) for left, right in zip(found, expected, strict=True))


@pytest.mark.parametrize(("choice", "module"), [("python", "sepset.kernels.cuts"), ("", "sepset._core")])
def test_the_environment_chooses_the_kernels(choice, module):
    code = "import sepset.kernels as k; print(k.k_covered.__module__, k.minimum_cuts.__module__)"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "SEPSET_KERNELS": choice},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == [module, module]
