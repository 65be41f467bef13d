"""What the program published with the paper runs, step by step, in sepset's terms.

It is a changed FCI. Its first search takes levels 0 to k - 1, its last level comes in a pass over
Possible-D-SEP sets; as written, these are the neighbours, so that the levels together are those of a search
among neighbours up to k. Three things set it apart from the paper's Algorithm 1:

- the "separating set" of a pair is the union of all sets that were accepted at the level where the pair
  fell, among the neighbours of its first variable, or of its second if those have none;
- below level k a set is filed under the order of the variable that found it and looked up under the order of
  the columns, so that no collider is drawn where only the later variable's neighbours separate;
- the rules are those of the plan "code": R1-R4 until nothing changes, then R11 and R12 once. (The program's
  R3 asks of one variable what cannot be and never fires; with R3 the graphs below are the same.)

On 72 samples of 24 models with 10 binary variables (N = 50, 250, 1000; k = 0, 1, 2) the program and this
module had the same skeleton in all 216 runs and the same graph in 197; 49 of 4,422 marks differed, none at
k = 0. There the program's rules meet contradictory colliders, and the order of its loops decides.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import sepset as sp
from sepset.orientation.engine import orient
from sepset.orientation.evidence import Evidence, pair
from sepset.orientation.plans import CODE

if TYPE_CHECKING:
    from sepset.independence import CITest


def program(test: CITest, k: int, *, alpha: float = 0.05) -> tuple[sp.MixedGraph, int]:
    """Return the graph that the published program draws, and how many marks its evidence contradicts."""
    found = sp.kpc(test, k=k, alpha=alpha, search="neighbours", rules="code", threads=1)
    names = found.graph.nodes
    sets = {
        pair(a, b): frozenset(map(names.index, _filed(found, test, names[a], names[b], alpha)))
        for a, b in combinations(range(len(names)), 2)
        if not found.graph.adjacent(names[a], names[b])
    }
    circles = [(edge.u, "o-o", edge.v) for edge in found.graph.edges()]
    oriented = orient(sp.MixedGraph(names, circles).table, Evidence(sets, k), CODE)
    return sp.MixedGraph.from_table(names, oriented.table), len(oriented.conflicts)


def _filed(found: sp.Discovery, test: CITest, a: str, b: str, alpha: float) -> set[str]:
    """Return what the program takes for the set that separates a and b, where a comes first."""
    recorded = found.sepset(a, b)
    if not recorded:
        return set()
    size = len(recorded)
    before = found.graph_at(size - 1)
    for end, other in ((a, b), (b, a)):
        near = [name for name in before.nodes if name != other and before.adjacent(name, end)]
        accepted = [given for given in combinations(near, size) if test(end, other, given).p > alpha]
        if accepted:
            lost = end == b and size < found.k
            return set(found.graph.nodes) - {a, b} if lost else set().union(*accepted)
    raise AssertionError(f"no set separates {a} and {b}, though {sorted(recorded)} was found")
