"""Files that someone has changed: every value is checked, and what is wrong is said with its place."""

import contextlib
import json

import pytest

import sepset as sp
from sepset.result.discovery import Discovery
from sepset.result.saved.saved import from_bytes, to_bytes

g = sp.MixedGraph.from_edges


@pytest.fixture
def run(tmp_path):
    """A saved run with certificates in it."""
    path = tmp_path / "run.json"
    sp.kpc(sp.Oracle(g("d --> c", "a --> d", "a --> b", "c --> b")), k=2, complete=True).save(path)
    return path


def changed(path, value):
    """Return the change that puts a value at a path such as results.0.edges; None removes it."""

    def change(document):
        *above, last = path.split(".")
        for key in above:
            document = document[int(key) if isinstance(document, list) else key]
        last = int(last) if isinstance(document, list) else last
        if value is None:
            del document[last]
        else:
            document[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (changed("names", None), "names is missing"),
        (changed("names", "abcd"), "names should be an array, got 'abcd'"),
        (changed("names.1", 7), r"names\[1\] should be text, got 7"),
        (changed("names.1", "d"), "names: the node name 'd' occurs twice"),
        (changed("names.1", ""), "names: a node cannot have an empty name"),
        (changed("k", -1), "k should be a whole number of at least 0, got -1"),
        (changed("k", True), "k should be a whole number of at least 0, got True"),
        (changed("k", 3), "results should hold one result for each bound from 0 to 3"),
        (changed("k", 1.0), "k should be a whole number"),
        (changed("surprise", 1), "surprise is not a part of this format"),
        (changed("learner", 1), "learner should be text"),
        (changed("uses_k", 1), "uses_k should be true or false"),
        (changed("search", "some"), "search should be one of 'all', 'neighbours', 'component', got 'some'"),
        (changed("settings", []), "settings should be an object"),
        (changed("versions.sepset", 1), r"versions\.sepset should be text"),
        (changed("data", {"rows": 1}), r"data\.columns is missing"),
        (changed("tests_run.x", 1), r"tests_run\.x: a size of conditioning sets is a whole number"),
        (changed("tests_run.01", 1), r"tests_run\.01: a size"),
        (changed("tests_run.0", -1), r"tests_run\.0 should be a whole number of at least 0"),
        (changed("separations", 1), "separations should be an object"),
        (
            changed("separations.size", [0]),
            r"separations\.size should have 6 entries, one for each pair, not 1",
        ),
        (changed("separations.size.0", "0"), r"separations\.size\[0\] should be a whole number from 0 to 2"),
        (changed("separations.size.0", 3), r"separations\.size\[0\] should be a whole number from 0 to 2"),
        (
            changed("separations.size.0", 0),
            r"separations\.p should have 3 entries|contradicts a separating set",
        ),
        (
            changed("separations.p.0", 1.5),
            r"separations\.p\[0\] should be a p-value from 0 to 1, or null, got 1.5",
        ),
        (changed("separations.p.0", "1"), r"separations\.p\[0\] should be a p-value"),
        (changed("separations.p.0", 10**400), r"separations\.p\[0\] should be a p-value"),
        (changed("results.2.trace.0.6", [0, 1]), r"results\[2\]\.trace\[0\]\[6\] should be the nodes"),
        (changed("results.2.edges.0", None), r"results\[2\]\.edges: an edge of .* is missing"),
        (changed("separations.p", [1.0]), r"separations\.p should have 2 entries"),
        (
            changed("separations.members.0", 4),
            r"separations\.members\[0\] should be a whole number from 0 to 3",
        ),
        (changed("separations.members.0", True), r"separations\.members\[0\] should be a whole number"),
        (
            changed("separations.members", [1]),
            r"separations\.members should be 3 numbers, as 'size' says, not 1",
        ),
        (changed("separations.members", [0, 0, 0]), r"separations\.members: the set .* has a node twice"),
        (changed("results", {}), "results should be an array"),
        (changed("results", []), "results should hold one result for each bound from 0 to 2"),
        (changed("results.1.k", 0), r"results\[1\]\.k should be a whole number from 1 to 1, got 0"),
        (changed("results.0.time_limit", "late"), r"results\[0\]\.time_limit is not a part of this format"),
        (
            changed("results.0.edges.0", [0, "-->"]),
            r"results\[0\]\.edges\[0\] should be an array of 3 values",
        ),
        (changed("results.0.edges.0", {}), r"results\[0\]\.edges\[0\] should be an array of 3 values"),
        (
            changed("results.0.edges.0.0", "d"),
            r"results\[0\]\.edges\[0\]\[0\] should be a whole number from 0 to 2",
        ),
        (
            changed("results.0.edges.0.1", "->"),
            r"results\[0\]\.edges\[0\]\[1\] should be one of '---', '-->'",
        ),
        (
            changed("results.0.edges.0.1", ["-->"]),
            r"results\[0\]\.edges\[0\]\[1\] should be one of '---', '-->'",
        ),
        (
            changed("results.0.edges.0.2", 0),
            r"results\[0\]\.edges\[0\]\[2\] should be a whole number from 1 to 3, got 0",
        ),
        (changed("results.0.edges.0.2", 2), r"results\[0\]\.edges: two edges between 0 and 2"),
        (
            changed("results.2.edges.0", [0, "-->", 3]),
            r"results\[2\]\.edges: an edge of 'd' contradicts a separating set",
        ),
        (changed("results.1.trace.0.0", 1), r"results\[1\]\.trace\[0\]\[0\] should be text"),
        (
            changed("results.1.trace.0.6", [9]),
            r"results\[1\]\.trace\[0\]\[6\]\[0\] should be a whole number from 0 to 3",
        ),
        (changed("results.1.trace.0.6", 1), r"results\[1\]\.trace\[0\]\[6\] should be an array"),
        (
            changed("results.1.conflicts", [[0] * 8]),
            r"results\[1\]\.conflicts\[0\]\[0\] should be one of 'settled'",
        ),
        (
            changed("results.1.votes", [[0, 1, 2, 1]]),
            r"results\[1\]\.votes\[0\]\[3\] should be true or false",
        ),
        (changed("results.1.notes", [1]), r"results\[1\]\.notes\[0\] should be text"),
        (
            changed("results.1.certificate.refuted.0.1", "o-o"),
            r"certificate\.refuted\[0\]\[1\] should be one of '-->', '<--'",
        ),
        (
            changed("results.1.certificate.witnesses", [[[1, "-->", 1]]]),
            r"witnesses\[0\]\[0\]\[2\] should be a whole",
        ),
        (
            changed("results.1.certificate.refuted.0.3", "faith"),
            r"refuted\[0\]\[3\] should be one of 'conclusion'",
        ),
        (
            changed("results.1.certificate.refuted.0.4", [[0, 1, 2]]),
            r"refuted\[0\]\[4\]\[0\] should be literals of three numbers each",
        ),
        (
            changed("results.1.certificate.lemmas.paths", [[0, 99]]),
            r"lemmas\.paths\[0\]\[1\] should be a whole number from 0 to",
        ),
        (
            changed("results.1.certificate.lemmas.covers", [[0, 1, [0]]]),
            r"lemmas\.covers\[0\]\[2\] should be pairs of nodes",
        ),
        (changed("results.1.certificate", {}), r"results\[1\]\.certificate\.closure is missing"),
    ],
)
def test_changed_files_are_refused_with_the_place(run, change, message):
    document = json.loads(run.read_bytes())
    change(document)
    run.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(sp.SavedError, match=message):
        sp.load(run)


def test_data_of_other_columns_are_refused(tmp_path):
    path = tmp_path / "run.json"
    sp.pc(sp.asia().sample(500, seed=3)).save(path)
    document = json.loads(path.read_bytes())
    document["data"]["columns"][0][0] = "asya"
    with pytest.raises(sp.SavedError, match=r"data\.columns should name each of the 8 variables once"):
        from_bytes(json.dumps(document).encode())
    document["data"]["columns"][0][:3] = ["asia", "continuous", 2]
    with pytest.raises(sp.SavedError, match=r"data\.columns\[0\]\[2\] should be null"):
        from_bytes(json.dumps(document).encode())


def test_no_change_of_one_value_gives_anything_but_a_result_or_a_clear_error():
    """Every value of the document in turn becomes something else."""
    found = sp.kpc(sp.Oracle(g("d --> c", "a --> d", "a --> c")), k=1, complete=True)
    document = json.loads(to_bytes(found))
    places = [(document, key) for key in document if key not in ("format", "version")]
    for parent, key in places:
        inner = parent[key]
        keys = inner if isinstance(inner, dict) else range(len(inner)) if isinstance(inner, list) else ()
        places.extend((inner, deeper) for deeper in keys)
    for parent, key in places:
        old = parent[key]
        for new in (None, -1, 10**6, 0.5, "x", [], {}, True, [[]]):
            parent[key] = new
            with contextlib.suppress(sp.SavedError):
                assert isinstance(from_bytes(json.dumps(document).encode()), Discovery)
        parent[key] = old


def test_numbers_too_large_for_a_float_inside_settings(run):
    document = json.loads(run.read_bytes())
    document["settings"]["x"] = [{"y": "huge"}]
    with pytest.raises(sp.SavedError, match=r"settings\.x\[0\]\.y should be a finite number"):
        from_bytes(json.dumps(document).replace('"huge"', "1e999").encode())
