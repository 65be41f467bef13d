"""Where results of single models are kept while the experiments run, so that a run that was stopped goes on.

One JSON file holds all runs of one model. It is used again only if the setting, the seeds and the versions of
what made it are the same; it is written under another name first, so that it is whole or not there.
"""

from __future__ import annotations

import hashlib
import json
import platform
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import scipy

import sepset as sp
from experiments.measure import Run, runs

if TYPE_CHECKING:
    from experiments.models import Setting

HERE = Path(__file__).resolve().parent


@cache
def versions() -> dict[str, str]:
    """Return the versions of what the numbers depend on."""
    return {
        "sepset": sp.__version__,
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "python": platform.python_version(),
        "code": _code(),
    }


def _code() -> str:
    """Return a short name for the code behind the numbers: sepset's Python sources and this package's."""
    digest = hashlib.sha256()
    package = Path(sp.__file__).resolve().parent
    for path in [*sorted(package.rglob("*.py")), *(HERE / name for name in _BEHIND_NUMBERS)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


_BEHIND_NUMBERS = (
    "data/pyagrum30.txt",
    "exact_bic.py",
    "measure.py",
    "methods.py",
    "models.py",
    "notears.py",
    "program.py",
    "program_settings.py",
    "reference.py",
    "scoring.py",
)


def chunk(setting: Setting, dag: int, folder: Path, *, any_code: bool = False) -> list[Run]:
    """Return the runs of one model: from its file, or by running them and writing the file.

    With `any_code`, results of earlier code count too, as long as the setting is the same.
    """
    path = folder / setting.name / f"{dag:04}.json"
    key = _key(setting)
    if path.exists():
        stored = json.loads(path.read_text(encoding="utf-8"))
        if stored["key"] == key and (any_code or stored["versions"] == versions()):
            return [Run._make(row)._replace(measures=tuple(row[4])) for row in stored["runs"]]
    done = list(runs(setting, dag))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    content = {"key": key, "versions": versions(), "runs": [[*run] for run in done]}
    part.write_text(json.dumps(content), encoding="utf-8")
    part.replace(path)
    return done


def _key(setting: Setting) -> list[object]:
    methods, rows = [*setting.methods, *setting.first_only], list(setting.rows)
    return [setting.number, setting.data_sets, methods, rows, setting.truth, setting.mcc]
