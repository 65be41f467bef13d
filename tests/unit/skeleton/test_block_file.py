"""Files of a checkpoint that somebody else may have written: wrong ones are refused, checksum or not."""

import hashlib
import json

import numpy as np
import pytest

import sepset as sp
from sepset.skeleton.checkpoint.block_file import BrokenBlockError, from_bytes, to_bytes
from sepset.skeleton.level import Block, BlockAnswer, Level, Question

LEVEL = Level(
    sp.Oracle(sp.MixedGraph.from_edges(nodes=tuple("abcd"))),
    np.array([[0, 1], [0, 2], [0, 3], [1, 2]], dtype=np.int32),
    1,
    (Question(4),),
    0.05,
    False,
)
ANSWER = BlockAnswer(
    Block(0, 1, 4),
    np.array([0, 2]),
    np.array([0.2, 0.5]),
    np.array([[3], [0]], dtype=np.int32),
    6,
)
WHOLE = to_bytes("run", LEVEL, ANSWER)


def forged(change=None, rest=None):
    """The same file with other content, and the checksum that goes with it."""
    form, header, content = WHOLE[:-32].split(b"\n", 2)
    if change is not None:
        header = json.dumps({**json.loads(header), **change}).encode()
    body = b"\n".join((form, header, content if rest is None else rest))
    return body + hashlib.sha256(body).digest()


def content(places, sets):
    numbers = (np.array(places, "<u4"), np.array([0.2, 0.5], "<f8"), np.array(sets, "<i4"))
    return b"".join(part.tobytes() for part in numbers)


def test_a_block_comes_back():
    again = from_bytes("run", LEVEL, WHOLE)
    assert forged() == WHOLE
    assert again.block == ANSWER.block
    assert again.tests == 6
    for part in ("places", "p", "separators"):
        assert np.array_equal(getattr(again, part), getattr(ANSWER, part))


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (WHOLE[:-1], "checksum"),
        (forged({"run": "other"}), "another run"),
        (forged({"size": 2}), "another run"),
        (forged({"question": 1}), "another run"),
        (forged({"stop": 5}), "another run"),
        (forged({"pairs": 9}), "another run"),
        (forged({"found": 3}), "length"),
        (forged({"found": 10**12}), "length"),
        (forged({"tests": -1}), "whole numbers"),
        (forged({"start": 0.5}), "whole numbers"),
        (forged({"more": 1}), "header cannot be read"),
        (forged(rest=content([0, 3], [3, 0])), "pairs are not those"),
        (forged(rest=content([2, 0], [3, 0])), "pairs are not those"),
        (forged(rest=content([1, 1], [3, 0])), "pairs are not those"),
        (forged(rest=content([0, 2], [4, 0])), "no columns"),
        (forged(rest=content([0, 2], [3, -1])), "no columns"),
    ],
)
def test_a_forged_block_counts_as_not_there(raw, why):
    with pytest.raises(BrokenBlockError, match=why):
        from_bytes("run", LEVEL, raw)


def test_an_answer_without_places_is_not_written():
    with pytest.raises(ValueError, match="places"):
        to_bytes("run", LEVEL, ANSWER._replace(places=None))
