"""The tests, searches, collider policies and rule sets that can be asked for by name.

The `Literal` types are what type checkers allow; a test compares them with the records.
"""

from __future__ import annotations

from typing import Literal

from sepset.catalogue.records import (
    Catalogue,
    ColliderPolicy,
    IndependenceTest,
    OrientationRules,
    SearchMethod,
)
from sepset.catalogue.references import (
    COLOMBO_MAATHUIS,
    FISHER,
    KOCAOGLU,
    MEEK,
    PILLAI,
    RAMSEY,
    RAMSEY_SPIRTES_ZHANG,
    ZHANG,
)

CONTINUOUS = frozenset({"continuous"})
DISCRETE = frozenset({"discrete"})
BOTH_KINDS = CONTINUOUS | DISCRETE

TestName = Literal["auto", "fisher_z", "g2", "chi2", "mc_g2", "residual"]

TESTS = Catalogue(
    IndependenceTest(
        word="fisher_z",
        title="Fisher's z test",
        phrase=f"Fisher's z test of partial correlations ({FISHER.short})",
        cites=(FISHER,),
        implementation="sepset.independence.gaussian:FisherZ",
        with_gaps="sepset.independence.testwise:TestwiseFisherZ",
        kinds=CONTINUOUS,
        automatic_for=(CONTINUOUS,),
        quick_tests=100_000,
        normal_statistic=True,
    ),
    IndependenceTest(
        word="g2",
        title="likelihood ratio test (G-square)",
        phrase="the likelihood ratio test (G-square) with adjusted degrees of freedom",
        implementation="sepset.independence.discrete:GSquare",
        with_gaps="sepset.independence.testwise:TestwiseGSquare",
        kinds=DISCRETE,
        quick_tests=100_000,
    ),
    IndependenceTest(
        word="chi2",
        title="chi-square test",
        phrase="Pearson's chi-square test with adjusted degrees of freedom",
        implementation="sepset.independence.discrete:ChiSquare",
        with_gaps="sepset.independence.testwise:TestwiseChiSquare",
        kinds=DISCRETE,
        automatic_for=(DISCRETE,),
        quick_tests=100_000,
    ),
    IndependenceTest(
        word="mc_g2",
        title="permutation test of the likelihood ratio",
        phrase="a Monte-Carlo permutation test of the likelihood ratio",
        implementation="sepset.independence.permutation:MonteCarloG2",
        kinds=DISCRETE,
        threaded=False,
    ),
    IndependenceTest(
        word="residual",
        title="residual test (chi-square where all variables are discrete)",
        phrase=f"Pillai's trace ({PILLAI.short}) of the residuals of both ends, continuous ones as normal "
        "scores, after regression on indicators, powers and products of the conditioning variables, and by "
        "Pearson's chi-square test where all variables of a triple are discrete,",
        cites=(PILLAI,),
        implementation="sepset.independence.residual:ResidualTest",
        with_gaps="sepset.independence.residual:ResidualTest",
        kinds=BOTH_KINDS,
        automatic_for=(BOTH_KINDS,),
        quick_tests=40_000,
        quick_rows=1e8,
    ),
)

#: What a result names in place of a test when the answers came from a known graph.
ORACLE = IndependenceTest(
    word="oracle",
    title="answers from a known graph",
    phrase="Conditional independence was not tested but read off a known graph (an oracle).",
    implementation="sepset.independence.oracle:Oracle",
    kinds=frozenset(),
    exact=True,
)

SearchName = Literal["all", "neighbours", "component"]
SearchChoice = Literal["auto", "all", "neighbours", "component"]

SEARCHES = Catalogue(
    SearchMethod(
        word="all",
        title="separating sets among all variables",
        phrase="all other variables",
        sets_from="all variables",
        member="variable",
    ),
    SearchMethod(
        word="neighbours",
        title="separating sets among neighbours",
        phrase=f"the neighbours of a pair, kept fixed within each size of set ({COLOMBO_MAATHUIS.short})",
        cites=(COLOMBO_MAATHUIS,),
        sets_from="neighbours",
        member="neighbour",
        where=" of one of them",
    ),
    SearchMethod(
        word="component",
        title="separating sets among the variables on paths between a pair",
        phrase="the variables on paths between a pair (the biconnected component of its edge), kept fixed "
        "within each size of set",
        sets_from="variables on paths between a pair",
        member="variable",
        where=" on paths between them",
    ),
)

ColliderRule = Literal["sepset", "conservative", "majority", "max-p"]

COLLIDERS = Catalogue(
    ColliderPolicy(
        word="sepset",
        title="colliders from the separating sets",
        phrase="Unshielded colliders were read off the separating sets.",
    ),
    ColliderPolicy(
        word="conservative",
        title="colliders where all separating sets agree",
        phrase="Unshielded colliders were oriented only where all separating sets agree "
        f"({RAMSEY_SPIRTES_ZHANG.short}).",
        cites=(RAMSEY_SPIRTES_ZHANG,),
        decision="sepset.skeleton.colliders:by_all",
    ),
    ColliderPolicy(
        word="majority",
        title="colliders by the majority of separating sets",
        phrase="Unshielded colliders were decided by the majority of separating sets "
        f"({COLOMBO_MAATHUIS.short}).",
        cites=(COLOMBO_MAATHUIS,),
        decision="sepset.skeleton.colliders:by_majority",
    ),
    ColliderPolicy(
        word="max-p",
        title="colliders from the separating set with the largest p-value",
        phrase="Unshielded colliders were decided by the separating set with the largest p-value "
        f"({RAMSEY.short}).",
        cites=(RAMSEY,),
        decision="sepset.skeleton.colliders:by_largest_p",
    ),
)

RuleSet = Literal["standard", "paper", "counting", "code"]

_KPC_RULES = (
    f"the rules R1-R4 and R8-R10 for ancestral graphs ({ZHANG.short}){{}} the rules R11 and R12 of k-PC "
    f"({KOCAOGLU.short})"
)

RULE_SETS = Catalogue(
    OrientationRules(
        word="standard",
        title="",  # what most runs have is not named
        phrase=f"Further marks were set by {_KPC_RULES.format(' and')}.",
        cites=(KOCAOGLU, ZHANG),
        plan="sepset.orientation.plans:STANDARD",
    ),
    OrientationRules(
        word="paper",
        title="rules as published",
        phrase="Further marks were set by the rules of k-PC as published "
        f"({KOCAOGLU.short}), which build on those for ancestral graphs ({ZHANG.short}) without R4; three "
        "slips of the text are mended (all colliders at once, Step 5 on one graph, R10 as first stated).",
        cites=(KOCAOGLU, ZHANG),
        plan="sepset.orientation.plans:PAPER",
    ),
    OrientationRules(
        word="counting",
        title="rules that count possible parents",
        phrase=f"Further marks were set by {_KPC_RULES.format(',')}, and a rule that counts possible "
        "parents.",
        cites=(KOCAOGLU, ZHANG),
        plan="sepset.orientation.plans:COUNTING",
    ),
    OrientationRules(
        word="code",
        title="rules of the published program",
        phrase="Further marks were set by the rules that the program published with k-PC runs "
        f"({KOCAOGLU.short}): R1-R4 for ancestral graphs ({ZHANG.short}), R11 and R12.",
        cites=(KOCAOGLU, ZHANG),
        plan="sepset.orientation.plans:CODE",
    ),
    OrientationRules(
        word="pag",
        title="",
        phrase=f"Further marks were set by the rules R1-R4 and R8-R10 ({ZHANG.short}).",
        cites=(ZHANG,),
        plan="sepset.orientation.plans:PAG",
    ),
    OrientationRules(
        word="meek",
        title="",
        phrase=f"Further directions were set by Meek's rules ({MEEK.short}).",
        cites=(MEEK,),
        plan="sepset.orientation.plans:MEEK",
    ),
)
