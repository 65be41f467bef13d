"""What a posterior says about missing values: only advice that a posterior can follow."""

import pytest

import sepset as sp
from sepset.errors import Advice

COLUMNS = {"a": [0, None, 1, 0], "b": [0, 1, 1, 0], "c": [1, 1, 0, 0]}


def test_rows_are_not_left_out_test_by_test():
    with pytest.raises(sp.DataError, match=r"values are missing in 'a'.*3 complete rows of 4") as refused:
        sp.posterior(COLUMNS)
    assert refused.value.advice == (Advice("missing", "drop"),)
    assert sp.posterior(COLUMNS, missing="drop", samples=20).data.rows == 3


@pytest.mark.parametrize("missing", ["error", "drop", "testwise"])
def test_without_a_complete_row_columns_are_left_out(missing):
    holes = {"a": [0, None, 1, None], "b": [None, 1, None, 0], "c": [1, 1, 0, 0]}
    with pytest.raises(sp.DataError, match="none of which is complete; leave out the columns") as refused:
        sp.posterior(holes, missing=missing)
    assert refused.value.advice == ()


def test_other_problems_are_told_as_they_are():
    with pytest.raises(sp.DataError, match="'c'") as refused:
        sp.posterior(COLUMNS | {"c": [1, 1, 1, 1]})
    assert Advice("missing", "testwise") not in refused.value.advice
