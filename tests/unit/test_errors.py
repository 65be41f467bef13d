"""Errors carry what they advise, and each front end words it."""

import pickle

import numpy as np
import pytest

import sepset as sp
from sepset.cli.option_words import as_option
from sepset.errors import Advice, DataError, InPython, Remark, SepsetError, told


def raised(call, *arguments, **options):
    with pytest.raises(SepsetError) as caught:
        call(*arguments, **options)
    return caught.value


class TestRemarks:
    REMARK = Remark("left out; pass ", Advice("kinds", "discrete", "x"), InPython(" to read"), "!")

    def test_in_words_for_any_reader_and_for_one(self):
        assert self.REMARK == "left out; pass the kind 'discrete'!"
        assert told(self.REMARK, as_option) == "left out; pass --kinds x=discrete!"
        assert told("plain", as_option) == "plain"

    def test_a_copy_keeps_the_parts(self):
        again = pickle.loads(pickle.dumps(self.REMARK))  # noqa: S301 - our own bytes
        assert (again, again.parts) == (self.REMARK, self.REMARK.parts)


class TestParts:
    ERROR = DataError("pass ", Advice("missing", "drop"), InPython(" to read"), ", or leave it")

    def test_in_python(self):
        assert str(self.ERROR) == "pass missing='drop' to read, or leave it"

    def test_on_the_command_line(self):
        assert self.ERROR.told(as_option) == "pass --missing drop, or leave it"

    def test_what_it_advises(self):
        assert self.ERROR.advice == (Advice("missing", "drop"),)
        assert sp.OptionError("no advice").advice == ()

    def test_a_copy_keeps_the_parts(self):
        again = pickle.loads(pickle.dumps(self.ERROR))  # noqa: S301 - our own bytes
        assert (str(again), again.parts) == (str(self.ERROR), self.ERROR.parts)

    @pytest.mark.parametrize(
        ("advice", "python", "option"),
        [
            (Advice("complete", value=True), "complete=True", "--complete"),
            (Advice("time_limit"), "time_limit", "--time-limit"),
            (Advice("decimal", ","), "decimal=','", "--decimal ,"),
            (Advice("kinds", "discrete", "a b"), "kinds={'a b': 'discrete'}", "--kinds 'a b=discrete'"),
            (
                Advice("kinds", "discrete", "it's"),
                "kinds={\"it's\": 'discrete'}",
                "--kinds 'it'\"'\"'s=discrete'",
            ),
        ],
    )
    def test_both_ways_of_saying_it(self, advice, python, option):
        assert str(advice) == python
        assert as_option(advice) == option

    def test_a_name_that_reads_like_an_option_is_left_alone(self):
        """Words of the user's are text, never parts."""
        error = raised(sp.dataset, {"missing='drop'": [1, 1, 1], "b": [1, 2, 3]})
        assert error.advice == (Advice("drop", ("missing='drop'",)),)
        assert "column \"missing='drop'\" is constant" in error.told(as_option)


MEASURED = {name: np.random.default_rng(place).normal(size=60) for place, name in enumerate("abc")}
WITH_GAPS = {**MEASURED, "a": [None, *MEASURED["a"][1:]]}


class TestAdviceWorks:
    """What a message advises can be done where it says so, and then the call goes through."""

    @pytest.mark.parametrize("call", [sp.kpc, sp.pc, sp.loci, sp.anytime_fci, sp.dataset])
    def test_missing_values(self, call):
        error = raised(call, WITH_GAPS)
        assert [advice.value for advice in error.advice] == ["drop", "testwise"]
        assert "missing is an option of sepset.dataset, sepset.read and every learner" in str(error)
        for advice in error.advice:
            call(WITH_GAPS, **{advice.option: advice.value})
            sp.kpc(sp.dataset(WITH_GAPS, **{advice.option: advice.value}), k=0)

    @pytest.mark.parametrize("test", ["chi2", "g2", "mc_g2"])
    def test_measurements_are_not_told_to_be_categories(self, test):
        error = raised(sp.kpc, MEASURED, test=test)
        assert "kinds" not in {advice.option for advice in error.advice}
        for advice in error.advice[1:]:
            sp.kpc(MEASURED, k=0, **{advice.option: advice.value})

    def test_nor_where_codes_are_asked_for(self):
        data = sp.dataset(MEASURED)
        assert raised(data.codes).advice == ()
        assert "bin the others" in str(raised(data.codes))

    def test_few_values_may_be_categories(self):
        table = {"dose": [0.5, 1.5, 3.14159] * 20, "answer": ["yes", "no"] * 30}
        (advice,) = raised(sp.dataset(table).codes).advice
        assert advice == Advice("kinds", "discrete", column="dose")
        sp.dataset(table, kinds={advice.column: advice.value}).codes()

    def test_text_is_not_told_to_be_numbers(self):
        assert raised(sp.dataset({"a": [0.5, 1.7, 2.1], "b": ["u", "v", "u"]}).matrix).advice == ()

    def test_time_limit(self):
        error = raised(sp.kpc, MEASURED, time_limit=1)
        assert (
            error.told(as_option) == "--time-limit is for the exact search; add --complete, or leave it out"
        )
        assert str(error) == "time_limit is for the exact search; add complete=True, or leave it out"
