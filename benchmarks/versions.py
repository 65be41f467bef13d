"""This sepset compared with an older one: the import, the command line, learners, the report page.

    python -m benchmarks.versions OLD NEW [--save]

OLD and NEW are folders that hold an installed sepset (``pip install --target FOLDER --no-deps .`` in a
checkout of each). The same questions are put to both in turn, several times, in processes of their own; the
least CPU time of each counts, and the ratio is what to look at: above 1 the new one is slower. Names that
both versions have are used and no others.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.record import Table, arguments, finish

ROUNDS = 7

#: A question is a piece of code that prints CPU seconds, or seconds and bytes; an empty one is the process.
#: It runs with nothing but one version's folder on the path, so it brings what `least_cpu` of `record` does.
_TIMED = """
import time
def least(work, times=5):
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return best, result
import sepset as sp
"""
_ORACLE = """
oracle = sp.Oracle(sp.simulate.random_dag({n}, edges={edges}, seed=1))
print(least(lambda: sp.kpc(oracle, k={k}).graph)[0])
"""
_DATA = """
dag = sp.simulate.random_dag({n}, edges={edges}, seed=1)
data = sp.simulate.{model}(dag, seed=1).sample({rows}, seed=2)
print(least(lambda: sp.{learner}(data, k={k}, threads=1).graph)[0])
"""
_PAGE = """
from sepset.report.html import to_bytes
{data}
found = sp.kpc(data, k={k})
[found.graph_at(j) for j in range(found.k + 1)]
seconds, page = least(lambda: to_bytes(found))
print(seconds, len(page))
"""
_ASIA = "data = sp.asia().sample(5000, seed=1)"
_GAUSSIAN = """
dag = sp.simulate.random_dag({n}, edges={edges}, seed=1)
data = sp.simulate.linear_gaussian(dag, seed=1).sample(1000, seed=2)
"""

QUESTIONS = {
    "import sepset": "import sepset",
    "sepset --help": "import sys; sys.argv[1:] = ['--help']; from sepset.cli import main; main()",
    "sepset learn, 37 columns, k = 1": "import sys; sys.argv[1:] = ['learn', {csv!r}, '-k', '1', '--quiet']; "
    "from sepset.cli import main; main()",
    "k-PC, oracle, 100 nodes, k = 1": _TIMED + _ORACLE.format(n=100, edges=150, k=1),
    "k-PC, oracle, 200 nodes, k = 2": _TIMED + _ORACLE.format(n=200, edges=300, k=2),
    "k-PC, 100 binary x 10,000, k = 2": _TIMED
    + _DATA.format(n=100, edges=150, model="random_network", rows=10_000, learner="kpc", k=2),
    "k-PC, 200 Gaussian x 1,000, k = 2": _TIMED
    + _DATA.format(n=200, edges=300, model="linear_gaussian", rows=1_000, learner="kpc", k=2),
    "LOCI, 60 binary x 1,000, k = 1": _TIMED
    + _DATA.format(n=60, edges=90, model="random_network", rows=1_000, learner="loci", k=1),
    "the page: asia, k = 1": _TIMED + _PAGE.format(data=_ASIA, k=1),
    "the page: 40 variables, k = 2": _TIMED + _PAGE.format(data=_GAUSSIAN.format(n=40, edges=52), k=2),
    "the page: 150 variables, k = 2": _TIMED + _PAGE.format(data=_GAUSSIAN.format(n=150, edges=195), k=2),
}


def check_folders(folders: list[str], cache: str) -> None:
    """Stop if a folder's sepset is not the one that runs: an editable install comes before any path."""
    for folder in folders:
        done = run("import sepset; print(sepset.__file__)", folder, cache)
        if not Path(done.stdout.strip()).is_relative_to(folder):
            sys.exit(
                f"{folder} would not be measured: Python finds {done.stdout.strip()} first; "
                "use an environment without sepset, with PYTHONPATH set to NEW"
            )


def run(code: str, folder: str, cache: str) -> subprocess.CompletedProcess[str]:
    """Run code with the sepset in a folder, in a process of its own."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPATH": folder,
        "PYTHONPYCACHEPREFIX": cache,
        "OPENBLAS_NUM_THREADS": "1",
    }
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=cache)


def asked(code: str, folder: str, cache: str) -> tuple[float, int | None]:
    """Return the CPU seconds of some code with the sepset in a folder, and the bytes that it made, if any."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(code, folder, cache)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if code.startswith(_TIMED):
        seconds, *size = done.stdout.split()
        return float(seconds), int(size[0]) if size else None
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, None


def main() -> None:
    parser = arguments(__doc__, quick="two rounds")
    parser.add_argument("folders", nargs=2, metavar=("OLD", "NEW"), help="folders with an installed sepset")
    options = parser.parse_args()
    options.folders = [str(Path(folder).resolve()) for folder in options.folders]
    table = Table(
        "Before and after",
        {
            "what": "text",
            "before, CPU s": "seconds",
            "after, CPU s": "seconds",
            "time, after / before": "ratio",
            "bytes, after / before": "ratio",
        },
    )
    with tempfile.TemporaryDirectory() as cache:
        csv = Path(cache) / "data.csv"
        write_table(csv)
        check_folders(options.folders, cache)
        for what, code in QUESTIONS.items():
            question = code.replace("{csv!r}", repr(str(csv)))
            # In turn, and the first round writes the bytecode that the others read.
            rounds = [
                [asked(question, folder, cache) for folder in options.folders]
                for _ in range(1 + (2 if options.quick else ROUNDS))
            ]
            answers = [*zip(*rounds, strict=True)]
            old, new = (min(seconds for seconds, _ in seen[1:]) for seen in answers)
            sizes = [seen[0][1] for seen in answers]
            ratio = sizes[1] / sizes[0] if sizes[0] and sizes[1] else None
            table.add(what, old, new, new / old, ratio)
            print(f"{what}: {new / old:.2f}", flush=True)
    finish("versions", [table], save=options.save)


def write_table(path: Path) -> None:
    """Write a table of 37 columns as CSV."""
    from benchmarks.workloads import MIXED

    columns = [f"x{i}" for i in range(MIXED.columns)]
    rows = [columns, *([f"l{value}" for value in row] for row in MIXED.values().tolist())]
    path.write_text("".join(",".join(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
