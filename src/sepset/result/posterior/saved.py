"""Posteriors from files: JSON with a format, a version and a schema, in which nothing is trusted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from sepset.catalogue.posterior import SCORES
from sepset.catalogue.records import load
from sepset.errors import OptionError, SavedError
from sepset.graph.ancestry import is_dag
from sepset.graph.bits import from_members, to_words
from sepset.result.posterior.document import VERSION
from sepset.result.posterior.posterior import Posterior
from sepset.result.saved.data import read_data
from sepset.result.saved.json_files import check_version, packaged_schema
from sepset.result.saved.json_values import Value
from sepset.result.saved.reader import read_names, read_settings
from sepset.result.saved.saved import discovery_of_document
from sepset.result.settings import PosteriorSettings
from sepset.score.components import Component
from sepset.score.found import Drawn
from sepset.score.marks import dag_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.result.discovery import Discovery

_PARTS = (
    *(
        "beside",
        "ancestors",
        "components",
        "dags",
        "data",
        "diagnostics",
        "edges",
        "exact",
        "format",
        "log_probability",
        "names",
    ),
    *("settings", "shares", "version", "versions"),
)


def schema() -> dict[str, object]:
    """Return the JSON Schema of the files.

    >>> schema()["title"]
    'sepset posterior, version 1'
    """
    return packaged_schema("sepset.result.posterior", "posterior.schema.json")


def posterior_of(document: dict[str, object]) -> Posterior:
    """Return the posterior that a document holds; anything that is not sound is an error that says where."""
    check_version(document.get("version"), VERSION)
    whole = Value(document)
    whole.require_only(_PARTS)
    names = read_names(whole.part("names"))
    components, weights, evidence = _components(whole.part("components"))
    parents = _dags(whole.part("dags"), len(names))
    drawn = Drawn(
        components,
        weights,
        evidence,
        parents,
        _numbers(whole.part("shares"), len(parents), least=0.0),
        _numbers(whole.part("log_probability"), len(parents)),
        _square(whole.part("edges"), len(names)),
        _square(whole.part("ancestors"), len(names)) if "ancestors" in document else None,
        whole.part("exact").flag(),
        {name: _plain(value) for name, value in whole.part("diagnostics").parts().items()},
    )
    return Posterior(
        names,
        drawn,
        read_settings(whole.part("settings"), names, PosteriorSettings),
        _beside(whole.part("beside"), names),
        read_data(whole.part("data"), names),
        {name: value.text() for name, value in whole.part("versions").parts().items()},
    )


def _beside(value: Value, names: tuple[str, ...]) -> Discovery:
    """Return the result of k-PC beside the posterior: of the same columns, in a format of its own."""
    document = {name: part.raw for name, part in value.parts().items()}
    if "format" not in document:
        value.refuse("a saved result of a learner")
    try:
        found = discovery_of_document(document)
    except SavedError as error:
        raise SavedError(f"{value.where}: ", *error.parts) from None
    if found.names != names:
        value.refuse("a result of the same columns")
    return found


def _components(
    value: Value,
) -> tuple[tuple[Component, ...], NDArray[np.float64], NDArray[np.float64] | None]:
    components, weights, evidence = [], [], []
    for kind, number, log_odds, weight, log_evidence in value.rows(5):
        try:
            score = load(SCORES[kind.word(SCORES.words)].implementation)(_real(number))
        except OptionError as error:
            raise SavedError(f"{number.where}: ", *error.parts) from None
        components.append(Component(score, _real(log_odds)))
        weights.append(_real(weight, least=0.0))
        evidence.append(math.nan if log_evidence.raw is None else _real(log_evidence))
    if not components or math.isnan(sum(evidence)) != all(map(math.isnan, evidence)):
        value.refuse("one or more components, all of them with evidence or none")
    known = None if math.isnan(evidence[0]) else np.array(evidence)
    return tuple(components), np.array(weights), known


def _dags(value: Value, n: int) -> NDArray[np.uint64]:
    dags = []
    for dag in value.items():
        rows = [from_members(row.wholes(0, n - 1)) for row in dag.items()]
        if len(rows) != n:
            dag.refuse(f"an array of {n} lists of parents")
        dags.append(to_words(rows, n))
        if not is_dag(dag_table(dags[-1])) or any(row >> child & 1 for child, row in enumerate(rows)):
            dag.refuse("a graph without directed cycles")
    if not dags:
        value.refuse("one or more DAGs")
    return np.stack(dags)


def _numbers(value: Value, length: int, least: float = -math.inf) -> NDArray[np.float64]:
    numbers = [_real(item, least=least) for item in value.items()]
    if len(numbers) != length:
        value.refuse(f"an array of {length} numbers")
    return np.array(numbers, dtype=np.float64)


def _square(value: Value, n: int) -> NDArray[np.float64] | None:
    if value.raw is None:
        return None
    rows = [_numbers(row, n, least=0.0) for row in value.items()]
    if len(rows) != n:
        value.refuse(f"an array of {n} rows")
    return np.array(rows).reshape(n, n)


def _real(value: Value, least: float = -math.inf) -> float:
    number = value.raw
    if (
        not isinstance(number, int | float)
        or isinstance(number, bool)
        or not -math.inf < number < math.inf
        or number < least
    ):
        value.refuse("a number" if least == -math.inf else f"a number of at least {least:g}")
    return float(number)


def _plain(value: Value) -> float | int | str:
    if not isinstance(value.raw, int | float | str):
        value.refuse("a number or text")
    return value.raw
