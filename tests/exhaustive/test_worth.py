"""What a statement would settle, against all DAGs of the class that fit it."""

import random
from functools import cache

import pytest

import naive
from naive_knowledge import random_knowledge, satisfies
from sepset import Knowledge, MixedGraph, Oracle, kpc, load, loci, pc, value_of_knowledge

OPEN = {"o-o": 2, "o->": 1, "<-o": 1, "---": 1}


@cache
def classes(n, k):
    return list(naive.k_classes(n, k))


def open_marks(graph):
    return sum(OPEN.get(edge.pattern, 0) for edge in graph.edges())


def every_statement(names):
    for a in names:
        yield Knowledge(roots=[a])
        for b in names:
            if a != b:
                yield Knowledge(ancestor=[(a, b)])
                yield Knowledge(tiers=[[a], [b]])


@pytest.mark.parametrize("k", [0, 1, 2])
def test_of_completed_results_it_is_exact(k):
    """No statement about an open edge is worth more than what is listed, and what is listed is worth that."""
    rng = random.Random(k)
    listed = 0
    for members in rng.sample(classes(4, k), 12):
        found = kpc(Oracle(members[0]), k=k, complete=True)
        worths = {one.statement: one.settles for one in value_of_knowledge(found)}
        before = open_marks(found.graph)
        for statement in every_statement(found.names):
            fitting = [dag for dag in members if satisfies(dag, statement)]
            settles = before - open_marks(naive.k_essential_graph(fitting, k)) if fitting else 0
            pair = (
                statement.ancestor[0] if statement.ancestor else [n for tier in statement.tiers for n in tier]
            )
            edge = found.graph.edge(*pair) if pair else None
            if edge is not None and edge.pattern in OPEN:
                assert worths.get(statement, 0) == settles, (statement, members[0])
            elif statement in worths:
                assert worths[statement] == settles
        assert list(worths.values()) == sorted(worths.values(), reverse=True)
        listed += len(worths)
    assert listed > 40


@pytest.mark.parametrize("rules", ["standard", "counting"])
def test_by_rules_it_is_what_the_run_with_the_statement_gives(rules):
    rng = random.Random(9)
    compared = 0
    for _ in range(25):
        dag = naive.random_dag(6, 0.5, rng)
        known = random_knowledge(dag, rng)
        found = kpc(Oracle(dag), k=1, rules=rules, knowledge=known)
        for one in value_of_knowledge(found):
            if one.statement.tiers and known.tiers:
                continue
            again = kpc(Oracle(dag), k=1, rules=rules, knowledge=known | one.statement)
            assert again.orientation().against == ()
            assert open_marks(found.graph) - open_marks(again.graph) == one.settles > 0
            assert all(again.graph.has(*edge) for edge in one.edges)
            compared += 1
    assert compared > 50


def test_of_pc_and_of_a_loaded_result(tmp_path):
    found = pc(Oracle(MixedGraph.from_edges("a --> b", "b --> c")))
    best = value_of_knowledge(found)[0]
    assert (str(best.statement), best.settles) == ("ancestor: a -> b", 2)
    found.save(tmp_path / "run.json")
    assert value_of_knowledge(load(tmp_path / "run.json")) == value_of_knowledge(found)
    assert "What would settle this: to know that a affects b" in found.explain("a", "b")


def test_of_loci_it_is_what_the_run_with_the_statement_gives(tmp_path):
    rng = random.Random(4)
    compared = 0
    for number in range(30):
        dag = naive.random_dag(6, 0.4, rng)
        known = random_knowledge(dag, rng) if number % 2 else None
        k = rng.choice((0, 1, 2))
        found = loci(Oracle(dag), k=k, knowledge=known)
        worths = value_of_knowledge(found)
        for one in worths:
            again = loci(
                Oracle(dag), k=k, knowledge=one.statement if known is None else known | one.statement
            )
            assert open_marks(found.graph) - open_marks(again.graph) == one.settles > 0
            assert all(again.graph.has(*edge) for edge in one.edges)
            compared += 1
        found.save(tmp_path / "run.json")
        assert value_of_knowledge(load(tmp_path / "run.json")) == worths
    assert compared > 50
