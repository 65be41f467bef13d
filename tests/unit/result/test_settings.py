"""The settings of a result: typed fields, and the same values by name."""

import copy
import dataclasses
import pickle

import pytest

import sepset as sp
from sepset.result import settings as module
from sepset.result.settings import Settings

DATA = sp.asia().sample(300, seed=1)
RUNS = {
    "kpc": lambda: sp.kpc(DATA, k=1),
    "auto": lambda: sp.kpc(DATA, k="auto", alpha="auto"),
    "complete": lambda: sp.kpc(DATA, k=0, complete=True),
    "oracle": lambda: sp.kpc(sp.Oracle(sp.asia().dag), k=1),
    "pc": lambda: sp.pc(DATA),
    "pc with a limit": lambda: sp.pc(DATA, max_k=1),
    "loci": lambda: sp.loci(DATA, k=1),
    "anytime_fci": lambda: sp.anytime_fci(DATA, k=1),
}


@pytest.mark.parametrize("run", RUNS)
def test_fields_and_keys_agree(run):
    settings = RUNS[run]().settings
    assert settings
    for name, value in settings.items():
        assert getattr(settings, name) == value
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
        Settings.of(dict(found.settings)),
    ]
    for other in copies:
        assert other == found.settings == dict(found.settings)
        assert all(
            getattr(other, one.name) == getattr(found.settings, one.name) for one in dataclasses.fields(other)
        )


def test_pc_without_a_limit_says_so():
    assert RUNS["pc"]().settings["max_k"] is None
    assert RUNS["pc"]().settings.any_size
    assert not RUNS["pc with a limit"]().settings.any_size
    assert "max_k" not in RUNS["kpc"]().settings


def test_every_field_has_a_type():
    fields = {one.name for one in dataclasses.fields(Settings)} - {"any_size", "more"}
    assert fields == set(module._TYPES)


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


def test_a_file_with_such_a_value_is_refused(tmp_path):
    file = tmp_path / "run.json"
    RUNS["kpc"]().save(file)
    file.write_text(file.read_text().replace('"alpha":0.05', '"alpha":"low"'))
    with pytest.raises(sp.SavedError, match="settings: the setting alpha should be a number, not 'low'"):
        sp.load(file)
