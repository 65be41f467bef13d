"""Causal graphs from conditional independence tests with small conditioning sets."""

from sepset.errors import (
    CycleError,
    DataError,
    FormatError,
    GraphError,
    OptionError,
    SepsetError,
    TimeLimitError,
    UnknownNodeError,
)
from sepset.graph.mixed_graph import Edge, MixedGraph

__all__ = [
    "CycleError",
    "DataError",
    "Edge",
    "FormatError",
    "GraphError",
    "MixedGraph",
    "OptionError",
    "SepsetError",
    "TimeLimitError",
    "UnknownNodeError",
]

__version__ = "0.1.0"
