"""Conditional independence tests: are a and b independent given a set of other variables?

A test has `names` and is called as ``test(a, b, given)`` to return a `CIResult`; see `CITest`. Learners take
data, the word for a test, or a test. The `Oracle` reads the answers off a graph, and `CallableTest` turns a
function of yours into a test.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence import Oracle
>>> test = Oracle(MixedGraph.from_edges("a --> b", "b --> c"))
>>> test("a", "c", ()).p, test("a", "c", ("b",)).p
(0.0, 1.0)

- `FisherZ`: continuous columns; partial correlations
- `ChiSquare`: discrete columns; Pearson's statistic
- `GSquare`: discrete columns; likelihood ratio
- `MonteCarloG2`: discrete columns and few rows; likelihood ratio by permutation
- `ResidualTest`: columns of any kind; residuals of regressions
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING

from sepset.lazily import names_from as _names_from

if _TYPE_CHECKING:
    from sepset.independence.adapt import CallableTest
    from sepset.independence.discrete import ChiSquare, GSquare
    from sepset.independence.gaussian import FisherZ
    from sepset.independence.oracle import Oracle
    from sepset.independence.permutation import MonteCarloG2
    from sepset.independence.protocol import CIResult, CITest
    from sepset.independence.residual import ResidualTest

__all__ = [
    "CIResult",
    "CITest",
    "CallableTest",
    "ChiSquare",
    "FisherZ",
    "GSquare",
    "MonteCarloG2",
    "Oracle",
    "ResidualTest",
]

# A run uses one of the tests and loads no other (ADR 0019).
__getattr__ = _names_from(
    {
        "sepset.independence.adapt": "CallableTest",
        "sepset.independence.discrete": "ChiSquare GSquare",
        "sepset.independence.gaussian": "FisherZ",
        "sepset.independence.oracle": "Oracle",
        "sepset.independence.permutation": "MonteCarloG2",
        "sepset.independence.protocol": "CIResult CITest",
        "sepset.independence.residual": "ResidualTest",
    },
    globals(),
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
