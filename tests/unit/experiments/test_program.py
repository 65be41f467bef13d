"""The published program, step by step: where it is Algorithm 1, and where it is not."""

import pytest
from experiments.program import program

import naive
import sepset as sp


@pytest.mark.parametrize(("n", "k"), [(3, 0), (3, 1), (4, 0), (4, 1), (4, 2)])
def test_with_an_oracle_its_sets_change_nothing(n, k):
    for members in naive.k_classes(n, k):
        oracle = sp.Oracle(members[0])
        found = sp.kpc(oracle, k=k, search="neighbours", rules="code").graph
        assert program(oracle, k) == (found, 0)


def code_and_program(test, k):
    found = sp.kpc(test, k=k, search="neighbours", colliders="sepset", rules="code").graph
    return found, program(test, k)[0]


def test_on_data_the_skeleton_is_that_of_the_search_among_neighbours():
    differ = 0
    for seed in range(12):
        dag = sp.simulate.random_dag(8, edges=12, seed=seed)
        data = sp.simulate.random_network(dag, seed=seed).sample(300, seed=seed)
        test = sp.independence.ChiSquare.from_data(data)
        for k in (0, 1, 2):
            found, drawn = code_and_program(test, k)
            assert {frozenset(edge[::2]) for edge in found.edges()} == {
                frozenset(edge[::2]) for edge in drawn.edges()
            }
            assert k or found == drawn
            differ += found != drawn
    assert differ


def test_all_sets_of_a_level_are_united():
    """Of b and c either separates a and d, but not with the other; so neither is a collider between them."""
    independent = {("a", "d", ("b",)), ("a", "d", ("c",)), ("b", "c", ())}

    def p_value(x, y, given):
        return 0.5 if (*sorted((x, y)), tuple(given)) in independent else 0.001

    test = sp.independence.CallableTest(p_value, names=("a", "b", "c", "d"), n=100)
    found, drawn = code_and_program(test, 1)
    arrowheads = [sum(graph.has(x, "*->", y) for x in "ad" for y in "bc") for graph in (found, drawn)]
    assert arrowheads == [2, 0]
