"""From a graph to an answer: which variables to adjust for.

`adjustment` says which sets are valid in every DAG that a graph stands for. `reading`, `members` and `cuts`
do the work, `target` reads results, and `obstacle` says why there may be no set.
"""
