"""The settings of a result: typed fields, and the same values by name."""

import copy
import dataclasses
import json
import pickle
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

import sepset as sp
from sepset.result.settings import PosteriorSettings, Settings
from sepset.score.components import DEFAULT_SCORES

DATA = sp.asia().sample(300, seed=1)
KNOWN = sp.Knowledge(tiers=[["tub", "lung"], ["either"]])
RUNS: dict[str, Callable[[], Any]] = {
    "kpc": lambda: sp.kpc(DATA, k=1),
    "auto": lambda: sp.kpc(DATA, k="auto", alpha="auto"),
    "complete": lambda: sp.kpc(DATA, k=0, complete=True),
    "oracle": lambda: sp.kpc(sp.Oracle(sp.asia().dag), k=1),
    "pc": lambda: sp.pc(DATA),
    "pc with a limit": lambda: sp.pc(DATA, max_k=1),
    "loci": lambda: sp.loci(DATA, k=1),
    "anytime_fci": lambda: sp.anytime_fci(DATA, k=1),
    "posterior": lambda: sp.posterior(DATA.select(("tub", "lung", "either")), samples=50, knowledge=KNOWN),
}


@pytest.mark.parametrize("run", RUNS)
def test_fields_and_keys_agree(run):
    settings = RUNS[run]().settings
    assert settings
    for name, value in settings.items():
        field = getattr(settings, name)
        assert ([*field] if isinstance(field, tuple) else field) == value
    unset = [
        one.name for one in dataclasses.fields(settings) if one.name not in (*settings, "any_size", "more")
    ]
    assert all(getattr(settings, name) is None for name in unset)


@pytest.mark.parametrize("run", RUNS)
def test_settings_survive_every_way_of_copying(run, tmp_path):
    found = RUNS[run]()
    found.save(tmp_path / "run.json")
    copies = [
        sp.load(tmp_path / "run.json").settings,
        pickle.loads(pickle.dumps(found.settings)),  # noqa: S301 - our own bytes
        copy.deepcopy(found.settings),
        type(found.settings).of(dict(found.settings)),
    ]
    for other in copies:
        assert type(other) is type(found.settings)
        assert other == found.settings == dict(found.settings)
        assert all(
            getattr(other, one.name) == getattr(found.settings, one.name) for one in dataclasses.fields(other)
        )


def test_pc_without_a_limit_says_so():
    assert RUNS["pc"]().settings["max_k"] is None
    assert RUNS["pc"]().settings.any_size
    assert not RUNS["pc with a limit"]().settings.any_size
    assert "max_k" not in RUNS["kpc"]().settings


@pytest.mark.parametrize("kind", [Settings, PosteriorSettings])
def test_every_field_has_a_type(kind):
    fields = {one.name for one in dataclasses.fields(kind)} - {"any_size", "more"}
    assert fields == set(kind.TYPES)


def test_what_is_not_a_field_is_kept():
    settings = Settings.of({"depth": 3, "alpha": 0.1})
    assert dict(settings) == {"alpha": 0.1, "depth": 3}
    assert dict(settings.more) == {"depth": 3}


def test_a_field_can_be_unknown():
    assert dict(Settings.of({"alpha": float("nan"), "k": 1})) == {"k": 1, "alpha": None}


@pytest.mark.parametrize(
    ("name", "value"),
    [("k", 1.5), ("k", True), ("alpha", "0.1"), ("complete", 1), ("test", 3), ("max_k", [])],
)
def test_values_of_another_type_are_refused(name, value):
    with pytest.raises(sp.OptionError, match=f"the setting {name} should be "):
        Settings.of({name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [("samples", "many"), ("scores", "BGe(1)"), ("scores", [1]), ("edge_log_odds", [True]), ("seed", 0.5)],
)
def test_values_of_another_type_are_refused_of_a_posterior(name, value):
    with pytest.raises(sp.OptionError, match=f"the setting {name} should be "):
        PosteriorSettings.of({name: value})


def test_a_posterior_says_how_it_was_made():
    settings = RUNS["posterior"]().settings
    assert settings.method == "exact"
    assert settings.samples == 50
    assert settings.edge_log_odds == (0.0, -1.0, -2.0)
    assert settings.scores == tuple(map(repr, DEFAULT_SCORES["discrete"]))
    assert sp.Knowledge.from_dict(settings.knowledge) == KNOWN


def test_posteriors_of_other_versions_are_read(tmp_path):
    """A file may lack a setting that pages speak of, or have one that is not known here."""
    file = tmp_path / "post.json"
    RUNS["posterior"]().save(file)
    document = json.loads(file.read_text())
    words = ["method", "scores", "edge_log_odds", "seed", "samples", "max_parents", "knowledge"]
    assert sorted(document["settings"]) == sorted(words)
    del document["settings"]["samples"]
    document["settings"]["chains"] = 4
    file.write_text(json.dumps(document))
    post = sp.load(file)
    assert post.settings.samples is None
    assert dict(post.settings) == document["settings"]
    post.report(tmp_path / "page.html")
    assert "weighted by their evidence)" in (tmp_path / "page.html").read_text()


def test_a_posterior_with_settings_of_another_type_is_refused(tmp_path):
    file = tmp_path / "post.json"
    RUNS["posterior"]().save(file)
    file.write_text(file.read_text().replace('"samples":50', '"samples":"many"'))
    with pytest.raises(sp.SavedError, match="settings: the setting samples should be a whole number"):
        sp.load(file)


def test_a_file_with_such_a_value_is_refused(tmp_path):
    file = tmp_path / "run.json"
    RUNS["kpc"]().save(file)
    file.write_text(file.read_text().replace('"alpha":0.05', '"alpha":"low"'))
    with pytest.raises(sp.SavedError, match="settings: the setting alpha should be a number, not 'low'"):
        sp.load(file)


#: The word that JSON Schema has for the values of a field, and for the items of an array.
WORDS = {int: "integer", float: "number", str: "string", bool: "boolean", dict: "object", list: "array"}


@pytest.mark.parametrize(
    ("package", "kind"),
    [
        ("saved/discovery", Settings),
        ("stability/stability", Settings),
        ("posterior/posterior", PosteriorSettings),
    ],
)
def test_the_schema_lists_the_fields_with_their_types(package, kind):
    text = resources.files("sepset.result").joinpath(f"{package}.schema.json").read_text(encoding="utf-8")
    listed = json.loads(text)["properties"]["settings"]["properties"]
    assert list(listed) == list(kind.TYPES)
    for name, field in kind.TYPES.items():
        assert listed[name]["type"] == [WORDS[field.kind], "null"]
        assert listed[name].get("items", {}).get("type") == (WORDS[field.items[-1]] if field.items else None)
        assert listed[name]["description"]
