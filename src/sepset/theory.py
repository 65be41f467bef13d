"""The theory of k-PC: what small conditioning sets can tell, and what they cannot.

A DAG implies separations; those with at most k conditioning variables are its degree-k part. DAGs that
agree on it are k-Markov equivalent, and tests of that size cannot tell them apart. The k-closure of a DAG
adds an edge wherever no set of that size separates; the k-essential graph draws what all DAGs of the class
have in common [Kocaoglu 2023].

>>> from sepset import MixedGraph
>>> dag = MixedGraph.from_edges("a --> b", "b --> c", "a --> d", "d --> c")
>>> print(k_closure(dag, 1).edge("a", "c"))
a --> c
>>> found = k_essential(dag, 1)
>>> verify(found.certificate)
True

- separation: `separated`, `minimum_separator`, `minimum_separators`, `separation_statements` (`Statement`)
- kinds of graphs: `is_ancestral`, `is_maximal`, `is_mag`, `is_k_closure`
- closures: `is_k_covered`, `k_closure`, `k_closures`
- equivalence: `markov_equivalent`, `k_markov_equivalent`, `k_closures_equivalent`, `unshielded_colliders`,
  `k_equivalent_dags`, `k_class_size`, `refines`
- what a class has in common: `pag`, `k_essential_graph`, `k_essential` (`KEssential`), `complete_pattern`,
  `find_clash` (`Clash`), `clashing_decisions` (`Decision`)
- proofs: `Certificate`, `verify`, `find_problems`
"""

from sepset.equivalence.classes import k_class_size, k_closures, k_equivalent_dags
from sepset.equivalence.essential.certificate import Certificate
from sepset.equivalence.essential.clashes import Clash, Decision, clashing_decisions, find_clash
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
from sepset.graph.separation import Statement, separated, separation_statements
from sepset.graph.separators import minimum_separator, minimum_separators

__all__ = [
    "Certificate",
    "Clash",
    "Decision",
    "KEssential",
    "Statement",
    "clashing_decisions",
    "complete_pattern",
    "find_clash",
    "find_problems",
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
    "markov_equivalent",
    "minimum_separator",
    "minimum_separators",
    "pag",
    "refines",
    "separated",
    "separation_statements",
    "unshielded_colliders",
    "verify",
]
