"""Record the graphs that pyAgrum's generator draws, so that the experiments need not have it installed.

Run ``python -m experiments.draw_pyagrum`` with pyAgrum; the file in ``data/`` was made with version 3.3.1.
"""

from __future__ import annotations

from pathlib import Path

NODES, MOST_ARCS, GRAPHS, SEED = 10, 30, 100, 2024


def main() -> None:
    """Write one graph a line: the parents of each node, or a dash."""
    import pyagrum

    pyagrum.initRandom(SEED)
    head = (
        f"# pyAgrum {pyagrum.__version__}, BNGenerator.generate({NODES}, {MOST_ARCS}, 2), initRandom({SEED})"
    )
    lines = [head]
    for _ in range(GRAPHS):
        network = pyagrum.BNGenerator().generate(NODES, MOST_ARCS, 2)
        parents = (sorted(network.parents(node)) for node in range(NODES))
        lines.append(" ".join(",".join(map(str, above)) or "-" for above in parents))
    path = Path(__file__).resolve().parent / "data" / "pyagrum30.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
