"""Statements as lines: one for each, whatever is in the names."""

import sepset as sp


def test_a_name_with_a_line_break_does_not_break_a_line():
    odd = "blood\u2028pressure\n(mm Hg)"
    data = sp.dataset({"age": [0, 1, 1, 0] * 20, odd: [0, 1, 1, 1] * 20})
    known = sp.Knowledge(roots=["age"], ancestor=[("age", odd)])
    shown = '"blood\\u2028pressure\\n(mm Hg)"'
    assert [*known.lines()] == ["roots: age", f"ancestor: age -> {shown}"]
    found = sp.kpc(data, k=0, knowledge=known)
    (line,) = (line for line in found.summary().split("\n") if line.startswith("Known beforehand: "))
    assert line.startswith(f"Known beforehand: roots: age; ancestor: age -> {shown}")
