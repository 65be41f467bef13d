"""Causal graphs from conditional independence tests with small conditioning sets.

>>> import sepset as sp
>>> dag = sp.MixedGraph.from_edges("a --> c", "b --> c", "c --> d")
>>> print(sp.kpc(sp.Oracle(dag), k=1).graph)
a --> c
c <-- b
c --> d

What you need every day is here; the rest has rooms of its own:

- `theory`: separation, closures, equivalence and k-essential graphs, with proofs
- `independence`: conditional independence tests, and what a test of your own must offer
- `networks`: Bayesian networks, built-in ones and BIF files
- `simulate`: random graphs, and data from a graph
- `interop`: graphs of other libraries
- `facts`: what is known about a pair, as data
- `errors`: what can go wrong, as one tree
"""

from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any
from warnings import warn as _warn

from sepset.lazily import names_from as _names_from

if _TYPE_CHECKING:
    from sepset import errors, facts, independence, networks, theory
    from sepset.data import simulate
    from sepset.data.dataset import Dataset
    from sepset.data.networks import asia
    from sepset.data.reading.read import read
    from sepset.data.reading.table import clean, dataset
    from sepset.data.scanning.scan import scan
    from sepset.data.scanning.sql import scan_sql
    from sepset.drawing.plot import plot
    from sepset.effects.adjustment import adjustment_sets, is_valid_adjustment
    from sepset.effects.effect import effect
    from sepset.effects.estimate import Estimate
    from sepset.effects.result import Effect
    from sepset.effects.sets import AdjustmentSet, AdjustmentSets
    from sepset.equivalence.causes import ancestors
    from sepset.equivalence.classes import k_closures
    from sepset.equivalence.essential.k_essential import k_essential_graph
    from sepset.equivalence.k_closure import is_k_covered, k_closure
    from sepset.equivalence.mag import is_k_closure, is_mag
    from sepset.equivalence.markov import k_markov_equivalent, markov_equivalent, refines
    from sepset.equivalence.pag import pag
    from sepset.errors import (
        CheckpointError,
        ClashError,
        ClusterError,
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
    from sepset.independence.missingness import missingness
    from sepset.independence.oracle import Oracle
    from sepset.independence.pooled import pool
    from sepset.knowledge.files import read_knowledge, write_knowledge
    from sepset.knowledge.statements import Knowledge
    from sepset.learn.anytime_fci import anytime_fci
    from sepset.learn.estimators import KPC, LOCI, PC, AnytimeFCI, GraphPosterior
    from sepset.learn.kpc import kpc
    from sepset.learn.loci import loci
    from sepset.learn.pc import pc
    from sepset.learn.posterior import PosteriorProgress, posterior
    from sepset.learn.stability import StabilityProgress, stability
    from sepset.orientation.plans import Plan
    from sepset.progress import ScanProgress
    from sepset.report.html import write_report
    from sepset.result.compare import Comparison, compare
    from sepset.result.data_summary import DataSummary
    from sepset.result.discovery import Discovery
    from sepset.result.loading import load
    from sepset.result.posterior.posterior import Posterior
    from sepset.result.stability.stability import Stability
    from sepset.result.worth import Worth, value_of_knowledge
    from sepset.score.components import BDeu, BGe, Dirichlet
    from sepset.skeleton.backends.dask import DaskBackend
    from sepset.skeleton.search import Progress

__all__ = [
    "AdjustmentSet",
    "AdjustmentSets",
    "BDeu",
    "BGe",
    "CheckpointError",
    "ClashError",
    "ClusterError",
    "Comparison",
    "CycleError",
    "DaskBackend",
    "DataError",
    "DataSummary",
    "Dataset",
    "Dirichlet",
    "Discovery",
    "Edge",
    "Effect",
    "Estimate",
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
    "ScanProgress",
    "SepsetError",
    "Stability",
    "StabilityProgress",
    "TimeLimitError",
    "UnknownNodeError",
    "Worth",
    "adjustment_sets",
    "ancestors",
    "anytime_fci",
    "asia",
    "clean",
    "compare",
    "dataset",
    "effect",
    "errors",
    "facts",
    "independence",
    "interop",
    "is_k_closure",
    "is_k_covered",
    "is_mag",
    "is_valid_adjustment",
    "k_closure",
    "k_closures",
    "k_essential_graph",
    "k_markov_equivalent",
    "kpc",
    "load",
    "loci",
    "markov_equivalent",
    "minimum_separator",
    "missingness",
    "networks",
    "pag",
    "pc",
    "plot",
    "pool",
    "posterior",
    "read",
    "read_knowledge",
    "refines",
    "scan",
    "scan_sql",
    "separated",
    "simulate",
    "stability",
    "theory",
    "value_of_knowledge",
    "write_knowledge",
    "write_report",
]

# scikit-learn is an extra, and a star import loads every name, so the estimators are listed only where it is
# installed.
if _find_spec("sklearn") is not None:
    __all__ += ["KPC", "LOCI", "PC", "AnytimeFCI", "GraphPosterior"]

__version__ = "0.1.0"

#: Where each public name lives, as above for type checkers. A module is loaded when one of its names is first
#: asked for, so that nobody waits for what they do not use (ADR 0019).
_HOMES = {
    "sepset.result.worth": "Worth value_of_knowledge",
    "sepset.knowledge.files": "read_knowledge write_knowledge",
    "sepset.effects.adjustment": "adjustment_sets is_valid_adjustment",
    "sepset.effects.effect": "effect",
    "sepset.effects.estimate": "Estimate",
    "sepset.effects.result": "Effect",
    "sepset.effects.sets": "AdjustmentSet AdjustmentSets",
    "sepset.equivalence.causes": "ancestors",
    "sepset.data.dataset": "Dataset",
    "sepset.data.networks": "asia",
    "sepset.data.reading.read": "read",
    "sepset.data.reading.table": "clean dataset",
    "sepset.data.scanning.scan": "scan",
    "sepset.data.scanning.sql": "scan_sql",
    "sepset.drawing.plot": "plot",
    "sepset.equivalence.classes": "k_closures",
    "sepset.equivalence.essential.k_essential": "k_essential_graph",
    "sepset.equivalence.k_closure": "is_k_covered k_closure",
    "sepset.equivalence.mag": "is_k_closure is_mag",
    "sepset.equivalence.markov": "k_markov_equivalent markov_equivalent refines",
    "sepset.equivalence.pag": "pag",
    "sepset.errors": "CheckpointError ClashError ClusterError CycleError DataError FormatError "
    "GraphError KnowledgeError OptionError SavedError SepsetError TimeLimitError UnknownNodeError",
    "sepset.graph.edges": "Edge",
    "sepset.graph.mixed_graph": "MixedGraph",
    "sepset.graph.separation": "separated",
    "sepset.graph.separators": "minimum_separator",
    "sepset.independence.missingness": "missingness",
    "sepset.independence.oracle": "Oracle",
    "sepset.independence.pooled": "pool",
    "sepset.knowledge.statements": "Knowledge",
    "sepset.learn.anytime_fci": "anytime_fci",
    "sepset.learn.estimators": "KPC LOCI PC AnytimeFCI GraphPosterior",
    "sepset.learn.kpc": "kpc",
    "sepset.learn.loci": "loci",
    "sepset.learn.pc": "pc",
    "sepset.learn.posterior": "PosteriorProgress posterior",
    "sepset.learn.stability": "StabilityProgress stability",
    "sepset.orientation.plans": "Plan",
    "sepset.progress": "ScanProgress",
    "sepset.report.html": "write_report",
    "sepset.result.compare": "Comparison compare",
    "sepset.result.data_summary": "DataSummary",
    "sepset.result.discovery": "Discovery",
    "sepset.result.loading": "load",
    "sepset.result.posterior.posterior": "Posterior",
    "sepset.result.stability.stability": "Stability",
    "sepset.score.components": "BDeu BGe Dirichlet",
    "sepset.skeleton.backends.dask": "DaskBackend",
    "sepset.skeleton.search": "Progress",
}
_load = _names_from(_HOMES, globals())
#: Submodules that are public names, and where they live.
_ROOMS = {
    "errors": "sepset.errors",
    "facts": "sepset.facts",
    "independence": "sepset.independence",
    "interop": "sepset.graph.interop",
    "networks": "sepset.networks",
    "simulate": "sepset.data.simulate",
    "theory": "sepset.theory",
}
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
    """Load a public name when it is first used, and find names that have moved, with a warning."""
    if name in _MOVED:
        room = _MOVED[name]
        _warn(f"sepset.{name} is now sepset.{room}.{name}", DeprecationWarning, stacklevel=2)
        return getattr(_import_module(f"sepset.{room}"), name)
    if name in _ROOMS:
        globals()[name] = _import_module(_ROOMS[name])
        return globals()[name]
    return _load(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
