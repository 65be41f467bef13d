"""How time and memory of `kpc` grow with the number of columns and of rows.

    python benchmarks/growth.py [--quick]

Gaussian data with n = 250 to 5,000 columns and 1,000 rows, then binary and Gaussian data with 100 columns
and 1,000 to 1,000,000 rows, all with k = 1 on one thread. "Data" is the size of the array that is learned
from; the peak of memory (Linux only) counts the whole process, interpreter and libraries included.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np
from peers import run
from workloads import Workload, gaussian, large_gaussian_values

SEARCHES = ("sepset neighbours", "sepset all")


def print_growth(title, labelled_values, timeout):
    print(f"\n{title}")
    searches = " ".join(f"{search:>18}" for search in SEARCHES)
    print(f"{'':>12} {'data MB':>9} {searches} {'edges':>8} {'peak MB':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for label, values in labelled_values:
            path = Path(folder) / "values.npz"
            np.savez(path, values=values)
            results = [run(search, 1, path, timeout, ks=(1,))[0].get(1) for search in SEARCHES]
            times = " ".join(
                f"{result['learn']:>16.3f} s" if result else f"{f'> {timeout} s':>18}" for result in results
            )
            first = results[0] or results[1] or {"edges": "-", "peak": float("nan")}
            size = values.nbytes / 2**20
            print(f"{label:>12} {size:>9.1f} {times} {first['edges']:>8} {first['peak']:>9.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="up to 1,000 columns and 10,000 rows")
    quick = parser.parse_args().quick
    timeout = 20 if quick else 60
    columns = (250, 500, 1_000) if quick else (250, 500, 1_000, 2_000, 5_000)
    rows = (1_000, 10_000) if quick else (1_000, 10_000, 100_000, 1_000_000)
    by_columns = ((f"n = {n:,}", large_gaussian_values(n, 1_000)) for n in columns)
    print_growth("Gaussian, 1,000 rows, k = 1", by_columns, timeout)
    binary = ((f"N = {n:,}", Workload("", 100, n, 150, (2,)).values().astype(np.uint8)) for n in rows)
    print_growth("100 binary columns, k = 1", binary, timeout)
    print_growth(
        "100 Gaussian columns, k = 1", ((f"N = {n:,}", gaussian(100, n).values()) for n in rows), timeout
    )


if __name__ == "__main__":
    main()
