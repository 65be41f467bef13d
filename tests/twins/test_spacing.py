"""The compiled spacing is that of its Python twin, and costs what a linear program says is the least."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.optimize import linprog

from sepset import _core
from sepset.kernels import spacing


def random_wishes(rng, items, number):
    """Wishes and demands; demands go forward in a hidden order, so that they never contradict each other."""
    order = list(range(items))
    rng.shuffle(order)
    rows = []
    for _ in range(number if items > 1 else 0):
        a, b = rng.sample(range(items), 2)
        if rng.random() < 0.3:
            a, b = sorted((a, b), key=order.__getitem__)
            rows.append((a, b, rng.randint(0, 20), -1))
        else:
            rows.append((a, b, rng.randint(-15, 15), rng.randint(0, 9)))
    table = np.array(rows, dtype=np.int64).reshape(-1, 4)
    return table[:, :2].astype(np.int32), table[:, 2].copy(), table[:, 3].copy()


def cost(places, wishes, distance, weight):
    """What is lacking, by definition; demands are met."""
    lacks = np.maximum(0, places[wishes[:, 0]] + distance - places[wishes[:, 1]])
    assert not lacks[weight < 0].any()
    return int((lacks * np.maximum(weight, 0)).sum())


def least_cost(items, wishes, distance, weight):
    """The same problem as a linear program: places, then what each wish lacks."""
    number = len(wishes)
    rows = np.zeros((number, items + number))
    rows[np.arange(number), wishes[:, 0]] += 1
    rows[np.arange(number), wishes[:, 1]] -= 1
    rows[np.arange(number), items + np.arange(number)] = np.where(weight < 0, 0, -1)
    bounds = [(None, None)] * items + [(0, None)] * number
    costs = np.concatenate([np.zeros(items), np.maximum(weight, 0)])
    return linprog(costs, A_ub=rows, b_ub=-distance, bounds=bounds).fun


def test_both_find_the_same_places_and_no_others_cost_less():
    rng = random.Random(1)
    for _ in range(200):
        items = rng.randint(1, 14)
        asked = random_wishes(rng, items, rng.randint(0, 4 * items))
        places = _core.space_items(items, *asked)
        assert places.dtype == np.int64
        assert places.tolist() == spacing.space_items(items, *asked).tolist()
        assert places.min() == 0
        if len(asked[0]):
            assert cost(places, *asked) == pytest.approx(least_cost(items, *asked), abs=1e-6)


def test_larger_ones_are_the_same_too():
    rng = random.Random(2)
    for items in (60, 150, 300):
        asked = random_wishes(rng, items, 5 * items)
        assert _core.space_items(items, *asked).tolist() == spacing.space_items(items, *asked).tolist()


KERNELS = pytest.mark.parametrize("kernel", [_core.space_items, spacing.space_items])


@KERNELS
@pytest.mark.parametrize(
    ("wishes", "distance", "weight", "message"),
    [
        ([(0, 2)], [1], [1], "about two items"),
        ([(-1, 0)], [1], [1], "about two items"),
        ([(0, 1)], [1, 2], [1], "about two items"),
        ([(0, 1)], [1], [], "about two items"),
        ([(0, 1), (1, 0)], [1, 1], [-1, -1], "contradict"),
        ([(0, 0)], [1], [-1], "contradict"),
    ],
)
def test_what_makes_no_sense_is_refused(kernel, wishes, distance, weight, message):
    arrays = (np.array(one, dtype=np.int64) for one in (distance, weight))
    with pytest.raises(ValueError, match=message):
        kernel(2, np.array(wishes, dtype=np.int32).reshape(-1, 2), *arrays)


@KERNELS
def test_nothing_to_space(kernel):
    none = np.empty(0, dtype=np.int64)
    assert kernel(0, np.empty((0, 2), dtype=np.int32), none, none).tolist() == []
