"""How large saved results are, and how long it takes to write them and to read them back.

    python -m benchmarks.saved_files [--quick] [--save]

Gaussian data, 1,000 rows, 1.5 parents on average, k = 2; CPU seconds of one thread. Saving needs the graph
of every bound, so the time to orient them is shown, too.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import sepset as sp
from benchmarks.record import Table, arguments, finish
from benchmarks.workloads import gaussian

SIZES = (200, 1000)


def measure(variables: int, folder: Path) -> tuple[float, ...]:
    """Return the size of the file in MB, plain and gzipped, and the seconds to orient, write and read."""
    found = sp.kpc(gaussian(variables).sample(), k=2, threads=1)
    plain, packed = folder / "run.json", folder / "run.json.gz"
    start = time.process_time()
    for bound in range(found.k + 1):
        found.graph_at(bound)
    oriented = time.process_time()
    found.save(plain)
    written = time.process_time()
    sp.load(plain)
    read = time.process_time()
    found.save(packed)
    sizes = (path.stat().st_size / 1e6 for path in (plain, packed))
    return *sizes, oriented - start, written - oriented, read - written


def main() -> None:
    options = arguments(__doc__, quick="the smaller one only").parse_args()
    table = Table(
        "Saved results",
        {
            "variables": "count",
            "pairs": "count",
            "file, MB": "number",
            "gzipped, MB": "number",
            "orienting all bounds": "seconds",
            "writing": "seconds",
            "reading": "seconds",
        },
    )
    for variables in SIZES[:1] if options.quick else SIZES:
        with tempfile.TemporaryDirectory() as folder:
            table.add(variables, variables * (variables - 1) // 2, *measure(variables, Path(folder)))
    finish("saved_files", [table], save=options.save)


if __name__ == "__main__":
    main()
