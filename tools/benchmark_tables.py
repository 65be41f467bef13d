"""Write the tables that benchmarks keep into docs/benchmarks.md: ``python tools/benchmark_tables.py``.

A table stands between ``<!-- table: NAME -->`` and ``<!-- end -->``; what is between them is made here from
``benchmarks/results``, and the words around them are a person's.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # benchmarks is not installed

from benchmarks.record import kept_tables  # noqa: E402 - found only by the line above

PAGE = ROOT / "docs" / "benchmarks.md"
MARKED = re.compile(r"(?P<mark><!-- table: (?P<name>[^>]+) -->\n).*?(?P<end><!-- end -->)", re.DOTALL)


def render(page: str) -> str:
    """Return the page with every marked table as it is kept."""
    tables = kept_tables()

    def replaced(found: re.Match[str]) -> str:
        return f"{found['mark']}\n{tables[found['name']].markdown()}\n\n{found['end']}"

    return MARKED.sub(replaced, page)


def main() -> None:
    """Bring the page up to date."""
    PAGE.write_text(render(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
