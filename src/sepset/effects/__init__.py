"""From a graph to an answer: which variables to adjust for, and how large an effect is.

`adjustment` says which sets are valid in every DAG that a graph stands for: `reading`, `members` and `cuts`
do the work, `target` reads results, and `obstacle` says why there may be no set. `effect` estimates:
`linear`, `standardise` and `robust` with one set each, `parents` and `over_graphs` where several are open;
`result` holds what comes out, and `words` says it.
"""
