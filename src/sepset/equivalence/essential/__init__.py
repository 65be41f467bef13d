"""The k-essential graph, exactly, with a proof that others can check.

An edge type that some k-closure of the class has is shown by a witness; one that none has is refuted.
`questions` asks about every edge and keeps the answers. `class_search` looks for witnesses with a SAT solver:
it starts from the `clauses` of the class (`class_pattern`) and adds `lemmas` where a model breaks them
(`violations`). `proofs` writes down why each no is one. The answer comes with a `certificate`, and `verify`
checks one without the code that made it. `unconditional` is the closed form for k = 0.
"""
