"""Networks: checks, the built-in Asia network, and samples that follow the tables."""

import itertools
import pickle

import numpy as np
import pytest

from sepset.data.networks import BayesianNetwork, Variable, asia, builtin, builtin_names
from sepset.errors import CycleError, DataError, GraphError, OptionError, UnknownNodeError
from sepset.graph.mixed_graph import MixedGraph

COIN = Variable("coin", ("heads", "tails"), (), [0.25, 0.75])
DIE = Variable("die", ("a", "b", "c"), ("coin",), [[0.5, 0.5, 0.0], [0.0, 0.1, 0.9]])


def test_parts_of_a_network():
    network = BayesianNetwork([DIE, COIN])
    assert network.names == ("die", "coin")
    assert dict(network.levels) == {"die": ("a", "b", "c"), "coin": ("heads", "tails")}
    assert network.dag == MixedGraph.from_edges("coin --> die")
    assert network["die"].table.tolist() == [[0.5, 0.5, 0.0], [0.0, 0.1, 0.9]]
    assert repr(network) == "<BayesianNetwork: 2 variables, 1 edges>"
    with pytest.raises(UnknownNodeError, match=r"unknown node 'dye'; did you mean 'die'\?"):
        network["dye"]


def test_a_network_is_a_value():
    same = BayesianNetwork([Variable("coin", ["heads", "tails"], [], np.array([0.25, 0.75]))])
    assert same == BayesianNetwork([COIN])
    assert hash(same) == hash(BayesianNetwork([COIN]))
    assert same != BayesianNetwork([Variable("coin", ("heads", "tails"), (), [0.5, 0.5])])
    assert same != 1
    assert COIN != 1
    with pytest.raises(ValueError, match="read-only"):
        COIN.table[0] = 1


@pytest.mark.parametrize(
    ("variables", "error", "message"),
    [
        ([], DataError, "one or more variables"),
        ([Variable("a", (), (), [])], DataError, "variable 'a' needs one or more different levels"),
        ([Variable("a", ("u", "u"), (), [0.5, 0.5])], DataError, "different levels"),
        ([Variable("a", ("u", "v"), ("b",), [[0.5, 0.5]] * 2)], UnknownNodeError, "unknown node 'b'"),
        ([COIN, Variable("a", ("u", "v"), ("coin",), [0.5, 0.5])], DataError, r"shape \(2, 2\).*got \(2,\)"),
        ([Variable("a", ("u", "v"), (), [1.5, -0.5])], DataError, "'a' has a probability outside 0 to 1"),
        ([Variable("a", ("u", "v"), (), [np.nan, 1])], DataError, "outside 0 to 1"),
        ([Variable("a", ("u", "v"), (), [0.5, 0.4])], DataError, r"'a'.*sum to 1.*the sum is 0.9"),
        ([COIN, COIN], GraphError, "'coin' occurs twice"),
        (
            [Variable(name, ("u",), (parent,), [[1.0]]) for name, parent in ("ac", "ba", "cb")],
            CycleError,
            "directed cycle: a --> b --> c --> a",
        ),
    ],
)
def test_unsound_networks(variables, error, message):
    with pytest.raises(error, match=message):
        BayesianNetwork(variables)


def test_asia_is_as_published():
    network = asia()
    assert network.dag == MixedGraph.from_edges(
        "asia --> tub", "smoke --> lung", "smoke --> bronc", "tub --> either", "lung --> either",
        "either --> xray", "either --> dysp", "bronc --> dysp",
    )  # fmt: skip
    assert set(network.levels.values()) == {("yes", "no")}
    # Marginals of the published network: P(xray = yes) and P(dysp = yes), by summing over all 256 states.
    chance = dict.fromkeys(network.names, 0.0)
    for state in itertools.product(range(2), repeat=8):
        place = dict(zip(network.names, state, strict=True))
        weight = np.prod(
            [v.table[(*(place[p] for p in v.parents), place[v.name])] for v in network.variables]
        )
        for name in network.names:
            chance[name] += weight * (place[name] == 0)
    published = {"asia": 0.01, "tub": 0.0104, "smoke": 0.5, "lung": 0.055, "bronc": 0.45, "either": 0.064828}
    for name, value in (published | {"xray": 0.11029, "dysp": 0.4359706}).items():
        assert chance[name] == pytest.approx(value, abs=1e-7 if name != "xray" else 1e-5)


def test_samples_follow_the_tables():
    network, rows = asia(), 200_000
    data = network.sample(rows, seed=11)
    assert data.names == network.names
    codes = {name: data.column(name).values for name in data.names}
    for variable in network.variables:
        for place in np.ndindex(variable.table.shape[:-1]):
            hit = np.ones(rows, dtype=bool)
            for parent, level in zip(variable.parents, place, strict=True):
                hit &= codes[parent] == level
            p, n = variable.table[place][0], hit.sum()
            assert abs((codes[variable.name][hit] == 0).sum() - n * p) <= 5 * np.sqrt(n * p * (1 - p))


def test_samples_of_several_levels_and_impossible_ones():
    data = BayesianNetwork([DIE, COIN]).sample(40_000, seed=5)
    assert data.names == ("die", "coin")
    assert data.levels["die"] == ("a", "b", "c")
    die, coin = data.column("die").values, data.column("coin").values
    counts = np.array([[np.sum((coin == c) & (die == d)) for d in range(3)] for c in range(2)])
    expected = 40_000 * np.array([[0.125, 0.125, 0], [0, 0.075, 0.675]])
    assert (np.abs(counts - expected) <= 5 * np.sqrt(expected)).all()


def test_levels_without_probability_are_never_drawn():
    tenths = Variable("a", tuple("abcdefghijkl"), (), [0.0] + [0.1] * 10 + [0.0])
    bounds = np.cumsum(tenths.table)
    assert bounds[-2] < 1  # the sum of ten tenths falls short of one

    class LargestNumber(np.random.Generator):
        def random(self, size=None, dtype=np.float64, out=None):
            return np.full(size, np.nextafter(1, 0))

    data = BayesianNetwork([tenths]).sample(2, seed=LargestNumber(np.random.PCG64(0)))
    assert data.levels["a"] == ("k",)


def test_only_levels_that_occur_are_kept_in_network_order():
    data = asia().sample(3, seed=1)
    assert data.levels["asia"] == ("no",)
    assert data.column("asia").values.tolist() == [0, 0, 0]
    assert asia().sample(500, seed=1).levels["smoke"] == ("yes", "no")


def test_same_seed_same_bytes():
    first = asia().sample(100, seed=4)
    assert first == asia().sample(100, seed=np.random.default_rng(4))
    assert first != asia().sample(100, seed=5)
    generator = np.random.default_rng(4)
    assert asia().sample(100, seed=generator) != asia().sample(100, seed=generator)


def test_a_network_survives_pickling():
    network = asia()
    assert network.levels["asia"] == ("yes", "no")
    assert pickle.loads(pickle.dumps(network)) == network  # noqa: S301


def test_options_of_sample():
    for n in (0, -1, 2.5, True, "9"):
        with pytest.raises(OptionError, match=r"n is a whole number of at least 1; got"):
            asia().sample(n, seed=1)
    for seed in (-1, None, 0.5):
        with pytest.raises(OptionError, match="seed is a whole number of at least 0"):
            asia().sample(1, seed=seed)


def test_built_in_by_name():
    assert builtin_names() == ("asia",)
    assert builtin("asia") == asia()
    with pytest.raises(OptionError, match=r"no network 'Aisa' is built in; did you mean 'asia'\?"):
        builtin("Aisa")
    with pytest.raises(OptionError, match="there is 'asia'"):
        builtin(None)
