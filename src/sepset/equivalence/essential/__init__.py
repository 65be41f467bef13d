"""The k-essential graph, exactly, with a proof that others can check.

An edge type that some DAG of the class has is shown by that DAG, its witness; one that none has is refuted.
`questions` keeps what is still open, `bounds` settles what follows from the rules, `witness_search` looks for
the DAGs, and `partial_closure` refutes. The answer comes with a `certificate`, and `verify` checks one
without any of the code that made it.
"""
