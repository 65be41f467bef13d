"""A few seconds of random inputs, and every input that has found something; `run.py` goes on for longer."""

import base64
import json
from itertools import islice
from pathlib import Path

import pytest

from fuzz.fuzzing import CASES, TARGETS, inputs, try_case
from fuzz.kills import kill_runs

FEW = {
    "tables": 15,
    "command line": 60,
    "level call": 60,
    "saved bytes": 60,
    "saved structure": 60,
    "posterior": 15,
}


@pytest.mark.parametrize("target", TARGETS)
def test_random_inputs(target, tmp_path):
    for case in islice(inputs(target, seed=0), FEW.get(target, 150)):
        try_case(target, case, tmp_path)


@pytest.mark.parametrize("path", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_what_was_found_before(path, tmp_path):
    case = json.loads(path.read_text(encoding="utf-8"))
    try_case(case["target"], base64.b64decode(case["input"]), tmp_path)


def test_a_finding_is_seen(tmp_path, monkeypatch):
    """The net has no hole: what raises, and what hangs, does not pass."""
    monkeypatch.setattr("fuzz.fuzzing.parse_knowledge", lambda text: text.nothing)
    with pytest.raises(AttributeError):
        try_case("knowledge", b"tiers: a", tmp_path)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks at processes as Linux shows them")
def test_killed_runs_leave_no_half_files(tmp_path):
    in_flight, wrong = kill_runs(6, tmp_path, seed=3)
    assert in_flight
    assert wrong == []
