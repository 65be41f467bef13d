"""Sets of node numbers as integers."""

import numpy as np
import pytest

from sepset.graph.bits import first, from_members, from_rows, members, reachable, to_rows


@pytest.mark.parametrize("numbers", [[], [0], [3, 64, 65], list(range(0, 3000, 7)), [2999], list(range(100))])
def test_members_come_back_in_order(numbers):
    assert list(members(from_members(reversed(numbers)))) == numbers


def test_first_is_the_smallest_member():
    assert first(0b101000) == 3


def test_packed_rows_become_sets():
    bits = np.zeros((2, 16), dtype=np.uint8)
    bits[0, [0, 9]] = 1
    bits[1, [15]] = 1
    assert from_rows(np.packbits(bits, axis=1, bitorder="little")) == [1 | 1 << 9, 1 << 15]


def test_compressed_rows_list_each_set():
    offsets, numbers = to_rows([0b101, 0, 0b10])
    assert offsets.tolist() == [0, 2, 2, 3]
    assert numbers.tolist() == [0, 2, 1]


def test_reachable_follows_steps_and_stops_in_circles():
    step = [0b0010, 0b0100, 0b0001, 0b0001]
    assert reachable(0b0001, step) == 0b0111
    assert reachable(0b1000, step) == 0b1111
    assert reachable(0, step) == 0
