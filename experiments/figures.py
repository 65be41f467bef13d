"""Figures from the CSV files: the same files give the same bytes."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from experiments import drawing

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Line = dict[str, str]

#: name in the files, k -> label, colour, line style
STYLES: dict[tuple[str, str], tuple[str, str, str]] = {
    ("causal-learn", ""): ("PC of causal-learn", "#7b1e1e", "-"),
    ("pc", ""): ("PC", "#444444", "-"),
    ("cpc", ""): ("conservative PC", "#999999", "-"),
    ("cpc-auto", ""): ("conservative PC, our alpha", "#999999", "--"),
    ("published", "0"): ("k-PC, k = 0", "#1b6ca8", "-"),
    ("published", "1"): ("k-PC, k = 1", "#3a9d5d", "-"),
    ("published", "2"): ("k-PC, k = 2", "#d98200", "-"),
    ("program", "0"): ("the program, k = 0", "#1b6ca8", "--"),
    ("program", "1"): ("the program, k = 1", "#3a9d5d", "--"),
    ("program", "2"): ("the program, k = 2", "#d98200", "--"),
    ("exact-bic", ""): ("exact search by BIC", "#16a085", "-."),
    ("loci", "0"): ("LOCI, k = 0", "#1b6ca8", ":"),
    ("loci", "1"): ("LOCI, k = 1", "#3a9d5d", ":"),
    ("loci", "2"): ("LOCI, k = 2", "#d98200", ":"),
    ("notears", ""): ("NOTEARS, raw", "#7d3c98", "-"),
    ("notears-standardised", ""): ("NOTEARS, standardised", "#7d3c98", "--"),
    ("auto", ""): ('k-PC, "auto"', "#c0392b", "-"),
    ("random", ""): ("random, right density", "#bbbbbb", ":"),
}
SCORES = {
    "arrowhead": "arrowhead F1",
    "tail": "tail F1",
    "skeleton": "skeleton F1",
    "head_and_tail": "arrowhead + tail",
    "sum": "sum of three",
}


def read(path: Path) -> list[Line]:
    """Return the lines of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def draw_all(results: Path, figures: Path) -> None:
    """Draw every figure whose results are there."""
    import matplotlib as mpl

    mpl.use("svg")
    figures.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(
        {"svg.hashsalt": "sepset", "svg.fonttype": "none", "font.size": 8, "font.family": "sans-serif"}
    ):
        _draw_distributions(results, figures)
        _draw_lines(results, figures)
        _draw_reliability(results, figures)
        _draw_choosing(results, figures)
        drawing.draw_all(figures)


def _draw_distributions(results: Path, figures: Path) -> None:
    parts = ("arrowhead", "tail", "skeleton")
    both = ("head_and_tail", "sum")
    for file, name, scores, keys in (
        ("pc15", "pc15", parts, _OF_PAPER),
        ("pc30", "pc30", parts, _OF_PAPER),
        ("pc15", "combined15", both, _OF_PAPER),
        ("pc30", "combined30", both, _OF_PAPER),
        ("pc15", "cpc", parts, [("cpc", ""), *_OF_PAPER[1:]]),
        ("loci", "loci", parts, [*_BOUNDED, *(("loci", k) for k in "012"), ("auto", ""), ("random", "")]),
        ("program15", "program15", parts, [("causal-learn", ""), *(("program", k) for k in "012")]),
        ("notears", "notears", parts, [*_OF_PAPER, ("notears", ""), ("notears-standardised", "")]),
    ):
        path = results / f"{file}_ecdf.csv"
        if path.exists():
            _save(_distributions(read(path), scores, keys), figures / f"{name}.svg")


_BOUNDED = [("published", k) for k in "012"]
_OF_PAPER = [("pc", ""), *_BOUNDED, ("auto", ""), ("random", "")]


def _distributions(lines: list[Line], scores: tuple[str, ...], keys: list[tuple[str, str]]) -> Figure:
    """Draw one row of axes for each number of data rows, one column for each score; the lower the better."""
    from matplotlib.figure import Figure

    sizes = sorted({int(line["rows"]) for line in lines})
    figure = Figure(figsize=(2.4 * len(scores) + 0.6, 1.7 * len(sizes) + 0.6), layout="constrained")
    grid = [name for name in lines[0] if name.replace(".", "").isdigit()]
    axes = figure.subplots(len(sizes), len(scores), squeeze=False)
    for row, size in zip(axes, sizes, strict=True):
        for place, score in zip(row, scores, strict=True):
            chosen = {
                (line["method"], line["k"]): line
                for line in lines
                if int(line["rows"]) == size and line["score"] == score
            }
            most = {"sum": 3.0, "head_and_tail": 2.0}.get(score, 1.0)
            shown = [x for x in grid if float(x) <= most]
            for key in filter(chosen.__contains__, keys):
                label, colour, style = STYLES[key]
                shares = [float(chosen[key][x]) for x in shown]
                place.plot([float(x) for x in shown], shares, style, color=colour, lw=1.1, label=label)
            place.set(title=f"{SCORES[score]}, N = {size}", xlim=(0, most), ylim=(0, 1.02))
    figure.legend(*axes[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return figure


def _draw_lines(results: Path, figures: Path) -> None:
    """Draw mean scores against N with one standard error: raw, corrected for chance, SHD."""
    keys = [*_OF_PAPER, ("cpc", ""), ("cpc-auto", ""), ("exact-bic", "")]
    for name in ("pc15", "pc30"):
        path = results / f"{name}.csv"
        if not path.exists():
            continue
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9, 3.4), layout="constrained")
        axes = figure.subplots(1, 3)
        measures = {"sum": "sum of F1", "sum_corrected": "sum of F1 above chance", "shd": "SHD to the CPDAG"}
        for place, (measure, title) in zip(axes, measures.items(), strict=True):
            _mean_lines(place, read(path), measure, keys)
            place.set(title=title, xlabel="rows N", xscale="log")
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
        _save(figure, figures / f"means_{name}.svg")


def _mean_lines(place: Axes, lines: list[Line], measure: str, keys: list[tuple[str, str]]) -> None:
    for key in keys:
        chosen = [line for line in lines if (line["method"], line["k"]) == key]
        if chosen:
            label, colour, style = STYLES[key]
            place.errorbar(
                [int(line["rows"]) for line in chosen],
                [float(line[measure]) for line in chosen],
                yerr=[float(line[f"{measure}_se"] or 0) for line in chosen],
                color=colour,
                ls=style,
                lw=1.1,
                capsize=2,
                label=label,
            )


def _draw_reliability(results: Path, figures: Path) -> None:
    """Draw what a posterior said against how often it was so, from 100 rows on; the diagonal is honest."""
    from matplotlib.figure import Figure

    path = results / "reliability.csv"
    if not path.exists():
        return
    claims = [line for line in read(path) if int(line["rows"]) >= 100]
    groups = {"binary, uniform tables": ("posterior15", "posterior30")} | {
        name.removeprefix("posterior_"): (name,)
        for name in dict.fromkeys(line["setting"] for line in claims)
        if name not in ("posterior15", "posterior30")
    }
    figure = Figure(figsize=(9, 3.3), layout="constrained")
    axes = figure.subplots(1, 3)
    for place, mark in zip(axes, ("adjacency", "arrowhead", "tail"), strict=True):
        place.plot([0, 1], [0, 1], color="#bbbbbb", lw=0.8)
        for colour, (label, settings) in zip(_COLOURS[1:], groups.items(), strict=False):
            chosen = [x for x in claims if x["mark"] == mark and x["setting"] in settings]
            place.plot(*_reliability(chosen), "o-", color=colour, lw=1.0, ms=3, label=label)
        place.set(title=mark, xlabel="said", ylabel="true", xlim=(0, 1), ylim=(0, 1))
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    _save(figure, figures / "reliability.svg")


def _reliability(lines: list[Line]) -> tuple[list[float], list[float]]:
    """Return what was said and what was true in each bin that has at least 20 claims."""
    said, true = [], []
    for place in sorted({int(line["bin"]) for line in lines}):
        chosen = [line for line in lines if int(line["bin"]) == place]
        total = sum(int(line["claims"]) for line in chosen)
        if total >= 20:
            said.append(sum(int(x["claims"]) * float(x["said"]) for x in chosen) / total)
            true.append(sum(int(x["claims"]) * float(x["true"]) for x in chosen) / total)
    return said, true


def _draw_choosing(results: Path, figures: Path) -> None:
    """Draw what was chosen from: alpha, k, and one change at a time, above chance."""
    from matplotlib.figure import Figure

    paths = [results / f"choose{edges}.csv" for edges in (15, 30)]
    if not all(path.exists() for path in paths):
        return
    files = [read(path) for path in paths]
    for name, panel in (("choose_alpha", _alpha_panel), ("choose_k", _k_panel), ("choose_rest", _rest_panel)):
        figure = Figure(figsize=(8, 3.2), layout="constrained")
        axes = figure.subplots(1, 2)
        for place, lines, edges in zip(axes, files, (15, 30), strict=True):
            panel(place, lines)
            place.set_title(f"at most {edges} edges")
        axes[0].set_ylabel("sum of F1 above chance")
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside right upper")
        _save(figure, figures / f"{name}.svg")


_COLOURS = ("#440154", "#3b528b", "#21918c", "#5ec962", "#d98200", "#c0392b")


def _alpha_panel(place: Axes, lines: list[Line]) -> None:
    """Score against alpha for k = 3, one line for each N."""
    base = [line for line in lines if line["method"].startswith("base ") and line["k"] == "3"]
    for colour, rows in zip(_COLOURS, sorted({int(line["rows"]) for line in base}), strict=False):
        chosen = [line for line in base if int(line["rows"]) == rows]
        _bars(place, [float(line["method"].split()[1]) for line in chosen], chosen, f"N = {rows}", colour)
    place.set_xlabel("alpha (k = 3)")


def _k_panel(place: Axes, lines: list[Line]) -> None:
    """Score against k at alpha = 0.2, one line for each N."""
    base = [line for line in lines if line["method"] == "base 0.2"]
    for colour, rows in zip(_COLOURS, sorted({int(line["rows"]) for line in base}), strict=False):
        chosen = [line for line in base if int(line["rows"]) == rows]
        _bars(place, [int(line["k"]) for line in chosen], chosen, f"N = {rows}", colour)
    place.set_xlabel("k (alpha = 0.2)")


def _rest_panel(place: Axes, lines: list[Line]) -> None:
    """Score against N for k = 3 and alpha = 0.2, one line for each change from the choice."""
    names = ("base", "sepset", "majority", "max-p", "all", "standard")
    labels = ("the choice", "colliders: sepset", "majority", "max-p", "search: all", "rules: standard")
    for colour, name, label in zip(_COLOURS, names, labels, strict=True):
        chosen = [line for line in lines if line["method"] == f"{name} 0.2" and line["k"] == "3"]
        _bars(place, [int(line["rows"]) for line in chosen], chosen, label, colour)
    place.set(xlabel="rows N (k = 3, alpha = 0.2)", xscale="log")


def _bars(place: Axes, where: list[float], lines: list[Line], label: str, colour: str) -> None:
    heights = [float(line["sum_corrected"]) for line in lines]
    errors = [float(line["sum_corrected_se"] or 0) for line in lines]
    place.errorbar(where, heights, yerr=errors, color=colour, lw=1.1, capsize=2, label=label)


def _save(figure: Figure, path: Path) -> None:
    figure.savefig(path, metadata={"Date": None})
