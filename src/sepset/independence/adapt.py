"""Any function as a conditional independence test: your own, or a test object of another library.

>>> def always(a, b, given):
...     return 0.5
>>> CallableTest(always, names=("x", "y", "z"))("x", "y", ["z"]).p
0.5
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from sepset.checks import came, check_choice, check_count, check_variables
from sepset.errors import OptionError
from sepset.graph.names import listed, places_of
from sepset.independence.protocol import CIResult

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence


class CallableTest:
    """A conditional independence test from a function that returns a p-value (or a `CIResult`).

    The function is called with two variables and the conditioning variables, sorted by name. With
    ``by="number"`` it gets column numbers instead of names, which is what the test objects of causal-learn
    expect: ``CallableTest(CIT(data, "kci"), names, by="number", n=len(data))``. A p-value of NaN means that
    the set is not usable.
    """

    def __init__(
        self,
        function: Callable[..., float | CIResult],
        names: Sequence[str],
        *,
        by: Literal["name", "number"] = "name",
        n: int = 0,
    ) -> None:
        if not callable(function):
            raise OptionError(f"function is a function that returns a p-value; got {came(function)}")
        self._function, self._by = function, check_choice("by", by, ("name", "number"))
        self._n = check_count("n", n, least=0)
        self._names = check_variables(names)
        self._number = {name: place for place, name in enumerate(self._names)}

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in column order."""
        return self._names

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        """Ask the function; pair and set are put in name order first, so that each question has one form."""
        pair, members = (a, b), listed(given)
        places_of((*pair, *members), self._number)
        asked = [*sorted(pair), *sorted(members)]
        words = asked if self._by == "name" else places_of(asked, self._number)
        answer = self._function(words[0], words[1], words[2:])
        return answer if isinstance(answer, CIResult) else self._result(answer)

    def _result(self, answer: float) -> CIResult:
        try:
            p = float(answer)
        except (TypeError, ValueError):
            p = -1.0
        if not (math.isnan(p) or 0.0 <= p <= 1.0):
            raise OptionError(
                f"a test returns a p-value between 0 and 1, or NaN for 'not usable'; got {answer!r}"
            )
        return CIResult(p, math.nan, None, self._n, usable=not math.isnan(p))

    def __repr__(self) -> str:
        return f"CallableTest({self._function!r}, {len(self._names)} variables)"
