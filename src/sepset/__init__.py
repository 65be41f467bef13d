"""Causal graphs from conditional independence tests with small conditioning sets.

>>> import sepset as sp
>>> dag = sp.MixedGraph.from_edges("a --> c", "b --> c", "c --> d")
>>> print(sp.kpc(sp.Oracle(dag), k=1).graph)
a --> c
c <-- b
c --> d

What one calls every day is here; the rest has rooms of its own:

==================  ==================================================================================
`theory`            separation, closures, equivalence and k-essential graphs, with proofs
`independence`      conditional independence tests, and what a test of your own must offer
`networks`          Bayesian networks: built-in ones, and BIF files in and out
`simulate`          random graphs, and data from a graph
`interop`           graphs of other libraries
`errors`            what can go wrong, as one tree
==================  ==================================================================================
"""

from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any
from warnings import warn as _warn

from sepset import errors, independence, networks, theory
from sepset.data import simulate
from sepset.data.dataset import Dataset
from sepset.data.networks import asia
from sepset.data.reading.read import read
from sepset.data.reading.table import clean, dataset
from sepset.drawing.plot import plot
from sepset.equivalence.causes import ancestors
from sepset.equivalence.classes import k_closures
from sepset.equivalence.essential.k_essential import k_essential_graph
from sepset.equivalence.k_closure import is_k_covered, k_closure
from sepset.equivalence.mag import is_k_closure, is_mag
from sepset.equivalence.markov import k_markov_equivalent, markov_equivalent, refines
from sepset.equivalence.pag import pag
from sepset.errors import (
    CycleError,
    DataError,
    FormatError,
    GraphError,
    KnowledgeError,
    OptionError,
    SavedError,
    SepsetError,
    TimeLimitError,
    UnknownNodeError,
)
from sepset.graph import interop
from sepset.graph.edges import Edge
from sepset.graph.mixed_graph import MixedGraph
from sepset.graph.separation import separated
from sepset.graph.separators import minimum_separator
from sepset.independence.oracle import Oracle
from sepset.knowledge.statements import Knowledge
from sepset.knowledge.text import read_knowledge
from sepset.learn.anytime_fci import anytime_fci
from sepset.learn.kpc import kpc
from sepset.learn.loci import loci
from sepset.learn.pc import pc
from sepset.learn.posterior import PosteriorProgress, posterior
from sepset.orientation.plans import Plan
from sepset.report.html import write_report
from sepset.result.compare import Comparison, compare
from sepset.result.discovery import DataSummary, Discovery
from sepset.result.posterior.posterior import Posterior
from sepset.result.posterior.saved import load
from sepset.score.components import BDeu, BGe, Dirichlet
from sepset.skeleton.search import Progress

if _TYPE_CHECKING:
    from sepset.learn.estimators import KPC, LOCI, PC, AnytimeFCI, GraphPosterior

__all__ = [
    "BDeu",
    "BGe",
    "Comparison",
    "CycleError",
    "DataError",
    "DataSummary",
    "Dataset",
    "Dirichlet",
    "Discovery",
    "Edge",
    "FormatError",
    "GraphError",
    "Knowledge",
    "KnowledgeError",
    "MixedGraph",
    "OptionError",
    "Oracle",
    "Plan",
    "Posterior",
    "PosteriorProgress",
    "Progress",
    "SavedError",
    "SepsetError",
    "TimeLimitError",
    "UnknownNodeError",
    "ancestors",
    "anytime_fci",
    "asia",
    "clean",
    "compare",
    "dataset",
    "errors",
    "independence",
    "interop",
    "is_k_closure",
    "is_k_covered",
    "is_mag",
    "k_closure",
    "k_closures",
    "k_essential_graph",
    "k_markov_equivalent",
    "kpc",
    "load",
    "loci",
    "markov_equivalent",
    "minimum_separator",
    "networks",
    "pag",
    "pc",
    "plot",
    "posterior",
    "read",
    "read_knowledge",
    "refines",
    "separated",
    "simulate",
    "theory",
    "write_report",
]

# The estimators wait until asked for, since scikit-learn is slow to import. It is an extra, too, and a star
# import asks for every name, so they are among them only where it is installed.
if _find_spec("sklearn") is not None:
    __all__ += ["KPC", "LOCI", "PC", "AnytimeFCI", "GraphPosterior"]

__version__ = "0.1.0"

_ESTIMATORS = ("KPC", "LOCI", "PC", "AnytimeFCI", "GraphPosterior")
#: Names that version 0.1 had here, and the rooms they have moved to.
_MOVED = {
    name: room
    for room, names in {
        "independence": "CIResult CITest CallableTest ChiSquare FisherZ GSquare MonteCarloG2",
        "networks": "BayesianNetwork builtin builtin_names read_bif write_bif",
        "theory": "Certificate KEssential Statement complete_pattern find_problems is_ancestral is_maximal "
        "k_class_size k_closures_equivalent k_equivalent_dags k_essential minimum_separators "
        "separation_statements unshielded_colliders verify",
    }.items()
    for name in names.split()
}


def __getattr__(name: str) -> _Any:
    """Load the estimators when first asked for, and find names that have moved, with a warning."""
    if name in _ESTIMATORS:
        return getattr(_import_module("sepset.learn.estimators"), name)
    if name in _MOVED:
        room = _MOVED[name]
        _warn(f"sepset.{name} is now sepset.{room}.{name}", DeprecationWarning, stacklevel=2)
        return getattr(_import_module(f"sepset.{room}"), name)
    raise AttributeError(f"module 'sepset' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_ESTIMATORS})
