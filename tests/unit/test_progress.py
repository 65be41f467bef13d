"""``progress=True``: a line of text at a terminal, a bar in a notebook, nothing for a short run."""

import inspect
import io
import sys
import types

import numpy as np
import pytest

import sepset as sp
from sepset import progress
from sepset.cli import progress as bars
from sepset.data.scanning.arrow_files import ArrowDataset
from sepset.data.scanning.sources import Passes
from sepset.errors import OptionError
from sepset.progress import Bar, Told, as_callback
from sepset.skeleton.search import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "PAUSE", 0.0)


@pytest.fixture
def table():
    return sp.asia().sample(300, seed=1)


LEARNERS = {
    "kpc": (lambda data, **told: sp.kpc(data, k=1, **told), "sets of 1 variable"),
    "pc": (sp.pc, "sets of 1 variable"),
    "loci": (lambda data, **told: sp.loci(data, k=1, **told), "sets of 1 variable"),
    "anytime_fci": (lambda data, **told: sp.anytime_fci(data, k=1, **told), "sets of 1 variable"),
    "posterior": (lambda data, **told: sp.posterior(data, samples=5, **told), "draws from the posterior"),
    "stability": (lambda data, **told: sp.stability(data, resamples=3, k=1, **told), "resampling"),
}


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_has_a_bar_at_a_terminal(name, table, impatient, monkeypatch):
    learn, words = LEARNERS[name]
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    shown = learn(table, progress=True)
    assert f"\r{words} [" in screen.getvalue()
    assert screen.getvalue().endswith("\n")
    assert "[####################]" in screen.getvalue()
    quiet = learn(table)
    assert str(shown) == str(quiet) or repr(shown) == repr(quiet)


def test_nothing_else_takes_progress():
    takes = [
        name
        for name in sp.__all__
        if inspect.isfunction(getattr(sp, name))
        and "progress" in inspect.signature(getattr(sp, name)).parameters
    ]
    assert sorted(takes) == sorted([*LEARNERS, "scan", "scan_sql"])


def test_a_short_run_shows_nothing(table, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 3600.0)
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    sp.kpc(table, k=1, progress=True)
    assert screen.getvalue() == ""


def test_a_file_gets_the_finished_lines_only(impatient, monkeypatch):
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    bar = Bar()
    for done in (5, 10, 28):
        bar(Progress(1, done, 28, 10 * done))
    assert file.getvalue() == "sets of 1 variable [####################] 28/28 pairs, 280 tests\n"


def test_a_shorter_line_covers_a_longer_one(impatient, monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    bar = Bar()
    bar(sp.PosteriorProgress("a long stage with many words", 0, 2))
    bar(sp.PosteriorProgress("chains", 1, 2))
    first, second = screen.getvalue().split("\r")[1:]
    assert len(first) == len(second)


def in_a_notebook(monkeypatch):
    """Put in the place of IPython what a kernel offers: displays that are changed by their handle."""
    shown = []

    class Handle:
        def update(self, content):
            shown[-1] = content

    def display(content, *, display_id):
        assert display_id is True
        shown.append(content)
        return Handle()

    kernel = types.SimpleNamespace(kernel=object())
    ipython = types.SimpleNamespace(
        get_ipython=lambda: kernel, display=types.SimpleNamespace(HTML=str, display=display)
    )
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", ipython.display)
    return shown, ipython


def test_a_notebook_has_one_bar_that_changes(table, impatient, monkeypatch):
    shown, _ = in_a_notebook(monkeypatch)
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    sp.kpc(table, k=1, progress=True)
    assert screen.getvalue() == ""
    assert len(shown) == 1
    assert shown[0].startswith("<div><progress value=")
    assert "sets of 1 variable" in shown[0]


def test_ipython_at_a_terminal_is_a_terminal(impatient, monkeypatch):
    shown, ipython = in_a_notebook(monkeypatch)
    ipython.get_ipython = object
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    Bar()(Progress(0, 28, 28, 28))
    assert shown == []
    assert "sets of 0 variables" in screen.getvalue()


def test_words_are_escaped():
    assert "<script>" not in Told("<script>", 1, 2, "<b>").html()


def test_a_function_is_told_as_before(table):
    seen = []
    sp.kpc(table, k=1, progress=seen.append)
    assert all(isinstance(one, Progress) for one in seen)
    assert as_callback(False) is None


@pytest.mark.parametrize("wrong", [5, "yes", [], 1.0])
def test_anything_else_is_refused(table, wrong):
    with pytest.raises(OptionError, match="True for a bar"):
        sp.kpc(table, k=1, progress=wrong)


def test_in_a_real_kernel(tmp_path, monkeypatch):
    """Where Jupyter's kernel is installed: a result, its page and a bar are outputs of cells."""
    client = pytest.importorskip("nbclient", reason="Jupyter's client is not an extra of sepset")
    pytest.importorskip("ipykernel")
    import nbformat

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    cells = [
        "import sepset as sp, sepset.progress; sepset.progress.PATIENCE = 0.0",
        "found = sp.kpc(sp.asia().sample(300, seed=1), k=1, progress=True)",
        "found",
        "found.show()",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    bar, result, page = (cell["outputs"][-1]["data"]["text/html"] for cell in book.cells[1:])
    assert bar.startswith("<div><progress")
    assert "<svg" in result
    assert page.startswith("<iframe sandbox=")


@pytest.mark.parametrize("test", ["chi2", "fisher_z"])
def test_passes_over_the_rows_of_a_scan(test, tmp_path, impatient, monkeypatch):
    """They may take an hour: what has gone by of how many rows is told as pairs are."""
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    own = np.random.default_rng(1).normal(size=(1000, 4))
    values = own > 0 if test == "chi2" else own
    table = arrow.table({name: values[:, place] for place, name in enumerate("abcd")})
    parquet.write_table(table, tmp_path / "t.parquet", row_group_size=300)
    seen = []
    found = sp.kpc(sp.scan(tmp_path / "t.parquet"), k=1, test=test, progress=seen.append)
    rows = [now for now in seen if now.rows]
    assert [(now.level, now.done, now.pairs, now.tests) for now in rows] == [
        (0, done, 1000, 0) for done in (300, 600, 900, 1000)
    ]
    assert [now for now in seen if not now.rows] == told_in_memory(table, test)
    assert rows[0].told().line() == "going through rows [######..............] 300/1,000 rows"
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    again = sp.kpc(sp.scan(tmp_path / "t.parquet"), k=1, test=test, progress=True)
    assert "\rgoing through rows [####################] 1,000/1,000 rows\n" in screen.getvalue()
    assert again.graph == found.graph
    assert found.data.fingerprint == sp.dataset(table).fingerprint()


def survey_told(path, **options):
    """What `scan` tells on its way, and the last line of its bar."""
    seen = []
    sp.scan(path, progress=seen.append, **options)
    return [(now.done, now.rows) for now in seen], seen[-1].told().line()


def test_a_scan_says_how_far_it_has_got(tmp_path, impatient, monkeypatch):
    """Files of Arrow know how many rows there are, text does not until all have gone by."""
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    own = np.random.default_rng(1).integers(0, 3, (1000, 3))
    table = arrow.table({name: own[:, place] for place, name in enumerate("abc")})
    parquet.write_table(table, tmp_path / "t.parquet", row_group_size=300)
    all_over = "finding out what columns hold [####################] 1,000/1,000 rows"
    told = [(done, 1000) for done in (300, 600, 900, 1000)]
    assert survey_told(tmp_path / "t.parquet") == (told, all_over)

    (tmp_path / "lake").mkdir()
    for number in range(4):
        part = table.slice(250 * number, 250).to_pandas()
        part.to_csv(tmp_path / "lake" / f"{number}.csv", index=False)
    told = [(250, None), (500, None), (750, None), (1000, None), (1000, 1000)]
    assert survey_told(tmp_path / "lake") == (told, all_over)
    assert sp.ScanProgress(500, None).told().line() == "finding out what columns hold: 500 rows"
    assert "<progress></progress> finding out" in sp.ScanProgress(500, None).told().html()
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    sp.scan(tmp_path / "lake", progress=True)
    assert f"{all_over}\n" in screen.getvalue()


def test_a_scan_tells_of_the_rows_that_it_leaves_out(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n" + "1,2\n2,1\n1,\n" * 50)
    told, line = survey_told(path, missing="drop")
    assert told == [(150, None), (150, 150), (150, 150)]
    assert line.startswith("finding out what columns hold, pass 2 [")


def test_a_scan_whose_rows_cannot_be_used_ends_its_bar(tmp_path):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    listed = arrow.array([[1, 2]] * 1000)
    table = arrow.table({"a": [True, False] * 500, "b": [True, False] * 500, "c": listed})
    parquet.write_table(table, tmp_path / "t.parquet", row_group_size=300)
    seen = []
    with pytest.raises(sp.DataError, match="'c'"):
        sp.scan(tmp_path / "t.parquet", progress=seen.append)
    assert seen[-1] == (1000, 1000, 1)


def test_rows_of_a_dataset_of_pyarrow_are_counted_once(tmp_path):
    """Counting them may take as long as a pass."""
    arrow, ds = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.dataset")
    own, seen, asked = np.arange(1000), [], []

    class Counting(ArrowDataset):
        @property
        def rows(self):
            asked.append(self)
            return super().rows

    ds.write_dataset(
        arrow.table({"a": own, "b": own}), tmp_path / "lake", format="parquet", max_rows_per_group=100
    )
    source = Counting(ds.dataset(tmp_path / "lake"))
    passes = Passes(seen.append)
    for _ in range(2):
        for _ in passes.batches(source, ["a", "b"]):
            pass
    assert len(asked) == 1
    assert {(now.rows, now.number) for now in seen} == {(1000, 1), (1000, 2)}
    for _ in Passes(None).batches(source, ["a"]):
        pass
    assert len(asked) == 1


def told_in_memory(table, test):
    seen = []
    sp.kpc(sp.dataset(table), k=1, test=test, progress=seen.append)
    return seen


def test_rows_that_are_left_out_go_by_as_well(tmp_path):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    own = np.random.default_rng(1).integers(0, 2, (1000, 3))
    columns = {name: own[:, place].tolist() for place, name in enumerate("abc")}
    columns["b"][:50] = [None] * 50
    parquet.write_table(arrow.table(columns), tmp_path / "t.parquet", row_group_size=300)
    seen, there = [], sp.scan(tmp_path / "t.parquet", missing="drop")
    sp.kpc(there, k=1, progress=seen.append)
    assert [(now.done, now.pairs) for now in seen if now.rows][-1] == (1000, 1000)
    assert there.rows == 950


def test_the_bars_of_the_command(monkeypatch):
    """One for each size of sets, and one for rows, which begins anew with each pass."""
    monkeypatch.setattr(bars, "PATIENCE", 0.0)
    bar, finished = bars._Bar(), []
    try:
        for now in (
            sp.ScanProgress(5, None),
            Progress.of_rows(5, 9),
            Progress(0, 3, 6, 4),
            Progress.of_rows(1, 9),
            Progress(1, 2, 6, 9),
            Progress.of_rows(9, 9),
            Progress.of_rows(2, 9),
        ):
            bar.update(now)
            finished.append([task.description for task in bar.bars.tasks if task.finished])
        shown = [(task.description, task.completed, task.total, task.fields["of"]) for task in bar.bars.tasks]
    finally:
        bar.stop()
    assert shown == [
        ("finding out what columns hold", 5, None, "rows"),
        ("going through rows", 2, 9, "rows"),
        ("sets of 0 variables", 3, 6, "pairs, 4 tests"),
        ("sets of 1 variable", 2, 6, "pairs, 9 tests"),
    ]
    assert finished[-2:] == [["going through rows"], []]
