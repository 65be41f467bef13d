"""The one command: ``python -m experiments [--quick]``."""

from __future__ import annotations

import argparse
import csv
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from experiments import packaged, reference, reliability
from experiments.chunks import versions
from experiments.precision import MODELS, write_precision
from experiments.reliability import write_reliability
from experiments.run import run
from experiments.settings import SETTINGS
from experiments.summary import write_distributions, write_summary, write_times

if TYPE_CHECKING:
    from collections.abc import Sequence

    from experiments.models import Setting

HERE = Path(__file__).resolve().parent
_WITH_DISTRIBUTIONS = ("pc15", "pc30", "loci", "notears", "program15")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiments, or those that are asked for, and write results and figures."""
    options = _parser().parse_args(arguments)
    settings = [_sized(setting, options) for setting in SETTINGS if _wanted(setting, options.only)]
    out = Path(options.out) if options.out else (HERE / "results")
    if options.quick and not options.out:
        out = Path(tempfile.mkdtemp(prefix="experiments-"))
    kept = Path(options.keep) if options.keep else (out / "runs" if options.quick else HERE / "runs")
    everything = run(settings, kept, options.workers, any_code=options.any_code)
    for setting, models in everything:
        write_summary(setting, models, out)
        if setting.name in _WITH_DISTRIBUTIONS:
            write_distributions(setting, models, out)
    write_times(everything, out)
    if not options.only:
        write_precision(out, models=2 if options.quick else MODELS)
        write_reliability(out, models=2 if options.quick else reliability.MODELS)
    _write_versions(out)
    if not options.no_figures:
        from experiments.figures import draw_all

        draw_all(out, out / "figures" if options.out or options.quick else HERE.parent / "docs" / "figures")
    print(f"results are in {out}", file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m experiments", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="few draws, under two minutes, into a new folder"
    )
    parser.add_argument("--only", nargs="+", metavar="SETTING", help="run these settings only")
    parser.add_argument("--models", type=int, help="at most this many models of each setting")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1), help="processes")
    parser.add_argument("--out", help="folder for CSV files and figures; results/ by default")
    parser.add_argument("--keep", help="folder for single runs, from which a stopped run goes on")
    parser.add_argument("--any-code", action="store_true", help="use kept runs although the code has changed")
    parser.add_argument("--no-figures", action="store_true", help="CSV files only")
    return parser


def _wanted(setting: Setting, only: list[str] | None) -> bool:
    if only is not None:
        return setting.name in only
    if "causal-learn" in setting.methods and not reference.available():
        return False
    return setting.name.removeprefix("posterior_") not in packaged.NAMES or packaged.available()


def _sized(setting: Setting, options: argparse.Namespace) -> Setting:
    return setting.quick() if options.quick else setting.smaller(options.models)


def _write_versions(out: Path) -> None:
    with (out / "versions.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([("what", "version"), *versions().items()])


if __name__ == "__main__":
    sys.exit(main())
