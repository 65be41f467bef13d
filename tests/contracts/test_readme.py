"""The README and the docs: examples run and show what comes out, links and modules exist."""

import csv
import importlib
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import sepset as sp
from sepset.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = runpy.run_path(str(ROOT / "tools" / "run_examples.py"))
PAGES = sorted(
    page.relative_to(ROOT).as_posix() for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
)


def read(page):
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", EXAMPLES["PAGES"])
def test_examples_show_what_comes_out(page):
    assert read(page) == EXAMPLES["render"](page), (
        "run `python tools/run_examples.py`, and look at what changes"
    )


def test_pictures_are_what_the_library_draws():
    draw = runpy.run_path(str(ROOT / "tools" / "draw_pictures.py"))
    for name, picture in draw["pictures"]().items():
        assert (draw["FOLDER"] / name).read_text(encoding="utf-8") == picture, "run tools/draw_pictures.py"


def test_the_picture_of_the_report_shows_what_the_page_says(tmp_path):
    image = pytest.importorskip("PIL.Image", reason="Pillow reads the picture; it comes with matplotlib")
    tool = runpy.run_path(str(ROOT / "tools" / "picture_of_report.py"))
    first = re.search(r"!\[[^\]]*\]\(([^)]+)\)", read("README.md"))
    assert ROOT / first[1] == tool["PICTURE"]
    with image.open(tool["PICTURE"]) as picture:
        assert picture.text["shows"] == tool["shown"](tool["learn"](tmp_path)), "tools/picture_of_report.py"
    assert tool["PICTURE"].stat().st_size < 80_000


def test_the_readme_starts_with_an_example_and_two_commands():
    page = read("README.md")
    shell = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    commands = [" ".join(block.replace("&&", " && ").split()) for block in shell]
    venv, run = "python3 -m venv .venv", ".venv/bin/sepset"
    learn = f"{run} learn asia -o asia.json"
    assert commands == [
        f"{venv} && .venv/bin/pip install . && {learn} && {run} report asia.json -o asia.html",
        f"{venv} && .venv/bin/pip install '.[test]' && .venv/bin/pytest",
    ]
    example = re.search(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(example[1].splitlines()) <= 10
    assert page[: example.start()].count("\n") < 15


def test_the_readme_is_one_screen():
    page = read("README.md")
    assert len(page.splitlines()) <= 65
    assert len(page) <= 4000


#: Pages begin with what to do: in a sentence, a numbered list, a lesson, or a table of what to use.
ADVICE = re.compile(r"In short: |\*\*[A-Z][^*]+\*\*|The advice in ten lines:\n\n1\. |1\. |[^\n]+:\n\n\| ")
HOME = {"docs/index.md", "docs/licences.md"}


@pytest.mark.parametrize(
    "page",
    [p for p in PAGES if re.fullmatch(r"docs/(gallery/)?[\w-]+\.md", p) and p not in HOME],
)
def test_each_page_starts_with_the_advice(page):
    _, begins = read(page).split("\n\n", 1)
    assert ADVICE.match(begins), begins[:200]


def test_choosing_is_ten_lines_first():
    numbers = re.findall(r"^(\d+)\. ", read("docs/choosing.md").split("```")[0], re.MULTILINE)
    assert numbers == [str(i) for i in range(1, 11)]


@pytest.mark.slow
def test_the_readme_says_how_often_its_first_graph_comes_out():
    network = sp.asia()
    possible = sp.k_essential_graph(network.dag, 4)

    def wrong(graph):
        settled = [edge for edge in graph.edges() if edge.pattern in ("-->", "<--", "<->")]
        return any(network.dag.edge(edge.u, edge.v) != edge for edge in settled)

    samples = [network.sample(5000, seed=seed) for seed in range(1, 201)]
    automatic = [sp.kpc(data, k="auto", alpha="auto").graph for data in samples]
    plain = [sp.kpc(data, k=1).graph for data in samples]
    exact = sum(graph == possible for graph in automatic)
    reversed_ = sum(graph.has("lung", "-->", "smoke") for graph in plain)
    words = " ".join(read("README.md").split())
    assert f"{exact} give exactly this graph" in words
    assert f"and {sum(map(wrong, automatic))} have a wrong arrow" in words
    assert f"`alpha=0.05`, {sum(map(wrong, plain))} have one, and {reversed_} say that lung cancer" in words


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    prose = re.sub(r"^```.*?^```$", "", read(page), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if not target.startswith("http"):
            path, _, anchor = target.partition("#")
            file = (ROOT / page).parent / path if path else ROOT / page
            assert file.exists(), f"{page} links to {target}"
            assert not anchor or anchor in anchors(file), f"{page} links to {target}"


def anchors(file):
    headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_the_index_names_modules_that_exist():
    rows = [
        line
        for line in read("docs/appendix/paper.md").splitlines()
        if line.startswith("| ") and "sepset." in line
    ]
    assert len(rows) > 15
    for row in rows:
        for name, path in re.findall(r"\[`(sepset[\w.]*)`\]\(\.\./\.\./(src/[\w/.]+)\)", row):
            assert (ROOT / path).is_file()
            # The package may be installed elsewhere, so only the end of its path is the same.
            assert Path(importlib.import_module(name).__file__).as_posix().endswith(path.removeprefix("src/"))


def test_every_page_is_in_the_index():
    index = read("docs/index.md")
    for page in (ROOT / "docs").glob("*.md"):
        assert page.name == "index.md" or f"({page.name})" in index
    for page in (ROOT / "docs" / "appendix").glob("*.md"):
        assert f"(appendix/{page.name})" in index
    for page in (ROOT / "docs" / "api").glob("*.md"):
        assert page.name == "index.md" or f"({page.name})" in read("docs/api/index.md")


def test_every_command_and_option_is_on_the_page_of_the_command_line():
    import click

    page = read("docs/cli.md")
    context = click.Context(app)
    commands = {name: app.get_command(context, name) for name in app.list_commands(context)}
    for command in [*commands.values(), *commands["theory"].commands.values()]:
        assert f"sepset {command.name}" in page or f"sepset theory {command.name}" in page
        for parameter in command.params:
            written = [f"`{name}" in page or f" {name} " in page for name in parameter.opts]
            assert parameter.param_type_name == "argument" or any(written), (command.name, parameter.opts)


def test_asking_for_help_changes_no_page():
    before = {page: read(page) for page in EXAMPLES["PAGES"]}
    command = [sys.executable, str(ROOT / "tools" / "run_examples.py")]
    done = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True)
    assert "usage" in done.stdout
    assert subprocess.run([*command, "docs/nothing.md"], capture_output=True, check=False).returncode == 2
    assert {page: read(page) for page in before} == before


def test_how_often_arrowheads_are_right_is_what_was_measured():
    with (ROOT / "experiments" / "results" / "precision.csv").open(encoding="utf-8", newline="") as file:
        measured = {
            int(line["rows"]): round(100 * float(line["precision_arrowhead"]))
            for line in csv.DictReader(file)
            if (line["setting"], line["method"]) == ("pc15", "auto")
        }
    said = next(
        one for one in sp.kpc(sp.asia().sample(500, seed=1), k=1).warnings if one.kind == "directions"
    )
    shares = {
        int(rows.replace(",", "")): int(share) for share, rows in re.findall(r"(\d+) % from ([\d,]+)", said)
    }
    assert shares == measured
    assert not any(one.kind == "directions" for one in sp.kpc(sp.asia().sample(1001, seed=1), k=1).warnings)
