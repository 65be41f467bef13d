import pytest

from sepset import Oracle, kpc, loci, pc
from sepset.data.simulate import random_dag
from sepset.orientation.compiled import CODE_RULES
from sepset.orientation.engine import Conflict, Step
from sepset.orientation.evidence import Evidence, pair
from sepset.orientation.explain import (
    _BY_CODE,
    _FEWEST_NODES,
    _NODES,
    can_be_explained,
    explain_conflict,
    step_sentence,
)
from sepset.orientation.outcome import KNOWLEDGE_RULE, LOCI_RULE
from sepset.orientation.plans import COUNTING, PC_WITH_KNOWLEDGE
from sepset.orientation.proposals import name_of
from sepset.orientation.specs import PATTERNS
from sepset.sentences import Names, NameSet, variables

#: The rules that no pattern states: what `_BY_CODE`, `_NODES` and `_FEWEST_NODES` know is theirs alone.
BY_CODE = {*map(name_of, CODE_RULES), *COUNTING.rules, *PC_WITH_KNOWLEDGE.rules, LOCI_RULE} - PATTERNS.keys()

NAMES = ("a", "b", "c", "d", "e")
KNOWN = Evidence({pair(0, 1): frozenset(), pair(0, 3): frozenset({1, 2})}, k=1)


def sentence(rule, a, before, after, b, because, evidence=KNOWN):
    return str(step_sentence(Step("Step 4", rule, a, b, before, after, because), variables(NAMES), evidence))


def test_r0_names_the_separating_set():
    assert sentence("R0", 0, "o-o", "o->", 2, (0, 2, 1)) == (
        "a o-> c: the arrowhead at c comes from R0 (Step 4): a and b are not adjacent, and the set that "
        "separates them, {}, does not contain c."
    )


def test_r0_names_the_vote_when_there_is_one():
    voted = Evidence(KNOWN.sepsets, votes={(0, 2, 1): True})
    assert "together speak for a collider at c" in sentence("R0", 0, "o-o", "o->", 2, (0, 2, 1), voted)


@pytest.mark.parametrize(
    ("rule", "a", "before", "after", "b", "because", "said"),
    [
        ("R1", 1, "o-o", "-->", 2, (0, 1, 2), "the tail at b and the arrowhead at c come from R1"),
        ("R1", 1, "o->", "-->", 2, (0, 1, 2), "would make b a collider between them"),
        ("R2", 0, "o-o", "o->", 2, (0, 1, 2), "a *-> b *-> c point to c"),
        ("R3", 3, "o-o", "o->", 1, (0, 1, 2, 3), "d is no collider between them"),
        ("R4", 2, "o->", "-->", 3, (0, 1, 2, 3), "c, which is inside the set that separates a and d, {b, c}"),
        ("R4", 1, "<-o", "<->", 2, (0, 1, 2, 3), "c, which is outside the set that separates a and d"),
        ("R8", 0, "o->", "-->", 2, (0, 1, 2), "a --> b --> c makes a an ancestor of c"),
        ("R9", 0, "o->", "-->", 3, (0, 1, 2, 3), "the path a, b, c, d is uncovered"),
        ("R10", 0, "o->", "-->", 2, (2, 1, 0, 4, 3), "paths a, b and a, e, d end in parents of c"),
        ("R11", 0, "o->", "-->", 1, (0, 1, 2), "the only candidate, c, is not adjacent to b"),
        ("R11", 0, "o->", "-->", 1, (0, 1, 2, 3), "the only candidates, c, d, are not adjacent to b"),
        ("R12", 0, "o-o", "---", 1, (0, 1), "the tails at a and b come from R12"),
        ("counting", 0, "o-o", "---", 1, (0, 1, 1), "at least k+1 = 2 parents of b"),
        ("directed", 0, "o->", "-->", 1, (0, 1), "without hidden causes"),
        ("meek1", 1, "o-o", "-->", 2, (0, 1, 2), "would make b a collider"),
        ("meek2", 0, "o-o", "-->", 2, (0, 1, 2), "c --> a would close a cycle"),
        ("meek3", 0, "o-o", "-->", 1, (0, 1, 2, 3), "b --> a would make a a collider"),
        ("undirected", 0, "o-o", "---", 1, (0, 1), "no rule decides the direction"),
        ("a_new_rule", 0, "o-o", "---", 1, (0, 1), "it applies to a, b"),
    ],
)
def test_each_rule_has_its_sentence(rule, a, before, after, b, because, said):
    text = sentence(rule, a, before, after, b, because)
    assert said in text
    assert text.startswith(f"{NAMES[a]} {after} {NAMES[b]}: the ")
    assert text.endswith(".")


def test_every_rule_of_every_plan_has_its_own_sentence():
    assert _BY_CODE.keys() == BY_CODE
    assert all(pattern.sentence for pattern in PATTERNS.values())


@pytest.mark.parametrize("rule", sorted({*BY_CODE, KNOWLEDGE_RULE}))
def test_what_a_rule_by_code_gives_as_its_reason_is_counted(rule):
    """Otherwise a saved file may give it any nodes."""
    assert (rule in _NODES) + (rule in _FEWEST_NODES) == 1


def test_a_step_is_data():
    step = Step("Step 4", "R4", 2, 3, "o->", "-->", (0, 1, 2, 3))
    said = step_sentence(step, variables(NAMES), KNOWN)
    a, b, c, d, _ = variables(NAMES)
    reason = said["reason"]
    assert {**said.slots, "reason": None} == {
        "stage": "Step 4",
        "rule": "R4",
        "a": c,
        "before": "o->",
        "after": "-->",
        "b": d,
        "because": Names((a, b, c, d)),
        "reason": None,
    }
    assert reason["given"] == NameSet((c, b)) == (b, c)
    assert str(reason["given"]) == "{b, c}"
    assert str(reason["path"]) == "a, b, c, d"


def test_braces_in_names_are_only_names():
    step = Step("", "R1", 0, 2, "o-o", "-->", (1, 0, 2))
    text = str(step_sentence(step, variables(("{b}", "{{", "{0}")), KNOWN))
    assert text.startswith(
        "{b} --> {0}: the tail at {b} and the arrowhead at {0} come from R1: the edge {{ *-> {b}"
    )


def test_conflicts_read_as_sentences():
    settled = Conflict("settled", "Step 4", "R1", 0, 1, "<-o", "-->", (2, 0, 1))
    assert explain_conflict(settled, NAMES) == (
        "R1 (Step 4) asks for a --> b, because of c, a, b, but the edge was already a <-o b; a settled mark "
        "does not change."
    )
    contested = Conflict("contested", "", "R1", 0, 1, "o-o", "-->", (2, 0, 1))
    assert "another proposal of the same round disagrees; a o-o b stays" in explain_conflict(contested, NAMES)
    collider = Conflict("collider", "", "R0", 0, 2, "o->", "*--", (0, 2, 1))
    assert explain_conflict(collider, NAMES).startswith("a *-> c <-* b is drawn as a collider")


@pytest.mark.parametrize(
    "step",
    [
        Step("Step 3", "R0", 0, 2, "o-o", "o->", (0, 2, 1, 3)),
        Step("Step 4", "R4", 0, 2, "o-o", "o->", (0, 2, 1)),
        Step("Step 4", "R10", 0, 2, "o->", "-->", (2, 0, 1, 0, 3)),
        Step("Step 4", "R10", 0, 2, "o->", "-->", (2, 1, 3, 0)),
        Step("Step 4", "R1", 0, 2, "-->", "o->", (1, 0, 2)),
        Step("Step 4", "R1", 0, 2, "-->", "-->", (1, 0, 2)),
    ],
)
def test_steps_that_no_rule_takes_cannot_be_explained(step):
    assert not can_be_explained(step)


def test_every_step_of_a_run_can_be_explained():
    for seed in range(20):
        dag = random_dag(8, edges=14, seed=seed)
        for k in range(4):
            for found in (kpc(Oracle(dag), k=k, rules="counting"), pc(Oracle(dag)), loci(Oracle(dag), k=k)):
                assert all(map(can_be_explained, found.trace))
