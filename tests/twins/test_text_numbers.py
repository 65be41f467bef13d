"""Numbers in text: the compiled kernel equals its twin, and both equal Python's `float`."""

import numpy as np
import pytest

from sepset import _core
from sepset.kernels import text as twin

SIGNS = [*"0123456789", *"0123456789", *"..-+eE_, nax"]


def in_text(cells):
    """Cells behind each other, with where they are."""
    raw = [cell.encode() for cell in cells]
    lengths = np.array([len(cell) for cell in raw], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    return np.frombuffer(b"".join(raw), dtype=np.uint8), starts, lengths


def is_easy(cell, point):
    """Whether one division of two exact doubles gives the number."""
    digits, _, exponent = cell.lower().replace(point, ".").partition("e")
    before, _, after = digits.lstrip("+-").partition(".")
    return int(before + after) < 2**53 and 0 <= len(after) - int(exponent or 0) <= 22


def compare(cells, point="."):
    """The kernels agree where they should; return how many cells were numbers, and how many were left out."""
    values, others = twin.read_numbers(*in_text(cells), point)
    found, left_out = _core.read_numbers(*in_text(cells), point)
    assert {*others.tolist()} <= {*left_out.tolist()}
    assert not [cells[i] for i in {*left_out.tolist()} - {*others.tolist()} if is_easy(cells[i], point)]
    assert np.isnan(found[left_out]).all()
    read = np.setdiff1d(np.arange(len(cells)), left_out)
    assert found[read].tobytes() == values[read].tobytes()
    return len(cells) - len(others), len(left_out)


@pytest.mark.parametrize("point", [".", ","])
def test_any_signs(point):
    rng = np.random.default_rng(1)
    cells = ["".join(rng.choice(SIGNS, int(rng.integers(0, 9)))) for _ in range(100_000)]
    numbers, left_out = compare(cells, point)
    assert numbers > 20_000
    assert left_out > 20_000


@pytest.mark.parametrize("form", ["{!r}", "{:.6f}", "{:.3e}", "{:.17g}", "{:.0f}", "{:+.25f}", "{:.12E}"])
def test_numbers_as_programs_write_them(form):
    rng = np.random.default_rng(2)
    values = rng.normal(size=20_000) * 10.0 ** rng.integers(-20, 16, size=20_000)
    cells = [form.format(value) for value in values.tolist()]
    compare(cells)
    plain = [cell for cell in cells if "e" not in cell.lower()]
    numbers = [float(cell) for cell in plain]
    found, left_out = _core.read_numbers(*in_text(plain), ".")
    read = np.setdiff1d(np.arange(len(plain)), left_out)
    assert found[read].tolist() == np.array(numbers)[read].tolist()


def test_the_edges_of_what_is_exact():
    whole = [str(2**53 + i) for i in range(-9, 10)] + ["9" * i for i in range(1, 25)]
    cells = [
        *(
            sign + number + tail
            for sign in ("", "-")
            for number in whole
            for tail in ("", ".0", "e0", "e-22", "e-23")
        ),
        *("0." + "0" * i + "1" for i in range(30)),
        *("1" + "0" * i for i in range(30)),
        *(
            "-0",
            "0e5",
            "-0.0",
            "1e-400",
            "1e400",
            "4.9e-324",
            "2.5e-324",
            "1e99999",
            "1e-99999",
            "1e",
            "1e+",
            ".",
            "-",
        ),
    ]
    compare(cells)
    values, others = _core.read_numbers(*in_text(["-0", "-0.00", "0"]), ".")
    assert values.tobytes() == bytes(24)
    assert len(others) == 0


def test_cells_outside_the_text_are_refused():
    text = np.frombuffer(b"123", dtype=np.uint8)
    for start, length in ((-1, 1), (0, -1), (4, 0), (1, 3), (2**62, 2**62)):
        for module in (twin, _core):
            with pytest.raises(ValueError, match="within the text"):
                module.read_numbers(text, np.array([start]), np.array([length]), ".")
    for module in (twin, _core):
        with pytest.raises(ValueError, match="a start and a length"):
            module.read_numbers(text, np.array([0, 1]), np.array([1]), ".")
