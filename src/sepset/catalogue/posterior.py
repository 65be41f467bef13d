"""The scores and engines of a posterior over graphs.

>>> SCORES["BGe"].title
'linear Gaussian'
"""

from __future__ import annotations

from sepset.catalogue.records import Averaging, Catalogue, GraphScore, Record
from sepset.catalogue.references import (
    GEIGER_HECKERMAN,
    HECKERMAN_GEIGER_CHICKERING,
    KUIPERS_MOFFA,
    TALVITIE_VUOKSENMAA_KOIVISTO,
)

POSTERIOR = Averaging(
    word="posterior",
    title="Posterior over DAGs",
    phrase="averages over directed acyclic graphs",
    function="sepset.learn.posterior:posterior",
)

#: By the names of their classes.
SCORES = Catalogue(
    GraphScore(
        word="Dirichlet",
        implementation="sepset.score.components:Dirichlet",
        title="Dirichlet, the same in every cell",
        phrase=f"Dirichlet scores with equal counts in all cells ({HECKERMAN_GEIGER_CHICKERING.short})",
        cites=(HECKERMAN_GEIGER_CHICKERING,),
    ),
    GraphScore(
        word="BDeu",
        implementation="sepset.score.components:BDeu",
        title="Dirichlet, shared among the cells of a table",
        phrase=f"the BDeu score ({HECKERMAN_GEIGER_CHICKERING.short})",
        cites=(HECKERMAN_GEIGER_CHICKERING,),
    ),
    GraphScore(
        word="BGe",
        implementation="sepset.score.components:BGe",
        title="linear Gaussian",
        phrase=f"the BGe score ({GEIGER_HECKERMAN.short})",
        cites=(GEIGER_HECKERMAN,),
    ),
)

#: What evidence weighs, one and many: a score and the log-odds of an edge.
SCORE_AND_PRIOR = ("combination of score and prior", "combinations of score and prior")

POSTERIOR_ENGINES = Catalogue(
    Record(
        word="exact",
        title="over all DAGs",
        phrase=f"exact sampling over root layers ({TALVITIE_VUOKSENMAA_KOIVISTO.short})",
        cites=(TALVITIE_VUOKSENMAA_KOIVISTO,),
    ),
    Record(
        word="sampled",
        title="sampled by Markov chains",
        phrase=f"partition MCMC ({KUIPERS_MOFFA.short})",
        cites=(KUIPERS_MOFFA,),
    ),
)
