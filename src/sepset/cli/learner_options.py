"""From the options of ``sepset learn`` to a learner and the arguments of its function.

The options of a learner are read off its function, so a new learner needs nothing here.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, NamedTuple

from sepset.catalogue.learners import LEARNERS
from sepset.catalogue.posterior import POSTERIOR
from sepset.catalogue.records import load
from sepset.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sepset.result.discovery import Discovery

#: The paper's k and alpha, used for the one that is not given when the other is.
PAPERS_K, PAPERS_ALPHA = 1, 0.05


class Call(NamedTuple):
    """A learner's function, and its arguments beside the data."""

    function: Callable[..., Discovery]
    arguments: dict[str, Any]


def learner_call(
    method: str, bounds: tuple[int, ...] | None, alpha: float | str | None, given: Mapping[str, Any]
) -> Call:
    """Return the call for a method, with the largest of some bounds and the other options that were given.

    `bounds` and `alpha` are None where they were not given; no bound at all, and the word auto, leave the
    choice to the data.

    >>> learner_call("kpc", None, None, {}).arguments
    {'k': 'auto', 'alpha': 'auto'}
    >>> learner_call("kpc", (0, 2), None, {}).arguments
    {'k': 2, 'alpha': 0.05}
    >>> learner_call("pc", (2,), None, {"test": "g2"}).arguments
    {'max_k': 2, 'test': 'g2'}
    """
    function = load(LEARNERS[method].function)
    for option in given:
        if option not in _parameters(method):
            others = " or ".join(word for word in LEARNERS if option in _parameters(word)) or POSTERIOR.word
            raise OptionError(
                f"--{option.replace('_', '-')} is for --method {others}, not for {method}; leave it out"
            )
    numbers = _chosen(bounds, alpha) if LEARNERS[method].automatic else _given_numbers(method, bounds, alpha)
    return Call(function, {**numbers, **given})


def _parameters(method: str) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(load(LEARNERS[method].function)).parameters


def _chosen(bounds: tuple[int, ...] | None, alpha: float | str | None) -> dict[str, Any]:
    """Return k and alpha: from the data, unless one of them is a number; then the other is the paper's."""
    paper = bool(bounds) or isinstance(alpha, float)
    if alpha is None:
        alpha = PAPERS_ALPHA if paper else "auto"
    if bounds is None:
        return {"k": PAPERS_K if paper else "auto", "alpha": alpha}
    return {"k": bounds[-1] if bounds else "auto", "alpha": alpha}


def _given_numbers(method: str, bounds: tuple[int, ...] | None, alpha: float | str | None) -> dict[str, Any]:
    """Return k and alpha as far as they are given; the learner has its own for the rest."""
    if bounds == () or alpha == "auto":
        option = "-k" if bounds == () else "--alpha"
        others = " or ".join(word for word, learner in LEARNERS.items() if learner.automatic)
        raise OptionError(
            f"{option} auto is for --method {others}; give {method} a number, or leave {option} out"
        )
    numbers: dict[str, Any] = {}
    if bounds:
        numbers["max_k" if "max_k" in _parameters(method) else "k"] = bounds[-1]
    if alpha is not None:
        numbers["alpha"] = alpha
    return numbers
