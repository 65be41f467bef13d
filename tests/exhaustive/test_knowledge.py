"""Knowledge is never violated and never says too much: every mark holds in every DAG that fits it."""

import random
from functools import cache

import pytest

import naive
from naive_knowledge import random_knowledge, satisfies, tier_orders, wrong_marks
from sepset import Knowledge, KnowledgeError, Oracle, anytime_fci, kpc, loci, pc
from sepset.equivalence.k_closure import k_closure


@cache
def classes(n, k):
    return list(naive.k_classes(n, k))


@cache
def closure(dag, k):
    return k_closure(dag, k)


def assert_sound(members, k, known, rules="counting"):
    """Learn from one DAG of a class that fits the knowledge, and hold every mark against all that do."""
    fitting = [dag for dag in members if satisfies(dag, known)]
    found = kpc(Oracle(fitting[0]), k=k, rules=rules, knowledge=known)
    assert found.orientation().conflicts == ()
    assert not found.orientation().notes
    for dag in fitting:
        assert wrong_marks(found.graph, closure(dag, k)) == [], (known, dag)
    return found


@pytest.mark.parametrize(("n", "k"), [(3, 0), (3, 1), (4, 0), (4, 1), (4, 2)])
def test_every_tier_order_on_every_class(n, k):
    cases = 0
    for number, members in enumerate(classes(n, k)):
        for order, tiers in enumerate(tier_orders(members[0].nodes)):
            if n == 4 and (number + order) % 5:  # a fifth of all cases; the slow test has the rest
                continue
            known = Knowledge(tiers=tiers)
            if any(satisfies(dag, known) for dag in members):
                cases += 1
                assert_sound(members, k, known)
    assert cases > 20


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2])
@pytest.mark.parametrize("rules", ["counting", "standard", "paper"])
def test_every_tier_order_on_every_class_with_every_rule_set(k, rules):
    for members in classes(4, k):
        for tiers in tier_orders(members[0].nodes):
            for within in (True, False):
                known = Knowledge(tiers=tiers, effects_within_tiers=within)
                if any(satisfies(dag, known) for dag in members):
                    assert_sound(members, k, known, rules)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_other_statements(k):
    rng = random.Random(k)
    for _ in range(100):
        members = rng.choice(classes(4, k))
        assert_sound(
            members, k, random_knowledge(rng.choice(members), rng), rng.choice(("standard", "counting"))
        )


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2])
def test_other_statements_and_tiers_on_five_nodes(k):
    rng = random.Random(k)
    for _ in range(2_000):
        members = rng.choice(classes(5, k))
        assert_sound(members, k, random_knowledge(rng.choice(members), rng))


def test_pc_with_knowledge_gives_the_mpdag():
    """Sound for all statements; complete (Meek 1995) for those that directions of edges can say."""
    rng = random.Random(5)
    settled = 0
    for round_ in range(160):
        members = rng.choice(classes(4, 2))
        known = random_knowledge(rng.choice(members), rng, on_edges=round_ % 2 == 0)
        fitting = [dag for dag in members if satisfies(dag, known)]
        found = pc(Oracle(fitting[0]), knowledge=known)
        assert all(wrong_marks(found.graph, dag) == [] for dag in fitting)
        if round_ % 2 == 0:
            assert found.graph == naive.edge_union(fitting), known
        settled += found.graph != pc(Oracle(fitting[0])).graph
    assert settled > 20


def test_anytime_fci_with_knowledge():
    rng = random.Random(6)
    for _ in range(60):
        members = rng.choice(classes(4, 1))
        known = random_knowledge(rng.choice(members), rng)
        fitting = [dag for dag in members if satisfies(dag, known)]
        found = anytime_fci(Oracle(fitting[0]), k=1, knowledge=known)
        for dag in fitting:
            assert wrong_marks(found.graph, closure(dag, 1)) == []


def test_tiers_are_exact_with_the_counting_rule():
    """On every class with up to four nodes: no more could be known than what is drawn."""
    for k in (0, 1, 2):
        for members in classes(4, k)[::11]:
            for tiers in list(tier_orders(members[0].nodes))[::5]:
                known = Knowledge(tiers=tiers)
                fitting = [dag for dag in members if satisfies(dag, known)]
                if fitting:
                    found = kpc(Oracle(fitting[0]), k=k, rules="counting", knowledge=known)
                    assert found.graph == naive.k_essential_graph(fitting, k), (k, tiers, fitting)


def test_statements_that_no_dag_fits_are_refused():
    """Tiers, roots, sinks and statements on ancestors: refused exactly when no DAG on the nodes fits."""
    rng = random.Random(7)
    dags = naive.all_dags(4)
    names = dags[0].nodes
    refused = accepted = 0
    for _ in range(200):
        pairs = [tuple(rng.sample(names, 2)) for _ in range(4)]
        cut = rng.randint(0, 4)
        tiers = rng.choice([[], [[names[0]], [names[1], names[2]]]])
        statements = {"tiers": tiers, "ancestor": pairs[:cut], "not_ancestor": pairs[cut:]}
        statements["roots"] = rng.sample(names, rng.choice((0, 0, 1)))
        try:
            known = Knowledge(**statements)
            known.on(names)
        except KnowledgeError:
            refused += 1
            plain = Knowledge()
            for name, value in statements.items():
                object.__setattr__(plain, name, value)
            assert not any(satisfies(dag, plain) for dag in dags), statements
        else:
            accepted += 1
            assert any(satisfies(dag, known) for dag in dags), statements
    assert refused > 25
    assert accepted > 25


@pytest.mark.parametrize("k", [0, 1, 2])
def test_loci_with_knowledge(k):
    """Every edge of every DAG of the class that fits is drawn, in its direction or in both."""
    rng = random.Random(8 + k)
    orders = list(tier_orders(classes(4, k)[0][0].nodes))
    narrowed = 0
    for round_ in range(120):
        members = rng.choice(classes(4, k))
        tiers = Knowledge(tiers=rng.choice(orders))
        known = tiers if round_ % 3 == 0 else random_knowledge(rng.choice(members), rng)
        fitting = [dag for dag in members if satisfies(dag, known)]
        if not fitting:
            continue
        found = loci(Oracle(fitting[0]), k=k, knowledge=known)
        assert found.orientation().against == ()
        for dag in fitting:
            for u, edge, v in dag.edges():
                assert found.graph.has(u, edge, v) or found.graph.has(u, "---", v), (known, dag)
        narrowed += found.graph != loci(Oracle(fitting[0]), k=k).graph
    assert narrowed > 20


def test_a_bidirected_edge_without_room_never_occurs_with_an_oracle():
    for k in (0, 1, 2):
        for members in classes(4, k):
            assert not kpc(Oracle(members[0]), k=k).conflicts


@pytest.mark.parametrize(("k", "least"), [(0, 0.95), (1, 1.0)])
def test_knowledge_that_no_dag_of_the_class_fits_is_noticed(k, least):
    """Tier orders that no DAG of the class fits: nearly all show at k = 0, all at k = 1."""
    rng = random.Random(k)
    noticed = cases = 0
    orders = list(tier_orders(classes(4, k)[0][0].nodes))
    while cases < 250:
        members, known = rng.choice(classes(4, k)), Knowledge(tiers=rng.choice(orders))
        if not any(satisfies(dag, known) for dag in members):
            cases += 1
            noticed += bool(kpc(Oracle(members[0]), k=k, knowledge=known).orientation().against)
    assert noticed >= least * cases
