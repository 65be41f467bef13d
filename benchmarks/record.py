"""Tables of measurements: printed, kept as JSON in ``benchmarks/results``, and shown on pages of the docs.

A benchmark fills a `Table` for each question, and `--save` keeps them, with the versions that were measured
and nothing about the day or the machine but its instruction set. ``python tools/benchmark_tables.py`` writes
what is kept into the pages, between the marks that name a table.

>>> table = Table("times", {"data": "text", "learn": "seconds", "ratio": "number"})
>>> table.add("asia", 0.0123, 17.2)
>>> print(table.markdown())
| data | learn | ratio |
|---|---|---|
| asia | .012 | 17 |
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

import sepset as sp
from sepset.kernels import instruction_set

if TYPE_CHECKING:
    from collections.abc import Callable

    Made = TypeVar("Made")

RESULTS = Path(__file__).resolve().parent / "results"

#: How a column is written: text as it is, seconds and numbers with two digits, exact numbers with all, counts
#: with commas. A ratio has two digits and at least two decimals, so that 1.02 does not look like 1. Tenths
#: have one decimal and thousandths three. Any cell may be text ("> 20").
CellKind: TypeAlias = Literal["text", "seconds", "number", "ratio", "tenths", "thousandths", "exact", "count"]
Cell: TypeAlias = str | float | int | None
_DECIMALS = {"ratio": 2, "tenths": 1, "thousandths": 3}


@dataclass
class Table:
    """What is measured: a name, columns with their kinds, and rows."""

    name: str
    columns: dict[str, CellKind]
    rows: list[list[Cell]] = field(default_factory=list)

    def add(self, *cells: Cell) -> None:
        """Add a row, one cell a column; None is "not measured"."""
        if len(cells) != len(self.columns):
            raise ValueError(f"{len(cells)} cells for the {len(self.columns)} columns of {self.name!r}")
        self.rows.append(list(cells))

    def markdown(self) -> str:
        """Return the table as a page shows it."""
        kinds = self.columns.values()
        lines = [list(self.columns), ["---"] * len(self.columns)]
        lines += [[written(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in self.rows]
        head, rule, *body = lines
        return "\n".join([_line(head), f"|{'|'.join(rule)}|", *map(_line, body)])


def written(cell: Cell, kind: CellKind) -> str:
    """Return a cell as text.

    >>> written(0.00163, "seconds"), written(23.4, "seconds"), written(1234, "count"), written(None, "number")
    ('.0016', '23', '1,234', '-')
    >>> written(1.01, "number"), written(0.1, "seconds"), written(3456, "number")
    ('1.0', '.10', '3,500')
    >>> written(1.0234, "ratio"), written(0.0046, "ratio"), written(2.44, "tenths"), written(1, "thousandths")
    ('1.02', '0.0046', '2.4', '1.000')
    """
    if cell is None:
        return "-"
    if isinstance(cell, str) or kind in ("text", "exact"):
        return str(cell)
    if kind == "count":
        return f"{cell:,.0f}"
    decimals = max(0, 1 - math.floor(math.log10(abs(cell)))) if cell else 0
    if kind in _DECIMALS:
        finer = decimals if kind == "ratio" else 0
        return f"{cell:,.{max(_DECIMALS[kind], finer)}f}"
    text = f"{float(f'{cell:.2g}'):,.{decimals}f}"
    return text.removeprefix("0") if kind == "seconds" and text.startswith("0.") else text


def arguments(doc: str | None, *, quick: str) -> argparse.ArgumentParser:
    """Return the options that benchmarks share: --quick, which is `quick`, and --save."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--save", action="store_true", help="keep the tables, for the pages of the docs")
    return parser


def least_cpu(work: Callable[[], Made], repeats: int = 1) -> tuple[float, Made]:
    """Do some work several times; return the fewest CPU seconds of this process, and what was made last.

    >>> seconds, made = least_cpu(lambda: sum(range(1000)), repeats=3)
    >>> 0 <= seconds < 1, made
    (True, 499500)
    """
    best = math.inf
    for _ in range(repeats):
        start = time.process_time()
        made = work()
        best = min(best, time.process_time() - start)
    return best, made


def finish(benchmark: str, tables: list[Table], *, save: bool) -> None:
    """Print tables, and keep them if asked."""
    for table in tables:
        print(f"\n{table.name}\n\n{table.markdown()}", flush=True)
    if save:
        kept = {
            "benchmark": benchmark,
            "sepset": sp.__version__,
            "python": platform.python_version(),
            "instructions": instruction_set(),
            "tables": [asdict(table) for table in tables],
        }
        RESULTS.mkdir(exist_ok=True)
        text = json.dumps(kept, indent=1, ensure_ascii=False)
        (RESULTS / f"{benchmark}.json").write_text(text + "\n", encoding="utf-8")


def kept_tables() -> dict[str, Table]:
    """Return every table that is kept, by name."""
    tables: dict[str, Table] = {}
    for path in sorted(RESULTS.glob("*.json")):
        for table in json.loads(path.read_text(encoding="utf-8"))["tables"]:
            if table["name"] in tables:
                raise ValueError(f"{path.name}: there are two tables {table['name']!r}; rename one")
            tables[table["name"]] = Table(**table)
    return tables


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
