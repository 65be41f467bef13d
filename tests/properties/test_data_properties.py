"""Properties of datasets and files over random tables."""

import csv
import io

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from sepset.data.bif import read_bif, write_bif
from sepset.data.networks import BayesianNetwork, Variable
from sepset.data.reading.assemble import Wishes, assemble
from sepset.data.reading.delimited import parse_delimited
from sepset.data.reading.table import dataset

WORDS = st.text(alphabet="abcxyzäß日 ,;\"'\n\t.-", min_size=1, max_size=12).map(str.strip).filter(bool)
NAMES = WORDS.map(lambda word: "n" + word)
LABELS = WORDS.map(lambda word: "w" + word)

relaxed = settings(deadline=None, max_examples=40)


@st.composite
def tables(draw, words=LABELS, names=NAMES):
    rows = draw(st.integers(2, 25))
    kinds = {
        "text": words,
        "whole": st.integers(-40, 40),
        "real": st.floats(-1e9, 1e9),
        "flag": st.booleans(),
    }
    table = {}
    for name in draw(st.lists(names, min_size=2, max_size=5, unique=True)):
        cells = kinds[draw(st.sampled_from(sorted(kinds)))]
        few = draw(st.lists(cells, min_size=2, max_size=4, unique=True))
        column = draw(st.lists(st.sampled_from(few) | cells, min_size=rows, max_size=rows))
        column[:2] = few[:2]
        table[name] = column
    return table


def written(table, quoting=csv.QUOTE_MINIMAL, delimiter=","):
    out = io.StringIO()
    writer = csv.writer(out, quoting=quoting, delimiter=delimiter, lineterminator="\n")
    writer.writerow(table)
    writer.writerows(zip(*table.values(), strict=True))
    return out.getvalue().encode()


def parsed(raw, separator=","):
    return assemble(parse_delimited(raw, separator=separator).columns, Wishes())


@relaxed
@given(tables(), st.randoms(use_true_random=False))
def test_column_order_does_not_change_the_fingerprint(table, random):
    names = list(table)
    random.shuffle(names)
    data, shuffled = dataset(table), dataset({name: table[name] for name in names})
    assert shuffled.names == tuple(names)
    assert data.fingerprint() == shuffled.fingerprint()


@relaxed
@given(tables(), st.randoms(use_true_random=False))
def test_any_other_value_changes_the_fingerprint(table, random):
    name, row = random.choice(list(table)), random.randrange(2, len(next(iter(table.values()))) + 1) - 1
    column = list(table[name])
    other = next(value for value in column if value != column[row])
    changed = [*column[:row], other, *column[row + 1 :]]
    if len(set(changed)) > 1:
        kinds = dict(dataset(table).kinds)
        assert dataset(table, kinds=kinds) != dataset(table | {name: changed}, kinds=kinds)


@relaxed
@given(tables(), st.sampled_from([",", ";", "\t"]))
def test_tables_survive_csv(table, delimiter):
    data = dataset(table)
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL):
        read = parsed(written(table, quoting, delimiter), separator=delimiter)
        assert read.names == data.names
        assert read.levels == data.levels
        assert read == data


PLAIN_WORDS = st.text(alphabet="abcxyzäß日.-'", min_size=1, max_size=12)


@relaxed
@given(tables(PLAIN_WORDS.map(lambda word: "w" + word), PLAIN_WORDS.map(lambda word: "n" + word)))
def test_the_fast_and_the_careful_way_agree(table):
    raw = written(table)
    assert b'"' not in raw
    careful = raw.replace(b"\n", b"\n\n", 1)  # a blank line, so that the text is no grid
    assert parsed(raw) == parsed(careful)


@relaxed
@given(tables())
def test_frames_agree(table):
    expected = dataset(table)
    for make in (pd.DataFrame, pl.DataFrame, pa.table):
        assert dataset(make(table)) == expected


@relaxed
@given(tables())
def test_labels_and_codes_tell_the_same(table):
    data = dataset(table)
    for column in data.columns:
        assert column.labels() == table[column.name]
        if column.kind == "discrete":
            assert sorted(column.levels) == list(column.levels)
            assert set(column.values.tolist()) == set(range(len(column.levels)))


@st.composite
def networks(draw):
    words = st.text(alphabet="abc xyz_|{}();,<>-=.0123456789é/", min_size=1, max_size=8)
    names = draw(st.lists(words, min_size=1, max_size=5, unique=True))
    levels = {name: tuple(draw(st.lists(words, min_size=1, max_size=3, unique=True))) for name in names}
    variables = []
    for place, name in enumerate(names):
        parents = tuple(p for p in names[:place] if draw(st.booleans()))
        shape = (*(len(levels[p]) for p in parents), len(levels[name]))
        weights = np.random.default_rng(draw(st.integers(0, 10**6))).exponential(size=shape)
        variables.append(Variable(name, levels[name], parents, weights / weights.sum(axis=-1, keepdims=True)))
    return BayesianNetwork(draw(st.permutations(variables)))


@relaxed
@given(networks())
def test_networks_survive_bif(network):
    assert read_bif(write_bif(network)) == network


@relaxed
@given(networks(), st.integers(1, 50), st.integers(0, 2**32))
def test_samples_only_hold_levels_of_the_network(network, rows, seed):
    data = network.sample(rows, seed=seed)
    assert data.rows == rows
    assert data.names == network.names
    for name in data.names:
        assert [level for level in network.levels[name] if level in data.levels[name]] == list(
            data.levels[name]
        )
