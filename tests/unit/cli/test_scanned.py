"""`sepset learn --memory`: rows that stay in their files."""

import json

import numpy as np
import pandas as pd
import pytest

import sepset as sp
from sepset.data.scanning.arrow_files import ArrowFiles
from sepset.data.scanning.streamed import StreamedDataset


def test_rows_may_stay_in_their_files(cli):
    """With --memory the same graph, and the same saved result but for the name of the table."""
    data = sp.asia().sample(2000, seed=5)
    cli.write("whole.csv", data.to_pandas().to_csv(index=False))
    (cli.folder / "lake").mkdir()
    for part in range(4):
        rows = data.to_pandas().iloc[500 * part : 500 * (part + 1)]
        cli.write(f"lake/{part}.csv", rows.to_csv(index=False))
    common = ("-k", "2", "--method", "kpc", "--quiet")
    plain = cli("learn", "whole.csv", *common, "-o", "plain.json")
    for number, where in enumerate(("whole.csv", "lake", "lake/*.csv")):
        assert cli("learn", where, *common, "--memory", "5KB", "-o", f"{number}.json") == plain
        found, expected = (
            json.loads((cli.folder / name).read_text()) for name in (f"{number}.json", "plain.json")
        )
        assert found["data"].pop("source") == where.removeprefix("lake/")
        expected["data"].pop("source")
        assert found == expected
    refused = cli("learn", "whole.csv", "--memory", "lots", code=2)
    assert "--memory is a number of bytes, or a text such as '2GB' or '500MB'; got 'lots'" in refused
    assert "--memory is for files" in cli("learn", "-", "--memory", "1GB", code=2)
    assert "is a network; leave it out" in cli("learn", "asia", "--memory", "1GB", code=2)
    assert "cannot leave out rows test by test" in cli(
        "learn", "whole.csv", "--memory", "1GB", "--missing", "testwise", code=2
    )


def test_folders_patterns_and_addresses_lead_to_the_option(cli):
    (cli.folder / "lake").mkdir()
    cli.write("lake/1.csv", "a,b\n1,2\n")
    for path in ("lake", "lake/*.csv", "s3://bucket/x.parquet"):
        assert "scan it, as in sepset learn 'lake/*.parquet' --memory 2GB" in cli("learn", path, code=2)


def test_cluster_and_checkpoint_are_looked_at_before_the_table(cli, monkeypatch):
    monkeypatch.setattr("sepset.cli.learn.load_table", lambda *_, **__: pytest.fail("it was read"))
    monkeypatch.setattr("sepset.skeleton.backends.dask_clients.CONNECT_SECONDS", 1)
    cli.write("whole.csv", "a,b\n1,2\n")
    (cli.folder / "full").mkdir()
    cli.write("full/notes.txt", "mine")
    for options, words in (
        (("--checkpoint", "full"), "holds other files"),
        (("--checkpoint", "whole.csv"), "is a file"),
        (("--checkpoint", ""), "a path is needed"),
        (("--scheduler", "tcp://127.0.0.1:1"), "there is no Dask scheduler"),
        (("--scheduler", ""), "an address is text"),
    ):
        refused = cli("learn", "whole.csv", "-k", "1", *options, code=2)
        assert words in refused
        assert "Data" not in refused


def tables(rows=3000):
    """A table for each test that counts while rows go by."""
    rng = np.random.default_rng(1)
    own = rng.normal(size=(rows, 5))
    own[:, 1:4] += own[:, :3]
    continuous = pd.DataFrame(own, columns=[*"abcde"])
    return {"chi2": continuous > 0, "g2": (continuous * 2).round().clip(-2, 2), "fisher_z": continuous}


@pytest.mark.parametrize("test", ["chi2", "g2", "fisher_z"])
def test_no_command_reads_the_whole_table(test, cli, monkeypatch):
    """Neither the words, the JSON, a saved result nor a checkpoint need all values at once."""
    tables()[test].to_parquet(cli.folder / "t.parquet", row_group_size=500)
    # Of larger tables pairs of columns are not compared.
    monkeypatch.setattr("sepset.data.doubts._MOST_COMPARED", 0)
    monkeypatch.setattr(StreamedDataset, "columns", property(lambda self: pytest.fail("it was read")))
    common = ("learn", "t.parquet", "--memory", "1MB", "--test", test, "-k", "2")
    for options in ((), ("--quiet",), ("--json",), ("-o", "found.json"), ("--checkpoint", "run")):
        cli(*common, *options)
    assert sp.load(cli.folder / "found.json").data.rows == 3000


@pytest.mark.parametrize("test", ["chi2", "g2", "fisher_z"])
def test_how_often_the_rows_go_by(test, cli, monkeypatch):
    """Once to know the columns, unless files note them; once to count; once for the fingerprint."""
    tables()[test].to_parquet(cli.folder / "t.parquet", row_group_size=500)
    monkeypatch.setattr("sepset.data.doubts._MOST_COMPARED", 0)
    passes, plain = [], ArrowFiles.batches

    def noting(self, names):
        passes.append(len(names))
        return plain(self, names)

    monkeypatch.setattr(ArrowFiles, "batches", noting)
    survey = 0 if test == "chi2" else 1
    common = ("learn", "t.parquet", "--memory", "1MB", "--test", test, "-k", "2")
    for options, fingerprints in (((), 0), (("-o", "found.json"), 1), (("--checkpoint", "run"), 1)):
        passes.clear()
        cli(*common, *options)
        assert passes == [5] * (survey + 1 + fingerprints)
