"""No argument of a wrong type ends in an error from inside, whichever public function or method it is given to."""

import pytest

from fuzz.public_calls import CALLS, OTHER_LIBRARIES, Call, never_called
from fuzz.wrong_types import ATTEMPTS, called, carry_out, write_files

#: Every so many attempts are made in the ordinary run; it is prime, so that all values take their turn.
STEP = 11


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("wrong_types")
    write_files(made)
    return made


def test_every_public_call_is_tried():
    assert never_called() == set()


@pytest.mark.parametrize("name", [name for name in CALLS if name not in OTHER_LIBRARIES])
def test_the_calls_are_sound(name, folder, monkeypatch):
    monkeypatch.chdir(folder)
    called(*CALLS[name])


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(1, STEP))]
)
def test_a_wrong_type_is_an_error_of_the_library(first, folder):
    for attempt in ATTEMPTS[first::STEP]:
        try:
            carry_out(attempt, folder)
        except Exception as error:
            raise AssertionError(attempt) from error


def test_the_net_has_no_hole(folder, monkeypatch):
    """What raises anything else is seen."""
    attempt = next(one for one in ATTEMPTS if one.call == "sepset.kpc")
    monkeypatch.setitem(
        CALLS,
        attempt.call,
        Call(lambda **given: given["data_or_test"].nothing, CALLS[attempt.call].arguments),
    )
    with pytest.raises(AttributeError):
        carry_out(attempt, folder)
