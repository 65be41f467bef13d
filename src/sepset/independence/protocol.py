"""What a conditional independence test is: it answers "is a independent of b given S?" with a p-value.

Any callable with `names` and the call ``test(a, b, given)`` is a `CITest`. A test on data may also search a
whole level of the skeleton at once (`LevelTest`); the answers are the same, only faster.

>>> result = CIResult(p=0.3, statistic=1.04, dof=None, n=100)
>>> result.independent(alpha=0.05)
True
>>> CIResult(p=float("nan"), statistic=float("nan"), dof=None, n=100, usable=False).independent(alpha=0.05)
False
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

import numpy as np

from sepset.checks import check_share

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import NDArray


class CIResult(NamedTuple):
    """The answer of one test: p-value, statistic, degrees of freedom (None if it has none), effective N.

    `usable` is False when the data say nothing about this statement, for example because the conditioning
    set is collinear. Then `p` is NaN, and the statement never counts as an independence.
    """

    p: float
    statistic: float
    dof: float | int | None
    n: int
    usable: bool = True

    def independent(self, *, alpha: float) -> bool:
        """Say whether independence is kept at level `alpha`: usable and p > alpha."""
        return self.usable and self.p > check_share("alpha", alpha)


@runtime_checkable
class CITest(Protocol):
    """A conditional independence test over named variables."""

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in column order."""

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        """Test whether `a` and `b` are independent given the set `given` (the paper's S)."""


class Candidates(NamedTuple):
    """From which columns the conditioning sets of each pair are drawn: lists, and which list each pair uses.

    List g is ``members[offsets[g]:offsets[g + 1]]``, sorted and without repeats; pair i uses list
    ``of[i]``. The two columns of the pair themselves never count, so that one list can serve many pairs
    (such as all neighbours of a).
    """

    offsets: NDArray[np.int64]
    members: NDArray[np.int32]
    of: NDArray[np.int32]

    @classmethod
    def from_lists(cls, lists: Sequence[Sequence[int]], of: Sequence[int] | None = None) -> Candidates:
        """Pack Python lists; without `of`, pair i uses list i.

        >>> Candidates.from_lists([[2, 3], [0]]).members.tolist()
        [2, 3, 0]
        """
        flat = [member for members in lists for member in members]
        offsets = np.concatenate(([0], np.cumsum([len(members) for members in lists], dtype=np.int64)))
        chosen = range(len(lists)) if of is None else of
        return cls(
            offsets.astype(np.int64), np.array(flat, dtype=np.int32), np.array([*chosen], dtype=np.int32)
        )


class LevelResult(NamedTuple):
    """What the search of one level found, one entry per pair.

    A pair is separated (`found`) when some usable set S of the level has p > alpha. `p` is the largest p over
    the usable sets (NaN if there is none) and `separators` the set that has it, as columns in the order of
    their names (-1 where `p` is NaN). Equal p: more degrees of freedom, then the smaller statistic, then the
    set whose sorted names come first. `tests` counts every (pair, set).
    """

    found: NDArray[np.bool_]
    p: NDArray[np.float64]
    separators: NDArray[np.int32]
    tests: int


@runtime_checkable
class LevelTest(CITest, Protocol):
    """A test that can search a level: for many pairs at once, every set of one size."""

    def search_level(
        self,
        pairs: NDArray[np.int32],
        size: int,
        candidates: Candidates | None = None,
        *,
        alpha: float,
        threads: int = 1,
        largest_p: bool = True,
    ) -> LevelResult:
        """Try every set of `size` candidates (None: all other columns) for each pair of columns.

        Pairs have the shape (m, 2). The result does not depend on the order of columns or pairs, on the
        number of threads, or on how the pairs are split into calls. With ``largest_p=False`` a pair that is
        not separated may get p = NaN and no set, which is faster and all that a search needs.
        """


@runtime_checkable
class PreparedTest(Protocol):
    """A test that can prepare itself if it knows beforehand how large the sets will be."""

    def prepare(self, k: int) -> None:
        """Get ready for tests given at most k variables."""


class ExpectingTest(CITest, Protocol):
    """A test on rows elsewhere, where every look takes long: it hears beforehand what will be asked."""

    #: whether its tables come from rows elsewhere
    asked_here: bool

    def foresee(self, k: int) -> None:
        """Get ready for tests given at most k variables when the first is asked, if any is."""

    def expect(self, size: int, questions: Iterable[tuple[NDArray[np.int32], Candidates | None]]) -> None:
        """Get ready for the pairs and lists of a level, whose sets have a size."""

    def expect_tests(self, asked: Sequence[tuple[int, int, Sequence[int]]]) -> int:
        """Get ready for the first of some tests, two columns and a set each; return for how many."""
