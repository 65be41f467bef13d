"""How many effects can be had by adjusting, for every bound: the table of the page on theory."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import naive
import sepset as sp
from naive_adjustment import shapes

PAGE = Path(__file__).resolve().parents[2] / "docs" / "theory.md"


def identifiable(n, k):
    """Pairs of a DAG and a cause and effect in it; and those with a set that is valid in its class."""
    pairs = found = 0
    for dag, count in shapes(naive.all_dags(n)).items():
        graph = sp.k_essential_graph(dag, k)
        for b in dag.nodes:
            for a in set(dag.ancestors(b)) - {b}:
                pairs += count
                found += count * bool(sp.adjustment_sets(graph, a, b, "canonical", k=k))
    return pairs, found


def said(n):
    """The row of the page for n variables."""
    line = re.search(rf"^\| {n} \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [int(cell.split(" ")[0].replace(",", "")) for cell in line[1].split(" | ")]


def counted(n):
    """The pairs, and what is found for k = 0, 1, 2 and without a bound."""
    numbers = [identifiable(n, k) for k in (0, 1, 2, n - 2)]
    return [numbers[0][0], *(found for _, found in numbers)]


@pytest.mark.parametrize("n", [3, 4])
def test_the_table(n):
    assert said(n) == counted(n)


@pytest.mark.slow
def test_its_row_for_five_variables():
    assert said(5) == counted(5)
