"""Which graphs no test can tell apart, and what they have in common.

Tests with at most k variables to condition on see the k-closure of a DAG: the DAG with an edge between every
two nodes that no set of that size separates (`k_closure`). It is a maximal ancestral graph (`mag`), and DAGs
whose k-closures are Markov equivalent (`markov`) look the same to all such tests. `classes` goes through such
a class, `pag` draws what Markov equivalent MAGs share, and `essential` what the DAGs of a class share: the
k-essential graph, exactly [Kocaoglu 2023].

>>> from sepset.equivalence.markov import k_markov_equivalent
>>> from sepset.graph.mixed_graph import MixedGraph
>>> one = MixedGraph.from_edges("a --> b", "b --> c")
>>> other = MixedGraph.from_edges("c --> b", "b --> a")
>>> k_markov_equivalent(one, other, 1)
True
"""
