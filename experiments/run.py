"""All models of all settings, on several processes."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from experiments.chunks import chunk
from experiments.settings import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from experiments.measure import Run
    from experiments.models import Setting


def run(
    settings: Sequence[Setting], kept: Path, workers: int, *, any_code: bool
) -> list[tuple[Setting, list[list[Run]]]]:
    """Run all models of all settings on several processes; the order of results does not depend on them."""
    tasks = [(setting.name, dag) for setting in settings for dag in range(setting.dags)]
    done: dict[tuple[str, int], list[Run]] = {}
    start = time.monotonic()
    # One process is one thread: threads of numerical libraries would only get into each other's way.
    os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"))
    # Fresh processes: a fork would copy the threads of numerical libraries in an unknown state.
    sizes = {setting.name: (setting.dags, setting.data_sets, setting.rows) for setting in settings}
    with multiprocessing.get_context("spawn").Pool(workers, _start, (sizes, kept, any_code)) as pool:
        for task, found in pool.imap_unordered(_work, tasks):
            done[task] = found
            if len(done) % max(1, len(tasks) // 100) and len(done) < len(tasks):
                continue
            passed = time.monotonic() - start
            print(f"\r{len(done)}/{len(tasks)} models, {passed:.0f} s", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [(setting, [done[setting.name, dag] for dag in range(setting.dags)]) for setting in settings]


_SETTINGS: dict[str, Setting] = {}
_KEPT: list[tuple[Path, bool]] = []


def _start(sizes: dict[str, tuple[int, int, tuple[int, ...]]], kept: Path, any_code: bool) -> None:
    """Set up a process; settings hold functions that cannot be sent, so only their sizes are."""
    for setting in SETTINGS:
        if setting.name in sizes:
            dags, data_sets, rows = sizes[setting.name]
            _SETTINGS[setting.name] = replace(setting, dags=dags, data_sets=data_sets, rows=rows)
    _KEPT[:] = [(kept, any_code)]


def _work(task: tuple[str, int]) -> tuple[tuple[str, int], list[Run]]:
    kept, any_code = _KEPT[0]
    return task, chunk(_SETTINGS[task[0]], task[1], kept, any_code=any_code)
