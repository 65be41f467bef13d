"""A p-value for each pair of variables, and which pairs stay when false discoveries are kept to a share q.

References: Benjamini & Hochberg (1995), *Controlling the false discovery rate*, JRSS B 57; Benjamini &
Yekutieli (2001), *The control of the false discovery rate in multiple testing under dependency*, Annals of
Statistics 29.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from sepset.catalogue.choices import TESTS
from sepset.catalogue.false_discovery import DISCOVERY_METHODS
from sepset.checks import check_choice
from sepset.errors import OptionError
from sepset.graph.names import two_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.catalogue.false_discovery import DiscoveryMethod
    from sepset.result.discovery import Discovery


class EdgeP(Mapping[tuple[str, str], float]):
    """The largest p of each pair over all sets of at most k variables; a pair is asked for in either order.

    NaN: no test of the pair was usable. Iterating gives the pairs in node order.

    >>> p = EdgeP(("x", "y", "z"), np.array([0.001, 0.4, 0.02]), k=1)
    >>> p["x", "y"], p["z", "x"], len(p), p.k
    (0.001, 0.4, 3, 1)
    >>> p.significant(q=0.05)
    (('x', 'y'), ('y', 'z'))
    """

    def __init__(self, names: tuple[str, ...], values: NDArray[np.float64], k: int) -> None:
        self._places = {name: place for place, name in enumerate(names)}
        self._pairs = [*combinations(names, 2)]
        self._row = {frozenset(pair): row for row, pair in enumerate(self._pairs)}
        #: in the order of the pairs
        self.values_in_order = values
        #: the size of the largest sets
        self.k = k

    def __getitem__(self, pair: tuple[str, str]) -> float:
        return self(*pair)

    def __call__(self, a: str, b: str) -> float:
        """Return the largest p of one pair."""
        two_places(a, b, self._places)
        return float(self.values_in_order[self._row[frozenset((a, b))]])

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def significant(self, q: float = 0.05, method: DiscoveryMethod = "bh") -> tuple[tuple[str, str], ...]:
        """Return the pairs that stay when at most a share q of them may be false, in node order."""
        kept = keep_discoveries(self.values_in_order, q, method)
        return tuple(self._pairs[row] for row in np.flatnonzero(kept).tolist())

    def __repr__(self) -> str:
        return f"<EdgeP of {len(self)} pairs>"


def keep_discoveries(
    p: NDArray[np.float64], q: float = 0.05, method: DiscoveryMethod = "bh"
) -> NDArray[np.bool_]:
    """Mark the p-values that stay: the i smallest, for the largest i with p(i) <= q i / m.

    ``"bh"`` (Benjamini and Hochberg) keeps the expected share of false ones at q if the p-values are
    independent or depend on each other positively; ``"by"`` (Benjamini and Yekutieli) divides q by
    1 + 1/2 + ... + 1/m, and does so however they depend. NaN never stays, and counts among the m.

    >>> keep_discoveries(np.array([0.01, 0.04, 0.03, 0.2]), q=0.05).tolist()
    [True, False, False, False]
    >>> keep_discoveries(np.array([0.01, 0.02, 0.03, 0.2]), q=0.05).tolist()
    [True, True, True, False]
    """
    if isinstance(q, bool) or not isinstance(q, int | float) or not 0.0 < q < 1.0:
        raise OptionError(f"q is the share of false discoveries to allow, between 0 and 1; got {q!r}")
    check_choice("method", method, DISCOVERY_METHODS)
    m = len(p)
    known = np.where(np.isnan(p), np.inf, p)
    ranks = np.arange(1, m + 1)
    share = q / float((1.0 / ranks).sum()) if method == "by" and m else q
    order = np.sort(known)
    passing = np.flatnonzero(order <= share * ranks / max(m, 1))
    if not len(passing):
        return np.zeros(m, dtype=bool)
    kept: NDArray[np.bool_] = known <= order[passing[-1]]
    return kept


def edge_p_bound(found: Discovery) -> int:
    """Return the bound of `Discovery.edge_p`: k, or in PC without a limit how far the search came."""
    return found.skeleton.reached if found.settings.any_size else found.k


def quick_edge_p(found: Discovery) -> EdgeP | None:
    """Return `Discovery.edge_p` if someone has asked for it or a file holds it, or if it takes a moment only.

    A file and the page of a result both go by this, so that the page of a saved result is the same.
    """
    if found.largest_p is None or found.settings.is_oracle:
        return None
    n = len(found.names)
    tests = comb(n, 2) * sum(comb(max(n - 2, 0), size) for size in range(edge_p_bound(found) + 1))
    test = TESTS.get(found.settings.test or "")
    rows = 0 if found.data is None else found.data.rows
    quick = test is not None and tests <= test.quick_tests and tests * rows <= test.quick_rows
    if found.saved_versions is not None or "edge_p" in found.__dict__ or quick:
        return found.edge_p
    return None
