"""Lemmas of a certificate in a saved result: every kind comes back, and what cannot be one is refused."""

import json

import pytest

import sepset as sp
from sepset.equivalence.essential.lemmas import BarLemma, CoverLemma, CutLemma, PathLemma, WayLemma
from sepset.result.saved.certificates import lemmas_as_json, lemmas_of
from sepset.result.saved.json_values import Value

PLAIN = (
    PathLemma((0, 1, 2)),
    CutLemma(0, 1, 0b0001, 0b0010, 0b0100, 0b1000),
    CoverLemma(0, 3, ((0, 1), (1, 3))),
)
WITH_KNOWLEDGE = (BarLemma((2, 1, 0)), WayLemma(0, 3, 0b0101))


def read(document, n=4):
    return lemmas_of(Value(json.loads(json.dumps(document))), n)


@pytest.mark.parametrize("lemmas", [(), PLAIN, WITH_KNOWLEDGE, (*PLAIN, *WITH_KNOWLEDGE)])
def test_every_kind_comes_back(lemmas):
    assert read(lemmas_as_json(lemmas)) == lemmas


def test_kinds_that_need_knowledge_are_named_only_with_it():
    assert set(lemmas_as_json(PLAIN)) == {"paths", "cuts", "covers"}
    assert set(lemmas_as_json(WITH_KNOWLEDGE)) == {"paths", "cuts", "covers", "bars", "ways"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"paths": [[0, 4]]}, r"paths\[0\]"),
        ({"covers": [[0, 3, [0, 1, 1]]]}, "pairs of nodes, one after the other"),
        ({"ways": [[0, 3]]}, r"ways\[0\] should be an array of 3 values"),
        ({"bars": [[-1]]}, r"bars\[0\]"),
        ({"detours": []}, "detours is not a part of this format"),
    ],
)
def test_what_cannot_be_a_lemma_is_refused(change, message):
    with pytest.raises(sp.SavedError, match=message):
        read({**lemmas_as_json((*PLAIN, *WITH_KNOWLEDGE)), **change})
