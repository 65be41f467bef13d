"""The learners as scikit-learn estimators: parameters first, data in `fit`, the result in ``graph_``.

Each class only stores its parameters; `fit` calls the function of the same name, whose docstring explains
them. They need the extra ``sklearn``: ``pip install 'sepset[sklearn]'``.

>>> import numpy as np
>>> rng = np.random.default_rng(0)
>>> a, b = rng.normal(size=(2, 500))
>>> X = np.column_stack([a, b, a + b + rng.normal(size=500)])
>>> print(KPC(k=1).fit(X).graph_)
x0 --> x2
x1 --> x2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sepset.checks import check_choice
from sepset.data.dataset import Dataset
from sepset.data.reading.assemble import MISSING_POLICIES
from sepset.data.reading.table import dataset
from sepset.errors import DataError
from sepset.learn.anytime_fci import anytime_fci
from sepset.learn.kpc import kpc
from sepset.learn.loci import loci
from sepset.learn.pc import pc
from sepset.learn.posterior import complete_table, posterior
from sepset.learn.stability import stability

try:
    from sklearn.base import BaseEstimator
    from sklearn.utils.validation import validate_data
except ImportError:
    raise ImportError(
        "KPC, PC, LOCI, AnytimeFCI and GraphPosterior are scikit-learn estimators and need scikit-learn 1.6 "
        "or newer: pip install 'sepset[sklearn]'; the functions, such as sepset.kpc, do without"
    ) from None

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable
    from typing import Literal, Self

    from sepset.catalogue.choices import ColliderRule, RuleSet, SearchChoice, TestName
    from sepset.catalogue.resamplings import Resampling
    from sepset.data.dataset import MissingPolicy
    from sepset.graph.mixed_graph import MixedGraph
    from sepset.independence.protocol import CITest
    from sepset.knowledge.statements import Knowledge
    from sepset.learn.auto import Auto
    from sepset.learn.posterior import Method, PosteriorProgress
    from sepset.orientation.plans import Plan
    from sepset.progress import ShowProgress
    from sepset.result.discovery import Discovery
    from sepset.result.posterior.posterior import Posterior
    from sepset.result.stability.stability import Stability
    from sepset.score.components import Score
    from sepset.skeleton.backends import Backend
    from sepset.skeleton.backends.dask import DaskBackend
    from sepset.skeleton.search import Progress


class _Estimator(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """What all have in common: the graph, and what becomes of missing values."""

    graph_: MixedGraph
    missing: MissingPolicy


class _Learner(_Estimator):
    """What the learners by tests have in common: `fit`, and what it leaves behind.

    After `fit`: ``graph_`` (a `MixedGraph`), ``discovery_`` (the whole `Discovery`), ``n_features_in_`` and,
    when the columns have names, ``feature_names_in_``.
    """

    discovery_: Discovery

    def fit(self, X: object, y: object = None) -> Self:  # noqa: N803 - the name that scikit-learn asks for
        """Learn a graph from X, an array, a data frame or a `Dataset`; y is not used.

        The columns of an array are called x0, x1, ...

        To say which columns are discrete, give a `Dataset`.
        """
        self.discovery_ = self._learn(_as_dataset(self, X))
        self.graph_ = self.discovery_.graph
        return self

    def stability(
        self,
        X: object,  # noqa: N803 - the name that scikit-learn asks for
        *,
        resamples: int = 200,
        method: Resampling = "bootstrap",
        seed: int = 0,
        threads: int | None = None,
    ) -> Stability:
        """Return how often each edge and mark comes up on resampled rows of X; see `sepset.stability`."""
        return stability(
            _as_dataset(self, X), resamples=resamples, method=method, seed=seed, learner=self, threads=threads
        )

    def _learn(self, data: Dataset) -> Discovery:
        raise NotImplementedError  # each estimator has its own


class KPC(_Learner):
    """The k-PC algorithm as a scikit-learn estimator; see `sepset.kpc` for the parameters."""

    def __init__(
        self,
        k: int | Auto = 1,
        *,
        alpha: float | Auto = 0.05,
        test: TestName | CITest = "auto",
        search: SearchChoice = "auto",
        colliders: ColliderRule | Auto = "auto",
        rules: RuleSet | Plan | Auto = "auto",
        complete: bool = False,
        repair: bool = False,
        time_limit: float | None = None,
        knowledge: Knowledge | None = None,
        strict: bool = False,
        missing: MissingPolicy = "error",
        threads: int | None = None,
        progress: ShowProgress[Progress] = None,
        checkpoint: str | os.PathLike[str] | None = None,
        backend: Backend | None = None,
    ) -> None:
        self.k = k
        self.alpha = alpha
        self.test = test
        self.search = search
        self.colliders = colliders
        self.rules = rules
        self.complete = complete
        self.repair = repair
        self.time_limit = time_limit
        self.knowledge = knowledge
        self.strict = strict
        self.missing = missing
        self.threads = threads
        self.progress = progress
        self.checkpoint = checkpoint
        self.backend = backend

    def _learn(self, data: Dataset) -> Discovery:
        return kpc(data, **self.get_params(deep=False))


class PC(_Learner):
    """The PC algorithm as a scikit-learn estimator; see `sepset.pc` for the parameters."""

    def __init__(
        self,
        *,
        alpha: float = 0.05,
        max_k: int | None = None,
        test: TestName | CITest = "auto",
        search: SearchChoice = "auto",
        colliders: ColliderRule = "sepset",
        knowledge: Knowledge | None = None,
        strict: bool = False,
        missing: MissingPolicy = "error",
        threads: int | None = None,
        progress: ShowProgress[Progress] = None,
        checkpoint: str | os.PathLike[str] | None = None,
        backend: Backend | None = None,
    ) -> None:
        self.alpha = alpha
        self.max_k = max_k
        self.test = test
        self.search = search
        self.colliders = colliders
        self.knowledge = knowledge
        self.strict = strict
        self.missing = missing
        self.threads = threads
        self.progress = progress
        self.checkpoint = checkpoint
        self.backend = backend

    def _learn(self, data: Dataset) -> Discovery:
        return pc(data, **self.get_params(deep=False))


class LOCI(_Learner):
    """LOCI as a scikit-learn estimator; see `sepset.loci` for the parameters."""

    def __init__(
        self,
        k: int = 1,
        *,
        alpha: float = 0.05,
        test: TestName | CITest = "auto",
        knowledge: Knowledge | None = None,
        strict: bool = False,
        missing: MissingPolicy = "error",
        threads: int | None = None,
        progress: ShowProgress[Progress] = None,
        checkpoint: str | os.PathLike[str] | None = None,
        backend: Backend | None = None,
    ) -> None:
        self.k = k
        self.alpha = alpha
        self.test = test
        self.knowledge = knowledge
        self.strict = strict
        self.missing = missing
        self.threads = threads
        self.progress = progress
        self.checkpoint = checkpoint
        self.backend = backend

    def _learn(self, data: Dataset) -> Discovery:
        return loci(data, **self.get_params(deep=False))


class AnytimeFCI(_Learner):
    """Anytime FCI as a scikit-learn estimator; see `sepset.anytime_fci` for the parameters."""

    def __init__(
        self,
        k: int = 1,
        *,
        alpha: float = 0.05,
        test: TestName | CITest = "auto",
        search: SearchChoice = "all",
        colliders: ColliderRule = "sepset",
        knowledge: Knowledge | None = None,
        strict: bool = False,
        missing: MissingPolicy = "error",
        threads: int | None = None,
        progress: ShowProgress[Progress] = None,
        checkpoint: str | os.PathLike[str] | None = None,
        backend: Backend | None = None,
    ) -> None:
        self.k = k
        self.alpha = alpha
        self.test = test
        self.search = search
        self.colliders = colliders
        self.knowledge = knowledge
        self.strict = strict
        self.missing = missing
        self.threads = threads
        self.progress = progress
        self.checkpoint = checkpoint
        self.backend = backend

    def _learn(self, data: Dataset) -> Discovery:
        return anytime_fci(data, **self.get_params(deep=False))


class GraphPosterior(_Estimator):
    """The posterior over graphs as a scikit-learn estimator; see `sepset.posterior` for the parameters.

    After `fit`: ``graph_`` (the graph to draw) and ``posterior_`` (the whole `Posterior`).
    """

    posterior_: Posterior

    def __init__(
        self,
        *,
        scores: Literal["auto"] | Iterable[Score] = "auto",
        edge_log_odds: Literal["auto"] | Iterable[float] = "auto",
        method: Method = "auto",
        knowledge: Knowledge | None = None,
        seed: int = 0,
        time_limit: float | None = None,
        threads: int | None = None,
        progress: ShowProgress[PosteriorProgress] = None,
        samples: int = 400,
        missing: MissingPolicy = "error",
        backend: DaskBackend | None = None,
    ) -> None:
        self.scores = scores
        self.edge_log_odds = edge_log_odds
        self.method = method
        self.knowledge = knowledge
        self.seed = seed
        self.time_limit = time_limit
        self.threads = threads
        self.progress = progress
        self.samples = samples
        self.missing = missing
        self.backend = backend

    def fit(self, X: object, y: object = None) -> Self:  # noqa: N803 - the name that scikit-learn asks for
        """Weigh the DAGs that may be behind X, an array, a data frame or a `Dataset`; y is not used."""
        data = _as_dataset(self, X, read=complete_table)
        self.posterior_ = posterior(data, **self.get_params(deep=False))
        self.graph_ = self.posterior_.graph
        return self


class NotATableError(DataError, TypeError):
    """What was given to `fit` cannot be a table; also a TypeError, as scikit-learn's checks expect."""


def _as_dataset(
    learner: _Estimator,
    X: Any,  # noqa: N803 - the name that scikit-learn asks for
    read: Callable[..., Dataset] = dataset,
) -> Dataset:
    """Return the data as a `Dataset`, and note number and names of columns as scikit-learn does."""
    if isinstance(X, Dataset):
        learner.n_features_in_ = len(X.names)
        learner.feature_names_in_ = np.array(X.names, dtype=object)
        return X
    missing = check_choice("missing", learner.missing, MISSING_POLICIES)
    is_frame = hasattr(X, "columns")
    text_or_flag = isinstance(X, np.ndarray) and X.dtype.kind in "Ub"
    try:
        checked = validate_data(
            learner,
            X,
            dtype=None if is_frame or text_or_flag else "numeric",
            ensure_min_samples=2,
            ensure_min_features=2,
            ensure_all_finite=not (is_frame or text_or_flag) and (missing == "error" or "allow-nan"),
        )
    except TypeError as error:
        raise NotATableError(f"X is an array, a data frame or a Dataset: {error}") from None
    except ValueError as error:
        raise DataError(str(error)) from None
    return read(X if is_frame else checked, missing=learner.missing)
