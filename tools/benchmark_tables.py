"""Write the tables that benchmarks keep into the pages of the docs: ``python tools/benchmark_tables.py``.

A table stands between ``<!-- measured: NAME -->`` and ``<!-- end -->``; what is between them is made here
from ``benchmarks/results``, and the words around them are a person's.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # benchmarks is not installed

from benchmarks.record import kept_tables  # noqa: E402 - found only by the line above

PAGES = tuple(
    ROOT / "docs" / name for name in ("benchmarks.md", "results.md", "scale.md", "appendix/choosing.md")
)
MARKED = re.compile(r"<!-- measured: (?P<name>[^>]+) -->\n(?P<between>.*?)<!-- end -->", re.DOTALL)
#: Tables that benchmarks keep beside those of the pages, which tell of them in words, if at all.
ON_NO_PAGE = {
    "PC algorithms, first call",
    "PC algorithms, edges",
    "The k-closure of a large graph",
    "k-closures of 1,000 nodes",
}


def render(page: str) -> str:
    """Return the page with every marked table as it is kept."""
    tables = kept_tables()

    def replaced(found: re.Match[str]) -> str:
        name = found["name"]
        if name not in tables:
            raise ValueError(f"no benchmark keeps a table {name!r}; run its benchmark with --save")
        return f"<!-- measured: {name} -->\n\n{tables[name].markdown()}\n\n<!-- end -->"

    return MARKED.sub(replaced, page)


def main() -> None:
    """Bring the pages up to date."""
    for page in PAGES:
        page.write_text(render(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
