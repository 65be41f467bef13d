"""The file format of results: fixed bytes for a known case, and the schema that ships with the package."""

import copy
import json
from importlib import resources

import jsonschema
import numpy as np
import pytest

import sepset as sp
from sepset.result.saved.saved import from_bytes, schema, to_bytes

g = sp.MixedGraph.from_edges
INCOMPLETE = g("d --> c", "a --> d", "a --> b", "c --> b")
VALIDATOR = jsonschema.Draft202012Validator(schema())


def document(found):
    return json.loads(to_bytes(found))


def asia_run(**options):
    return sp.kpc(sp.asia().sample(500, seed=3), **options)


def with_gaps():
    """A table in which c is missing where b is large."""
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=(2, 80))
    return {"a": a, "b": b, "c": np.where(b > 0.8, np.nan, a)}


def runs():
    yield sp.kpc(with_gaps(), k=1, missing="testwise")
    yield sp.kpc(with_gaps(), k=1, missing="drop")
    yield sp.kpc(sp.Oracle(INCOMPLETE), k=1, complete=True)
    yield sp.kpc(sp.Oracle(INCOMPLETE), k=2, complete=True, time_limit=0)
    yield asia_run(k=2, colliders="conservative")
    yield asia_run(k=1, search="all", alpha=0.2, complete=True)
    yield sp.pc(sp.Oracle(sp.asia().dag))
    yield sp.loci(sp.Oracle(sp.asia().dag), k=1)
    yield sp.anytime_fci(sp.simulate.linear_gaussian(INCOMPLETE, seed=1).sample(50, seed=2), k=1)
    yield sp.kpc(sp.Oracle(sp.MixedGraph(["only"])), k=3)


def test_the_schema_is_one_and_ships():
    jsonschema.Draft202012Validator.check_schema(schema())
    assert resources.files("sepset.result.saved").joinpath("discovery.schema.json").is_file()


def test_every_result_fits_the_schema():
    for found in runs():
        VALIDATOR.validate(document(found))


def test_posteriors_and_stabilities_of_tables_with_gaps_fit_their_schemas(tmp_path):
    sp.posterior(with_gaps(), missing="drop").save(tmp_path / "posterior.json")
    sp.stability(with_gaps(), resamples=3, seed=0, missing="testwise").save(tmp_path / "stability.json")
    for name in ("posterior", "stability"):
        shipped = resources.files(f"sepset.result.{name}").joinpath(f"{name}.schema.json").read_text()
        saved = json.loads((tmp_path / f"{name}.json").read_text())
        assert saved["data"]["missingness"]
        jsonschema.Draft202012Validator(json.loads(shipped)).validate(saved)


def test_the_schema_refuses_what_the_reader_refuses():
    sound = document(sp.kpc(sp.Oracle(INCOMPLETE), k=1, complete=True))
    for change in (
        lambda d: d.update(version=2),
        lambda d: d.update(format="other"),
        lambda d: d.update(extra=1),
        lambda d: d.pop("names"),
        lambda d: d["results"][0]["edges"][0].__setitem__(1, "->"),
        lambda d: d["results"][0]["edges"][0].append(1),
        lambda d: d["separations"]["p"].__setitem__(0, 1.5),
        lambda d: d["results"][1]["certificate"]["refuted"][0].__setitem__(1, "o->"),
        lambda d: d["tests_run"].update({"one": 1}),
    ):
        changed = copy.deepcopy(sound)
        change(changed)
        assert not VALIDATOR.is_valid(changed)
        with pytest.raises(sp.SavedError):
            from_bytes(json.dumps(changed).encode())


def test_golden_file():
    """The collider by hand: the empty set separates a and b, R0 puts both arrowheads and R11 both tails."""
    found = sp.kpc(sp.Oracle(g("a --> c", "b --> c")), k=0)
    trace = (
        '["Step 3","R0",0,"o-o","o->",1,[0,1,2]],["Step 3","R0",2,"o-o","o->",1,[2,1,0]],'
        '["Step 5","R11",0,"o->","-->",1,[0,1]],["Step 5","R11",2,"o->","-->",1,[2,1]]'
    )
    result = (
        '{"certificate":null,"conflicts":[],"edges":[[0,"-->",1],[1,"<--",2]],"k":0,"notes":[],'
        f'"tests_run":{{}},"trace":[{trace}],"votes":[]}}'
    )
    options = '"alpha":0.05,"colliders":"sepset","complete":false,"k":0,"rules":"standard","search":"all"'
    versions = ",".join(f'"{name}":"{version}"' for name, version in sorted(found.versions.items()))
    parts = [
        '"data": null',
        '"format": "sepset discovery"',
        '"k": 0',
        '"learner": "k-PC"',
        '"names": ["a","c","b"]',
        f'"results": [{result}]',
        '"search": "all"',
        '"separations": {"members":[],"p":[1.0],"size":[null,0,null]}',
        f'"settings": {{{options},"test":"oracle"}}',
        '"tests_run": {"0":3}',
        '"uses_k": true',
        '"version": 1',
        f'"versions": {{{versions}}}',
    ]
    assert to_bytes(found).decode("ascii") == "{\n" + ",\n".join(parts) + "\n}\n"
