"""The k-essential graph with knowledge is the edge union over all DAGs of the class that fit it."""

import random
from functools import cache

import pytest

import naive
from naive_knowledge import random_knowledge, satisfies, tier_orders
from sepset import Knowledge, KnowledgeError, Oracle, k_essential_graph, kpc
from sepset.theory import k_essential, verify


@cache
def classes(n, k):
    return list(naive.k_classes(n, k))


@cache
def essential(fitting, k):
    return naive.k_essential_graph(list(fitting), k)


def assert_exact(members, k, known):
    """Compare with the definition, check the certificate, and say whether any DAG fits."""
    fitting = tuple(dag for dag in members if satisfies(dag, known))
    if not fitting:
        with pytest.raises(KnowledgeError, match=r"no DAG .* fits the knowledge"):
            k_essential(members[0], k, knowledge=known)
        return False
    found = k_essential(members[0], k, knowledge=known)
    assert found.graph == essential(fitting, k), (known, members[0])
    assert found.exact
    assert verify(found.certificate)
    assert all(satisfies(witness, known) for witness in found.certificate.witnesses)
    return True


@pytest.mark.parametrize(("n", "k"), [(3, 0), (3, 1), (4, 0), (4, 1), (4, 2)])
def test_tier_orders(n, k):
    """Every class and tier order on three nodes; a twentieth of them on four, the slow test has the rest."""
    cases = 0
    for number, members in enumerate(classes(n, k)):
        for order, tiers in enumerate(tier_orders(members[0].nodes)):
            if n < 4 or not (number + order) % 20:
                within = (number + order) % 3 > 0
                cases += assert_exact(members, k, Knowledge(tiers=tiers, effects_within_tiers=within))
    assert cases > 20


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2])
@pytest.mark.parametrize("within", [True, False])
def test_every_tier_order_on_every_class(k, within):
    for members in classes(4, k):
        for tiers in tier_orders(members[0].nodes):
            assert_exact(members, k, Knowledge(tiers=tiers, effects_within_tiers=within))


def statements(members, others, rng):
    """Knowledge that some DAG of a class fits, or (often) none does."""
    return random_knowledge(rng.choice(members if rng.random() < 0.7 else others), rng)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_other_statements(k):
    rng = random.Random(10 + k)
    fits = 0
    for _ in range(200):
        members = rng.choice(classes(4, k))
        fits += assert_exact(members, k, statements(members, rng.choice(classes(4, k)), rng))
    assert 100 < fits < 200


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_other_statements_and_tiers_on_five_nodes(k):
    rng = random.Random(20 + k)
    orders = list(tier_orders(classes(5, k)[0][0].nodes))
    for round_ in range(1_500):
        members = rng.choice(classes(5, k))
        known = statements(members, rng.choice(classes(5, k)), rng)
        assert_exact(members, k, Knowledge(tiers=rng.choice(orders)) if round_ % 4 == 0 else known)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_completed_k_pc_is_exact(k):
    """With an oracle, `complete=True` gives the same; where no DAG fits, it says which statements clash."""
    rng = random.Random(30 + k)
    unfitting = 0
    for _ in range(80):
        members = rng.choice(classes(4, k))
        known = statements(members, rng.choice(classes(4, k)), rng)
        fitting = tuple(dag for dag in members if satisfies(dag, known))
        # The pairs of required effects are not tested: what was found has them adjacent, come what may.
        if not all(members[0].adjacent(*pair) for pair in known.required):
            continue
        found = kpc(Oracle(rng.choice(members)), k=k, knowledge=known, complete=True)
        if fitting:
            assert found.graph == essential(fitting, k)
            assert verify(found.orientation().completion.certificate)
            assert not found.notes
        else:
            unfitting += 1
            assert found.orientation().completion is None
            assert any(note.startswith("Knowledge against data") for note in found.notes)
            with pytest.raises(KnowledgeError, match="the data contradict the knowledge"):
                _ = kpc(Oracle(members[0]), k=k, knowledge=known, complete=True, strict=True).graph
    assert unfitting > 3


def test_knowledge_narrows_and_never_widens():
    """Of the marks with knowledge, none is a circle where there was none without."""
    rng = random.Random(40)
    narrower = 0
    for _ in range(60):
        dag = naive.random_dag(7, 0.4, rng)
        known = random_knowledge(dag, rng)
        plain, informed = k_essential_graph(dag, 1), k_essential_graph(dag, 1, knowledge=known)
        for u, pattern, v in informed.edges():
            before = plain.edge(u, v).pattern
            assert all(old in ("o", new) or before == "---" for old, new in zip(before, pattern, strict=True))
        narrower += plain != informed
    assert narrower > 20
