"""The tables of the pages on experiments, choosing and the posterior, and of their appendices, from CSV.

A page holds lines such as ``<!-- table: means pc15 sum -->``; what stands between such a line and the next
``<!-- end -->`` is replaced. Run ``python -m experiments.page``.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import sepset as sp
from experiments import claims
from experiments.figures import read
from experiments.markdown import markdown
from experiments.posterior_tables import (
    at_a_glance,
    averaged,
    calibration,
    elsewhere,
    larger,
    reliability,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from experiments.figures import Line

HERE = Path(__file__).resolve().parent
PAGES = tuple(
    HERE.parent / name
    for name in (
        "docs/index.md",
        "docs/experiments.md",
        "docs/choosing.md",
        "docs/posterior.md",
        "docs/appendix/experiments.md",
        "docs/appendix/choosing.md",
        "docs/appendix/posterior.md",
    )
)
LABELS = {
    "causal-learn": "PC of causal-learn",
    "pc": "PC",
    "cpc": "conservative PC",
    "cpc-auto": "conservative PC, our alpha",
    "published-all": "k-PC as published, all subsets",
    "published": "k-PC as published, neighbours",
    "program": "the published program",
    "ours": 'k-PC, alpha="auto"',
    "auto": '**k-PC, k="auto", alpha="auto"**',
    "exact-bic": "exact search by BIC",
    "loci": "LOCI",
    "notears": "NOTEARS, raw",
    "notears-standardised": "NOTEARS, standardised",
    "random": "control: random CPDAG",
    "empty": "control: empty",
    "complete": "control: complete",
}
_MARKER = re.compile(r"(<!-- table: (?P<call>[^>]+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def main() -> int:
    """Rewrite the tables of the pages; with --check only say whether they are as they should be."""
    stale = [page for page in PAGES if _renew(page, write="--check" not in sys.argv)]
    for page in stale:
        print(f"{page.name}: {'stale' if '--check' in sys.argv else 'rewritten'}", file=sys.stderr)
    return 1 if stale and "--check" in sys.argv else 0


def _renew(page: Path, *, write: bool) -> bool:
    old = page.read_text(encoding="utf-8")
    new = renewed(old)
    if write and new != old:
        page.write_text(new, encoding="utf-8")
    return new != old


def renewed(text: str) -> str:
    """Return a page with every table made anew."""
    return _MARKER.sub(lambda found: f"{found[1]}\n{_table(found['call'])}\n\n{found[3]}", text)


def _table(call: str) -> str:
    name, *arguments = call.split()
    return _TABLES[name](*arguments)


def _results(setting: str) -> list[Line]:
    return read(HERE / "results" / f"{setting}.csv")


def means(setting: str, measure: str) -> str:
    """Return the mean of a measure with its standard error: methods down, numbers of rows across."""
    lines = _results(setting)
    sizes = sorted({int(line["rows"]) for line in lines})
    cells = {(line["method"], line["k"], int(line["rows"])): _with_error(line, measure) for line in lines}
    rows = [
        [_label(*key), *(cells.get((*key, size), "") for size in sizes)]
        for key in _keys(lines)
        if any(cells.get((*key, size)) for size in sizes)
    ]
    return markdown([f"{measure.replace('_', ' ')}, N =", *map(str, sizes)], rows)


def everything(setting: str, rows: str) -> str:
    """Return all measures of all methods for one number of rows."""
    columns = (
        "skeleton",
        "arrowhead",
        "tail",
        "sum",
        "sum_corrected",
        "shd",
        "target_sum",
        "target_shd",
        "mcc",
        "conflicts",
        "edges",
    )
    lines = [line for line in _results(setting) if line["rows"] == rows]
    body = [
        [_label(line["method"], line["k"]), *(_short(line[column]) for column in columns), _time(line)]
        for key in _keys(lines)
        for line in lines
        if (line["method"], line["k"]) == key
    ]
    return markdown([f"N = {rows}", *(column.replace("_", " ") for column in columns), "median ms"], body)


def gains(setting: str) -> str:
    """Return the gains over the baseline in arrowhead, tail and skeleton F1, with one standard error."""
    lines = _results(setting)
    sizes = sorted({int(line["rows"]) for line in lines})
    rows = []
    for key in _keys(lines):
        if key[0] not in {"published", "published-all", "auto"}:
            continue
        for part in ("arrowhead", "tail", "skeleton", "sum"):
            chosen = {int(x["rows"]): x for x in lines if (x["method"], x["k"]) == key}
            cells = [_with_error(chosen[size], f"{part}_gain", sign="+") for size in sizes]
            rows.append([_label(*key), part, *cells])
    return markdown(["gain ± one standard error", "score", *map(str, sizes)], rows)


def generators(*settings: str) -> str:
    """Return the sum of F1 and what of it is above chance for generators that were not used for choosing."""
    keys = [("pc", ""), ("cpc", ""), ("published", "1"), ("published", "2"), ("cpc-auto", ""), ("auto", "")]
    rows = []
    for setting in settings:
        lines = _results(setting)
        for size in sorted({int(line["rows"]) for line in lines}):
            found = {(x["method"], x["k"]): x for x in lines if int(x["rows"]) == size}
            rows.append([setting, str(size), *(_both(found[key]) for key in keys)])
    return markdown(["setting", "N", *(_label(*key) for key in keys)], rows)


DENSITIES = ("choose10", "choose15", "choose30")
VARIANTS = {
    ("by rows", ""): '"auto"',
    ("by density", ""): "alpha times share of dependent pairs / 0.45",
    ("base 0.4", "4"): "alpha = 0.4 at every N",
    ("base 0.2", "4"): "alpha = 0.2 at every N, k = 4",
    ("base 0.2", "8"): "alpha = 0.2 at every N, k = 8",
    ("majority 0.2", "3"): "alpha = 0.2, k = 3, majority",
    ("base 0.2", "3"): "alpha = 0.2, k = 3, conservative",
}


def densities() -> str:
    """Return the sum of F1 and what is above chance for changes that might help sparse or dense graphs."""
    rows, sizes = [], []
    for setting in DENSITIES:
        lines = _results(setting)
        sizes = sorted({int(line["rows"]) for line in lines})
        found = {(x["method"], x["k"], int(x["rows"])): x for x in lines}
        for key, label in VARIANTS.items():
            cells = [_both(found[(*key, size)]) for size in sizes]
            rows.append([setting, label, *cells])
    return markdown(["setting", "N =", *map(str, sizes)], rows)


def each_k(*settings: str) -> str:
    """Return the sum of F1 and what is above chance for each k at alpha = 0.4."""
    rows, sizes = [], []
    for setting in settings:
        lines = [line for line in _results(setting) if line["method"] == "base 0.4"]
        sizes = sorted({int(line["rows"]) for line in lines})
        found = {(x["k"], int(x["rows"])): x for x in lines}
        bounds = sorted({line["k"] for line in lines})
        rows += [[setting, k, *(_both(found[k, size]) for size in sizes)] for k in bounds]
    return markdown(["setting", "k", *(f"N = {size}" for size in sizes)], rows)


def precision(setting: str) -> str:
    """Return precision and recall of edges, arrowheads and tails."""
    lines = [line for line in _results("precision") if line["setting"] == setting]
    columns = [
        f"{kind}_{part}" for part in ("skeleton", "arrowhead", "tail") for kind in ("precision", "recall")
    ]
    rows = [
        [line["rows"], _label(line["method"], line["k"]), *(_with_error(line, column) for column in columns)]
        for line in lines
    ]
    return markdown(["N", "method", *(column.replace("_", ", ") for column in columns)], rows)


#: So many that a pair leaves more others than the largest k, and few enough for that k.
CHOSEN_COLUMNS = 8


def chosen() -> str:
    """Return what "auto" chooses, read from the settings of runs on data of each shape."""
    random = np.random.default_rng(0)
    rows = []
    for size in (10, 20, 50, 100, 250, 500, 1000, 2000, 5000, 10_000, 100_000):
        cells = [str(size)]
        for levels in (2, 3, 4, None):
            table = _independent(size, levels, random)
            found = sp.kpc(
                sp.dataset(table, kinds="discrete" if levels else "continuous"), k="auto", alpha="auto"
            )
            cells.append(f"{found.settings['k']}, {found.settings['alpha']:.2g}")
        rows.append(cells)
    return markdown(["N", "2 levels: k, alpha", "3 levels", "4 levels", "continuous"], rows)


HEADLINES = ("pc15", "agrum30", "pc30")
GOALS = {
    "pc15": (0.45, 0.99, 1.22, 1.52, 1.77, 1.98),
    "agrum30": (0.36, 0.83, 1.06, 1.37, 1.60, 1.79),
    "pc30": (0.36, 0.83, 1.06, 1.37, 1.60, 1.79),
}


def goals() -> str:
    """Return the goals for the sum of F1 and what was reached."""
    rows, sizes = [], []
    for setting, wanted in GOALS.items():
        found = {int(x["rows"]): x for x in _results(setting) if x["method"] == "auto"}
        sizes = sorted(found)
        rows.append([f"goal, {setting}", *(f"{goal:.2f}" for goal in wanted)])
        rows.append([f"**reached, {setting}**", *(_with_error(found[size], "sum") for size in sizes)])
    return markdown(["N =", *map(str, sizes)], rows)


def headline(measure: str) -> str:
    """Return one measure of the methods that matter on the three settings of the paper."""
    keys = [("random", ""), ("empty", ""), ("pc", ""), ("cpc", ""), ("published", "0"), ("published", "2")]
    rows, sizes = [], []
    for setting in HEADLINES:
        lines = _results(setting)
        sizes = sorted({int(line["rows"]) for line in lines})
        cells = {(x["method"], x["k"], int(x["rows"])): _with_error(x, measure) for x in lines}
        rows += [
            [setting, _label(*key), *(cells[(*key, size)] for size in sizes)]
            for key in (*keys, ("loci", "0"), ("exact-bic", ""), ("cpc-auto", ""), ("auto", ""))
        ]
    return markdown(["setting", measure.replace("_", " ") + ", N =", *map(str, sizes)], rows)


def claimed(whose: str) -> str:
    """Return the claims of the paper with our verdicts, for its algorithm or the published program."""
    judged = {"paper": claims.PAPER, "program": claims.PROGRAM}[whose]
    return markdown(["the paper says", "here", "numbers"], claims.table(judged), right=False)


def _independent(rows: int, levels: int | None, random: np.random.Generator) -> np.ndarray:
    """Return columns that have all their levels, or continuous ones, and nothing to do with each other."""
    if levels is None:
        return random.standard_normal((rows, CHOSEN_COLUMNS))
    return np.stack([random.permutation(np.arange(rows) % levels) for _ in range(CHOSEN_COLUMNS)], axis=1)


def _keys(lines: Iterable[Line]) -> list[tuple[str, str]]:
    order = list(LABELS)
    return sorted({(x["method"], x["k"]) for x in lines}, key=lambda key: (order.index(key[0]), key[1]))


def _label(method: str, k: str) -> str:
    return LABELS[method] + (f", k = {k}" if k else "")


def repaired() -> str:
    """Return what repairing contradictions changes, for each size, bound and number of rows."""
    measures = {"sum": "F1 sum", "sum_corrected": "above chance", "shd": "SHD", "mcc": "CI-MCC"}
    rows = []
    for line in _results("repair"):
        cells = [line["nodes"], line["k"], line["rows"], f"{line['agreeing']} of {line['models']}"]
        cells.append(f"{float(line['overruled']):.1f}")
        for measure in measures:
            cells += [f"{float(line[measure]):.2f}", _with_error(line, f"{measure}_gain", sign="+")]
        rows.append([*cells, f"{float(line['seconds']):.1f}"])
    gains = [part for title in measures.values() for part in (title, "gain")]
    return markdown(["nodes", "k", "N", "some DAG agrees", "overruled", *gains, "CPU s"], rows)


def mixed_k() -> str:
    """Return the sum of F1, above chance in brackets, for each k and number of rows on mixed models."""
    lines = _results("mixed_k")
    sizes = sorted({int(line["rows"]) for line in lines})
    found = {(line["k"], int(line["rows"])): line for line in lines}
    rows = [
        [k, *(f"{float(found[k, n]['sum']):.2f} ({float(found[k, n]['sum_corrected']):.2f})" for n in sizes)]
        for k in sorted({line["k"] for line in lines})
    ]
    return markdown(["k", *(f"N = {size}" for size in sizes)], rows)


def recorded() -> str:
    """Return how many edges LOCI leaves, and one with recorded sets only; true ones in brackets."""
    rows = []
    for line in _results("loci_recorded"):
        cells = [
            f"{line[f'{way}_edges']} ({line[f'{way}_true']})" for way in ("skeleton", "loci", "recorded")
        ]
        rows.append([line["k"], line["rows"], *cells])
    return markdown(["k", "N", "skeleton", "left by LOCI", "left with recorded sets only"], rows)


def _with_error(line: Line, measure: str, *, sign: str = "") -> str:
    """Return a mean ± one standard error: what ± says in every table."""
    if not line[measure]:
        return ""
    error = f" ± {float(line[f'{measure}_se']):.2f}" if line[f"{measure}_se"] else ""
    return f"{float(line[measure]):{sign}.2f}{error}"


def _both(line: Line) -> str:
    return f"{float(line['sum']):.2f} / {float(line['sum_corrected']):.2f}"


def _short(value: str) -> str:
    return f"{float(value):.2f}" if value else ""


def _time(line: Line) -> str:
    for row in read(HERE / "results" / "times.csv"):
        if all(row[name] == line[name] for name in ("setting", "rows", "method", "k")):
            return f"{float(row['median_ms']):.1f}" if float(row["median_ms"]) else ""
    return ""


_TABLES: dict[str, Callable[..., str]] = {
    "means": means,
    "everything": everything,
    "gains": gains,
    "generators": generators,
    "densities": densities,
    "each_k": each_k,
    "precision": precision,
    "chosen": chosen,
    "claims": claimed,
    "goals": goals,
    "headline": headline,
    "at_a_glance": at_a_glance,
    "averaged": averaged,
    "elsewhere": elsewhere,
    "larger": larger,
    "calibration": calibration,
    "reliability": reliability,
    "mixed_k": mixed_k,
    "recorded": recorded,
    "repaired": repaired,
}

if __name__ == "__main__":
    sys.exit(main())
