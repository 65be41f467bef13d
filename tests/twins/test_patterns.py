"""Both matchers of patterns against a literal reading of the pattern: every assignment of nodes, in order."""

import random
from itertools import combinations, permutations

import numpy as np
import pytest

from orientation_cases import assert_same, three_kinds
from sepset import kernels
from sepset.graph.mark_table import MarkTable
from sepset.orientation import compiled
from sepset.orientation.evidence import Evidence, pair
from sepset.orientation.pattern import Pattern
from sepset.orientation.plans import STANDARD
from sepset.orientation.proposals import Orient
from sepset.orientation.specs import PATTERNS

pytestmark = pytest.mark.skipif(kernels.orient_marks is None, reason="the kernels are switched off")


def literal(pattern, g, evidence):
    """For each concluded edge, the first assignment for which every premise holds as it is written."""
    first, wanted, second = pattern.conclusion.split()
    words = " ".join((first, second, pattern.because, *pattern.premises)).split()
    letters = list(dict.fromkeys(word for word in words if word.isalpha() and word != "or"))
    found = []
    for a, b in permutations(range(g.n), 2):
        twice = (b, a, wanted[::-1].translate(str.maketrans("<>", "><")))
        if any((p.a, p.b, p.pattern) == twice and pattern.shape.symmetric for p in found):
            continue
        for others in permutations([i for i in range(g.n) if i not in (a, b)], len(letters) - 2):
            at = dict(zip(letters, (a, b, *others), strict=True))
            if holds(pattern, g, evidence, at):
                found.append(Orient(a, wanted, b, tuple(at[x] for x in pattern.because.split())))
                break
    return found


def holds(pattern, g, evidence, at):
    return (
        all(any(chain(g, choice.split(), at) for choice in text.split(" or ")) for text in pattern.premises)
        and not any(g.adjacent(*(at[x] for x in text.split())) for text in pattern.not_adjacent)
        and all(sure(g, evidence, *(at[x] for x in text.split())) for text in pattern.no_collider)
    )


def chain(g, words, at):
    return all(
        g.has(at[x], marks, at[y]) for x, marks, y in zip(words[::2], words[1::2], words[2::2], strict=False)
    )


def sure(g, evidence, a, b, c):
    return not g.adjacent(a, c) and not evidence.doubtful(b, a) >> c & 1


def random_pattern(rng):
    """A pattern on two to five nodes with any edges, perhaps a choice, perhaps pairs and triples apart."""
    letters = "abcde"[: rng.choice((2, 3, 3, 4, 4, 5))]
    marks = [x + "-" + y for x in "-<o**" for y in "->o**"]
    free = set(combinations(letters, 2))
    premises = [f"a {rng.choice(marks)} b"]
    free.discard(("a", "b"))
    for i, letter in enumerate(letters[2:], start=2):
        other = rng.choice(letters[:i])
        free.discard((other, letter))
        premises.append(f"{letter} {rng.choice(marks)} {other}")
    if rng.random() < 0.4 and len(premises) > 1:
        words = premises.pop().split()
        one, other = (f"{words[0]} {rng.choice(marks)} {words[2]}" for _ in range(2))
        premises.append(f"{one} or {other}")
    apart, triples = [], []
    for x, y in sorted(free):
        if rng.random() < 0.3:
            apart.append(f"{x} {y}")
        elif rng.random() < 0.4 and len(letters) > 2:
            triples.append(f"{x} {rng.choice([z for z in letters if z not in (x, y)])} {y}")
    wanted = rng.choice(("-->", "*->", "<-*", "---", "<->", "--*"))
    order = rng.sample(letters, len(letters))
    return Pattern(
        "any", tuple(premises), f"a {wanted} b", tuple(triples), tuple(apart), because=" ".join(order)
    )


@pytest.mark.parametrize("name", PATTERNS)
def test_our_patterns_are_matched_as_they_are_written(name):
    rng = random.Random(name)
    fired = rounds = 0
    while rounds < 15 or (fired == 0 and rounds < 500):  # R3 and Meek 3 find their four nodes rarely
        rounds += 1
        for table, evidence in three_kinds(rng.randint(2, 6), rng, 0.6, 0.1):
            expected = literal(PATTERNS[name], table, evidence)
            assert list(PATTERNS[name](table, evidence)) == expected
            assert list(compiled.propose(PATTERNS[name], table, evidence)) == expected
            fired += len(expected)
    assert fired > 0


def test_any_pattern_is_matched_as_it_is_written():
    rng = random.Random(11)
    fired = 0
    for _ in range(150):
        pattern = random_pattern(rng)
        for table, evidence in three_kinds(rng.randint(2, 6), rng, rng.choice((0.4, 0.8)), 0.1):
            expected = literal(pattern, table, evidence)
            assert list(pattern(table, evidence)) == expected, pattern
            assert list(compiled.propose(pattern, table, evidence)) == expected, pattern
            fired += len(expected)
    assert fired > 300


def test_any_pattern_on_more_nodes_than_a_word_has_bits():
    rng = random.Random(12)
    for _ in range(25):
        pattern = random_pattern(rng)
        for table, evidence in three_kinds(rng.choice((64, 65, 130)), rng, 0.04, 0.001):
            assert list(compiled.propose(pattern, table, evidence)) == list(pattern(table, evidence)), pattern


def test_a_plan_with_a_pattern_of_the_users_runs_compiled():
    mine = Pattern(
        "mine", ("a o-o b *-> c", "a *-* c"), "a *-> c", because="a b c", sentence="{b} points at {c}"
    )
    plan = STANDARD.with_rule(mine, beside="R3")
    rng = random.Random(13)
    steps = 0
    for _ in range(30):
        for table, evidence in three_kinds(rng.randint(4, 9), rng, 0.6, 0.05):
            found = assert_same(table, evidence, plan)
            steps += sum(step.rule == "mine" for step in found.trace)
    assert steps > 0


def test_two_rules_of_one_name_run_in_python():
    """The kernel tells conflicts apart by rule, Python by name."""
    other = Pattern("R1", ("a o-o b",), "a --> b", because="a b")
    assert compiled.orient(MarkTable(2), Evidence(), STANDARD.with_rule(other, beside="R1")) is None
    same = Pattern(**{field: getattr(PATTERNS["R1"], field) for field in PATTERNS["R1"].__dataclass_fields__})
    table = MarkTable(3)
    table.set(0, "o-o", 1)
    table.set(1, "o-o", 2)
    assert_same(table, Evidence({pair(0, 2): frozenset()}), STANDARD.with_rule(same, beside="R1"))


@pytest.mark.parametrize(
    "numbers", [[7], [0, 1, 0, 2, 0, 0, 0], [0, 1, 0, 1, 0, 1, 2, 0], [0, 1, 0, 1, 0, 0, 1, 0]]
)
def test_the_kernel_refuses_numbers_that_are_no_pattern(numbers):
    none = np.zeros(0, np.int32)
    with pytest.raises(ValueError, match="no local rule"):
        kernels.orient_marks(
            near=np.zeros((3, 2, 1), np.uint64), plan=np.array([len(numbers), *numbers], np.int32), k=None,
            first=none, second=none, size=none, members=none.reshape(0, 0), votes=none.reshape(0, 4),
            adjacency=None, ancestors=None, doubts_without_set=False,
        )  # fmt: skip
