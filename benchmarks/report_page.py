"""The report page: how large it is and how long it takes, for 8, 40 and 150 variables.

    python benchmarks/report_page.py [--beside PYTHON] [--json FILE]

Learning and orienting come first; what is timed is the page alone, in CPU seconds, the best of five. With
--beside the same is measured by the interpreter of another environment, such as one with an older sepset, in
the same run, and the table has the ratio of the two. --json writes the numbers to a file, - for stdout.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sepset as sp
from sepset.report.html import to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

REPEATS = 5


def results() -> Iterator[tuple[str, Any]]:
    """Yield results by name; Asia is discrete, the others are linear Gaussian with 1.3 edges a variable."""
    yield "asia, k = 1", sp.kpc(sp.asia().sample(5000, seed=1), k=1)
    for n in (40, 150):
        dag = sp.simulate.random_dag(n, edges=int(1.3 * n), seed=1)
        data = sp.simulate.linear_gaussian(dag, seed=1).sample(1000, seed=2)
        yield f"{n} variables, k = 2", sp.kpc(data, k=2)


def measured(found: Any) -> dict[str, float]:
    """Return the bytes of a page and the least time that it took."""
    edges = [found.graph_at(j).edge_count() for j in range(found.k + 1)]
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        page = to_bytes(found)
        best = min(best, time.process_time() - start)
    return {"edges": sum(edges), "bytes": len(page), "seconds": round(best, 4)}


def beside(python: str) -> dict[str, dict[str, float]]:
    """Return the same numbers from another interpreter."""
    done = subprocess.run(
        [python, str(Path(__file__).resolve()), "--json", "-"], capture_output=True, text=True, check=True
    )
    answer: dict[str, dict[str, float]] = json.loads(done.stdout)
    return answer


def show(here: dict[str, dict[str, float]], there: dict[str, dict[str, float]]) -> None:
    """Print a table, with ratios where there is another environment."""
    print("| result | edges, all k | bytes | CPU s |" + (" bytes, ratio | time, ratio |" if there else ""))
    print("|---|---|---|---|" + ("---|---|" if there else ""))
    for name, now in here.items():
        row = f"| {name} | {now['edges']:,.0f} | {now['bytes']:,.0f} | {now['seconds']:.3f} |"
        if there:
            ratios = (now[key] / there[name][key] for key in ("bytes", "seconds"))
            row += "".join(f" {ratio:.2f} |" for ratio in ratios)
        print(row)


def main() -> None:
    """Measure, and print or write what came out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--beside", metavar="PYTHON", help="the interpreter of another environment")
    parser.add_argument("--json", metavar="FILE", help="write the numbers as JSON; - is stdout")
    options = parser.parse_args()
    here = {name: measured(found) for name, found in results()}
    if options.json == "-":
        json.dump(here, sys.stdout)
        return
    there = beside(options.beside) if options.beside else {}
    if options.json:
        numbers = {"here": here, "beside": there}
        Path(options.json).write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
    show(here, there)


if __name__ == "__main__":
    main()
