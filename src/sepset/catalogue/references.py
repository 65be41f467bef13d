"""The publications that methods paragraphs cite."""

from __future__ import annotations

from sepset.catalogue.records import Reference

BENJAMINI_HOCHBERG = Reference(
    "Benjamini and Hochberg 1995",
    "Benjamini, Y., and Hochberg, Y. (1995). Controlling the false discovery rate: a practical and powerful "
    "approach to multiple testing. Journal of the Royal Statistical Society, Series B, 57, 289-300.",
)
BENJAMINI_YEKUTIELI = Reference(
    "Benjamini and Yekutieli 2001",
    "Benjamini, Y., and Yekutieli, D. (2001). The control of the false discovery rate in multiple testing "
    "under dependency. The Annals of Statistics, 29, 1165-1188.",
)
COLOMBO_MAATHUIS = Reference(
    "Colombo and Maathuis 2014",
    "Colombo, D., and Maathuis, M. H. (2014). Order-independent constraint-based causal structure learning. "
    "Journal of Machine Learning Research, 15, 3921-3962.",
)
EFRON = Reference(
    "Efron 1979",
    "Efron, B. (1979). Bootstrap methods: another look at the jackknife. The Annals of Statistics, 7, 1-26.",
)
FISHER = Reference(
    "Fisher 1924",
    "Fisher, R. A. (1924). The distribution of the partial correlation coefficient. Metron, 3, 329-332.",
)
FRIEDMAN_GOLDSZMIDT_WYNER = Reference(
    "Friedman et al. 1999",
    "Friedman, N., Goldszmidt, M., and Wyner, A. (1999). Data analysis with Bayesian networks: a bootstrap "
    "approach. Proceedings of the Fifteenth Conference on Uncertainty in Artificial Intelligence, 196-205.",
)
GEIGER_HECKERMAN = Reference(
    "Geiger and Heckerman 2002",
    "Geiger, D., and Heckerman, D. (2002). Parameter priors for directed acyclic graphical models and the "
    "characterization of several probability distributions. Annals of Statistics, 30, 1412-1440.",
)
HECKERMAN_GEIGER_CHICKERING = Reference(
    "Heckerman et al. 1995",
    "Heckerman, D., Geiger, D., and Chickering, D. M. (1995). Learning Bayesian networks: the combination of "
    "knowledge and statistical data. Machine Learning, 20, 197-243.",
)
KOCAOGLU = Reference(
    "Kocaoglu 2023",
    "Kocaoglu, M. (2023). Characterization and learning of causal graphs with small conditioning sets. "
    "Advances in Neural Information Processing Systems, 36.",
)
KUIPERS_MOFFA = Reference(
    "Kuipers and Moffa 2017",
    "Kuipers, J., and Moffa, G. (2017). Partition MCMC for inference on acyclic digraphs. Journal of the "
    "American Statistical Association, 112, 282-299.",
)
MEEK = Reference(
    "Meek 1995",
    "Meek, C. (1995). Causal inference and causal explanation with background knowledge. Proceedings of the "
    "Eleventh Conference on Uncertainty in Artificial Intelligence, 403-410.",
)
MEINSHAUSEN_BUEHLMANN = Reference(
    "Meinshausen and Bühlmann 2010",
    "Meinshausen, N., and Bühlmann, P. (2010). Stability selection. Journal of the Royal Statistical "
    "Society, Series B, 72, 417-473.",
)
PILLAI = Reference(
    "Pillai 1955",
    "Pillai, K. C. S. (1955). Some new test criteria in multivariate analysis. Annals of Mathematical "
    "Statistics, 26, 117-121.",
)
RAMSEY = Reference(
    "Ramsey 2016",
    "Ramsey, J. (2016). Improving accuracy and scalability of the PC algorithm by maximizing p-value. "
    "arXiv:1610.00378.",
)
RAMSEY_SPIRTES_ZHANG = Reference(
    "Ramsey et al. 2006",
    "Ramsey, J., Spirtes, P., and Zhang, J. (2006). Adjacency-faithfulness and conservative causal "
    "inference. Proceedings of the Twenty-Second Conference on Uncertainty in Artificial Intelligence, "
    "401-408.",
)
SPIRTES = Reference(
    "Spirtes 2001",
    "Spirtes, P. (2001). An anytime algorithm for causal inference. Proceedings of the Eighth International "
    "Workshop on Artificial Intelligence and Statistics, 278-285.",
)
SPIRTES_GLYMOUR_SCHEINES = Reference(
    "Spirtes et al. 2000",
    "Spirtes, P., Glymour, C., and Scheines, R. (2000). Causation, Prediction, and Search, second edition. "
    "MIT Press.",
)
TALVITIE_VUOKSENMAA_KOIVISTO = Reference(
    "Talvitie et al. 2019",
    "Talvitie, T., Vuoksenmaa, A., and Koivisto, M. (2019). Exact sampling of directed acyclic graphs from "
    "modular distributions. Proceedings of the Thirty-Fifth Conference on Uncertainty in Artificial "
    "Intelligence, 965-974.",
)
WIENOEBST_LISKIEWICZ = Reference(
    "Wienöbst and Liśkiewicz 2020",
    "Wienöbst, M., and Liśkiewicz, M. (2020). Recovering causal structures from low-order conditional "
    "independencies. Proceedings of the AAAI Conference on Artificial Intelligence, 34, 10302-10309.",
)
ZHANG = Reference(
    "Zhang 2008",
    "Zhang, J. (2008). On the completeness of orientation rules for causal discovery in the presence of "
    "latent confounders and selection bias. Artificial Intelligence, 172, 1873-1896.",
)
