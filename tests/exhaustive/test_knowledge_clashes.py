"""Knowledge against itself, by brute force over subsets of statements and all DAGs."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

import naive
import naive_knowledge
import sepset as sp

NAMES = naive.NAMES[:4]


def random_statements(rng):
    """Statements that need not hold together; many about direct effects and ancestors."""
    pairs = list(permutations(NAMES, 2))

    def some(most):
        return rng.sample(pairs, rng.randint(0, most))

    tiers = rng.choice([(), (), list(naive_knowledge.tier_orders(NAMES))[rng.randrange(75)]])
    return {
        "tiers": tiers,
        "roots": rng.sample(NAMES, rng.choice((0, 0, 1))),
        "sinks": rng.sample(NAMES, rng.choice((0, 0, 1))),
        "ancestor": some(3),
        "not_ancestor": some(2),
        "required": some(2),
        "forbidden": some(6),
        "no_edge": some(2),
    }


def single(statements):
    """Every statement by itself, as `Knowledge`."""
    for kind, values in statements.items():
        if kind == "tiers":
            yield from [sp.Knowledge(tiers=values)] if values else ()
        else:
            yield from (sp.Knowledge.from_dict({kind: [value]}) for value in values)


def kept_together(ones):
    """For each DAG the statements that it satisfies."""
    return {
        frozenset(i for i, one in enumerate(ones) if naive_knowledge.satisfies(dag, one))
        for dag in naive.all_dags(4)
    }


def smallest_by_definition(ones, kept, *, counts=lambda some: True):
    """The size of a smallest set of statements that no DAG satisfies, None if all hold together."""
    for size in range(1, len(ones) + 1):
        for some in combinations(range(len(ones)), size):
            if counts([ones[i] for i in some]) and not any(set(some) <= one for one in kept):
                return size
    return None


def whatever_else_there_is(some):
    """Without other variables, direct effects that are closed may close every way; with others, only one."""
    direct = [one for one in some if one.forbidden or one.no_edge]
    return not direct or (len(some) == 2 and any(one.required for one in some))


def clash_of(statements, *, whole):
    """The error, if there is one: of the statements whatever else there is, or about these alone."""
    try:
        known = sp.Knowledge(**statements)
        if whole:
            known.on(NAMES)
    except sp.ClashError as error:
        return error
    return None


@pytest.mark.parametrize("cases", [60, pytest.param(800, marks=pytest.mark.slow)])
def test_the_error_names_a_smallest_set_of_statements(cases):
    rng = random.Random(cases)
    clashes = ways = 0
    for _ in range(cases):
        statements = random_statements(rng)
        ones = list(dict.fromkeys(single(statements)))
        kept = kept_together(ones)
        size = smallest_by_definition(ones, kept, counts=whatever_else_there_is)
        error = clash_of(statements, whole=False)
        if error is None:
            assert size is None
            size, error = smallest_by_definition(ones, kept), clash_of(statements, whole=True)
        if error is None:
            assert size is None
            continue
        clashes += 1
        ways += "of direct effects" in str(error)
        numbers = {str(one): i for i, one in enumerate(ones)}
        chosen = {numbers[said] for said in error.statements}
        assert len(chosen) == len(error.statements) == size
        assert not any(chosen <= one for one in kept)
    assert clashes >= cases // 4
    assert ways >= 3


def test_ways_that_close_each_other():
    """Each of two effects has a way left, but the two ways make a cycle."""
    known = {
        "ancestor": [("a", "b"), ("d", "c")],
        "forbidden": [("a", "b"), ("a", "d"), ("d", "c"), ("d", "a")],
    }
    for one in known["ancestor"]:  # a -> c -> b, and d -> b -> c
        sp.Knowledge(ancestor=[one], forbidden=known["forbidden"]).on(NAMES)
    with pytest.raises(
        sp.ClashError, match=r"no chain of direct effects .*no smaller set of statements clashes"
    ) as caught:
        sp.Knowledge(**known).on(NAMES)
    assert len(caught.value.statements) == 6
