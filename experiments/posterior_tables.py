"""The tables of ``docs/posterior.md``: the posterior beside other methods, and whether it comes true."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from experiments.figures import read
from experiments.markdown import markdown

if TYPE_CHECKING:
    from experiments.figures import Line

RESULTS = Path(__file__).resolve().parent / "results"
DENSITIES = ("posterior15", "posterior30")
GENERATORS = {
    "posterior_gaussian": "linear Gaussian",
    "posterior_levels3": "three levels",
    "posterior_sharp": "sharp tables, Dirichlet(0.3)",
    "posterior_flat": "flat tables, Dirichlet(5)",
    "posterior_asia": "Asia",
}
LARGER = {
    "posterior_n20": "20 binary nodes",
    "posterior_n50": "50 binary nodes",
    "posterior_n100": "100 binary nodes",
    "posterior_sachs": "Sachs, 11 nodes",
    "posterior_child": "Child, 20 nodes",
    "posterior_insurance": "Insurance, 27 nodes",
    "posterior_alarm": "Alarm, 37 nodes",
}
#: method and k -> label; sums of F1 are of graphs that maximise its expectation, the rest of graphs to draw
_SUMS = {
    ("posterior-f1", ""): "**posterior**",
    ("posterior-bdeu-f1", ""): "posterior, BDeu(10) only",
    ("exact-fnml", ""): "best DAG by fNML",
    ("exact-bic", ""): "best DAG by BIC",
    ("auto", ""): 'k-PC, `k="auto", alpha="auto"`',
    ("pc", ""): "PC at alpha = 0.05",
}
_DRAWN = {("posterior", ""): "**posterior**", ("posterior-bdeu", ""): "posterior, BDeu(10) only"} | {
    key: label for key, label in _SUMS.items() if not key[0].startswith("posterior")
}
_TARGETS = {
    ("posterior-f1", "{k}"): "**posterior**",
    ("ours", "{k}"): 'k-PC, `alpha="auto"`',
}


def averaged(measure: str, k: str = "") -> str:
    """Return a measure for both densities, at most 15 / 30 edges: methods down, numbers of rows across."""
    found = [_by_method(name) for name in DENSITIES]
    methods = _SUMS if measure == "sum" else _TARGETS if k else _DRAWN
    sizes = sorted({rows for _, _, rows in found[0]})
    lines = []
    for (method, bound), label in methods.items():
        cells = [
            "/".join(_shown(one[method, bound.format(k=k), size][measure], measure) for one in found)
            for size in sizes
        ]
        lines.append([label, *cells])
    return markdown(["rows", *map(str, sizes)], lines)


def at_a_glance() -> str:
    """Return the sum of F1 with at most 15 edges, for four methods and four numbers of rows."""
    found = _by_method(DENSITIES[0])
    keys = [key for key in _SUMS if key[0] in ("posterior-f1", "exact-bic", "auto", "pc")]
    sizes = (50, 100, 500, 1000)
    lines = [[_SUMS[key], *(_shown(found[(*key, size)]["sum"], "sum") for size in sizes)] for key in keys]
    return markdown(["rows", *map(str, sizes)], lines)


def elsewhere() -> str:
    """Return the sum of F1 on other generators, with what of it is above chance for the graph to draw."""
    keys = [key for key in _SUMS if key[0] not in ("posterior-bdeu-f1", "exact-fnml")]
    lines = []
    for setting, title in GENERATORS.items():
        found = _by_method(setting)
        for size in sorted({rows for _, _, rows in found}):
            cells = [_shown(found[(*key, size)]["sum"], "sum") for key in keys]
            above = [_shown(found[name, "", size]["sum_corrected"], "sum") for name in ("posterior", "auto")]
            lines.append([title, str(size), *cells, "/".join(above)])
    header = ["models", "rows", *(_SUMS[key] for key in keys), "above chance: posterior/k-PC"]
    return markdown(header, lines)


def larger() -> str:
    """Return the sum of F1 with more nodes and on named networks, where no exact search is at hand."""
    keys = [key for key in _SUMS if key[0] in ("posterior-f1", "auto", "pc")]
    lines = []
    for setting, title in LARGER.items():
        if not (RESULTS / f"{setting}.csv").exists():  # they take hours, and may be run one by one
            continue
        found = _by_method(setting)
        for size in sorted({rows for _, _, rows in found}):
            cells = [_shown(found[(*key, size)]["sum"], "sum") for key in keys]
            far = [_shown(found[name, "", size]["shd"], "shd") for name in ("posterior", "auto")]
            lines.append([title, str(size), *cells, "/".join(far)])
    return markdown(["models", "rows", *(_SUMS[key] for key in keys), "SHD: posterior/k-PC"], lines)


def calibration(mark: str) -> str:
    """Return the expected calibration error of a mark: settings down, numbers of rows across."""
    claims = [line for line in read(RESULTS / "reliability.csv") if line["mark"] == mark]
    sizes = sorted({int(line["rows"]) for line in claims})
    lines = []
    for setting in dict.fromkeys(line["setting"] for line in claims):
        chosen = [line for line in claims if line["setting"] == setting]
        cells = [_error([line for line in chosen if int(line["rows"]) == size]) for size in sizes]
        lines.append([TITLES[setting], *cells])
    return markdown([f"{PLURALS[mark]}, rows", *map(str, sizes)], lines)


PLURALS = {"adjacency": "adjacencies", "arrowhead": "arrowheads", "tail": "tails"}
TITLES = {"posterior15": "at most 15 edges", "posterior30": "at most 30 edges", **GENERATORS}


def reliability(mark: str) -> str:
    """Return what was said and how often it was so, from 100 rows on, for matched and for other models."""
    claims = [line for line in read(RESULTS / "reliability.csv") if line["mark"] == mark]
    lines = []
    for title, settings in (("matched", DENSITIES), ("other models", tuple(GENERATORS))):
        chosen = [x for x in claims if x["setting"] in settings and int(x["rows"]) >= 100]
        said, true = zip(
            *(_pooled([x for x in chosen if x["bin"] == str(b)]) for b in range(10)), strict=True
        )
        lines += [[f"{title}: said", *said], [f"{title}: true", *true]]
    return markdown([PLURALS[mark], *(f"{b / 10:.1f}-" for b in range(10))], lines)


def _pooled(lines: list[Line]) -> tuple[str, str]:
    total = sum(int(line["claims"]) for line in lines)
    if not total:
        return "", ""
    means = [sum(int(x["claims"]) * float(x[name]) for x in lines) / total for name in ("said", "true")]
    return _shown(str(means[0]), "p"), _shown(str(means[1]), "p")


def _error(lines: list[Line]) -> str:
    """Return the expected calibration error: the mean distance of said and true, weighted by claims."""
    total = sum(int(line["claims"]) for line in lines)
    if not total:
        return ""
    far = sum(int(x["claims"]) * abs(float(x["said"]) - float(x["true"])) for x in lines)
    return f"{far / total:.3f}".lstrip("0")


def _by_method(setting: str) -> dict[tuple[str, str, int], Line]:
    return {(x["method"], x["k"], int(x["rows"])): x for x in read(RESULTS / f"{setting}.csv")}


def _shown(value: str, measure: str) -> str:
    digits = 1 if measure.endswith("shd") else 2
    return f"{float(value):.{digits}f}" if value else ""
