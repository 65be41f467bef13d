"""What tests of scans share."""

import pickle
import re

import pyarrow as pa
import pyarrow.parquet as pq


class OneByOne:
    """A cluster that goes through all parts in this process, the last first."""

    at_least = 0.0

    def shared(self, thing, call, count, noun, *, seconds, ahead=None):
        for number in reversed(range(count)):
            yield call(thing, number, number + 1)


class Elsewhere:
    """The same in other processes, as far as one can tell: what goes there and what comes back is pickled."""

    def __init__(self, each=1, at_least=0.0):
        self.each, self.at_least = each, at_least
        #: how many bytes came back of each piece of work
        self.came_back = []

    def shared(self, thing, call, count, noun, *, seconds, ahead=None):
        self.ahead = ahead
        raw = pickle.dumps(thing)
        for start in reversed(range(0, count, self.each)):
            there = pickle.loads(raw)  # noqa: S301 - our own
            answer = pickle.dumps(call(there, start, min(start + self.each, count)))
            self.came_back.append(len(answer))
            yield pickle.loads(answer)  # noqa: S301 - our own


def check_same(streamed, data):
    """Compare all that a table says of itself."""
    assert streamed.names == data.names
    assert dict(streamed.kinds) == dict(data.kinds)
    assert dict(streamed.levels) == dict(data.levels)
    assert dict(streamed.holds) == dict(data.holds)
    assert (streamed.rows, streamed.dropped, dict(streamed.missing)) == (
        data.rows,
        data.dropped,
        dict(data.missing),
    )
    for name in data.levels:
        assert streamed.level_counts(name).tolist() == data.level_counts(name).tolist()
    assert streamed.fingerprint() == data.fingerprint()
    assert repr(streamed) == repr(data)
    assert streamed.doubts == data.doubts


def lake(folder, *tables, **options):
    """Write each table as a file of a folder."""
    folder.mkdir()
    for number, table in enumerate(tables):
        pq.write_table(pa.table(table), folder / f"{number}.parquet", **options)
    return folder


#: what reading advises and a scan cannot do
ONLY_IN_MEMORY = (
    (
        r", missing='testwise' to leave out rows test by test, or fill them in first[^\n]*",
        ", or fill them in first",
    ),
    (r"pass missing='testwise' to leave out rows test by test, or leave", "leave"),
    (r", or clean=True", ""),
)


def for_a_scan(message):
    """A refusal without what a scan cannot do."""
    advice = re.search(r"\. To leave (?:it|them) out, pass .*", message)
    end = advice[0] if advice and "\n" not in message else ""
    message = message.removesuffix(end)
    for words_, instead in ONLY_IN_MEMORY:
        message = re.sub(words_, instead, message)
    return message + end
