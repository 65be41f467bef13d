"""How our drawings compare with those of Graphviz: crossings, edges over nodes, bends, time.

    python -m benchmarks.layouts [--quick] [--save]

Graphs that k-PC learned from simulated data, 1.0 to 1.35 edges a node. Every edge is followed along its curve
in both drawings, so both are counted by the same rule: a crossing is a pair of edges that share no node and
whose lines meet, an overlap an edge that runs over the box of a node that is not its own. A wobble is a bend
of an edge that turns one way and back. Medians over the graphs; times are CPU seconds. Graphviz is optional:
without `dot` the table has our rows alone.
"""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
import time
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

import sepset as sp
from benchmarks.record import Table, arguments, finish
from sepset.drawing.layout import layout
from sepset.drawing.strokes import strokes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.drawing.diagram import Diagram

Point = tuple[float, float]
SIZES = {20: 6, 40: 6, 80: 4, 150: 3, 400: 1}
_STEPS = 8


class Drawing(NamedTuple):
    """A drawing as polylines by edge, boxes by node (left, top, right, bottom), and the time it took."""

    lines: dict[tuple[int, int], list[Point]]
    boxes: list[tuple[float, float, float, float]]
    seconds: float


def diagrams(n: int, number: int) -> Iterator[Diagram]:
    """Yield learned graphs."""
    for seed in range(number):
        dag = sp.simulate.random_dag(n, edges=int((1.15 + 0.25 * seed / number) * n), seed=seed)
        data = sp.simulate.linear_gaussian(dag, seed=seed).sample(2000, seed=seed)
        yield sp.kpc(data, k=2).diagram()


def ours(diagram: Diagram) -> Drawing:
    """Return our drawing."""
    start = time.process_time()
    placed = layout(diagram)
    seconds = time.process_time() - start
    lines = {}
    for stroke in strokes(diagram, placed):
        last = stroke.start
        points: list[Point] = [(last.x, last.y)]
        for curve in stroke.curves:
            points += _along([(p.x, p.y) for p in (last, *curve)])
            last = curve[-1]
        lines[stroke.a, stroke.b] = points
    boxes = [
        (b.x - b.width / 2, b.y - b.height / 2, b.x + b.width / 2, b.y + b.height / 2) for b in placed.boxes
    ]
    return Drawing(lines, boxes, seconds)


def graphviz(diagram: Diagram) -> Drawing:
    """Return the drawing by `dot`, left to right, with boxes of the same size."""
    placed = layout(diagram)
    text = ["digraph { rankdir=LR; node [shape=box, fixedsize=true];"]
    text += [
        f"{i} [width={box.width / 72:.3f}, height={box.height / 72:.3f}];"
        for i, box in enumerate(placed.boxes)
    ]
    for a, pattern, b in diagram.edges:
        first, second = (b, a) if pattern[0] == "<" and pattern[-1] != ">" else (a, b)
        text.append(f"{first} -> {second};")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [shutil.which("dot") or "dot", "-Tplain"],
        input="\n".join([*text, "}"]),
        capture_output=True,
        text=True,
        check=True,
    )
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return _read_plain(done.stdout, len(diagram.names), seconds)


def _read_plain(text: str, n: int, seconds: float) -> Drawing:
    lines: dict[tuple[int, int], list[Point]] = {}
    boxes: list[tuple[float, float, float, float]] = [(0.0, 0.0, 0.0, 0.0)] * n
    for row in text.splitlines():
        word, *rest = row.split()
        if word == "node":
            x, y, wide, high = (72 * float(value) for value in rest[1:5])
            boxes[int(rest[0])] = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        elif word == "edge":
            a, b, count = int(rest[0]), int(rest[1]), int(rest[2])
            numbers = [72 * float(value) for value in rest[3 : 3 + 2 * count]]
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
            line = [points[0]]
            for i in range(0, count - 1, 3):
                line += _along(points[i : i + 4])
            lines[a, b] = line
    return Drawing(lines, boxes, seconds)


def _along(curve: list[Point]) -> list[Point]:
    """Return points of a cubic curve after its first."""
    (px, py), (cx, cy), (dx, dy), (qx, qy) = curve
    points = []
    for i in range(1, _STEPS + 1):
        t = i / _STEPS
        s = 1 - t
        weights = s**3, 3 * s * s * t, 3 * s * t * t, t**3
        x = weights[0] * px + weights[1] * cx + weights[2] * dx + weights[3] * qx
        y = weights[0] * py + weights[1] * cy + weights[2] * dy + weights[3] * qy
        points.append((x, y))
    return points


def crossings(drawing: Drawing) -> int:
    """Return how many pairs of edges without a common node cross."""
    spans = {edge: _span(line) for edge, line in drawing.lines.items()}
    total = 0
    for one, other in combinations(drawing.lines, 2):
        if {*one} & {*other} or not _overlap(spans[one], spans[other]):
            continue
        total += _meet(drawing.lines[one], drawing.lines[other])
    return total


def _span(line: list[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return min(xs), min(ys), max(xs), max(ys)


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _meet(one: list[Point], other: list[Point]) -> bool:
    pieces = [(piece, _span([*piece])) for piece in pairwise(other)]
    for first in pairwise(one):
        span = _span([*first])
        if any(_overlap(span, there) and _cross(*first, *piece) for piece, there in pieces):
            return True
    return False


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def overlaps(drawing: Drawing) -> int:
    """Return how many edges run over a node that is not theirs."""
    total = 0
    for edge, line in drawing.lines.items():
        for node, (left, top, right, bottom) in enumerate(drawing.boxes):
            if node not in edge:
                total += any(left + 1 < x < right - 1 and top + 1 < y < bottom - 1 for x, y in line)
    return total


def wobbles(drawing: Drawing) -> int:
    """Return how often edges turn up and down again, or down and up, by more than 6 pixels."""
    total = 0
    for line in drawing.lines.values():
        heights = [y for _, y in line]
        turns, direction, last = 0, 0, heights[0]
        for y in heights:
            if abs(y - last) > 6:
                now = 1 if y > last else -1
                turns += direction != 0 and now != direction
                direction, last = now, y
            elif direction and (y - last) * direction > 0:
                last = y
        total += turns
    return total


def main() -> None:
    options = arguments(__doc__, quick="graphs of up to 80 nodes, two each").parse_args()
    table = Table(
        "Layouts",
        {
            "nodes": "count",
            "tool": "text",
            "crossings": "count",
            "edges over a node": "count",
            "wobbles": "count",
            "CPU s": "seconds",
        },
    )
    tools = {"ours": ours, **({"Graphviz dot": graphviz} if shutil.which("dot") else {})}
    for n, number in SIZES.items():
        if options.quick and n > 80:
            continue
        graphs = list(diagrams(n, 2 if options.quick else number))
        for name, draw in tools.items():
            drawings = [draw(diagram) for diagram in graphs]
            medians = [
                int(statistics.median(map(count, drawings))) for count in (crossings, overlaps, wobbles)
            ]
            table.add(n, name, *medians, statistics.median(drawing.seconds for drawing in drawings))
    finish("layouts", [table], save=options.save)


if __name__ == "__main__":
    main()
