"""Graphs as pictures: the worked examples of the theory, and Asia."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import sepset as sp

if TYPE_CHECKING:
    from pathlib import Path

#: Inches of paper for a pixel of a drawing.
_INCHES = 0.75 / 72


class Example(NamedTuple):
    """A worked example: a file name, what it shows, and graphs with their captions."""

    name: str
    title: str
    panels: tuple[tuple[str, sp.MixedGraph], ...]


def examples() -> list[Example]:
    """Return the examples of the paper, each graph computed from its DAG."""
    g = sp.MixedGraph.from_edges
    warm = g("a --> c", "c --> b", "d --> c", "d --> b"), g("a --> c", "d --> c", "d --> b", "a --> b")
    big = g("a --> c", "c --> b", "d --> a", "d --> b", "d --> e", "f --> a", "f --> e", "e --> c", "f --> b")
    kess = g("b --> c", "d --> c", "d --> a"), g("a --> c", "b --> c", "a --> d")
    r11, r12 = g("a --> b", "b --> c", "u --> b", "v --> c"), g("a --> b", "b --> c", "e --> c")
    far = g("a --> c", "c --> d", "e --> d", "e --> b", "f --> c", "f --> e")
    valid = g("c --> a", "d --> b", "u1 --> c", "u1 --> d", "u2 --> c", "u2 --> d")
    single, missed = (
        g("a --> c", "d --> c", "d --> e", "b --> e"),
        g("d --> c", "a --> d", "a --> b", "c --> b"),
    )
    r4 = g("a --> c", "b --> c", "a --> d", "c --> d")
    return [
        Example("warmup", "Same statements for k = 1", _plain(D1=warm[0], D2=warm[1])),
        Example("warmup2", "Same statements for k = 1", _plain(D3=big, D4=big.with_edge("c", "<--", "b"))),
        Example(
            "kess", "Two DAGs, one k-essential graph (k = 0)", (*_closed(kess, 0), *_essential(kess[0], 0))
        ),
        Example("r11", "R11 orients tails (k = 0)", _steps(r11, 0)),
        Example("r12", "R12 finds an edge of every DAG (k = 0)", _steps(r12, 0)),
        Example("nonlocal", "Not equivalent for k = 0", _plain(D1=far, D2=far.with_edge("d", "-->", "e"))),
        Example("valid", "A 1-closure that is no 2-closure", _closed((valid,), 1)),
        Example("single", "A class of one DAG (k = 0; the paper's caption says 1)", _closed((single,), 0)),
        Example("incomplete", "k-PC misses three tails (k = 1)", _steps(missed, 1)),
        Example("r4", "R4 is needed (k = 2; not in the paper)", _steps(r4, 2)),
    ]


def _plain(**graphs: sp.MixedGraph) -> tuple[tuple[str, sp.MixedGraph], ...]:
    return tuple(graphs.items())


def _closed(dags: tuple[sp.MixedGraph, ...], k: int) -> tuple[tuple[str, sp.MixedGraph], ...]:
    panels: list[tuple[str, sp.MixedGraph]] = []
    for number, dag in enumerate(dags, start=1):
        panels += [(f"D{number}", dag), (f"{k}-closure of D{number}", sp.k_closure(dag, k))]
    return tuple(panels)


def _essential(dag: sp.MixedGraph, k: int) -> tuple[tuple[str, sp.MixedGraph], ...]:
    return ((f"{k}-essential graph", sp.k_essential_graph(dag, k)),)


def _steps(dag: sp.MixedGraph, k: int) -> tuple[tuple[str, sp.MixedGraph], ...]:
    oracle = sp.Oracle(dag)
    return (
        ("D", dag),
        (f"{k}-closure", sp.k_closure(dag, k)),
        ("PAG", sp.pag(sp.k_closure(dag, k))),
        ("k-PC as published", sp.kpc(oracle, k=k, rules="paper").graph),
        (f"{k}-essential graph", sp.k_essential_graph(dag, k)),
    )


def asia(seed: int = 0) -> Example:
    """Return the truth and what is learned from 500 rows, for one seed."""
    network = sp.asia()
    data = network.sample(500, seed=seed)
    published = sp.kpc(data, k=1, alpha=0.05, search="neighbours", colliders="sepset", rules="paper")
    panels = (
        ("truth", network.dag),
        ("k-PC, k = 0", published.graph_at(0)),
        ("k-PC, k = 1", published.graph),
        ("PC", sp.pc(data, alpha=0.05).graph),
        ('k-PC, "auto"', sp.kpc(data, k="auto", alpha="auto").graph),
    )
    return Example("asia", f"Asia, 500 rows, seed {seed}", panels)


def draw(example: Example, folder: Path) -> None:
    """Draw an example into a file of its name, its graphs side by side and all in the same size."""
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    places = figure.subplots(1, len(example.panels), squeeze=False)[0]
    figure.suptitle(example.title)
    for place, (caption, graph) in zip(places, example.panels, strict=True):
        sp.plot(graph, ax=place)
        place.set_title(caption)
    widths, heights = zip(*((place.get_xlim()[1], place.get_ylim()[0]) for place in places), strict=True)
    places[0].get_gridspec().set_width_ratios(widths)
    figure.set_size_inches(sum(widths) * _INCHES + 0.3, max(heights) * _INCHES + 0.6)
    figure.savefig(folder / f"graph_{example.name}.svg", metadata={"Date": None})


def draw_all(folder: Path) -> None:
    """Draw every example and Asia."""
    for example in (*examples(), asia()):
        draw(example, folder)
