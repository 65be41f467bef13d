"""Folders, patterns and addresses: where a file is read, a message that leads on."""

import pytest

from sepset.data.reading.read import read
from sepset.errors import DataError


def test_addresses_are_not_files():
    with pytest.raises(DataError, match=r"only files are read, and 'https://x.org/t.csv' is an address"):
        read("https://x.org/t.csv")


@pytest.mark.parametrize("path", ["lake", "lake/*.csv", "lake/[12].csv", "s3://lake/1.csv"])
def test_what_is_scanned_and_not_read(path, tmp_path, monkeypatch):
    """A file with a name like the pattern is no answer: it is one of many."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lake").mkdir()
    (tmp_path / "lake" / "1.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"scan it: sp.scan\(\.\.\.\)") as raised:
        read(path)
    assert "did you mean" not in str(raised.value)


def test_a_folder_that_may_not_be_read(tmp_path, monkeypatch):
    def forbidden(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(tmp_path), "iterdir", forbidden)
    with pytest.raises(DataError, match=r"there is no file '.*nothing.csv'; check the path"):
        read(tmp_path / "nothing.csv")
    monkeypatch.setattr(type(tmp_path), "exists", forbidden)
    with pytest.raises(
        DataError, match=r"nothing.csv' cannot be read: Permission denied; check its permissions"
    ):
        read(tmp_path / "nothing.csv")
