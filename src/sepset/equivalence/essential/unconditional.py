"""k = 0 in closed form: the 0-essential graph and five DAGs that witness all of it.

With empty conditioning sets two nodes are adjacent in the 0-closure exactly when they share an ancestor (a
node is an ancestor of itself), so the class is given by its skeleton U alone. Let N[v] be the closed
neighbourhood of v in U. For adjacent a and b, some 0-closure of the class has

- ``a --> b`` exactly when N[a] is a subset of N[b];
- ``a <-> b`` exactly when a third node w has N[w] inside both N[a] and N[b].

The proof is in ``docs/proofs.md``, "k = 0". Its DAGs are the witnesses here: all a --> b with
N[a] inside N[b], ties broken either way (two DAGs), and each source above its neighbours, with the first,
second and third twin as the source (three DAGs). Twins are nodes with the same closed neighbourhood.

>>> rows = [0b0111, 0b0111, 0b1111, 0b1100]  # a, b, c, d of the DAG a --> b, b --> c, d --> c
>>> [list(table.edges())[-1] for table in witness_tables(rows)[:2]]
[(2, '<--', 3), (2, '<--', 3)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import first, members
from sepset.graph.mark_table import MarkTable

if TYPE_CHECKING:
    from collections.abc import Sequence


def witness_tables(closed: Sequence[int]) -> list[MarkTable]:
    """Return the five DAGs for the closed neighbourhoods N[0], N[1], ..., equal ones once."""
    n = len(closed)
    forwards = sorted(range(n), key=lambda v: (closed[v].bit_count(), v))
    backwards = sorted(range(n), key=lambda v: (closed[v].bit_count(), -v))
    found = [_inclusions(closed, forwards), _inclusions(closed, backwards)]
    groups = _source_groups(closed)
    found += [_from_sources(closed, [twins[turn % len(twins)] for twins in groups]) for turn in range(3)]
    distinct: list[MarkTable] = []
    for table in found:
        if table not in distinct:
            distinct.append(table)
    return distinct


def _inclusions(closed: Sequence[int], places: list[int]) -> MarkTable:
    """Return the DAG of all a --> b with N[a] inside N[b], where a stands before b."""
    table = MarkTable(len(closed))
    later = (1 << len(closed)) - 1
    for a in places:
        later ^= 1 << a
        for b in members(closed[a] & later):
            if not closed[a] & ~closed[b]:
                table.add(a, "-->", b)
    return table


def _source_groups(closed: Sequence[int]) -> list[list[int]]:
    """Return the twin classes whose closed neighbourhood is a clique: exactly one of each is a source."""
    twins: dict[int, list[int]] = {}
    for v, row in enumerate(closed):
        twins.setdefault(row, []).append(v)
    return [group for row, group in twins.items() if all(not row & ~closed[u] for u in members(row))]


def _from_sources(closed: Sequence[int], sources: list[int]) -> MarkTable:
    """Return the DAG with edges from each source to all its neighbours, and no others."""
    table = MarkTable(len(closed))
    for s in sources:
        for v in members(closed[s] & ~(1 << s)):
            table.add(s, "-->", v)
    return table


def closed_neighbourhoods(adjacency: Sequence[int]) -> list[int]:
    """Return N[v], the neighbours of v and v itself, for every node."""
    return [row | 1 << v for v, row in enumerate(adjacency)]


# ---- the necessary conditions, for checking ----------------------------------------------------------------


def never_above(closed: Sequence[int], a: int, b: int) -> int | None:
    """Return a node that forbids ``a --> b``: it shares an ancestor with a and none with b; else None."""
    apart = closed[a] & ~closed[b]
    return first(apart) if apart else None


def never_siblings(closed: Sequence[int], a: int, b: int) -> bool:
    """Say whether ``a <-> b`` is impossible: no third closed neighbourhood lies inside both of theirs."""
    outside = ~(closed[a] & closed[b])
    thirds = closed[a] & closed[b] & ~(1 << a) & ~(1 << b)
    return all(closed[w] & outside for w in members(thirds))
