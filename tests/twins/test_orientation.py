"""The compiled orientation engine and the rules in Python give the same graph, trace and conflicts."""

import os
import pickle
import random
import signal
import subprocess
import sys
from collections import Counter
from itertools import combinations
from typing import get_args

import numpy as np
import pytest

import naive
from orientation_cases import assert_same, three_kinds, with_sets
from sepset import kernels
from sepset.equivalence.k_closure import k_closure_table
from sepset.graph.mark_table import MarkTable
from sepset.orientation import compiled, specs
from sepset.orientation.engine import circles_on, orient, orient_by_python_rules
from sepset.orientation.evidence import Evidence, MagEvidence, pair
from sepset.orientation.outcome import ConflictKind
from sepset.orientation.path_rules import r0, r4, r9, r10
from sepset.orientation.plans import COUNTING, MEEK, PAG, PAPER, PC, STANDARD, Fixpoint, Once, Plan, Together
from sepset.orientation.proposals import name_of
from sepset.orientation.specs import r1
from sepset.skeleton.search_evidence import SearchEvidence

pytestmark = pytest.mark.skipif(kernels.orient_marks is None, reason="the kernels are switched off")

ALL_RULES = (*compiled.CODE_RULES, *specs.PATTERNS.values())
PLANS = (
    STANDARD,
    PAPER,
    COUNTING,
    PAG,
    MEEK,
    PC,
    STANDARD.without("R4"),
    COUNTING.without("R11", "R12"),
    PAG.without("R1", "R9"),
    STANDARD.without(*(rule for rule in STANDARD.rules if rule != "R0")),
    Plan("all at once", (Together(*ALL_RULES, stage="one"),)),
    Plan("all in turn", (Fixpoint(*ALL_RULES),)),
    Plan("again", (Once(r0, r1, stage="first"), Once(r0, r4, stage="second"), Fixpoint(r9, r10))),
    Plan("nothing", ()),
)
CHAIN_GAPS = ((0, 2), (0, 3), (1, 3))


class TestNumbers:
    """Rules and kinds have numbers in the kernel; what pairs them with ours is their names."""

    def test_both_sides_have_the_same_kinds(self):
        assert sorted(kernels.plan_part_kinds()) == sorted(one.__name__ for one in (Once, Fixpoint, Together))
        # `without_room` looks for the fourth in finished graphs.
        assert (
            set(kernels.conflict_kinds())
            == {"settled", "contested", "collider"}
            < set(get_args(ConflictKind))
        )
        known = {rule.__name__ for rule in (*compiled.CODE_RULES, *compiled.CHECKS)}
        assert set(kernels.rule_names()) == known

    def test_a_kind_of_part_has_the_number_of_its_name(self, monkeypatch):
        names = ["Together", "Once", "Fixpoint"]
        monkeypatch.setattr(compiled, "_PART_KINDS", names)
        for place, kind in enumerate((Together, Once, Fixpoint)):
            _, number, *_ = compiled.plan_numbers(Plan("one", (kind(r0),)))
            assert number == place

    def test_each_kind_of_part_runs_as_its_class_says(self):
        # R1 orients a chain step by step: one round writes one step.
        start, evidence = MarkTable(4), Evidence({pair(a, b): frozenset({1, 2}) for a, b in CHAIN_GAPS})
        start.add(0, "o->", 1)
        start.add(1, "o-o", 2)
        start.add(2, "o-o", 3)
        for part, steps in (
            (Once(r1), 1),
            (Fixpoint(r1), 2),
            (Together(r1), 1),
            (Once(r1, r1), 2),
            (Together(r1, r1), 1),
        ):
            assert len(orient(start, evidence, Plan("one", (part,))).trace) == steps

    def test_a_kind_of_conflict_has_the_name_of_its_number(self, monkeypatch):
        rng = random.Random(7)
        table, evidence = next(
            (table, evidence)
            for _ in range(100)
            for table, evidence in three_kinds(9, rng, 0.5, 0.3)
            if len({one.kind for one in orient(table, evidence, STANDARD).conflicts}) == 3
        )
        usual = [one.kind for one in orient(table, evidence, STANDARD).conflicts]
        other = dict(zip(kernels.conflict_kinds(), ("x", "y", "z"), strict=True))
        monkeypatch.setattr(compiled, "_CONFLICT_KINDS", list(other.values()))
        assert [one.kind for one in orient(table, evidence, STANDARD).conflicts] == [
            other[one] for one in usual
        ]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_oracle_sets_of_all_small_dags(n):
    seen = set()
    for dag in naive.all_dags(n):
        for k in range(max(n - 1, 1)):
            sets = {}
            for a, b in combinations(dag.nodes, 2):
                separators = naive.separators(dag, a, b, k)
                if separators:
                    ends = pair(dag.number(a), dag.number(b))
                    sets[ends] = frozenset(map(dag.number, separators[0]))
            key = (k, frozenset(sets.items()))
            if key in seen:
                continue
            seen.add(key)
            found, skeleton = with_sets(n, sets)
            for plan in PLANS:
                one = assert_same(skeleton, SearchEvidence(found, skeleton, k), plan)
                other = assert_same(skeleton, Evidence(sets, k), plan)
                assert one.table == other.table


def test_small_closures_as_evidence():
    for dag in naive.all_dags(4)[::3]:
        for k in range(3):
            closure = k_closure_table(dag.table, k)
            for plan in PLANS[:6]:
                assert_same(circles_on(closure), MagEvidence(closure, k), plan)


def test_contradictory_evidence_on_few_nodes():
    rng = random.Random(1)
    kinds, rules = Counter(), Counter()
    for _ in range(500):
        density, votes = rng.choice((0.3, 0.5, 0.7)), rng.choice((0, 0.05, 0.3))
        for table, evidence in three_kinds(rng.randint(2, 9), rng, density, votes):
            found = assert_same(table, evidence, rng.choice(PLANS))
            kinds.update(conflict.kind for conflict in found.conflicts)
            rules.update(step.rule for step in found.trace)
    assert all(kinds[kind] > 100 for kind in ("settled", "contested", "collider"))
    assert set(COUNTING.rules) | set(PC.rules) <= set(rules) <= {name_of(rule) for rule in ALL_RULES}


@pytest.mark.parametrize("rule", ALL_RULES, ids=name_of)
def test_each_rule_on_its_own_on_any_marks(rule):
    rng = random.Random(2)
    fired = 0
    for _ in range(150):
        for table, evidence in three_kinds(rng.randint(5, 11), rng, rng.choice((0.3, 0.6)), 0.03):
            found = assert_same(table, evidence, Plan("one", (Once(rule),)))
            fired += len(found.trace)
    assert fired > 0


@pytest.mark.parametrize("check", compiled.CHECKS, ids=name_of)
def test_each_check_of_a_finished_graph(check):
    rng = random.Random(4)
    found = 0
    for n in [*rng.choices(range(2, 12), k=300), 64, 65, 70, 130]:
        for table, evidence in three_kinds(n, rng, min(0.5, 6 / n), 0.03):
            expected = list(check(table, evidence))
            assert list(compiled.propose(check, table, evidence)) == expected
            found += len(expected)
    assert found > 100


@pytest.mark.parametrize(
    ("n", "degree", "repeats"), [(30, 4, 20), (64, 3, 6), (65, 5, 6), (70, 8, 3), (135, 6, 1), (200, 4, 1)]
)
def test_contradictory_evidence_on_more_nodes_than_a_word_has_bits(n, degree, repeats):
    rng = random.Random(n)
    for _ in range(repeats):
        for table, evidence in three_kinds(n, rng, degree / n, rng.choice((0, 0.01))):
            assert_same(table, evidence, rng.choice((STANDARD, COUNTING, PAPER, PC)))


def test_large_closures_as_evidence():
    rng = random.Random(3)
    for n in (20, 70):
        dag = MarkTable(n)
        for a, b in combinations(range(n), 2):
            if rng.random() < 3 / n:
                dag.set(a, "-->", b)
        for k in (0, 1, 2):
            closure = k_closure_table(dag, k)
            assert_same(circles_on(closure), MagEvidence(closure, k), COUNTING if n < 50 else STANDARD)


def test_nodes_that_the_graph_does_not_have_are_never_asked_for():
    table = MarkTable(3)
    table.set(0, "o-o", 1)
    table.set(1, "o-o", 2)
    evidence = Evidence(
        {pair(0, 2): frozenset({7}), pair(1, 8): frozenset()}, k=10**30, votes={(0, 1, 9): True}
    )
    assert assert_same(table, evidence, COUNTING).table.has(0, "*->", 1)


def test_what_the_kernel_does_not_know_runs_in_python():
    def mine(g, evidence):
        yield from ()

    class Mine(Evidence):
        def outside(self, a, b):
            return 0

    table = MarkTable(2)
    assert compiled.orient(table, Evidence(), STANDARD.with_rule(mine, beside="R1")) is None
    assert compiled.orient(table, Mine(), STANDARD) is None
    assert compiled.orient(table, Evidence(votes={(1, 2, 0): True}), STANDARD) is None
    assert compiled.orient(table, Evidence({frozenset({0}): frozenset()}), STANDARD) is None
    chain = MarkTable(3)
    chain.set(0, "o-o", 1)
    chain.set(1, "o-o", 2)
    assert orient(chain, Evidence({pair(0, 2): frozenset()}), PAG).trace
    assert not orient(chain, Mine({pair(0, 2): frozenset()}), PAG).trace


def test_an_empty_graph():
    assert_same(MarkTable(0), Evidence({}), STANDARD)


def test_records_behave_as_a_tuple():
    rng = random.Random(5)
    table, evidence = next(three_kinds(12, rng, 0.4, 0))
    found, expected = compiled.orient(table, evidence, PC), orient_by_python_rules(table, evidence, PC)
    assert found == expected
    assert expected.trace == found.trace
    assert found.trace != expected.trace[1:]
    assert found.trace != 3
    assert found.trace[:2] == expected.trace[:2]
    assert found.trace[-1] == expected.trace[-1]
    assert hash(found.trace) == hash(expected.trace)
    assert repr(found.trace) == repr(expected.trace)
    assert pickle.loads(pickle.dumps(found.trace)) == expected.trace  # noqa: S301 - our own bytes


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"plan": [0, 0, 2, 1]}, "a plan lists"),
        ({"plan": [0, 3, 0]}, "a plan lists"),
        ({"plan": [0, 0, 1, 99]}, "a rule that does not exist"),
        ({"plan": [1]}, "begins with its local rules"),
        ({"near": np.zeros((3, 2, 2), np.uint64)}, "three rows of bits"),
        ({"near": np.full((3, 2, 1), 4, np.uint64)}, "a node that does not exist"),
        ({"adjacency": np.zeros((1, 1), np.uint64)}, "one row of bits a node"),
        ({"first": np.zeros(1, np.int32)}, "one size and one row"),
        ({"votes": np.zeros((1, 3), np.int32)}, "a vote is"),
    ],
)
def test_the_kernel_refuses_arrays_that_do_not_fit(change, message):
    none = np.zeros(0, np.int32)
    arguments = {
        "near": np.zeros((3, 2, 1), np.uint64), "plan": none, "k": None,
        "first": none, "second": none, "size": none, "members": none.reshape(0, 0),
        "votes": none.reshape(0, 4), "adjacency": None, "ancestors": None, "doubts_without_set": False,
    }  # fmt: skip
    kernels.orient_marks(**arguments)
    arguments |= {
        name: np.array(value, np.int32) if name == "plan" else value for name, value in change.items()
    }
    with pytest.raises(ValueError, match=message):
        kernels.orient_marks(**arguments)


def test_without_kernels_the_rules_in_python_run():
    code = (
        "from sepset import MixedGraph\n"
        "from sepset.equivalence.pag import pag\n"
        "from sepset.kernels import orient_marks\n"
        "assert orient_marks is None\n"
        "print(pag(MixedGraph.from_edges('a --> c', 'b --> c', 'c --> d')))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "SEPSET_KERNELS": "python"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split("\n")[:3] == ["a o-> c", "c <-o b", "c --> d"]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
def test_a_long_run_can_be_interrupted():
    """A signal handler that raises ends the run while the kernel is at work."""
    n, reach = 1_500, 40
    dag = MarkTable(n)
    for a in range(n):
        for b in range(a + 1, min(n, a + reach)):
            dag.add(a, "-->", b)
    start, evidence = circles_on(dag), MagEvidence(dag)
    forever = Plan("R9 on and on", (Once(*(r9, r10) * 2_000),))
    start.set(0, "o->", 1)

    def stop(*_):
        raise InterruptedError

    old = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(InterruptedError):
            compiled.orient(start, evidence, forever)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
