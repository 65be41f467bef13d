"""docs/appendix/paper.md lists the whole paper, and what it and the pages on theory name is there."""

import pkgutil
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INDEX = (ROOT / "docs" / "appendix" / "paper.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in INDEX.split("## The paper, label by label")[1].splitlines()
    if line.startswith("| ") and not line.startswith("| in the paper")
]
PAGES = ("appendix/paper.md", "errata.md", "proofs.md")

#: every label of a statement, algorithm or figure in the paper's source, in its order
LABELS = [
    "thm:vermapearl",
    "fig:warmup",
    "def:kclosure",
    "lem:kclosure",
    "lem:kclosureMAG",
    "thm:kclosure-char",
    "thm:richardsonspirtes",
    "lem:kclosurenodisc",
    "cor:kclosureequivalence",
    "thm:kmarkov",
    "fig:kess",
    "def:kessential",
    "def:subset",
    "lem:kesssubsetPAG",
    "alg:kPC",
    "lem:nodiscpath",
    "cor:kPCstep4",
    "thm:kPCsoundness",
    "fig:vsPC",
    "fig:asia",
    "lem:main",
    "lem:replacement_bidirected",
    "lem:replacement",
    "lem:no_overlap",
    "lem:k-collider",
    "lem:sameancestors",
    "lem:k_acyclic",
    "lem:helper-MAGcolliderremoval",
    "lem:replacementbidirected-mixed",
    "lem:helper-theorem-kclosure-char",
    "lem:nonadjindep",
    "lem:nonadjindepsize",
    "lem:R11",
    "lem:R12",
    "alg:FCI",
    "fig:R11example",
    "fig:R12example",
    "fig:nonlocality",
    "fig:validkclosure",
    "fig:size1kmec",
    "fig:incompleteness",
    "lem:app-vsLOCI",
    "fig:vsLOCI",
    "fig:vsNOTEARS",
    "fig:vsMorePC",
    "sec:vsMorePCCombined",
    "fig:vsConsPC",
]


def test_every_label_has_one_row_in_the_order_of_the_paper():
    assert [name for row in ROWS for name in re.findall(r"`(\w+:[\w-]+)`", row[0])] == LABELS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_is_full(row):
    _, function, test, page, status = row
    for name in re.findall(r"`([\w.]+)`", function):
        assert resolves(name), name
    assert re.fullmatch(r"`[\w/]+\.py::\w+`", test)
    assert re.search(r"\]\(\.\./\w+\.md(#[\w-]+)?\)", page)
    assert status


def resolves(name):
    """Say whether a dotted name is a module or something that a module holds."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("page", PAGES)
def test_tests_that_a_page_names_are_there(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+\.py)::(\w+)", text))
    assert named
    for path, name in named:
        (file,) = [found for found in (ROOT / "tests").rglob("*.py") if found.as_posix().endswith(f"/{path}")]
        assert re.search(rf"(?:class|def) {name}\b", file.read_text(encoding="utf-8")), (path, name)


@pytest.mark.parametrize("page", PAGES)
def test_labels_that_a_page_names_are_labels_of_the_paper(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert set(re.findall(r"`((?:lem|thm|cor|def|fig|alg):[\w-]+)`", text)) <= set(LABELS)
