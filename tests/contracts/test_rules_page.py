import runpy
from pathlib import Path

from sepset.orientation.plans import COUNTING, PC

ROOT = Path(__file__).parents[2]


def test_the_page_of_rules_is_current():
    render = runpy.run_path(str(ROOT / "tools" / "rules_page.py"))["render"]
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert page == render(), "run `python tools/rules_page.py`"


def test_the_page_has_every_rule_with_a_drawing():
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    sections = {part.split("\n", 1)[0]: part for part in page.split("\n### ")}
    for rule in (*COUNTING.rules, *PC.rules):
        assert "```text" in sections[rule]
        assert "Why: " in sections[rule]
        assert "Source: " in sections[rule]
