"""Step 1 against a plain search written from its description, for every kind of test."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import naive
import sepset as sp
from sepset.independence.choose import choose_test
from sepset.skeleton.search import find_skeleton


def plain_search(test, k, alpha, search):
    """Level by level: the set with the largest p above alpha, ties by names; adjacencies frozen per level."""
    names = test.names
    adjacent = {frozenset(pair) for pair in combinations(names, 2)}
    found, tests = {}, {}
    for size in range(min(k, len(names) - 2) + 1):
        frozen = set(adjacent)
        asked = 0
        for a, b in combinations(names, 2):
            if frozenset((a, b)) not in frozen:
                continue
            best = None
            for given, times in candidate_sets(names, frozen, a, b, size, search):
                asked += times
                result = test(a, b, given)
                if result.usable and (best is None or (-result.p, given) < best):
                    best = (-result.p, given)
            if best is not None and -best[0] > alpha:
                found[frozenset((a, b))] = (frozenset(best[1]), -best[0])
                adjacent.discard(frozenset((a, b)))
        tests[size] = asked
    return found, tests


def candidate_sets(names, adjacent, a, b, size, search):
    """Yield each set once, with the number of ends it is drawn from."""
    others = [c for c in sorted(names) if c not in (a, b)]
    if search == "all" or size == 0:
        yield from ((given, 1) for given in combinations(others, size))
        return
    if search == "component":
        between = naive.nodes_on_paths(adjacent, a, b)
        yield from ((given, 1) for given in combinations([c for c in others if c in between], size))
        return
    near = [[c for c in others if frozenset((end, c)) in adjacent] for end in (a, b)]
    drawn = [set(combinations(side, size)) for side in near]
    for given in sorted(drawn[0] | drawn[1]):
        yield given, (given in drawn[0]) + (given in drawn[1])


def random_data(kind, rng, n, rows):
    dag = sp.simulate.random_dag(n, edge_probability=0.5, seed=rng)
    if kind == "continuous":
        return sp.simulate.linear_gaussian(dag, coefficients=(-1, 1), seed=rng).sample(rows, seed=rng)
    return sp.simulate.random_network(dag, levels=2 if kind == "binary" else 3, seed=rng).sample(
        rows, seed=rng
    )


@pytest.mark.parametrize("search", ["all", "neighbours", "component"])
@pytest.mark.parametrize(
    ("kind", "test"), [("continuous", "fisher_z"), ("binary", "chi2"), ("binary", "g2"), ("ternary", "g2")]
)
def test_the_search_is_the_plain_one(kind, test, search):
    rng = np.random.default_rng(7)
    for _ in range(12):
        data = random_data(kind, rng, n=int(rng.integers(3, 8)), rows=int(rng.integers(30, 300)))
        chosen = choose_test(data, test).test
        skeleton = find_skeleton(chosen, 3, alpha=0.1, search=search)
        expected, tests = plain_search(chosen, 3, 0.1, search)
        names = data.names
        got = {
            frozenset((names[a], names[b])): (frozenset(names[c] for c in given), p)
            for a, b, given, p in skeleton.separations.rows()
        }
        assert got.keys() == expected.keys()
        for pair, (given, p) in got.items():
            assert given == expected[pair][0]
            assert p == pytest.approx(expected[pair][1], abs=1e-12)
        assert {size: count for size, count in skeleton.tests_run.items() if count} == {
            size: count for size, count in tests.items() if count
        }


def test_a_plain_function_gives_what_the_native_search_gives():
    rng = np.random.default_rng(2)
    data = random_data("continuous", rng, n=6, rows=200)
    native = choose_test(data).test
    asked = sp.independence.CallableTest(lambda a, b, given: native(a, b, given).p, data.names)
    for search in ("all", "neighbours", "component"):
        one = find_skeleton(native, 2, search=search)
        other = find_skeleton(asked, 2, search=search)
        assert list(one.separations.rows()) == list(other.separations.rows())
        assert one.tests_run == other.tests_run


def test_progress_counts_pairs_up_to_the_end_of_each_level():
    data = random_data("continuous", np.random.default_rng(3), n=8, rows=100)
    seen = []
    sp.kpc(data, k=2, progress=seen.append)
    last = {report.level: report for report in seen}
    assert sorted(last) == [0, 1, 2]
    assert all(report.done == report.pairs for report in last.values())
    assert last[0].tests == 28


def test_an_interrupt_ends_the_search_at_once():
    data = random_data("continuous", np.random.default_rng(3), n=8, rows=100)

    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sp.kpc(data, k=2, progress=interrupt)


def test_a_set_that_is_not_usable_never_separates():
    rng = np.random.default_rng(5)
    a = rng.normal(size=200)
    b = a + rng.normal(size=200)
    data = sp.dataset({"a": a, "b": b, "copy": a.copy()})
    found = sp.kpc(data, k=1, search="all")
    assert found.sepset("a", "b") is None
    assert found.graph.adjacent("a", "copy")
