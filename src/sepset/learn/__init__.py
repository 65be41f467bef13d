"""Learners: one module per algorithm, each a composition of the same stages.

A test is chosen (`sepset.independence`), separating sets are searched for and colliders decided
(`sepset.skeleton`), and a plan of rules sets the marks (`sepset.orientation`); `stages` puts them together.
`auto` chooses k and alpha from the data, `posterior` averages over graphs instead of testing, and
`estimators` are thin shells for scikit-learn.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence.oracle import Oracle
>>> from sepset.learn.kpc import kpc
>>> print(kpc(Oracle(MixedGraph.from_edges("a --> c", "b --> c")), k=0).graph)
a --> c
c <-- b
"""
