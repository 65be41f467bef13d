"""`sepset learn --memory`: rows that stay in their files."""

import json

import sepset as sp


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
    assert "memory is a number of bytes" in cli("learn", "whole.csv", "--memory", "lots", code=2)
    assert "--memory is for files" in cli("learn", "-", "--memory", "1GB", code=2)
    assert "is a network; leave it out" in cli("learn", "asia", "--memory", "1GB", code=2)
    assert "cannot leave out rows test by test" in cli(
        "learn", "whole.csv", "--memory", "1GB", "--missing", "testwise", code=2
    )
