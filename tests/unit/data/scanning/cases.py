"""What tests of scans share."""

import pyarrow as pa
import pyarrow.parquet as pq


class OneByOne:
    """A cluster that goes through all parts in this process, the last first."""

    at_least = 0.0

    def shared(self, thing, call, count, noun, *, seconds):
        for number in reversed(range(count)):
            yield call(thing, number, number + 1)


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
