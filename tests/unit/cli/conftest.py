import pytest

from sepset.cli.exit import run


class Cli:
    """Runs a command in this process, in a folder of its own."""

    def __init__(self, folder, capsys):
        self.folder, self.capsys = folder, capsys

    def __call__(self, *arguments, code=0):
        assert run([str(argument) for argument in arguments]) == code
        said = self.capsys.readouterr()
        assert bool(said.err) == (code != 0)
        return said.err if code else said.out

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return name


@pytest.fixture
def cli(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    return Cli(tmp_path, capsys)
