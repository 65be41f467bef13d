"""Record the graphs that pyAgrum's generator draws, so that the experiments need not have it installed.

Run ``python -m experiments.draw_pyagrum`` with pyAgrum; the files in ``data/`` were made with version 3.3.1.
"""

from __future__ import annotations

from pathlib import Path

NODES, GRAPHS, SEED = 10, 100, 2024


def main(most_arcs: int) -> None:
    """Write one graph a line: the parents of each node, or a dash."""
    import pyagrum

    pyagrum.initRandom(SEED)
    head = (
        f"# pyAgrum {pyagrum.__version__}, BNGenerator.generate({NODES}, {most_arcs}, 2), initRandom({SEED})"
    )
    lines = [head]
    for _ in range(GRAPHS):
        network = pyagrum.BNGenerator().generate(NODES, most_arcs, 2)
        parents = (sorted(network.parents(node)) for node in range(NODES))
        lines.append(" ".join(",".join(map(str, above)) or "-" for above in parents))
    path = Path(__file__).resolve().parent / "data" / f"pyagrum{most_arcs}.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for arcs in (15, 30):
        main(arcs)
