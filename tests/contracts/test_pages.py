"""The pages of the documentation: which there must be, where they are found, what belongs into appendices."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
NAVIGATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
#: what a reader looks for, and the page that has it
WANTED = {
    "start": "start.md",
    "read your first graph": "reading.md",
    "a messy table": "tables.md",
    "knowledge": "knowledge.md",
    "how sure": "how-sure.md",
    "few rows": "few-rows.md",
    "many variables": "many-variables.md",
    "compare with PC": "compare-with-pc.md",
    "theory": "theory.md",
    "errata": "errata.md",
    "rules": "rules.md",
    "the reference": "api/index.md",
    "benchmarks": "benchmarks.md",
    "experiments": "experiments.md",
    "coming from": "coming-from.md",
    "questions": "faq.md",
    "gallery": "gallery/index.md",
    "architecture": "architecture.md",
    "choosing": "choosing.md",
}
GALLERY = sorted(path for path in (DOCS / "gallery").glob("*.md") if path.name != "index.md")
#: rows of a table of numbers on a page to read; longer ones are for those who look something up
MOST_ROWS = 20


@pytest.mark.parametrize("page", WANTED.values(), ids=list(WANTED))
def test_what_a_reader_looks_for_is_in_the_navigation(page):
    assert (DOCS / page).is_file()
    assert re.search(rf"(?m)^ +- (?:[^:]+: )?{re.escape(page)}$", NAVIGATION)


@pytest.mark.parametrize("page", GALLERY, ids=lambda page: page.stem)
def test_a_page_of_the_gallery_is_worked_to_its_end(page):
    """From a data set that ships with a library to what may be said, and what may not."""
    text = page.read_text(encoding="utf-8")
    assert re.search(r"from sklearn\.datasets import|statsmodels", text)
    assert (
        text.index("```python") < text.index("## What you may conclude") < text.index("## What you may not")
    )
    for part in re.split(r"(?m)^## ", text)[-2:]:
        assert len(re.findall(r"(?m)^- ", part)) >= 2
    assert f"gallery/{page.name}" in NAVIGATION
    assert f"({page.name})" in (DOCS / "gallery" / "index.md").read_text(encoding="utf-8")


def tables_of_numbers(text):
    """Yield how many rows each table has in which more than half of the cells are numbers."""
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        rows = [line.strip().strip("|").split("|") for line in table.splitlines()[2:]]
        cells = [cell.strip() for row in rows for cell in row]
        if sum(re.fullmatch(r"[-−<>~±%×.,/\d\s()*e]+", cell) is not None for cell in cells) > len(cells) / 2:
            yield len(rows)


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_long_tables_of_numbers_are_in_appendices(page):
    assert max(tables_of_numbers(page.read_text(encoding="utf-8")), default=0) <= MOST_ROWS


def test_appendices_have_long_tables():
    """The check above sees tables where there are some."""
    longest = [
        max(tables_of_numbers(page.read_text(encoding="utf-8")), default=0)
        for page in (DOCS / "appendix").glob("*.md")
    ]
    assert max(longest) > MOST_ROWS
