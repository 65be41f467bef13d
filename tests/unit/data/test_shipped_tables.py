"""Every table that ships with scikit-learn and statsmodels, as it is: a graph, or one message.

Among the files of statsmodels' own tests are many of one column, of constants, and of prose: they are
refused, in words. The tables in the two folders of data give a graph, but for those listed here.
"""

import importlib.util
from pathlib import Path

import pytest

import sepset as sp
from sepset.errors import SepsetError

MOST_BYTES = 1_000_000

#: Why a table of the two folders of data gives no graph, in words of the message.
REFUSED = {
    "diabetes_target.csv.gz": "two or more columns are needed",  # one column
    "names.txt": "no comma, semicolon, tab or bar",  # prose
    "randdesc.txt": "no comma, semicolon, tab or bar",  # prose
    "elec_equip.csv": "only 'STS.M.I7.W.TOVT.NS0016.4.000' is left",  # a date and one series
    "scotland_population.csv": "line 16 has 1 cell,",  # several tables in one file, notes below
    "maunaloa_c.dat": "no comma, semicolon, tab or bar",  # prose, then names in two lines
    "sunspots_monthly.dat": "line 316 has 7 cells",  # the last year is not over
}


def folder(package, *parts):
    spec = importlib.util.find_spec(package)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent.joinpath(*parts)


def tables(*folders, suffixes):
    found = (path for root in folders if root is not None for path in sorted(root.rglob("*")))
    return [path for path in found if path.name.endswith(suffixes)]


DATA = tables(
    folder("sklearn", "datasets", "data"),
    folder("statsmodels", "datasets"),
    suffixes=(".csv", ".csv.gz", ".dat", ".txt"),
)
ALL = tables(folder("sklearn"), folder("statsmodels"), suffixes=(".csv", ".csv.gz"))


def learned(path):
    """Return the result, or the message of the refusal; anything else is a failure."""
    try:
        found = sp.kpc(sp.read(path, missing="testwise"), k=1)
    except SepsetError as error:
        return str(error)
    assert found.graph.nodes
    assert all(isinstance(line, str) and line for line in found.warnings)
    return found


def by_size(paths):
    large = pytest.mark.slow
    return [
        pytest.param(
            path, id="/".join(path.parts[-3:]), marks=large if path.stat().st_size > MOST_BYTES else ()
        )
        for path in paths
    ]


@pytest.mark.parametrize("path", by_size(DATA))
def test_tables_that_are_data_give_a_graph(path):
    found = learned(path)
    if path.name in REFUSED:
        assert REFUSED[path.name] in found
        assert found.startswith(f"{path.name}: ")
    else:
        assert not isinstance(found, str), found


@pytest.mark.parametrize("path", by_size([path for path in ALL if path not in DATA]))
def test_no_file_fails_in_other_words_than_ours(path):
    found = learned(path)
    assert not isinstance(found, str) or found.startswith(f"{path.name}: ")


def test_there_are_tables():
    assert len(DATA) > 5 or not DATA
