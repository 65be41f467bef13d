"""Pairs by number, and separating sets that are kept by them, against lists of pairs."""

from itertools import combinations

import numpy as np
import pytest

from sepset.skeleton.pair_numbers import EveryPair, number_of, numbers_of, pairs_of
from sepset.skeleton.separations import Separations


@pytest.mark.parametrize("n", range(9))
def test_numbers_are_places_in_the_list_of_pairs(n):
    listed = list(combinations(range(n), 2))
    every = EveryPair(n)
    assert len(every) == len(listed)
    assert every[:].tolist() == [list(pair) for pair in listed]
    assert [number_of(a, b, n) for a, b in listed] == list(range(len(listed)))
    assert [number_of(b, a, n) for a, b in listed] == list(range(len(listed)))
    assert numbers_of(every[:], n).tolist() == list(range(len(listed)))


def test_parts_of_all_pairs():
    rng = np.random.default_rng(1)
    for n in (2, 5, 30):
        listed = np.array(list(combinations(range(n), 2)), dtype=np.int32)
        for _ in range(50):
            start, stop = sorted(rng.integers(0, len(listed) + 3, 2).tolist())
            assert EveryPair(n)[start:stop].tolist() == listed[start:stop].tolist()
            some = np.flatnonzero(rng.random(len(listed)) < rng.random())
            assert EveryPair(n).take(some).tolist() == listed[some].tolist()
            assert pairs_of(some, n).dtype == listed.dtype


def test_numbers_beyond_32_bits():
    n = 100_000
    pair = np.array([[n - 2, n - 1]], dtype=np.int32)
    assert numbers_of(pair, n).tolist() == [number_of(n - 1, n - 2, n)] == [n * (n - 1) // 2 - 1]
    assert pairs_of(numbers_of(pair, n), n).tolist() == pair.tolist()


def random_rows(rng, n):
    """Some pairs in any order, each with a set of up to three others and a p."""
    for a, b in rng.permutation(list(combinations(range(n), 2))).tolist():
        if rng.random() < 0.7:
            others = [c for c in range(n) if c not in (a, b)]
            given = rng.permutation(others)[: rng.integers(0, 4)].tolist()
            yield a, b, tuple(sorted(given)), float(rng.random())


@pytest.mark.parametrize("seed", range(5))
def test_separations_answer_as_a_dictionary_does(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 12))
    listed = list(random_rows(rng, n))
    found = Separations.from_rows(
        n, [(b, a, *rest) if rng.random() < 0.5 else (a, b, *rest) for a, b, *rest in listed]
    )
    for k in range(4):
        kept = {(a, b): (given, p) for a, b, given, p in listed if len(given) <= k}
        at = found.at(k)
        assert len(at) == len(kept)
        assert list(at.rows()) == [(*pair, *kept[pair]) for pair in sorted(kept)]
        assert list(at.filled_rows()) == [(*pair, *kept[pair]) for pair in sorted(kept) if kept[pair][0]]
        assert at.size.tolist() == [len(kept[pair][0]) for pair in sorted(kept)]
        assert at.p.tolist() == [kept[pair][1] for pair in sorted(kept)]
        nearest = sorted(((*pair, *found) for pair, found in kept.items()), key=lambda row: row[3])
        assert at.nearest(5) == nearest[:5]
        table = at.skeleton()
        for a, b in combinations(range(n), 2):
            given, p = kept.get((a, b), (None, None))
            assert at.given(a, b) == at.given(b, a) == given
            assert at.p_value(a, b) == at.p_value(b, a) == p
            assert table.where(a, "o-o") >> b & 1 == table.adjacency[b] >> a & 1 == (given is None)
