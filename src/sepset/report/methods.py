"""A paragraph on the methods that a paper can quote, with its references."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.report.markup import section, text
from sepset.result.explain import count

if TYPE_CHECKING:
    from sepset.result.discovery import Discovery

REFERENCES = {
    "Colombo and Maathuis 2014": "Colombo, D., and Maathuis, M. H. (2014). Order-independent "
    "constraint-based causal "
    "structure learning. Journal of Machine Learning Research, 15, 3921-3962.",
    "Fisher 1924": "Fisher, R. A. (1924). The distribution of the partial correlation coefficient. "
    "Metron, 3, 329-332.",
    "Kocaoglu 2023": "Kocaoglu, M. (2023). Characterization and learning of causal graphs with small "
    "conditioning sets. "
    "Advances in Neural Information Processing Systems, 36.",
    "Meek 1995": "Meek, C. (1995). Causal inference and causal explanation with background knowledge. "
    "Proceedings of the "
    "Eleventh Conference on Uncertainty in Artificial Intelligence, 403-410.",
    "Pillai 1955": "Pillai, K. C. S. (1955). Some new test criteria in multivariate analysis. Annals of "
    "Mathematical Statistics, 26, 117-121.",
    "Ramsey 2016": "Ramsey, J. (2016). Improving accuracy and scalability of the PC algorithm by "
    "maximizing p-value. "
    "arXiv:1610.00378.",
    "Ramsey et al. 2006": "Ramsey, J., Spirtes, P., and Zhang, J. (2006). Adjacency-faithfulness and "
    "conservative causal "
    "inference. Proceedings of the Twenty-Second Conference on Uncertainty in Artificial Intelligence, "
    "401-408.",
    "Spirtes 2001": "Spirtes, P. (2001). An anytime algorithm for causal inference. Proceedings of the "
    "Eighth "
    "International Workshop on Artificial Intelligence and Statistics, 278-285.",
    "Spirtes et al. 2000": "Spirtes, P., Glymour, C., and Scheines, R. (2000). Causation, Prediction, "
    "and Search, second "
    "edition. MIT Press.",
    "Wienöbst and Liśkiewicz 2020": "Wienöbst, M., and Liśkiewicz, M. (2020). Recovering causal "
    "structures from "
    "low-order conditional independencies. Proceedings of the AAAI Conference on Artificial "
    "Intelligence, 34, "
    "10302-10309.",
    "Zhang 2008": "Zhang, J. (2008). On the completeness of orientation rules for causal discovery in "
    "the presence of "
    "latent confounders and selection bias. Artificial Intelligence, 172, 1873-1896.",
}

_LEARNERS = {
    "k-PC": "the k-PC algorithm (Kocaoglu 2023)",
    "PC": "the PC algorithm (Spirtes et al. 2000)",
    "LOCI": "the LOCI algorithm (Wienöbst and Liśkiewicz 2020)",
    "Anytime FCI": "the Anytime FCI algorithm (Spirtes 2001)",
}
_TESTS = {
    "fisher_z": "Fisher's z test of partial correlations (Fisher 1924)",
    "chi2": "Pearson's chi-square test with adjusted degrees of freedom",
    "g2": "the likelihood ratio test (G-square) with adjusted degrees of freedom",
    "mc_g2": "a Monte-Carlo permutation test of the likelihood ratio",
    "residual": "Pillai's trace (Pillai 1955) of the residuals of both ends, continuous ones as normal "
    "scores, after regression on indicators, powers and products of the conditioning variables, and by "
    "Pearson's chi-square test where all variables of a triple are discrete,",
}
_COLLIDERS = {
    "sepset": "Unshielded colliders were read off the separating sets.",
    "conservative": "Unshielded colliders were oriented only where all separating sets agree (Ramsey et "
    "al. 2006).",
    "majority": "Unshielded colliders were decided by the majority of separating sets (Colombo and "
    "Maathuis 2014).",
    "max-p": "Unshielded colliders were decided by the separating set with the largest p-value (Ramsey "
    "2016).",
}
_RULES = {
    "k-PC": "Further marks were set by the rules R1-R4 and R8-R10 for ancestral graphs (Zhang 2008) and "
    "the rules R11 "
    "and R12 of k-PC (Kocaoglu 2023).",
    "PC": "Further directions were set by Meek's rules (Meek 1995).",
    "Anytime FCI": "Further marks were set by the rules R1-R4 and R8-R10 (Zhang 2008).",
}
_RULE_SETS = {
    "paper": "Further marks were set by the rules of Kocaoglu (2023) as published, which build on Zhang "
    "2008 without R4; "
    "see also (Kocaoglu 2023; Zhang 2008).",
    "counting": "Further marks were set by the rules R1-R4 and R8-R10 for ancestral graphs (Zhang "
    "2008), the rules R11 "
    "and R12 of k-PC (Kocaoglu 2023), and a rule that counts possible parents.",
}


def methods(found: Discovery) -> str:
    """Return the section with the paragraph and the references that it cites."""
    words = methods_text(found)
    cited = "\n".join(f"<li>{text(full)}</li>" for short, full in REFERENCES.items() if short in words)
    return section(
        "Methods, to quote",
        f'<p class="quote" id="methods-text">{text(words)}</p>',
        f'<h3>References</h3><ul class="references">{cited}</ul>',
        anchor="methods",
    )


def methods_text(found: Discovery) -> str:
    """Return what was done, as a paper would say it.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.independence.oracle import Oracle
    >>> from sepset.learn.kpc import kpc
    >>> found = kpc(Oracle(MixedGraph.from_edges("a --> b")), k=0)
    >>> methods_text(found).split(",")[0]
    'The graph over 2 variables was learned with the k-PC algorithm (Kocaoglu 2023)'
    """
    sentences = [_learner(found), _test(found), _search(found), *_orientation(found), _conflicts(found)]
    return " ".join(sentence for sentence in sentences if sentence)


def _learner(found: Discovery) -> str:
    learner = _LEARNERS.get(found.learner, found.learner)
    rows = "" if found.data is None else f" from {count(found.data.rows, 'observation')}"
    if found.data is not None and found.data.dropped:
        rows += f" ({count(found.data.dropped, 'row')} with missing values left out)"
    limit = f"with conditioning sets of at most k = {count(found.k, 'variable')}"
    return (
        f"The graph over {count(len(found.names), 'variable')} was learned{rows} with {learner}, {limit}, as "
        f"implemented in sepset {found.versions['sepset']}."
    )


def _test(found: Discovery) -> str:
    test = str(found.settings.get("test"))
    if test == "oracle":
        return "Conditional independence was not tested but read off a known graph (an oracle)."
    alpha = found.settings.get("alpha")
    level = (
        f" at level alpha = {alpha:g}, without correction for multiple testing"
        if isinstance(alpha, float)
        else ""
    )
    return f"Conditional independence was tested by {_TESTS.get(test, test)}{level}."


def _search(found: Discovery) -> str:
    total = sum(found.tests_run.values())
    if found.settings.get("test") == "oracle":
        return ""
    if found.skeleton.search == "all":
        where = "all other variables"
    else:
        where = "the neighbours of a pair, kept fixed within each size of set (Colombo and Maathuis 2014)"
    return f"Separating sets were searched among {where}; this took {count(total, 'test')}."


def _orientation(found: Discovery) -> list[str]:
    colliders = _COLLIDERS.get(str(found.settings.get("colliders")), "")
    rules = _RULE_SETS.get(str(found.settings.get("rules")), _RULES.get(found.learner, ""))
    exact = "The remaining marks were settled by exact search over the equivalence class."
    return [colliders, rules, exact if found.settings.get("complete") is True else ""]


def _conflicts(found: Discovery) -> str:
    if not found.conflicts:
        return ""
    return (
        f"The outcomes of tests contradicted each other in {count(len(found.conflicts), 'place')}; the "
        f"marks concerned "
        "were left as they were."
    )
