"""Print what sepset and some of its extras need, one per line.

Run ``python tools/requirements.py lint docs``. What only reads the code, as linters do, is installed from
this list without a compiled core; pip alone would build one.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def main(extras: list[str]) -> None:
    """Print the list for some extras."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    known = project["optional-dependencies"]
    if unknown := [extra for extra in extras if extra not in known]:
        sys.exit(f"the extras are {', '.join(known)}; got {', '.join(unknown)}")
    print("\n".join([*project["dependencies"], *(need for extra in extras for need in known[extra])]))


if __name__ == "__main__":
    main(sys.argv[1:])
