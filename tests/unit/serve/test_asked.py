"""What a page asks for; anything else than a page would send is refused in words."""

import pytest

from sepset.errors import OptionError, SepsetError
from sepset.serve.asked import METHODS, asked_for, numbers_of
from sepset.serve.shelf import Shelf


@pytest.mark.parametrize("method", METHODS)
def test_every_method_runs_with_the_numbers_it_takes(method):
    asked = asked_for({"table": "x", "method": method, "k": 1, "alpha": 0.05})
    assert callable(asked.function)
    taken = {"kpc": {"k", "alpha"}, "pc": {"max_k", "alpha"}, "posterior": set()}
    assert set(asked.numbers) == taken.get(method, {"k", "alpha"})


def test_kpc_chooses_what_is_not_given_as_the_command_line_does():
    assert numbers_of("kpc", {}) == {"k": "auto", "alpha": "auto"}
    assert numbers_of("loci", {}) == {}


def test_what_is_left_out_has_no_kind():
    asked = asked_for({"table": "x", "kinds": {"a": "discrete", "b": "count"}, "drop": ["a", "a"]})
    assert asked.reading.kinds == (("b", "count"),)
    assert asked.reading.drop == ("a",)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        "table",
        {"table": 3},
        {},
        {"table": "x", "method": "magic"},
        {"table": "x", "method": ["kpc"]},
        {"table": "x", "kinds": {"a": "magic"}},
        {"table": "x", "kinds": ["a"]},
        {"table": "x", "drop": "a"},
        {"table": "x", "drop": [1]},
        {"table": "x", "missing": "maybe"},
        {"table": "x", "separator": "xy"},
        {"table": "x", "separator": [","]},
        {"table": "x", "decimal": ";"},
        {"table": "x", "knowledge": [1]},
        {"table": "x", "knowledge": {"roots": 3}},
        {"table": "x", "knowledge": {"tiers": "ab"}},
        {"table": "x", "path": "/etc/passwd"},
    ],
)
def test_anything_else_is_refused(wrong):
    with pytest.raises(SepsetError):
        asked_for(wrong)


def test_a_shelf_gives_up_what_lay_longest():
    shelf = Shelf("table", most=2)
    first, second = shelf.put(1), shelf.put(2)
    assert shelf.get(first) == 1
    shelf.put(3)
    with pytest.raises(OptionError, match="no longer kept"):
        shelf.get(second)
    assert shelf.get(first) == 1
    for number in (None, 3, [], "../../etc/passwd"):
        with pytest.raises(OptionError):
            shelf.get(number)


def test_a_shelf_bears_so_much_weight():
    shelf = Shelf("table", most=9, weight=10)
    first = shelf.put("a", weight=6)
    heavy = shelf.put("b", weight=20)
    with pytest.raises(OptionError):
        shelf.get(first)
    assert shelf.get(heavy) == "b"  # what came last stays
    assert shelf.put("c", number=heavy) == heavy
    assert shelf.get(heavy) == "c"
