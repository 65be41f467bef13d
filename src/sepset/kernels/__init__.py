"""The kernels: compiled code and its readable Python twins, chosen here and nowhere else.

Each kernel lives in a module of this package as a Python function (the twin); the compiled one in
`sepset._core` has the same name and signature. Set the environment variable ``SEPSET_KERNELS=python`` to run
the twins.
"""

import os

if os.environ.get("SEPSET_KERNELS") == "python":
    from sepset.kernels.candidates import level_is_sound
    from sepset.kernels.chi_square import chi_square_critical, chi_square_tail
    from sepset.kernels.cuts import k_covered, minimum_cuts
    from sepset.kernels.discrete import CountedSets, DiscreteTables, best_of_pairs
    from sepset.kernels.gaussian import (
        correlation_matrix,
        cross_products,
        fisher_z_p,
        partial_correlation,
        search_level_gaussian,
    )
    from sepset.kernels.instructions import instruction_set
    from sepset.kernels.ordering import order_layers
    from sepset.kernels.orientation import (
        conflict_kinds,
        orient_marks,
        plan_part_kinds,
        propose_marks,
        rule_names,
    )
    from sepset.kernels.pair_lists import (
        count_candidates,
        neighbour_lists,
        not_above,
        pairs_between,
        pairs_of,
        ranked_lists,
        ranked_pairs,
    )
    from sepset.kernels.residual import ResidualTable
    from sepset.kernels.score import (
        dag_evidence,
        dag_marks,
        discrete_candidates,
        discrete_local_scores,
        draw_dags,
        gaussian_candidates,
        gaussian_local_scores,
        k_essential_marks,
        sample_dags,
    )
    from sepset.kernels.spacing import space_items
    from sepset.kernels.testwise import TestwiseCorrelations, TestwiseTables
    from sepset.kernels.text import read_numbers
else:
    from sepset._core import (  # type: ignore[assignment]  # either of two
        CountedSets,
        DiscreteTables,
        ResidualTable,
        TestwiseCorrelations,
        TestwiseTables,
        best_of_pairs,
        chi_square_critical,
        chi_square_tail,
        conflict_kinds,
        correlation_matrix,
        count_candidates,
        cross_products,
        dag_evidence,
        dag_marks,
        discrete_candidates,
        discrete_local_scores,
        draw_dags,
        fisher_z_p,
        gaussian_candidates,
        gaussian_local_scores,
        instruction_set,
        k_covered,
        k_essential_marks,
        level_is_sound,
        minimum_cuts,
        neighbour_lists,
        not_above,
        order_layers,
        orient_marks,
        pairs_between,
        pairs_of,
        partial_correlation,
        plan_part_kinds,
        propose_marks,
        ranked_lists,
        ranked_pairs,
        read_numbers,
        rule_names,
        sample_dags,
        search_level_gaussian,
        space_items,
    )

__all__ = [
    "CountedSets",
    "DiscreteTables",
    "ResidualTable",
    "TestwiseCorrelations",
    "TestwiseTables",
    "best_of_pairs",
    "chi_square_critical",
    "chi_square_tail",
    "conflict_kinds",
    "correlation_matrix",
    "count_candidates",
    "cross_products",
    "dag_evidence",
    "dag_marks",
    "discrete_candidates",
    "discrete_local_scores",
    "draw_dags",
    "fisher_z_p",
    "gaussian_candidates",
    "gaussian_local_scores",
    "instruction_set",
    "k_covered",
    "k_essential_marks",
    "level_is_sound",
    "minimum_cuts",
    "neighbour_lists",
    "not_above",
    "order_layers",
    "orient_marks",
    "pairs_between",
    "pairs_of",
    "partial_correlation",
    "plan_part_kinds",
    "propose_marks",
    "ranked_lists",
    "ranked_pairs",
    "read_numbers",
    "rule_names",
    "sample_dags",
    "search_level_gaussian",
    "space_items",
]
