"""Causal graphs from conditional independence tests with small conditioning sets.

>>> import sepset as sp
>>> dag = sp.MixedGraph.from_edges("a --> c", "b --> c", "c --> d")
>>> print(sp.kpc(sp.Oracle(dag), k=1).graph)
a --> c
c <-- b
c --> d
"""

from importlib import import_module as _import_module

from sepset.data import simulate
from sepset.data.bif import read_bif, write_bif
from sepset.data.dataset import Dataset
from sepset.data.networks import BayesianNetwork, asia, builtin, builtin_names
from sepset.data.reading.read import read
from sepset.data.reading.table import dataset
from sepset.drawing.plot import plot
from sepset.equivalence.classes import k_class_size, k_closures, k_equivalent_dags
from sepset.equivalence.essential.certificate import Certificate
from sepset.equivalence.essential.k_essential import (
    KEssential,
    complete_pattern,
    k_essential,
    k_essential_graph,
)
from sepset.equivalence.essential.verify import find_problems, verify
from sepset.equivalence.k_closure import is_k_covered, k_closure
from sepset.equivalence.mag import is_ancestral, is_k_closure, is_mag, is_maximal
from sepset.equivalence.markov import (
    k_closures_equivalent,
    k_markov_equivalent,
    markov_equivalent,
    refines,
    unshielded_colliders,
)
from sepset.equivalence.pag import pag
from sepset.errors import (
    CycleError,
    DataError,
    FormatError,
    GraphError,
    OptionError,
    SavedError,
    SepsetError,
    TimeLimitError,
    UnknownNodeError,
)
from sepset.graph import interop
from sepset.graph.edges import Edge
from sepset.graph.mixed_graph import MixedGraph
from sepset.graph.separation import Statement, separated, separation_statements
from sepset.graph.separators import minimum_separator, minimum_separators
from sepset.independence.adapt import CallableTest
from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.gaussian import FisherZ
from sepset.independence.oracle import Oracle
from sepset.independence.permutation import MonteCarloG2
from sepset.independence.protocol import CIResult, CITest
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

__all__ = [
    "BDeu",
    "BGe",
    "BayesianNetwork",
    "CIResult",
    "CITest",
    "CallableTest",
    "Certificate",
    "ChiSquare",
    "Comparison",
    "CycleError",
    "DataError",
    "DataSummary",
    "Dataset",
    "Dirichlet",
    "Discovery",
    "Edge",
    "FisherZ",
    "FormatError",
    "GSquare",
    "GraphError",
    "KEssential",
    "MixedGraph",
    "MonteCarloG2",
    "OptionError",
    "Oracle",
    "Plan",
    "Posterior",
    "PosteriorProgress",
    "Progress",
    "SavedError",
    "SepsetError",
    "Statement",
    "TimeLimitError",
    "UnknownNodeError",
    "anytime_fci",
    "asia",
    "builtin",
    "builtin_names",
    "compare",
    "complete_pattern",
    "dataset",
    "find_problems",
    "interop",
    "is_ancestral",
    "is_k_closure",
    "is_k_covered",
    "is_mag",
    "is_maximal",
    "k_class_size",
    "k_closure",
    "k_closures",
    "k_closures_equivalent",
    "k_equivalent_dags",
    "k_essential",
    "k_essential_graph",
    "k_markov_equivalent",
    "kpc",
    "load",
    "loci",
    "markov_equivalent",
    "minimum_separator",
    "minimum_separators",
    "pag",
    "pc",
    "plot",
    "posterior",
    "read",
    "read_bif",
    "refines",
    "separated",
    "separation_statements",
    "simulate",
    "unshielded_colliders",
    "verify",
    "write_bif",
    "write_report",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> type:
    """Load the scikit-learn shells when first asked for; scikit-learn is an extra, and slow to import."""
    if name not in ("KPC", "PC", "LOCI", "AnytimeFCI"):
        raise AttributeError(f"module 'sepset' has no attribute {name!r}")
    shell: type = getattr(_import_module("sepset.learn.estimators"), name)
    return shell


def __dir__() -> list[str]:
    return sorted({*globals(), "KPC", "PC", "LOCI", "AnytimeFCI"})
