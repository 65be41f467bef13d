"""Bayesian networks: a DAG with the probabilities of every variable given its parents.

>>> network = asia()
>>> network.dag.edge("smoke", "lung").pattern
'-->'
>>> read_bif(write_bif(network)) == network
True
"""

from sepset.data.bif import read_bif, write_bif
from sepset.data.networks import BayesianNetwork, Variable, asia, builtin, builtin_names

__all__ = ["BayesianNetwork", "Variable", "asia", "builtin", "builtin_names", "read_bif", "write_bif"]
