"""Draw the pictures of the documentation, with the library itself.

Run ``python tools/draw_pictures.py`` after a change to drawing; a test compares the files with what it draws.
"""

from __future__ import annotations

import runpy
from pathlib import Path

from sepset import MixedGraph, asia, kpc

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
EDGES = {
    "cause": "A --> B",
    "neither": "A <-> B",
    "not-back": "A o-> B",
    "either-way": "A --- B",
    "open": "A o-o B",
    "tail-open": "A --o B",
}
GALLERY = ("spector", "diabetes", "tumours", "affairs", "insurance")
_EXAMPLES = runpy.run_path(str(Path(__file__).with_name("run_examples.py")))


def pictures() -> dict[str, str]:
    """Return every picture by the name of its file."""
    drawn = {f"{name}.svg": MixedGraph.from_edges(edge).to_svg() for name, edge in EDGES.items()}
    drawn["none.svg"] = MixedGraph(("A", "B")).to_svg()
    found = kpc(asia().sample(5000, seed=1), k=2)
    drawn |= {f"asia-{k}.svg": found.graph_at(k).to_svg() for k in range(3)}
    return drawn | {f"gallery-{name}.svg": _last_of(name) for name in GALLERY}


def _last_of(name: str) -> str:
    """Draw the graph that a page of the gallery ends with."""
    found = _EXAMPLES["values"](f"docs/gallery/{name}.md")["found"]
    picture: str = found.graph.to_svg()
    return picture


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
