"""The exact engine against enumeration of all DAGs, for every score."""

import math

import numpy as np
import pytest
from scipy import stats

import naive_score
from sepset import BDeu, BGe, Dirichlet
from sepset.data.reading.table import dataset
from sepset.score.components import Component
from sepset.score.exact import exact_posterior, foreseen
from sepset.score.local import local_scores, parent_bound, scatter_matrix
from sepset.score.priors import log_normaliser


def discrete_table(rows=80, seed=0):
    random = np.random.default_rng(seed)
    a = random.integers(0, 2, rows)
    b = (a + (random.random(rows) < 0.2)) % 2
    c = random.integers(0, 3, rows)
    d = np.where(random.random(rows) < 0.7, (b + c) % 2, random.integers(0, 2, rows))
    return dataset({"a": a, "b": b, "c": c, "d": d}, kinds="discrete")


def continuous_table(rows=60, seed=0):
    random = np.random.default_rng(seed)
    a, b, noise, more = random.normal(size=(4, rows))
    return dataset({"a": a, "b": b, "c": a - 2 * b + noise, "d": 5 * a + 3 * more}, kinds="continuous")


def naive(data, score):
    if isinstance(score, BGe):
        return naive_score.bge(data.matrix().T)
    codes = data.codes().T.astype(int)
    levels = [len(data.levels[name]) for name in data.names]
    if isinstance(score, Dirichlet):
        return naive_score.dirichlet(codes, levels, score.cell)
    return naive_score.bdeu(codes, levels, score.sample_size)


CASES = [
    (discrete_table(), Dirichlet(0.25)),
    (discrete_table(), Dirichlet(4.0)),
    (discrete_table(), BDeu(10.0)),
    (continuous_table(), BGe()),
]
IDS = [repr(score) for _, score in CASES]


def members(chosen):
    return [v for v in range(chosen.bit_length()) if chosen >> v & 1]


@pytest.mark.parametrize(("data", "score"), CASES, ids=IDS)
def test_local_scores_are_the_definition(data, score):
    local = local_scores(data, (score,), bound=3, threads=1, seconds=math.inf)[0]
    slow = naive(data, score)
    for child in range(4):
        for chosen in range(16):
            if chosen >> child & 1:
                assert local[child, chosen] == -math.inf
            else:
                assert local[child, chosen] == pytest.approx(slow(child, members(chosen)), abs=1e-9)


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_and_large_counts_change_no_score(threads):
    random = np.random.default_rng(5)
    codes = {name: random.integers(0, 2, 20_000) for name in "abcdefgh"}
    data = dataset(codes, kinds="discrete")
    local = local_scores(data, (Dirichlet(0.5), BDeu(3.0)), bound=7, threads=threads, seconds=math.inf)
    slow = naive(data, Dirichlet(0.5)), naive(data, BDeu(3.0))
    for child, chosen in ((0, 0), (3, 0b11000010), (7, 0b01111111), (6, 0b1)):
        for row, score in zip(local, slow, strict=True):
            assert row[child, chosen] == pytest.approx(score(child, members(chosen)), rel=1e-12)


def test_a_bound_on_parents_leaves_larger_sets_out():
    data = discrete_table()
    bounded = local_scores(data, (BDeu(1.0),), bound=1, threads=1, seconds=math.inf)[0]
    whole = local_scores(data, (BDeu(1.0),), bound=3, threads=1, seconds=math.inf)[0]
    for child in range(4):
        for chosen in range(16):
            small = chosen.bit_count() <= 1
            assert bounded[child, chosen] == (whole[child, chosen] if small else -math.inf)


def drawn(data, score, log_odds, samples=400, seed=0, threads=1):
    local = local_scores(data, (score,), bound=3, threads=1, seconds=math.inf)
    return exact_posterior(
        local,
        [0],
        [Component(score, log_odds)],
        samples=samples,
        seed=seed,
        threads=threads,
        seconds=lambda: math.inf,
    )


@pytest.mark.parametrize("log_odds", [0.0, -1.0, 2.5])
@pytest.mark.parametrize(("data", "score"), CASES, ids=IDS)
def test_evidence_edges_and_probabilities_against_all_543_dags(data, score, log_odds):
    dags, probabilities, evidence = naive_score.posterior(4, naive(data, score), log_odds)
    found = drawn(data, score, log_odds)
    assert found.log_evidence[0] == pytest.approx(evidence, abs=1e-9)
    edges = np.zeros((4, 4))
    for dag, probability in zip(dags, probabilities, strict=True):
        for child, parents in enumerate(dag):
            edges[list(parents), child] += probability
    assert found.edges == pytest.approx(edges, abs=1e-9)
    assert found.ancestors == pytest.approx(naive_score.ancestor_probabilities(dags, probabilities), abs=1e-9)
    known = dict(zip(dags, np.log(probabilities), strict=True))
    for rows, log_probability in zip(found.parents, found.log_probability, strict=True):
        dag = tuple(frozenset(members(int(row[0]))) for row in rows)
        assert log_probability == pytest.approx(known[dag], abs=1e-9)


def chi_square(dags, probabilities, found, samples):
    """Return Pearson's statistic of the draws, rare DAGs gathered, and its degrees of freedom."""
    counts = {
        tuple(frozenset(members(int(row[0]))) for row in rows): share * samples
        for rows, share in zip(found.parents, found.shares, strict=True)
    }
    seen = np.array([counts.get(dag, 0.0) for dag in dags])
    expected = probabilities * samples
    common = expected >= 10
    seen = np.append(seen[common], seen[~common].sum())
    expected = np.append(expected[common], expected[~common].sum())
    return ((seen - expected) ** 2 / expected).sum(), len(seen) - 1


@pytest.mark.parametrize(("data", "score"), CASES, ids=IDS)
def test_draws_have_the_frequencies_of_the_posterior(data, score):
    dags, probabilities, _ = naive_score.posterior(4, naive(data, score), -0.5)
    found = drawn(data, score, -0.5, samples=40_000, seed=11)
    statistic, freedom = chi_square(dags, probabilities, found, 40_000)
    assert 1e-4 < stats.chi2.sf(statistic, freedom) < 1 - 1e-4
    # The test can fail: draws from a prior that differs a little are told apart.
    other = drawn(data, score, -0.7, samples=40_000, seed=11)
    statistic, freedom = chi_square(dags, probabilities, other, 40_000)
    assert stats.chi2.sf(statistic, freedom) < 1e-6


def test_weights_far_beyond_a_double():
    random = np.random.default_rng(1)
    a = random.integers(0, 2, 30_000)
    table = dataset({"a": a, "b": a, "c": a ^ (random.random(30_000) < 0.01), "d": 1 - a}, kinds="discrete")
    for score in (BDeu(1.0), Dirichlet(0.25)):
        dags, probabilities, evidence = naive_score.posterior(4, naive(table, score), 0.0)
        found = drawn(table, score, 0.0)
        assert found.log_evidence[0] == pytest.approx(evidence, rel=1e-12)
        adjacent = sum(p for dag, p in zip(dags, probabilities, strict=True) if 2 in dag[0] or 0 in dag[2])
        assert found.edges[0, 2] + found.edges[2, 0] == pytest.approx(adjacent, abs=1e-7)


def test_threads_change_nothing():
    one, three = drawn(discrete_table(), BDeu(2.0), 0.0), drawn(discrete_table(), BDeu(2.0), 0.0, threads=3)
    assert (one.parents == three.parents).all()
    assert (one.shares == three.shares).all()
    assert (one.edges == three.edges).all()


def five_columns(kind):
    random = np.random.default_rng(2)
    if kind == "continuous":
        a, b, c, d, e = random.normal(size=(5, 50))
        columns = {"a": a, "b": a + b, "c": c, "d": b - 2 * c + d, "e": e}
    else:
        columns = {name: random.integers(0, 2, 50) for name in "abcd"}
        columns["e"] = columns["a"] ^ columns["b"]
        columns["d"] = (columns["c"] + random.integers(0, 2, 50)) % 3
    return dataset(columns, kinds=kind)


@pytest.mark.slow
@pytest.mark.parametrize(
    "score", [Dirichlet(0.25), Dirichlet(1.0), Dirichlet(4.0), BDeu(5.0), BGe()], ids=repr
)
def test_all_29281_dags_on_five_nodes(score):
    data = five_columns(score.kind)
    dags, probabilities, evidence = naive_score.posterior(5, naive(data, score), -1.0)
    assert len(dags) == 29281
    local = local_scores(data, (score,), bound=4, threads=1, seconds=math.inf)
    found = exact_posterior(
        local,
        [0],
        [Component(score, -1.0)],
        samples=20_000,
        seed=0,
        threads=2,
        seconds=lambda: math.inf,
    )
    assert found.log_evidence[0] == pytest.approx(evidence, abs=1e-9)
    edges = np.zeros((5, 5))
    for dag, probability in zip(dags, probabilities, strict=True):
        for child, parents in enumerate(dag):
            edges[list(parents), child] += probability
    assert found.edges == pytest.approx(edges, abs=1e-9)
    assert found.ancestors == pytest.approx(naive_score.ancestor_probabilities(dags, probabilities), abs=1e-9)
    statistic, freedom = chi_square(dags, probabilities, found, 20_000)
    assert 1e-4 < stats.chi2.sf(statistic, freedom) < 1 - 1e-4


@pytest.mark.parametrize("log_odds", [0.0, -1.0, 3.0])
def test_the_prior_is_normalised_over_all_dags(log_odds):
    total = sum(math.exp(log_odds * sum(map(len, dag))) for dag in naive_score.all_dags(4))
    assert log_normaliser(4, log_odds) == pytest.approx(math.log(total), rel=1e-14)


def test_numbers_of_dags():
    assert [round(math.exp(log_normaliser(n, 0.0))) for n in range(7)] == [1, 1, 3, 25, 543, 29281, 3781503]


def test_a_constant_column_has_no_scatter():
    assert scatter_matrix(np.array([[1.0, 2.0], [1.0, 4.0]])).tolist() == [[0.0, 0.0], [0.0, 2.0]]


def test_the_bound_on_parents_falls_with_rows_and_columns():
    few = dataset({name: [0, 1] * 5 for name in "abcd"}, kinds="discrete")
    assert parent_bound(few) == 3
    assert foreseen(16, 6, 18).bytes < 4e9
    assert foreseen(18, 6, 18).seconds > foreseen(16, 6, 18).seconds
