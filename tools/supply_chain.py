"""What sepset is built on: licences, locked versions and known vulnerabilities.

- ``python tools/supply_chain.py licences`` checks the licence of everything that is needed at run time, and
  writes the table of ``docs/licences.md``; with ``--check`` it only compares.
- ``... lock`` writes ``constraints.txt``, the versions of continuous integration, from what is installed.
- ``... audit --database FOLDER`` compares installed versions with records in the format of Open Source
  Vulnerabilities (https://ossf.github.io/osv-schema), such as its archive for Python's package index; it
  opens no connection.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from packaging.requirements import Requirement
from packaging.version import InvalidVersion, Version

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "licences.md"
LOCK = ROOT / "constraints.txt"
#: extras whose versions are locked; the rest of what CI installs builds the core
LOCKED_EXTRAS = ("test", "lint", "coverage", "docs")
BUILD = ("nanobind", "scikit-build-core", "cmake", "ninja", "nox")
#: words of licences that may be used with a library under MIT
ALLOWED = re.compile(
    r"MIT|BSD|0BSD|Apache|PSF|Python Software Foundation|ISC|Zlib|CC0|MPL-2\.0|Unlicense|HPND"
)
INTRO = """# Licences

sepset is under the MIT licence. At run time it needs the packages below, and nothing else; extras add what
their names say.
This table is written by `python tools/supply_chain.py licences`, and a test keeps it current.

| package | licence |
|---|---|
"""


def main(arguments: list[str]) -> int:
    """Do one of the three things and return the exit code."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("what", choices=("licences", "lock", "audit"))
    reader.add_argument("--check", action="store_true", help="compare only")
    reader.add_argument("--database", type=Path, help="a folder with records in OSV's format")
    given = reader.parse_args(arguments)
    if given.what == "licences":
        return write(PAGE, licences_page(), check=given.check)
    if given.what == "lock":
        return write(LOCK, locked(), check=given.check)
    if given.database is None:
        reader.error("audit needs --database FOLDER, with the records for Python's package index")
    return audit(given.database)


def write(path: Path, text: str, *, check: bool) -> int:
    """Write a file, or say whether it is current."""
    if check and (not path.exists() or path.read_text(encoding="utf-8") != text):
        print(f"{path.name} is not current; run: python tools/supply_chain.py")
        return 1
    if not check:
        path.write_text(text, encoding="utf-8")
    return 0


def needed(*extras: str) -> list[str]:
    """Return the packages that sepset needs, and what they need in turn, in alphabetical order."""
    found: set[str] = set()
    waiting = [("sepset", {"", *extras})]
    while waiting:
        name, wanted = waiting.pop()
        for text in _requirements(name):
            one = Requirement(text)
            applies = one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in wanted)
            other = _plain(one.name)
            if applies and other not in found and other != "sepset":
                found.add(other)
                waiting.append((other, {"", *one.extras}))
    return sorted(found)


def _requirements(name: str) -> list[str]:
    try:
        return metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(name: str) -> str:
    """Return what a package says about its licence, in one line."""
    told: Any = metadata.metadata(name)
    classifiers = [
        text.rpartition(":: ")[2] for text in told.get_all("Classifier") or () if "License ::" in text
    ]
    first_line = (told.get("License") or "").strip().split("\n")[0]
    expression: str = told.get("License-Expression")
    return expression or "; ".join(classifiers) or first_line or "not said"


def licences_page() -> str:
    """Return the page; a licence that is not among the allowed ends the program."""
    rows = {name: licence_of(name) for name in needed()}
    if wrong := {name: licence for name, licence in rows.items() if not ALLOWED.search(licence)}:
        sys.exit(f"licences to look at before anything else: {wrong}")
    return INTRO + "".join(f"| {name} | {licence} |\n" for name, licence in rows.items())


def locked() -> str:
    """Return the versions that are installed, one per line."""
    names = sorted({*needed(*LOCKED_EXTRAS), *BUILD})
    lines = [f"{name}=={version}" for name, version in _versions(names)]
    head = "# The versions of continuous integration; written by: python tools/supply_chain.py lock\n"
    return head + "\n".join(lines) + "\n"


def _versions(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        try:
            yield name, metadata.version(name).partition("+")[0]
        except metadata.PackageNotFoundError:
            continue  # of another platform or Python


def audit(folder: Path) -> int:
    """Print each known vulnerability of an installed version and return the exit code."""
    versions = dict(_versions(needed()))
    found = 0
    for path in sorted(folder.rglob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        for affected in record.get("affected", ()):
            name = _plain(affected.get("package", {}).get("name", ""))
            if name in versions and is_affected(versions[name], affected):
                print(f"{name} {versions[name]}: {record.get('id')} {record.get('summary', '')}")
                found += 1
    print(f"{len(versions)} packages, {found} known vulnerabilities")
    return 1 if found else 0


def is_affected(version: str, affected: dict[str, Any]) -> bool:
    """Say whether a record is about a version: it is listed, or within one of the ranges.

    >>> ranges = [{"type": "ECOSYSTEM", "events": [{"introduced": "1.0"}, {"fixed": "1.2"}]}]
    >>> [is_affected(version, {"ranges": ranges}) for version in ("0.9", "1.0", "1.1.9", "1.2")]
    [False, True, True, False]
    """
    if version in affected.get("versions", ()):
        return True
    ranges = [one["events"] for one in affected.get("ranges", ()) if one.get("type") == "ECOSYSTEM"]
    return any(_within(version, events) for events in ranges)


def _within(version: str, events: list[dict[str, str]]) -> bool:
    inside = False
    for event in events:
        (kind, bound), *_ = event.items()
        try:
            reached = bound == "0" or Version(version) >= Version(bound)
            beyond = bound != "0" and Version(version) > Version(bound)
        except InvalidVersion:
            continue
        if kind == "introduced" and reached:
            inside = True
        elif (kind == "fixed" and reached) or (kind == "last_affected" and beyond):
            inside = False
    return inside


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
