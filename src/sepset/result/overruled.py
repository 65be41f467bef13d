"""Decisions of the tests that a repaired graph breaks, in words."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from sepset.sentences import Sentence
from sepset.wording import p_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.orientation.outcome import Overruled
    from sepset.sentences import ShownVariable, Slot

_TESTS = "Overruled: the tests say that"
_BECAUSE = "no DAG agrees with all tests, and the graph follows others"
_DRAWN = {
    "apart": f"{_TESTS} {{a}} and {{b}} are independent given some set{{}}; {_BECAUSE}.",
    "joined": f"{_TESTS} no set makes {{a}} and {{b}} independent{{}}; {_BECAUSE}.",
    "collider": f"{_TESTS} {{c}} is a collider between {{a}} and {{b}}{{}}; {_BECAUSE}.",
    "no collider": f"{_TESTS} {{c}} is no collider between {{a}} and {{b}}{{}}; {_BECAUSE}.",
}


def overruled_sentence(one: Overruled, variables: Sequence[ShownVariable]) -> Sentence:
    """Return what was overruled, with p where it is known.

    >>> from sepset.orientation.outcome import Overruled
    >>> from sepset.sentences import variables
    >>> str(overruled_sentence(Overruled("apart", (0, 1), 0.06), variables("xy")))[:76]
    'Overruled: the tests say that x and y are independent given some set (p = 0.'
    """
    nodes = [variables[i] for i in one.nodes]
    slots: dict[str, Slot] = {"decision": one.kind, "a": nodes[0], "b": nodes[-1]}
    if len(nodes) == 3:
        slots["c"] = nodes[1]
    if one.p is not None:
        slots["p"] = one.p
    words = _DRAWN[one.kind].replace("{}", "" if one.p is None else f" ({p_form(one.p)})")
    return Sentence(words, slots)


def pairs_of(one: Overruled) -> list[frozenset[int]]:
    """Return the pairs that an overruled decision is about: one, or the three of a triple."""
    return [frozenset(pair) for pair in combinations(one.nodes, 2)]
