"""Mixed graphs: nodes with names, edges with a tail, an arrowhead or a circle at each end.

DAGs, ancestral graphs, PAGs and k-essential graphs are all of this kind, so one class holds them:
`mixed_graph.MixedGraph`, a value that never changes. Algorithms work on its `mark_table.MarkTable`, where a
question such as "which b have a o-> b" is one operation on bits. `separation` reads independences off a graph
and `separators` finds the smallest sets that separate; `formats` holds text and matrix forms, `interop` the
objects of other libraries.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.graph.separation import separated
>>> chain = MixedGraph.from_edges("a --> b", "b --> c")
>>> separated(chain, "a", "c"), separated(chain, "a", "c", given=("b",))
(False, True)
"""
