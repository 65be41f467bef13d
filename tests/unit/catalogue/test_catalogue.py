"""One record per choice: the records are sound, and a new one is known everywhere at once."""

import dataclasses
import inspect
from typing import get_args

import pytest

import sepset as sp
from sepset.catalogue import choices, references
from sepset.catalogue.choices import COLLIDERS, ORACLE, RULE_SETS, SEARCHES, TESTS
from sepset.catalogue.false_discovery import DISCOVERY_METHODS, DiscoveryMethod
from sepset.catalogue.learners import LEARNERS, LearnerName
from sepset.catalogue.posterior import POSTERIOR, POSTERIOR_ENGINES, SCORES
from sepset.catalogue.records import Catalogue, Reference, load
from sepset.catalogue.resamplings import RESAMPLINGS, Resampling
from sepset.cli.graph_words import legend as cli_legend
from sepset.cli.learn import learn
from sepset.cli.learn_words import learned_lines
from sepset.cli.learner_options import learner_call
from sepset.cli.output import plain
from sepset.graph.marks import EDGE_PATTERNS, RIGHTWARDS, mirror
from sepset.independence.discrete import GSquare
from sepset.orientation.plans import Plan
from sepset.report.html import render
from sepset.report.legend import legend
from sepset.report.methods import methods_text
from sepset.report.subtitle import subtitle
from sepset.result.edge_p import quick_edge_p
from sepset.score.components import Score

CATALOGUES: dict[str, Catalogue] = {
    "tests": TESTS,
    "searches": SEARCHES,
    "colliders": COLLIDERS,
    "rules": RULE_SETS,
    "learners": LEARNERS,
    "engines": POSTERIOR_ENGINES,
    "resamplings": RESAMPLINGS,
    "discoveries": DISCOVERY_METHODS,
}
EVERY_RECORD = [ORACLE, *(record for catalogue in CATALOGUES.values() for record in catalogue.values())]
#: What a few words claim, and the words at length that they stand for.
SAID_AT_LENGTH = {
    "{a} influences {b}": "{a} is a cause of {b}",
    "neither influences the other": "neither is a cause of the other",
    "influences the other; which one is open": "one is a cause of the other",
    "{b} does not influence {a}": "{b} is not a cause of {a}",
    "{a} may influence {b} directly, but": "has {a} --> {b}, and none has {b} --> {a}",
    "only selection could explain": "only selection could explain",
}
DATA = sp.asia().sample(500, seed=1)


class TestRecords:
    @pytest.mark.parametrize("record", EVERY_RECORD, ids=lambda record: record.word)
    def test_phrases_name_what_they_cite(self, record):
        every = [one for one in vars(references).values() if isinstance(one, Reference)]
        assert {one for one in every if one.short in record.phrase} == set(record.cites)

    @pytest.mark.parametrize("record", EVERY_RECORD, ids=lambda record: record.word)
    def test_records_cannot_be_changed(self, record):
        with pytest.raises(dataclasses.FrozenInstanceError):
            record.word = "other"

    def test_what_stands_behind_a_record_is_there(self):
        for test in (*TESTS.values(), ORACLE):
            assert inspect.isclass(load(test.implementation))
        for rules in RULE_SETS.values():
            assert isinstance(load(rules.plan), Plan)
            assert load(rules.plan).name == rules.word
        for policy in COLLIDERS.values():
            assert policy.decision is None or callable(load(policy.decision))
        for learner in LEARNERS.values():
            plan = learner.plan_with_knowledge
            assert plan is None or isinstance(load(plan), Plan)

    @pytest.mark.parametrize("learner", LEARNERS.values(), ids=lambda learner: learner.word)
    def test_learners_are_public_functions_that_give_their_title(self, learner):
        function = load(learner.function)
        assert getattr(sp, function.__name__) is function
        assert function(sp.Oracle(sp.MixedGraph.from_edges("a --> b"))).learner == learner.title
        assert set(learner.rules) <= set(RULE_SETS)

    @pytest.mark.parametrize("learner", LEARNERS.values(), ids=lambda learner: learner.word)
    def test_learners_speak_of_every_edge(self, learner):
        assert set(learner.says) == set(learner.says_in_short) == set(learner.does_not_say) == {*RIGHTWARDS}

    @pytest.mark.parametrize("pattern", RIGHTWARDS)
    @pytest.mark.parametrize("learner", LEARNERS.values(), ids=lambda learner: learner.word)
    def test_what_is_said_in_short_is_said_at_length_too(self, learner, pattern):
        short, _, _ = learner.in_short(pattern).partition("; whether")  # what follows is left open
        full = learner.in_full(pattern).replace("direct cause", "cause")
        for claim, basis in SAID_AT_LENGTH.items():
            assert claim not in short or basis in full
        assert any(claim in short for claim in (*SAID_AT_LENGTH, "may", "linked"))

    @pytest.mark.parametrize("pattern", EDGE_PATTERNS)
    @pytest.mark.parametrize("learner", LEARNERS.values(), ids=lambda learner: learner.word)
    def test_the_command_line_says_of_an_edge_what_the_learner_does(self, learner, pattern):
        (line,) = cli_legend([pattern], learner)
        read = pattern if pattern in RIGHTWARDS else mirror(pattern)
        assert plain(line) == f"{read} {learner.says_in_short[read].format(a='left', b='right')}"

    def test_every_score_has_a_record(self):
        """By the name of its class, which is how saved posteriors and methods paragraphs find it."""
        classes = {word: load(record.implementation) for word, record in SCORES.items()}
        assert {one.__name__: one for one in get_args(Score)} == classes
        for one in classes.values():
            assert getattr(sp, one.__name__) is one
            assert vars(one(2.5)) == {next(iter(vars(one(2.5)))): 2.5}

    def test_the_types_are_the_words(self):
        assert get_args(choices.TestName) == ("auto", *TESTS)
        assert get_args(choices.SearchName) == SEARCHES.words
        assert get_args(choices.SearchChoice) == ("auto", *SEARCHES)
        assert get_args(choices.ColliderRule) == COLLIDERS.words
        assert get_args(choices.RuleSet) == LEARNERS["kpc"].rules
        assert get_args(LearnerName) == LEARNERS.words
        assert get_args(Resampling) == RESAMPLINGS.words
        assert get_args(DiscoveryMethod) == DISCOVERY_METHODS.words

    def test_the_posterior_is_its_function_and_no_learner(self):
        assert load(POSTERIOR.function) is getattr(sp, POSTERIOR.word)
        assert POSTERIOR.word not in LEARNERS

    def test_each_table_has_one_automatic_test(self):
        tables = [kinds for test in TESTS.values() for kinds in test.automatic_for]
        assert sorted(map(sorted, tables)) == [["continuous"], ["continuous", "discrete"], ["discrete"]]
        assert all(kinds <= test.kinds for test in TESTS.values() for kinds in test.automatic_for)

    def test_a_word_is_taken_once(self):
        with pytest.raises(ValueError, match="same word"):
            Catalogue(TESTS["chi2"], TESTS["chi2"])

    def test_the_options_of_the_command_line_are_the_words(self):
        options = {option.name: getattr(option.type, "choices", ()) for option in learn.params}
        assert tuple(options["test"]) == ("auto", *TESTS)
        assert tuple(options["search"]) == ("auto", *SEARCHES)
        assert tuple(options["colliders"]) == ("auto", *COLLIDERS)
        assert tuple(options["rules"]) == ("auto", *LEARNERS["kpc"].rules)


class Halved(GSquare):
    """A test of which nothing but its record is known elsewhere."""


FAKES = {
    "tests": dataclasses.replace(
        TESTS["g2"],
        word="fake",
        title="fake title",
        phrase="a fake phrase",
        implementation=f"{__name__}:Halved",
    ),
    "searches": dataclasses.replace(
        SEARCHES["neighbours"],
        word="fake",
        title="fake title",
        phrase="a fake phrase",
        sets_from="fake sets",
        member="fake member",
    ),
    "colliders": dataclasses.replace(
        COLLIDERS["majority"], word="fake", title="fake title", phrase="A fake phrase."
    ),
    "rules": dataclasses.replace(
        RULE_SETS["paper"], word="fake", title="fake title", phrase="A fake phrase."
    ),
}


@pytest.fixture
def fakes(monkeypatch):
    """One more record in each catalogue."""
    for name, record in FAKES.items():
        monkeypatch.setitem(CATALOGUES[name]._records, "fake", record)
    learner = dataclasses.replace(
        LEARNERS["kpc"],
        word="fake",
        title="Fake",
        phrase="a fake learner",
        rules=("fake",),
        says=dict.fromkeys(LEARNERS["kpc"].says, "a fake meaning of {a} and {b}"),
        does_not_say=dict.fromkeys(LEARNERS["kpc"].says, "It does not say anything fake."),
        drops_edges=False,
        hidden_causes=True,
    )
    monkeypatch.setitem(LEARNERS._records, "fake", learner)


def said(found):
    """Everything that is said about how a result was found."""
    lines = "".join(
        part if isinstance(part, str) else part[0]
        for line in learned_lines(found, (found.k,), 0.1)
        for part in line
    )
    return {
        "subtitle": subtitle(found),
        "methods": methods_text(found),
        "page": render(found),
        "words": lines,
    }


@pytest.mark.usefixtures("fakes")
class TestOneMoreRecord:
    def test_a_test(self):
        found = sp.kpc(DATA, k=1, test="fake")
        assert found.settings.test == "fake"
        assert "fake title" in said(found)["subtitle"]
        assert "a fake phrase" in said(found)["methods"]
        assert "with fake at alpha" in said(found)["words"]
        with pytest.raises(sp.OptionError, match="'fake'"):
            sp.kpc(DATA, k=1, test="fakes")

    def test_a_search(self):
        found = sp.kpc(DATA, k=1, search="fake")
        assert "fake title" in said(found)["subtitle"]
        assert "among a fake phrase" in said(found)["methods"]
        assert "sets from fake sets" in said(found)["words"]

    def test_a_collider_policy(self):
        found = sp.kpc(DATA, k=1, colliders="fake")
        assert found.graph == sp.kpc(DATA, k=1, colliders="majority").graph
        assert "fake title" in said(found)["subtitle"]
        assert "A fake phrase." in said(found)["methods"]
        assert "sets from neighbours, fake title; " in said(found)["words"]

    def test_a_learner_and_its_rules(self, tmp_path):
        one = sp.kpc(DATA, k=1)
        found = dataclasses.replace(
            one, learner="Fake", settings=dataclasses.replace(one.settings, rules=None)
        )
        assert "a fake learner" in said(found)["methods"]
        assert "A fake phrase." in said(found)["methods"]
        assert "It does not say anything fake." in legend(found)
        assert "no hidden common causes" not in legend(found)
        assert "a fake meaning of" in found.explain("smoke", "bronc")
        found.save(tmp_path / "run.json")
        assert sp.load(tmp_path / "run.json").learner == "Fake"

    def test_flags_decide_what_words_decided(self, monkeypatch):
        """A new test or learner gets what its record says, and nothing looks at its word."""
        assert quick_edge_p(sp.kpc(DATA, k=1, test="fake")) is not None
        slow = dataclasses.replace(FAKES["tests"], quick_tests=0)
        monkeypatch.setitem(TESTS._records, "fake", slow)
        assert quick_edge_p(sp.kpc(DATA, k=1, test="fake")) is None
        found = dataclasses.replace(sp.kpc(DATA, k=1), learner="Fake")
        assert sp.value_of_knowledge(found) == sp.value_of_knowledge(sp.kpc(DATA, k=1))
        assert learner_call("fake", None, None, {}).arguments == {"k": "auto", "alpha": "auto"}
        with pytest.raises(sp.OptionError, match="auto is for --method kpc or fake"):
            learner_call("pc", (), None, {})

    def test_a_rule_set(self):
        one = sp.kpc(DATA, k=1)
        found = dataclasses.replace(one, settings=dataclasses.replace(one.settings, rules="fake"))
        assert "fake title" in said(found)["subtitle"]
        assert "A fake phrase." in said(found)["methods"]
