"""Marks of k-essential graphs for many DAGs at once, against the exact graph of each on its own."""

import itertools

import numpy as np
import pytest

import naive_score
import sepset as sp
from sepset.score import marks as module
from sepset.score.marks import class_marks, dag_table, table_marks


def rows_of(dags):
    bits = [[[sum(1 << parent for parent in parents)] for parents in dag] for dag in dags]
    return np.array(bits, dtype=np.uint64)


def random_dags(n, count, edges, seed):
    random = np.random.default_rng(seed)
    pairs = list(itertools.combinations(range(n), 2))
    for _ in range(count):
        order = random.permutation(n)
        dag = [set() for _ in range(n)]
        for i in random.choice(len(pairs), edges, replace=False):
            first, second = pairs[i]
            dag[order[second]].add(int(order[first]))
        yield tuple(map(frozenset, dag))


def expected(rows, k):
    names = tuple(f"x{i:02}" for i in range(len(rows)))
    return table_marks(sp.k_essential_graph(sp.MixedGraph.from_table(names, dag_table(rows)), k).table)


def check(dags, k):
    rows = rows_of(dags)
    found = class_marks(rows, k, threads=2)
    assert found.exact.all()
    for one, marks in zip(rows, found.marks, strict=True):
        assert (marks == expected(one, k)).all(), one.ravel()


@pytest.mark.parametrize("k", [0, 1, 2])
def test_all_dags_with_four_nodes(k):
    check(naive_score.all_dags(4), k)


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_all_dags_with_five_nodes(k):
    check(naive_score.all_dags(5), k)


@pytest.mark.parametrize(("n", "edges"), [(10, 15), (10, 24), (20, 25)])
@pytest.mark.parametrize("k", [1, 2])
def test_random_dags(n, edges, k):
    check(random_dags(n, 4, edges, seed=n + edges), k)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "edges"), [(10, 15), (10, 24), (10, 30), (20, 25), (20, 40)])
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_many_random_dags(n, edges, k):
    check(random_dags(n, 60, edges, seed=7 * n + edges), k)


def test_counting_alone_would_leave_marks_open():
    rows = rows_of(random_dags(10, 40, 22, seed=3))
    exact, counted = class_marks(rows, 1).marks, module._by_plan(rows, 1, 1)
    assert ((exact > 0) == (counted > 0)).all()
    differ = exact != counted
    assert differ.any()
    assert (counted[differ] == module.CIRCLE).all()


def test_what_the_search_gives_up_goes_to_the_solver(monkeypatch):
    rows = rows_of(random_dags(9, 5, 18, seed=5))
    searched = class_marks(rows, 1)
    monkeypatch.setattr(module, "_MOST_STEPS", 1)
    given_up = module._by_search(rows, 1, 1)
    solved = class_marks(rows, 1)
    assert not given_up.exact.all()
    assert solved.exact.all()
    assert (solved.marks == searched.marks).all()


def test_many_nodes_have_the_graph_of_the_counting_plan():
    rows = rows_of(random_dags(21, 3, 25, seed=5))
    found = class_marks(rows, 1)
    assert not found.exact.any()
    assert (found.marks == module._by_plan(rows, 1, 1)).all()
