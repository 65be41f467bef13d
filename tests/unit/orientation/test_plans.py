import pytest

from sepset import OptionError
from sepset.orientation.counting import counting, r11, r12
from sepset.orientation.path_rules import r4, r9, r10
from sepset.orientation.plans import COUNTING, MEEK, PAG, PAPER, PC, STANDARD, Fixpoint, Once, Together
from sepset.orientation.specs import r8


def test_the_plans_hold_the_rules_they_promise():
    fci = ("R0", "R1", "R2", "R3", "R4", "R8", "R9", "R10")
    assert PAG.rules == fci
    assert STANDARD.rules == (*fci, "R11", "R12")
    assert COUNTING.rules == (*fci, "R11", "R12", "counting")
    assert PAPER.rules == tuple(name for name in STANDARD.rules if name != "R4")
    assert PC.rules == ("R0", *MEEK.rules)


def test_the_paper_plan_is_literal():
    assert PAPER.parts[2] == Once(r8, r9, r10, stage="Step 4")
    assert PAPER.parts[3] == Together(r11, r12, stage="Step 5")
    assert [part.stage for part in PAPER.parts] == ["Step 3", "Step 4", "Step 4", "Step 5"]


def test_rules_can_be_switched_off():
    assert STANDARD.without("R4", "R11", "R12") == PAG.without("R4").named("standard")
    assert COUNTING.without("counting").rules == STANDARD.rules
    assert "R8" not in COUNTING.without("r8").rules


def test_rules_can_be_switched_on():
    assert PAPER.with_rule(r4, beside="R3").parts[1] == STANDARD.parts[1]
    assert STANDARD.then(Fixpoint(counting)).rules == COUNTING.rules


def test_an_unknown_rule_is_a_clear_error():
    with pytest.raises(OptionError, match=r"plan 'paper' has no rule 'R4'; its rules are R0, R1"):
        PAPER.without("R4")
    with pytest.raises(OptionError, match="did you mean 'counting'"):
        COUNTING.without("count")


def test_parts_of_different_kinds_differ():
    assert Once(r8) != Fixpoint(r8)
    assert Once(r8, stage="a") != Once(r8, stage="b")
