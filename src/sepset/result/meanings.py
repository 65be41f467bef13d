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

#: The same in a few words, for a first look; "influences" means directly or through others.
_PLAIN = {
    "-->": "{a} influences {b}",
    "<->": "{a} and {b} are linked, and neither influences the other",
    "---": "one of {a} and {b} influences the other; which one is open",
    "o->": "{b} does not influence {a}; whether {a} influences {b} is open",
    "o-o": "{a} and {b} are linked; which one influences the other, if any, is open",
    "--o": "{a} and {b} are linked; how is open",
}
PLAIN = {
    "LOCI": {
        **_PLAIN,
        "-->": "{a} may influence {b} directly, but not {b} {a}",
        "---": "{a} may influence {b} directly, or {b} {a}",
    },
    "Anytime FCI": {
        **_PLAIN,
        "---": "{a} and {b} are linked as only selection could explain",
        "--o": "{a} influences {b} or what was selected",
    },
}


def meaning(learner: str, pattern: str, a: str, b: str) -> str:
    """Return what ``a pattern b`` says in the result of a learner."""
    return meaning_template(learner, pattern).format(a=a, b=b)


def meaning_template(learner: str, pattern: str) -> str:
    """Return the sentence on an edge with its ends as slots.

    >>> meaning_template("LOCI", "<--")
    'some DAG that agrees with the tests has {b} --> {a}, and none has {a} --> {b}'
    """
    return _from_either_end(MEANINGS.get(learner, K_PC), pattern)


def plain_template(learner: str, pattern: str) -> str:
    """Return the shortest sentence on an edge, with its ends as slots.

    >>> plain_template("k-PC", "<--")
    '{b} influences {a}'
    """
    return _from_either_end(PLAIN.get(learner, _PLAIN), pattern)


def _from_either_end(sentences: dict[str, str], pattern: str) -> str:
    if pattern in sentences:
        return sentences[pattern]
    return sentences[mirror(pattern)].format(a="{b}", b="{a}")
