"""What an edge says, in one sentence, for each learner.

An edge speaks of all graphs that agree with the tests, and the learners differ in which graphs those are:
DAGs over the variables (k-PC, LOCI, PC), or DAGs with hidden variables too (Anytime FCI). "Cause" means an
ancestor in the graph: directly, or through other variables.

>>> meaning("PC", "<--", "x", "y")
'y is a direct cause of x, if there are no hidden causes'
"""

from __future__ import annotations

from sepset.graph.marks import mirror

#: The k-essential graph: the types of edges over all k-closures of the class [Kocaoglu 2023].
K_PC = {
    "-->": "{a} is a cause of {b}, directly or through others, in every DAG that agrees with the tests",
    "<->": "neither is a cause of the other in any DAG that agrees with the tests",
    "---": (
        "in every DAG that agrees with the tests the two are adjacent and one is a cause of the other; which "
        "one differs between them"
    ),
    "o->": "{b} is not a cause of {a}; whether {a} is a cause of {b} is open",
    "o-o": "whether one is a cause of the other is open",
    "--o": "the evidence allows no arrowhead at {a}; the mark at {b} is open",
}

#: The CPDAG of a class of DAGs.
PC = {
    "-->": "{a} is a direct cause of {b}, if there are no hidden causes",
    "<->": "the evidence wants arrowheads at both ends, which no DAG has: a hidden cause, or a wrong test",
    "---": "one is a direct cause of the other, if there are no hidden causes; the tests cannot say which",
    "o->": "{b} is not a cause of {a}; the mark at {a} is open",
    "o-o": "nothing is settled about the direction",
    "--o": "the evidence allows no arrowhead at {a}; the mark at {b} is open",
}

#: The union of all DAGs that agree with the tests [Wienöbst and Liskiewicz 2020].
LOCI = {
    **PC,
    "-->": "some DAG that agrees with the tests has {a} --> {b}, and none has {b} --> {a}",
    "---": "some DAGs that agree with the tests have {a} --> {b}, others {b} --> {a}",
}

#: The partial ancestral graph: hidden causes are allowed, selection is not [Zhang 2008].
FCI = {
    "-->": "{a} is a cause of {b}, directly or through others; a hidden common cause may be there too",
    "<->": "neither is a cause of the other: a hidden common cause, or a separation that needs a larger set",
    "---": "the evidence wants a tail at both ends, which only selection could explain",
    "o->": "{b} is not a cause of {a}; whether {a} is a cause of {b} is open",
    "o-o": "whether one is a cause of the other, or both have a hidden cause, is open",
    "--o": "{a} is a cause of {b} or of a selection; the mark at {b} is open",
}

MEANINGS = {"k-PC": K_PC, "PC": PC, "LOCI": LOCI, "Anytime FCI": FCI}


def meaning(learner: str, pattern: str, a: str, b: str) -> str:
    """Return what ``a pattern b`` says in the result of a learner."""
    sentences = MEANINGS.get(learner, K_PC)
    if pattern not in sentences:
        pattern, a, b = mirror(pattern), b, a
    return sentences[pattern].format(a=a, b=b)
