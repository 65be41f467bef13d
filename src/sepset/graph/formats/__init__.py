"""Graphs as text, JSON, GraphML, DOT, matrices and networkx graphs.

Readers return the parts of a graph, its nodes and edges, and writers take anything that has them. So this
package knows nothing of `MixedGraph`, which offers most of these forms as methods.

>>> from sepset.graph.formats.text import parse
>>> parse("dag { x -> y }").edges
[Edge(u='x', pattern='-->', v='y')]
"""
