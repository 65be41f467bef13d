"""Take the picture of the report that the README opens with: ``python tools/picture_of_report.py``.

It is the page of the README's first command, as Chromium shows it. Browsers differ in pixels, so the picture
holds what it shows as text, too (the verdict and the edges), and a test compares that with what the page says
now.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

import sepset as sp
from sepset.cli.exit import run
from sepset.report.first_screen import first_screen

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "report.png"
WIDTH, HEIGHT = 1180, 832
COLOURS = 48


def shown(saved: Path) -> str:
    """Return what the first screen of the page of a saved result says: the verdict and the edges."""
    found = sp.load(saved)
    if isinstance(found, sp.Stability):
        raise TypeError("a page shows one graph, and stability has many")
    return f"{first_screen(found)}\n{found.graph}"


def learn(folder: Path) -> Path:
    """Run the first half of the README's first command."""
    saved = folder / "asia.json"
    with contextlib.redirect_stdout(io.StringIO()):
        run(["learn", "asia", "-o", str(saved), "--quiet"])
    return saved


def main() -> int:
    """Take the picture anew."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        print("no Chromium: apt-get install chromium", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        saved = learn(folder)
        page, raw = folder / "asia.html", folder / "report.png"
        run(["report", str(saved), "-o", str(page)])
        subprocess.run(
            [
                browser,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                f"--window-size={WIDTH},{HEIGHT}",
                f"--screenshot={raw}",
                page.as_uri(),
            ],
            check=True,
            capture_output=True,
        )
        told = PngInfo()
        told.add_itxt("shows", shown(saved))
        with Image.open(raw) as picture:
            few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            few.save(PICTURE, optimize=True, pnginfo=told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
