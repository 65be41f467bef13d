"""Networks of the bnlearn repository that an installed pgmpy carries as package data.

sepset ships Asia only. Older pgmpy wheels (0.1.x) hold the others as compressed BIF files; they are read from
there, without importing pgmpy. Where pgmpy is not installed, the experiments on these networks are left out.
"""

from __future__ import annotations

import gzip
import importlib.util
import tempfile
from functools import cache
from pathlib import Path

import sepset as sp

NAMES = ("sachs", "child", "insurance", "alarm")


def available() -> bool:
    """Say whether the networks can be read."""
    return all(_file(name) is not None for name in NAMES)


@cache
def network(name: str) -> sp.networks.BayesianNetwork:
    """Return a network by name."""
    file = _file(name)
    if file is None:
        raise FileNotFoundError(f"{name} needs the package data of pgmpy 0.1.x: pip install 'pgmpy<1'")
    with tempfile.TemporaryDirectory() as directory:
        plain = Path(directory) / f"{name}.bif"
        plain.write_bytes(gzip.decompress(file.read_bytes()))
        return sp.networks.read_bif(plain)


def _file(name: str) -> Path | None:
    spec = importlib.util.find_spec("pgmpy")
    for folder in spec.submodule_search_locations or () if spec else ():
        file = Path(folder) / "utils" / "example_models" / f"{name}.bif.gz"
        if file.exists():
            return file
    return None
