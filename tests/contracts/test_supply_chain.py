"""Licences are listed and allowed, versions are locked, and known vulnerabilities are found offline."""

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("packaging")

from tools import supply_chain

ROOT = Path(__file__).resolve().parent.parent.parent


def test_licences_are_listed_and_allowed():
    listed = dict(
        re.findall(r"^\| ([\w-]+) \| (.+) \|$", supply_chain.PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    )
    listed.pop("package")
    assert set(listed) == set(supply_chain.needed())
    assert all(supply_chain.ALLOWED.search(licence) for licence in listed.values())
    assert "numpy" in listed


def test_licences_of_the_extra_that_serves_are_allowed():
    needed = supply_chain.needed("serve")
    assert {"starlette", "uvicorn"} <= set(needed)
    assert all(supply_chain.ALLOWED.search(supply_chain.licence_of(name)) for name in needed)


def test_a_licence_that_is_not_allowed_is_seen(monkeypatch):
    monkeypatch.setattr(supply_chain, "licence_of", lambda name: "AGPL-3.0")
    with pytest.raises(SystemExit, match="licences to look at"):
        supply_chain.licences_page()


def test_every_run_time_dependency_is_locked():
    lines = supply_chain.LOCK.read_text(encoding="utf-8").splitlines()[1:]
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][\w.]*", line) for line in lines)
    assert set(supply_chain.needed()) <= {line.partition("==")[0] for line in lines}


def test_a_known_vulnerability_is_found(tmp_path, capsys):
    record = {
        "id": "TEST-1",
        "summary": "made up",
        "affected": [
            {"package": {"name": "NumPy"}, "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}]}]}
        ],
    }
    assert supply_chain.audit(tmp_path) == 0
    (tmp_path / "TEST-1.json").write_text(json.dumps(record), encoding="utf-8")
    assert supply_chain.audit(tmp_path) == 1
    assert "TEST-1 made up" in capsys.readouterr().out


def test_what_is_promised_is_written_down():
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert re.findall("^## .*", text, re.MULTILINE)[::2] == ["## What is promised", "## How to report"]
