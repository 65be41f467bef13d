"""The settings on which the published program is judged: fewer models of those that judge the paper's text.

The program's own figures show the first 100 of its 300 scores, which are all three data sets of 33 models and
one of the 34th; so there are 34 models here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from experiments.models import Setting

MODELS = 34
#: setting of the paper -> its counterpart, the methods that claims compare, data sets, and rows (None: all)
COUNTERPARTS: dict[str, tuple[str, tuple[str, ...], int, tuple[int, ...] | None]] = {
    "pc15_reference": ("program15", ("causal-learn", "pc", "cpc", "published", "program"), 3, None),
    "agrum30_reference": ("program30", ("controls", "causal-learn", "pc", "published", "program"), 3, None),
    "loci": ("program_loci", ("pc", "program", "loci"), 1, (100,)),
    "notears": ("program_notears", ("pc", "program", "notears"), 1, (10, 50)),
    "asia": ("program_asia", ("pc", "program"), 100, (500,)),
}


def with_program(settings: Iterable[Setting]) -> Iterator[Setting]:
    """Yield the settings, each followed by its counterpart with the published program."""
    for setting in settings:
        yield setting
        if setting.name in COUNTERPARTS:
            name, methods, data_sets, rows = COUNTERPARTS[setting.name]
            yield replace(
                setting,
                name=name,
                title=f"the first models of {setting.name}, with the published program",
                methods=methods,
                first_only=(),
                dags=min(setting.dags, MODELS),
                data_sets=data_sets,
                rows=rows or setting.rows,
                mcc=None,
                k_essential=False,
            )
