"""Candidate parents of nodes, and what families of them score: what chains over many columns walk on.

Every node is answered alone, so that nodes can be shared out among threads or the workers of a cluster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.errors import OptionError
from sepset.graph.bits import to_words
from sepset.kernels import discrete_candidates, gaussian_candidates
from sepset.score.components import BDeu, BGe, Dirichlet
from sepset.score.local import code_arrays, scatter_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sepset.data.dataset import Dataset
    from sepset.score.allowed import Allowed
    from sepset.score.components import Score

    Floats = NDArray[np.float64]


class ParentCandidates(NamedTuple):
    """The candidate parents of some nodes, node after node."""

    #: of each node: how many it has
    sizes: NDArray[np.int32]
    members: NDArray[np.int32]
    #: of each node: log scores at ``score * 2^candidates + set of candidates``
    local: Floats
    #: how many others would have gained something
    left_out: int

    @classmethod
    def joined(cls, parts: Sequence[ParentCandidates]) -> ParentCandidates:
        """Return the candidates of all nodes from those of some, in order."""
        if len(parts) == 1:
            return parts[0]
        sizes, members, local, left_out = zip(*parts, strict=True)
        return cls(np.concatenate(sizes), np.concatenate(members), np.concatenate(local), sum(left_out))


@dataclass(frozen=True, eq=False)
class Families:
    """Columns with their scores, and who may or must be a parent of whom: it can travel to a worker."""

    n: int
    #: what the kernel takes first: codes, levels and scores; or a scatter matrix and one score
    columns: tuple[object, ...]
    are_discrete: bool
    may: NDArray[np.uint64]
    must: NDArray[np.uint64]
    #: how many candidates a node has at most
    most: int

    @classmethod
    def of(cls, data: Dataset, scores: Sequence[Score], limits: Allowed, most: int) -> Families:
        """Return the families of a table, its columns sorted by name; scores as `kernel_order` has them."""
        names = sorted(data.names)
        n = len(names)
        words = to_words(list(limits.may), n), to_words(list(limits.must), n)
        if not isinstance(scores[0], BGe):
            cells = [score.cell for score in scores if isinstance(score, Dirichlet)]
            sizes = [score.sample_size for score in scores if isinstance(score, BDeu)]
            priors = np.array(cells, dtype=np.float64), np.array(sizes, dtype=np.float64)
            return cls(n, (*code_arrays(data, names), *priors), True, *words, most)
        if len(scores) > 1:
            raise OptionError("the sampled posterior takes one BGe score; give one, or use fewer columns")
        weight = scores[0].mean_weight
        columns = scatter_matrix(data.matrix(names)), data.rows, weight, n + weight + 1
        return cls(n, columns, False, *words, most)

    def leading_score(self, threads: int, seconds: float) -> int:
        """Return the number of the score by which single parents explain most: it finds the candidates."""
        return self._search(0, 0, None, threads, seconds)[1]

    def candidates(
        self, first: int, last: int, *, score: int, seconds: float, threads: int = 1
    ) -> ParentCandidates:
        """Return the candidates of the nodes from `first` to before `last`, found by one of the scores."""
        return self._search(first, last, score, threads, seconds)[0]

    def _search(
        self, first: int, last: int, score: int | None, threads: int, seconds: float
    ) -> tuple[ParentCandidates, int]:
        kernel = discrete_candidates if self.are_discrete else gaussian_candidates
        if kernel is None:
            raise OptionError("the sampled posterior needs the compiled kernels; unset SEPSET_KERNELS")
        limits = self.may, self.must, self.most
        found = kernel(*self.columns, *limits, first, last, score, threads, seconds)
        return ParentCandidates(*found[:4]), found[4]


def kernel_order(scores: Sequence[Score]) -> list[Score]:
    """Return the scores in the order of the kernels: Dirichlet, then BDeu; or BGe."""
    return sorted(scores, key=lambda score: isinstance(score, BDeu))
