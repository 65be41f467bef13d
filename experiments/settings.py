"""The settings that are run, each with its number, its models and its methods."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import sepset as sp
from experiments import packaged
from experiments.models import ROWS, Setting, discrete, gaussian, recorded
from experiments.program_settings import with_program

if TYPE_CHECKING:
    import numpy as np

    from experiments.models import Draw, Model


def _asia(_: np.random.Generator, __: int) -> Model:
    return sp.asia()


def _packaged(name: str) -> Draw:
    return lambda _, __: packaged.network(name)


PAPER = ("controls", "pc", "cpc", "published-all", "published", "ours", "auto", "cpc-auto", "exact-bic")
BRIEF = ("controls", "pc", "cpc", "published", "auto", "cpc-auto")
#: What the posterior is compared with; fNML is for discrete columns.
AVERAGED = ("pc", "auto", "ours", "exact-bic", "posterior")
#: On these models, and on no others, the settings behind "auto" were chosen.
CHOICE = ("pc", "grid")


def _for_choosing(
    name: str,
    number: int,
    title: str,
    draw: Draw,
    methods: tuple[str, ...] = CHOICE,
    *,
    dags: int = 50,
    rows: tuple[int, ...] = ROWS,
) -> Setting:
    """Return a setting on which defaults are chosen: few draws, and only what a choice needs is measured."""
    return Setting(
        name, number, title, draw, methods, dags=dags, data_sets=1, rows=rows, mcc=None, k_essential=False
    )


def _averaged(
    name: str,
    number: int,
    title: str,
    draw: Draw,
    methods: tuple[str, ...] = AVERAGED,
    *,
    dags: int = 10,
    rows: tuple[int, ...] = (50, 250, 1000),
) -> Setting:
    """Return a setting for the posterior, on models that nothing was chosen on."""
    return Setting(name, number, title, draw, methods, dags=dags, data_sets=1, rows=rows, mcc=None)


def _named(name: str, number: int) -> Setting:
    """Return a setting for the posterior on samples of a network that pgmpy carries."""
    methods = ("pc", "auto", "posterior-many")
    setting = _averaged(
        f"posterior_{name}", number, name.capitalize(), _packaged(name), methods, dags=4, rows=(200, 1000)
    )
    return replace(setting, k_essential=False)


_SETTINGS = (
    _for_choosing("choose10", 104, "10 binary nodes, at most 10 edges; for choosing", discrete(max_edges=10)),
    *(
        _for_choosing(
            f"choose{edges}",
            number,
            f"10 binary nodes, at most {edges} edges; for choosing",
            discrete(max_edges=edges),
            dags=100,
        )
        for edges, number in ((15, 101), (30, 102))
    ),
    _for_choosing(
        "choose_gaussian",
        103,
        "10 nodes, linear Gaussian, coefficients 0.3 to 1, at most 15 edges; for choosing",
        gaussian(10, coefficients=(0.3, 1.0), random_signs=True, max_edges=15),
    ),
    *(
        _for_choosing(
            f"choose_levels{levels}",
            102 + levels,
            f"10 nodes with {levels} levels, at most 15 edges; for choosing k",
            discrete(levels=levels, max_edges=15),
            ("pc", "bounds"),
            rows=(10, 20, 50, 100, 250),
        )
        for levels in (3, 4, 6)
    ),
    *(
        Setting(
            f"pc{edges}",
            number,
            f"10 binary nodes, at most {edges} edges",
            discrete(max_edges=edges),
            PAPER,
            first_only=("loci",),
        )
        for edges, number in ((15, 21), (30, 22))
    ),
    Setting(
        "pc15_notears",
        21,
        "the models and first data sets of pc15, with NOTEARS on the codes of the levels",
        discrete(max_edges=15),
        ("pc", "auto", "exact-bic", "notears"),
        data_sets=1,
        mcc=None,
        k_essential=False,
    ),
    *(
        # The same numbers as above, so the same models and data.
        Setting(
            name,
            number,
            f"the models of {name.removesuffix('_reference')}, against the paper's baseline",
            draw,
            ("causal-learn", "pc", "published-all", "published", "auto"),
            baseline="causal-learn",
            mcc=None,
            k_essential=False,
        )
        for name, number, draw in (
            ("pc15_reference", 21, discrete(max_edges=15)),
            ("pc30_reference", 22, discrete(max_edges=30)),
            ("agrum30_reference", 23, recorded("pyagrum30.txt")),
        )
    ),
    Setting(
        "agrum30",
        23,
        "10 binary nodes, the graphs that pyAgrum draws with at most 30 arcs",
        recorded("pyagrum30.txt"),
        PAPER,
        first_only=("loci",),
    ),
    Setting(
        "agrum15",
        29,
        "10 binary nodes, the graphs that pyAgrum draws with at most 15 arcs",
        recorded("pyagrum15.txt"),
        ("controls", "pc", "cpc", "published", "auto"),
        dags=24,
        data_sets=1,
        rows=(50, 100, 500, 1000),
        mcc=None,
    ),
    Setting(
        "loci",
        5,
        "10 binary nodes, 3 expected parents in a fixed order",
        discrete(expected_parents=3),
        PAPER,
        first_only=("loci",),
        truth="dag",
    ),
    Setting(
        "notears",
        6,
        "5 nodes, linear, coefficients in [-3, 3], unit Gaussian noise",
        gaussian(5, coefficients=(-3, 3), max_edges=8),
        ("controls", "pc", "published-all", "published", "auto", "notears"),
        data_sets=1,
        rows=(10, 50, 100, 500),
        truth="dag",
    ),
    Setting("asia", 7, "Asia", _asia, PAPER, dags=1, data_sets=200, rows=(100, 500, 2000)),
    *(
        _averaged(
            f"posterior{edges}",
            number,
            f"10 binary nodes, at most {edges} edges; models of their own for the posterior",
            discrete(max_edges=edges),
            (*AVERAGED, "exact-fnml", "posterior-bdeu"),
            dags=20,
            rows=ROWS,
        )
        for edges, number in ((15, 201), (30, 202))
    ),
    _averaged(
        "posterior_gaussian",
        203,
        "10 nodes, linear Gaussian, coefficients of size 0.3 to 1, at most 15 edges",
        gaussian(10, coefficients=(0.3, 1.0), random_signs=True, max_edges=15),
    ),
    _averaged(
        "posterior_levels3", 204, "10 nodes with 3 levels, at most 15 edges", discrete(levels=3, max_edges=15)
    ),
    *(
        _averaged(
            f"posterior_{name}",
            number,
            f"10 binary nodes, at most 15 edges, CPT rows Dirichlet({concentration:g})",
            discrete(concentration=concentration, max_edges=15),
        )
        for name, number, concentration in (("sharp", 205, 0.3), ("flat", 206, 5.0))
    ),
    _averaged("posterior_asia", 207, "Asia", _asia, rows=(100, 500, 2000)),
    _averaged(
        "posterior_n20",
        208,
        "20 binary nodes, at most 30 edges",
        discrete(20, max_edges=30),
        ("pc", "auto", "ours", "posterior"),
        dags=5,
        rows=(100, 1000),
    ),
    *(
        replace(
            _averaged(
                f"posterior_n{n}",
                number,
                f"{n} binary nodes, at most {3 * n // 2} edges",
                discrete(n, max_edges=3 * n // 2),
                ("pc", "auto", "posterior-many"),
                dags=5,
                rows=(100, 1000),
            ),
            k_essential=False,
        )
        for n, number in ((50, 209), (100, 210))
    ),
    *(_named(name, number) for number, name in enumerate(packaged.NAMES, start=211)),
    *(
        Setting(
            f"levels{levels}",
            number,
            f"10 nodes with {levels} levels, at most 15 edges",
            discrete(levels=levels, max_edges=15),
            BRIEF,
        )
        for levels, number in ((3, 24), (4, 25))
    ),
    *(
        Setting(
            name,
            number,
            f"binary, CPT rows Dirichlet({concentration:g})",
            discrete(concentration=concentration, max_edges=15),
            BRIEF,
        )
        for name, number, concentration in (("sharp", 13, 0.3), ("flat", 14, 5.0))
    ),
    Setting("n5", 15, "5 binary nodes, at most 7 edges", discrete(5, max_edges=7), BRIEF),
    Setting(
        "n20",
        16,
        "20 binary nodes, at most 30 edges",
        discrete(20, max_edges=30),
        BRIEF,
        data_sets=1,
        rows=ROWS[1:],
        k_essential=False,
    ),
    Setting(
        "gaussian",
        19,
        "10 nodes, linear Gaussian, coefficients of size 0.1 to 0.8, at most 22 edges",
        gaussian(10, coefficients=(0.1, 0.8), random_signs=True, max_edges=22),
        BRIEF,
    ),
    *(
        Setting(
            name,
            number,
            name.capitalize(),
            _packaged(name),
            BRIEF,
            dags=1,
            data_sets=100,
            rows=(100, 500, 2000),
            mcc=1,
            k_essential=False,
        )
        for number, name in enumerate(packaged.NAMES, start=30)
    ),
)
SETTINGS = (*with_program(_SETTINGS),)
