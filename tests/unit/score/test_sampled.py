"""The chains against the exact engine, and that only data and seed matter."""

import math
import re
from itertools import pairwise

import numpy as np
import pytest

import sepset as sp
from sepset.errors import Advice
from sepset.kernels import sample_dags
from sepset.learn.posterior_cost import affordable
from sepset.result.posterior.document import document_of
from sepset.score.allowed import Allowed
from sepset.score.components import DEFAULT_SCORES, Component
from sepset.score.families import Families, ParentCandidates, kernel_order
from sepset.score.sampled import CHAINS, effective_samples, foreseen_sampled, sampled_posterior


def network_table(n, edges, rows, seed):
    dag = sp.simulate.random_dag(n, max_edges=edges, seed=seed)
    return sp.simulate.random_network(dag, seed=seed).sample(rows, seed=seed)


def gaussian_table(n, rows, seed):
    dag = sp.simulate.random_dag(n, max_edges=2 * n, seed=seed)
    return sp.simulate.linear_gaussian(dag, seed=seed).sample(rows, seed=seed)


TABLES = [
    network_table(4, 4, 40, 1),
    network_table(8, 12, 200, 2),
    network_table(10, 15, 500, 3),
    network_table(9, 20, 60, 4),
    gaussian_table(7, 40, 5),
]


@pytest.mark.parametrize("data", TABLES, ids=lambda data: f"{len(data.names)} x {data.rows}")
def test_close_to_the_exact_posterior(data):
    exact = sp.posterior(data, method="exact", samples=4000, seed=1)
    found = sp.posterior(data, method="sampled", samples=800, seed=1)
    assert exact.exact
    assert not found.exact
    difference = np.abs(found.drawn.edges - exact.drawn.edges)
    assert difference.mean() < 0.02
    assert difference.max() < 0.08
    for k in (None, 1):
        ours = [list(row.values())[2:] for row in found.marks(k)]
        theirs = [list(row.values())[2:] for row in exact.marks(k)]
        assert np.abs(np.subtract(ours, theirs)).mean() < 0.02
    assert [*found.weights.values()] == pytest.approx([*exact.weights.values()], abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_marks_of_ten_to_thirteen_columns_close_to_the_exact_posterior(seed):
    n = 10 + seed % 4
    data = network_table(n, (3 + seed % 2) * n // 2, (100, 250, 500, 1000)[seed // 2], 50 + seed)
    exact = sp.posterior(data, method="exact", samples=8000, seed=1)
    found = sp.posterior(data, method="sampled", samples=2000, seed=1)
    for k in (None, 1):
        ours = [list(row.values())[2:] for row in found.marks(k)]
        theirs = [list(row.values())[2:] for row in exact.marks(k)]
        difference = np.abs(np.subtract(ours, theirs))
        assert difference.mean() < 0.02
        assert difference.max() < 0.08


def test_every_partition_has_its_probability_on_four_nodes():
    data = network_table(4, 4, 30, 9)
    scores, odds = (sp.BDeu(4.0),), (0.5,)
    exact = sp.posterior(data, scores, odds, method="exact", samples=1)
    found = sp.posterior(data, scores, odds, method="sampled", samples=8000, seed=3)
    # A long run comes as near as chance allows: a wrong weight of one kind of move shows here.
    assert np.abs(found.drawn.edges - exact.drawn.edges).max() < 0.015


def test_threads_and_columns_change_nothing():
    data = network_table(7, 9, 100, 6)
    one = sp.posterior(data, method="sampled", samples=80, threads=1)
    turned = sp.posterior(data.select(data.names[::-1]), method="sampled", samples=80, threads=3)
    for part in ("dags", "shares", "edges", "components", "diagnostics"):
        assert document_of(one)[part] == document_of(turned)[part]
    other = sp.posterior(data, method="sampled", samples=80, seed=1)
    assert document_of(one)["dags"] != document_of(other)["dags"]


def test_more_columns_than_a_word_has_bits(tmp_path):
    dag = sp.simulate.random_dag(70, edges=60, seed=7)
    data = sp.simulate.random_network(dag, seed=7).sample(300, seed=7)
    found = sp.posterior(data, seed=0, samples=40)
    assert not found.exact
    assert found.evidence is None
    truth = sp.pc(sp.Oracle(dag)).graph
    by_tests = sp.kpc(data, k="auto", alpha="auto").graph
    assert sp.compare(found, truth).f1_skeleton > sp.compare(by_tests, truth).f1_skeleton
    assert re.search(
        r"Sampled posterior, 4 chains, worth about \d+ independent draws: .* differ by up to", found.summary()
    )
    assert "counting rule" not in found.summary()
    assert "1-essential graphs are those of the counting rule" in found.summary(1)
    assert found.settings["method"] == "sampled"
    found.save(tmp_path / "run.json")
    again = sp.load(tmp_path / "run.json")
    assert again.graph_at(1) == found.graph_at(1)


def test_chains_that_disagree_are_said_so():
    data = network_table(30, 60, 1000, 8)
    found = sp.posterior(data, samples=4, seed=0)
    assert found.diagnostics["largest_difference"] > 0.1
    assert "run it longer" in found.summary()


def test_a_time_limit_ends_the_chains():
    with pytest.raises(sp.TimeLimitError, match="raise time_limit"):
        sp.posterior(network_table(40, 60, 1000, 8), samples=100_000, time_limit=0.5)


def test_effective_samples():
    random = np.random.default_rng(0)
    parents = np.zeros((CHAINS * 200, 2, 1), dtype=np.uint64)
    independent = effective_samples(parents, random.normal(size=CHAINS * 200))
    assert 300 < independent <= CHAINS * 200
    apart = np.repeat(np.arange(CHAINS), 200) * 10.0 + random.normal(size=CHAINS * 200)
    assert effective_samples(parents, apart) < 20
    assert effective_samples(parents, np.zeros(CHAINS * 200)) == CHAINS * 200


def test_columns_beyond_the_exact_engine_are_refused_in_words():
    data = network_table(22, 30, 50, 8)
    with pytest.raises(sp.DataError, match=r"takes about .* GB of memory and .* method='sampled'"):
        sp.posterior(data, method="exact")
    seen = []
    found = sp.posterior(data, samples=4, progress=seen.append)
    assert seen[0].stage == "chains"  # with so few columns there is nothing to say before
    assert math.isfinite(found.drawn.log_probability.max())
    # Beyond the exact engine the prior also holds what expects about one edge a column.
    assert found.settings["edge_log_odds"] == [0.0, -1.0, -2.0, -3.0, -4.0]


def test_what_a_sampled_run_takes_is_said_before_it_starts_or_refused():
    data = network_table(41, 41, 50, 8)
    seen = []
    with pytest.raises(
        sp.TimeLimitError,
        match=r"a sampled posterior over 41 columns .* far more than the 0.01 s allowed; raise",
    ) as error:
        sp.posterior(data, time_limit=0.01, progress=seen.append)
    assert not seen
    assert error.value.advice == (Advice("time_limit"),)
    with pytest.raises(sp.DataError, match=r"a sampled posterior over 100,000 columns .* leave out columns"):
        affordable(foreseen_sampled(100_000, 1000, 6, 72, 400), None)


@pytest.mark.parametrize("data", [TABLES[3], TABLES[4]], ids=["discrete", "continuous"])
def test_nodes_and_chains_can_be_answered_in_parts(data):
    """What travels to different workers adds up to what one process finds."""
    scores = kernel_order(DEFAULT_SCORES[data.columns[0].kind])
    families = Families.of(data, scores, Allowed.of(len(data.names)), most=4)
    score, n = families.leading_score(1, math.inf), len(data.names)
    whole = families.candidates(0, n, score=score, seconds=math.inf, threads=2)
    cuts = [0, 1, 4, n]
    parts = [
        families.candidates(first, last, score=score, seconds=math.inf) for first, last in pairwise(cuts)
    ]
    for one, other in zip(ParentCandidates.joined(parts), whole, strict=True):
        np.testing.assert_array_equal(one, other)
    place = InParts()
    options = {"samples": 40, "seed": 2, "threads": 1, "seconds": lambda: math.inf}
    components = [Component(score, -1.0) for score in scores]
    alone = sampled_posterior(data, scores, components, **options)
    shared = sampled_posterior(data, scores, components, **options, place=place)
    assert place.nouns == ["column", "chain"]
    for name in ("weights", "parents", "shares", "log_probability", "edges"):
        np.testing.assert_array_equal(getattr(shared, name), getattr(alone, name))
    assert shared.diagnostics == alone.diagnostics
    assert (alone.chains_on_cluster, shared.chains_on_cluster) == (0, CHAINS)


class InParts:
    """A place that answers everything one by one."""

    is_cluster = True

    def __init__(self):
        self.nouns = []

    def in_order(self, thing, call, count, noun, *, seconds):
        self.nouns.append(noun)
        return [call(thing, number, number + 1) for number in range(count)]


def test_the_kernel_refuses_candidates_that_are_not_there():
    sizes, members, local = np.array([1, 1], np.int32), np.array([1, 0], np.int32), np.zeros(4)
    must, one, none = np.zeros((2, 1), np.uint64), np.zeros(1, np.int32), np.zeros(1)
    run = np.array([1, 4, 1, 1, 100], np.int32)

    def draws(sizes=sizes, members=members, local=local, scores=1, which=one):
        return sample_dags(
            sizes, members, local, scores, must, which, none, none, run, 0, 0, 1, 1, math.inf
        )  # fmt: skip

    assert len(draws()[0]) == 4
    wrong = [
        {"sizes": np.array([1, 2], np.int32)},
        {"sizes": np.array([1, 21], np.int32)},
        {"members": members[:1]},
        {"members": np.array([1, 2], np.int32)},
        {"members": np.array([1, -1], np.int32)},
        {"local": local[:3]},
        {"scores": 2},
        {"which": np.ones(1, np.int32)},
    ]
    for given in wrong:
        with pytest.raises(ValueError, match=r"candidate|score"):
            draws(**given)
