"""A time limit holds while proofs are written: what is not proved by then counts as undecided."""

import pytest

import sepset as sp
from sepset.equivalence.essential.certificate import certify
from sepset.equivalence.essential.class_pattern import ClassPattern
from sepset.equivalence.essential.class_search import ClassSearch, Deadline, TimeIsUp
from sepset.equivalence.essential.questions import EdgeQuestions


class Turns(Deadline):
    """A deadline that comes after so many looks at it."""

    def __init__(self, turns):
        super().__init__(None)
        self.left = turns

    def check(self):
        self.left -= 1
        if self.left < 0:
            raise TimeIsUp


@pytest.fixture
def dag():
    return sp.simulate.random_dag(14, edges=24, seed=3)


@pytest.mark.parametrize("turns", [0, 1, 5, 12])
def test_what_is_not_proved_in_time_is_undecided(dag, turns):
    closure = sp.k_closure(dag, 1)
    questions = EdgeQuestions(ClassSearch(ClassPattern.of(closure.table), 1, Deadline(None)))
    questions.add_witness(closure.table)
    questions.settle()
    found = len(questions.refuted)
    questions.search.deadline = Turns(turns)
    certificate = certify(dag.nodes, questions)
    assert len(certificate.refuted) <= turns < found
    assert len(certificate.refuted) + len(certificate.undecided) == found
    assert sp.theory.verify(certificate)
    exact = sp.k_essential_graph(dag, 1)
    assert sp.refines(exact, certificate.graph)


def test_the_search_leaves_time_for_proofs():
    assert Deadline(None).part(0.5).is_over() is False
    assert Deadline(0.0).part(0.5).is_over()
    assert not Deadline(1000.0).part(0.5).is_over()
