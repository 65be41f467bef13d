"""Certificates that do not hold: each is refused, with what is wrong in words."""

from dataclasses import replace

import pytest

import sepset as sp
from sepset.graph.edges import Edge

DAG = sp.MixedGraph.from_edges("a --> b", "b --> c", "a --> d", "d --> c")
PROOF = sp.theory.k_essential(DAG, 1).certificate
KNOWN = sp.theory.k_essential(DAG, 1, knowledge=sp.Knowledge(roots=["a"])).certificate
OTHER = sp.MixedGraph.from_edges("a --> x")
# The first fits the class and not what is known; the second is in another class.
TURNED = sp.MixedGraph.from_edges("b --> a", "b --> c", "a --> d", "d --> c")
COLLIDER = sp.MixedGraph.from_edges("a --> b", "c --> b", "a --> d", "d --> c")


def test_the_true_ones_hold():
    assert sp.theory.verify(PROOF)
    assert sp.theory.verify(KNOWN)


@pytest.mark.parametrize(
    ("forged", "problem"),
    [
        (replace(PROOF, graph=OTHER), "the graph and the k-closure have different nodes"),
        (replace(PROOF, witnesses=(OTHER,)), "witness 1 is not a DAG on the nodes of the graph"),
        (replace(PROOF, witnesses=(*PROOF.witnesses, COLLIDER)), "is not in the class"),
        (replace(PROOF, witnesses=()), "no witness has the k-closure of the certificate"),
        (replace(KNOWN, witnesses=(*KNOWN.witnesses, TURNED)), "does not fit what is known beforehand"),
        (
            replace(KNOWN, given=type(KNOWN.given)(*(rows[:1] for rows in KNOWN.given))),
            "what is known beforehand is not about these nodes",
        ),
        (replace(PROOF, undecided=(Edge("a", "-->", "x"),)), "an undecided type belongs to no edge"),
        (replace(PROOF, undecided=(Edge("b", "-->", "d"),)), "an undecided type belongs to no edge"),
        (replace(PROOF, undecided=(Edge("a", "o-o", "b"),)), "an undecided type belongs to no edge"),
        (replace(PROOF, k=-1), "k is a number of variables, 0, 1, 2, ..., not -1"),
    ],
)
def test_a_forged_one_says_what_is_wrong(forged, problem):
    assert not sp.theory.verify(forged)
    assert any(problem in found for found in sp.theory.find_problems(forged))
