"""Check a certificate of a k-essential graph without trusting the code that wrote it.

The witnesses are looked at by the definition: their k-closures are computed. Lemmas are checked one by one,
and every refutation must follow from them by unit propagation, which is a page of code. No solver is asked,
and nothing is searched for. For k = 0 without knowledge a theorem takes the place of refutations. What is
known beforehand is part of the claim: it is not questioned, and every witness must fit it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.checks import check_type
from sepset.equivalence.essential.certificate import Certificate
from sepset.equivalence.essential.check_lemmas import refutation_problems
from sepset.equivalence.essential.check_witnesses import graph_problems, undecided_types, witness_problems
from sepset.equivalence.essential.unconditional import closed_neighbourhoods, never_siblings
from sepset.equivalence.essential.union import TypesSeen
from sepset.graph.bits import members

if TYPE_CHECKING:
    from collections.abc import Iterator


def verify(certificate: Certificate) -> bool:
    """Say whether all that a certificate claims holds; `find_problems` says what does not.

    It claims nothing about edge types that it lists as `undecided`. So its graph is proved to be the
    k-essential graph when `undecided` is empty; otherwise every tail and arrowhead is proved, but a circle
    may hide one.
    """
    return next(find_problems(certificate), None) is None


def find_problems(certificate: Certificate) -> Iterator[str]:
    """Yield, in plain English, everything in a certificate that does not hold."""
    k = check_type("certificate", certificate, Certificate).k
    if not isinstance(k, int) or isinstance(k, bool) or k < 0:
        yield f"k is a number of variables, 0, 1, 2, ..., not {k!r}"
        return
    seen = TypesSeen(len(certificate.closure))
    problems = list(witness_problems(certificate, seen))
    yield from problems
    undecided = undecided_types(certificate)
    if problems or undecided is None:
        yield from () if undecided is not None else ("an undecided type belongs to no edge",)
        return
    seen.add_types(undecided)
    in_closed_form = k == 0 and certificate.given is None
    yield from _unrefuted_without_sets(certificate, seen) if in_closed_form else _unrefuted(certificate, seen)
    yield from graph_problems(certificate, seen)


def _unrefuted_without_sets(certificate: Certificate, possible: TypesSeen) -> Iterator[str]:
    """For k = 0 a type is refuted by closed neighbourhoods (docs/proofs.md, "k = 0")."""
    nodes = certificate.closure.nodes
    closed = closed_neighbourhoods(certificate.closure.table.adjacency)
    for a, row in enumerate(certificate.closure.table.adjacency):
        inside = [b for b in members(row & ~possible.below[a]) if not closed[a] & ~closed[b]]
        yield from (f"nothing is said about {nodes[a]} --> {nodes[b]}" for b in inside)
        beside = members((row & ~possible.beside[a]) >> a << a)
        together = [b for b in beside if not never_siblings(closed, a, b)]
        yield from (f"nothing is said about {nodes[a]} <-> {nodes[b]}" for b in together)


def _unrefuted(certificate: Certificate, possible: TypesSeen) -> Iterator[str]:
    """Every type that is neither seen nor undecided is refuted, and no other is."""
    problems = list(refutation_problems(certificate))
    yield from problems
    if problems:
        return
    closure = certificate.closure
    refuted = TypesSeen(len(closure))
    refuted.add_types(
        (closure.number(u), edge, closure.number(v)) for (u, edge, v), *_ in certificate.refuted
    )
    for i, row in enumerate(closure.table.adjacency):
        sides = (("-->", possible.below, refuted.below), ("<->", possible.beside, refuted.beside))
        for edge, held, excluded in sides:
            for j in members(row & ~held[i] & ~excluded[i]):
                yield f"nothing is said about {closure.nodes[i]} {edge} {closure.nodes[j]}"
            for j in members(held[i] & excluded[i]):
                yield f"{closure.nodes[i]} {edge} {closure.nodes[j]} is both possible and refuted"
