"""Handing an effect over to DoWhy, with the adjustment set that is valid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.data.reading.table import dataset
from sepset.lazily import optional

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def to_dowhy(data: object, cause: str, effect: str, given: Iterable[str]) -> Any:
    """Return a ``dowhy.CausalModel`` in which the set is all there is to adjust for.

    Its graph is not the learned one, which may stand for many DAGs. It is the simplest graph in which the set
    is valid: each of its variables is a cause of both.
    """
    dowhy = optional("dowhy", "dowhy")
    names = sorted(given)
    frame = dataset(data, missing="testwise").select([cause, effect, *names]).to_pandas().dropna()
    return dowhy.CausalModel(data=frame, treatment=cause, outcome=effect, common_causes=names)
