"""Decisions that a repaired graph overrules, and knowledge that data contradict, with their p."""

import sepset as sp
from sepset.orientation.outcome import Overruled
from sepset.result.against import Against, against_sentence
from sepset.result.data_summary import DataSummary
from sepset.result.overruled import overruled_sentence
from sepset.sentences import variables
from sepset.skeleton.separations import Separations


def test_a_p_that_is_too_small_for_a_number_is_not_called_zero():
    one = overruled_sentence(Overruled("joined", (0, 1), 0.0), variables("xy"))
    assert "the tests say that no set makes x and y independent (p < 1e-300); " in str(one)
    assert one["p"] == 0.0
    other = overruled_sentence(Overruled("joined", (0, 1), 1e-300), variables("xy"))
    assert "independent (p = 1e-300); " in str(other)
    unknown = overruled_sentence(Overruled("joined", (0, 1), None), variables("xy"))
    assert "p" not in unknown.slots
    assert "(p" not in str(unknown)


def test_nor_is_it_where_data_contradict_knowledge():
    data = DataSummary.of(sp.dataset({"a": [0, 1] * 10, "b": [0, 1, 1, 0] * 5}))
    known = sp.Knowledge(ancestor=[("a", "b")]).on(("a", "b"))
    for p, words in ((0.0, "p < 1e-300"), (0.25, "p = 0.25")):
        found = Separations.from_rows(2, [(0, 1, (), p)])
        said = against_sentence(Against(0, 1, None), known, (), found, data)
        assert str(said) == (
            "Knowledge against data: ancestor: a -> b stays, although a and b are independent alone "
            f"({words}, N = 20)."
        )
        assert said["p"] == p
