"""The learners, and what an edge means in the graph of each.

An edge makes a statement about all graphs that agree with the tests, and learners differ in which graphs
those are: DAGs over the variables (k-PC, LOCI, PC), or DAGs with hidden variables too (Anytime FCI). "Cause"
means an ancestor in the graph: directly, or through other variables.

>>> learner_called("PC").meaning("<--", "x", "y")
'y is a direct cause of x, if there are no hidden causes'
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from sepset.catalogue.records import Catalogue, Learner
from sepset.catalogue.references import (
    KOCAOGLU,
    SPIRTES,
    SPIRTES_GLYMOUR_SCHEINES,
    WIENOEBST_LISKIEWICZ,
)

#: The k-essential graph: the types of edges over all k-closures of the class [Kocaoglu 2023].
_K_ESSENTIAL = {
    "-->": "{a} is a cause of {b}, directly or through others, in every DAG that agrees with the tests",
    "<->": "neither is a cause of the other in any DAG that agrees with the tests",
    "---": (
        "in every DAG that agrees with the tests the two are adjacent and one is a cause of the other; which "
        "one varies from DAG to DAG"
    ),
    "o->": "{b} is not a cause of {a}; whether {a} is a cause of {b} is open",
    "o-o": "whether one is a cause of the other is open",
    "--o": "the evidence allows no arrowhead at {a}; the mark at {b} is open",
}

#: The CPDAG of a class of DAGs.
_CPDAG = {
    "-->": "{a} is a direct cause of {b}, if there are no hidden causes",
    "<->": "the evidence asks for arrowheads at both ends, which no DAG has: a hidden cause, or a wrong test",
    "---": "one is a direct cause of the other, if there are no hidden causes; the tests cannot say which",
    "o->": "{b} is not a cause of {a}; the mark at {a} is open",
    "o-o": "nothing is settled about the direction",
    "--o": "the evidence allows no arrowhead at {a}; the mark at {b} is open",
}

#: The union of all DAGs that agree with the tests [Wienöbst and Liskiewicz 2020].
_UNION = {
    **_CPDAG,
    "-->": "some DAG that agrees with the tests has {a} --> {b}, and none has {b} --> {a}",
    "---": "some DAGs that agree with the tests have {a} --> {b}, others {b} --> {a}",
}

#: The partial ancestral graph: hidden causes are allowed, selection is not [Zhang 2008].
_PAG = {
    "-->": "{a} is a cause of {b}, directly or through others; a hidden common cause may be there too",
    "<->": "neither is a cause of the other: a hidden common cause, or a separation that needs a larger set",
    "---": "the evidence asks for a tail at both ends, which only selection could explain",
    "o->": "{b} is not a cause of {a}; whether {a} is a cause of {b} is open",
    "o-o": "whether one is a cause of the other, or both have a hidden cause, is open",
    "--o": "{a} is a cause of {b} or of a selection; the mark at {b} is open",
}

#: For a first look; "influences" means directly or through others.
_IN_SHORT = {
    "-->": "{a} influences {b}",
    "<->": "{a} and {b} are linked, and neither influences the other",
    "---": "one of {a} and {b} influences the other; which one is open",
    "o->": "{b} does not influence {a}; whether {a} influences {b} is open",
    "o-o": "{a} and {b} are linked; which one influences the other, if any, is open",
    "--o": "{a} and {b} are linked; how is still open",
}
_CPDAG_IN_SHORT = {
    **_IN_SHORT,
    "<->": "{a} and {b} are linked; the tests ask for arrowheads at both ends, which no DAG has",
}
_UNION_IN_SHORT = {
    **_CPDAG_IN_SHORT,
    "-->": "{a} may influence {b} directly, but not the other way round",
    "---": "{a} may influence {b} directly, or the other way round",
}
_PAG_IN_SHORT = {
    **_IN_SHORT,
    "---": "{a} and {b} are linked as only selection could explain",
    "--o": "{a} influences {b} or what was selected",
}

#: For learners whose edges may stand for chains of causes.
_NOT_SAID = {
    "-->": "It does not say that the effect is direct, or how strong it is.",
    "<->": "It does not say that the two act on each other.",
    "---": "It does not say that the two act on each other: one direction is right, and only one.",
    "o->": "The circle does not say that there is no effect; it says that both are possible.",
    "o-o": "It does not say that the link is weak; dependence is certain at the level of the test, its "
    "form is not.",
    "--o": "The circle does not say that there is no effect.",
}
_NOT_SAID_BY_DIRECT_EDGES = {**_NOT_SAID, "-->": "It does not say how strong the effect is."}
_NOT_SAID_BY_K_PC = {
    **_NOT_SAID,
    "<->": f"{_NOT_SAID['<->']} With k-PC it is no sign of a hidden cause either: it stands between "
    "variables that only more than k others separate.",
}

LearnerName = Literal["kpc", "pc", "loci", "anytime-fci"]

LEARNERS = Catalogue(
    Learner(
        word="kpc",
        title="k-PC",
        phrase=f"the k-PC algorithm ({KOCAOGLU.short})",
        cites=(KOCAOGLU,),
        function="sepset.learn.kpc:kpc",
        rules=("standard", "paper", "counting", "code"),
        says=_K_ESSENTIAL,
        says_in_short=_IN_SHORT,
        does_not_say=_NOT_SAID_BY_K_PC,
        automatic=True,
        k_closures=True,
    ),
    Learner(
        word="pc",
        title="PC",
        phrase=f"the PC algorithm ({SPIRTES_GLYMOUR_SCHEINES.short})",
        cites=(SPIRTES_GLYMOUR_SCHEINES,),
        function="sepset.learn.pc:pc",
        rules=("meek",),
        says=_CPDAG,
        says_in_short=_CPDAG_IN_SHORT,
        does_not_say=_NOT_SAID_BY_DIRECT_EDGES,
        bidirected=False,
        direct_edges=True,
        plan_with_knowledge="sepset.orientation.plans:PC_WITH_KNOWLEDGE",
    ),
    Learner(
        word="loci",
        title="LOCI",
        phrase=f"the LOCI algorithm ({WIENOEBST_LISKIEWICZ.short})",
        cites=(WIENOEBST_LISKIEWICZ,),
        function="sepset.learn.loci:loci",
        rules=("meek",),
        says=_UNION,
        says_in_short=_UNION_IN_SHORT,
        does_not_say=_NOT_SAID,
        bidirected=False,
        drops_edges=True,  # one with arrowheads at both ends is taken for a common cause
        direct_edges=True,
        union=True,
        plan_with_knowledge="sepset.orientation.plans:MEEK_WITH_KNOWLEDGE",
    ),
    Learner(
        word="anytime-fci",
        title="Anytime FCI",
        phrase=f"the Anytime FCI algorithm ({SPIRTES.short})",
        cites=(SPIRTES,),
        function="sepset.learn.anytime_fci:anytime_fci",
        rules=("pag",),
        says=_PAG,
        says_in_short=_PAG_IN_SHORT,
        does_not_say=_NOT_SAID,
        hidden_causes=True,
    ),
)


def learner_called(title: str) -> Learner:
    """Return the learner of a result; if it is not one of sepset's, only its name is known.

    >>> learner_called("Mine").phrase, learner_called("Mine").drops_edges
    ('Mine', True)
    """
    known = LEARNERS.titled(title)
    if known is not None:
        return known
    return replace(
        LEARNERS["kpc"],
        word="",
        title=title,
        phrase=title,
        cites=(),
        rules=(),
        does_not_say=_NOT_SAID,
        drops_edges=True,
        automatic=False,
        k_closures=False,
    )
