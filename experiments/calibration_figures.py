"""The figures of docs/calibration.md, from calibration.json: the same file gives the same bytes."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

COLOURS = {
    "fisher_z": "#1b6ca8",
    "residual": "#c0392b",
    "chi2": "#3a9d5d",
    "g2": "#d98200",
    "mc_g2": "#7d5ba6",
}
STYLES: dict[int, Literal[":", "--", "-"]] = {0: ":", 1: "--", 2: "-"}
TITLES = {"type_one": "type I error", "power": "power"}


def draw(document: dict[str, Any], figures: Path) -> None:
    """Draw type I error and power of every test over N, one panel a family of tables."""
    import matplotlib as mpl

    mpl.use("svg")
    figures.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(
        {"svg.hashsalt": "sepset", "svg.fonttype": "none", "font.size": 7, "font.family": "sans-serif"}
    ):
        for rate in TITLES:
            _draw_rate(document, rate, figures / f"calibration_{rate}.svg")


def _draw_rate(document: dict[str, Any], rate: str, path: Path) -> None:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    lines: dict[str, dict[tuple[str, int], list[tuple[int, float]]]] = defaultdict(lambda: defaultdict(list))
    for one in document["rates"]:
        if one["rate"] == rate and one["share"] is not None:
            lines[one["family"]][one["test"], one["size"]].append((one["rows"], one["share"]))
    figure = Figure(figsize=(8.0, 6.4), layout="constrained")
    panels = figure.subplots(3, 4, sharex=True, sharey=True).ravel()
    for panel, (family, drawn) in zip(panels, lines.items(), strict=False):
        _draw_family(panel, family, drawn, rate, document["alpha"])
    panels[-1].axis("off")
    names = [Line2D([], [], color=colour, label=test) for test, colour in COLOURS.items()]
    sizes = [
        Line2D([], [], color="#444444", linestyle=look, label=f"|S| = {s}") for s, look in STYLES.items()
    ]
    panels[-1].legend(handles=[*names, *sizes], loc="center", frameon=False)
    figure.suptitle(f"{TITLES[rate]} at alpha = {document['alpha']}")
    figure.savefig(path, metadata={"Date": None})


def _draw_family(
    panel: Axes, family: str, drawn: dict[tuple[str, int], list[tuple[int, float]]], rate: str, alpha: float
) -> None:
    for (test, size), points in drawn.items():
        panel.plot(*zip(*points, strict=True), color=COLOURS[test], linestyle=STYLES[size], linewidth=1.0)
    panel.set_xscale("log")
    panel.set_title(family)
    if rate == "type_one":
        panel.axhspan(0.03, 0.07, color="#dddddd", zorder=0)
        panel.axhline(alpha, color="#888888", linewidth=0.5)
        panel.set_ylim(0.0, 0.3)
    else:
        panel.set_ylim(0.0, 1.0)
