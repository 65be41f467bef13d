"""The size check holds for this repository, and finds what it is there to find."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def check_sizes():
    spec = importlib.util.spec_from_file_location("check_sizes", ROOT / "tools" / "check_sizes.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def found(check_sizes, tmp_path, capsys, path, text):
    """Return the problems of a repository with one file, and the exit code."""
    target = tmp_path / path
    target.parent.mkdir(parents=True)
    target.write_text(text, encoding="utf-8")
    code = check_sizes.main(tmp_path)
    return code, capsys.readouterr().out.splitlines()


def test_this_repository_keeps_the_limits(check_sizes, capsys):
    assert check_sizes.main(ROOT) == 0, capsys.readouterr().out


@pytest.mark.parametrize(("lines", "code"), [(40, 0), (41, 1)])
def test_function_bodies_end_at_forty_lines(check_sizes, tmp_path, capsys, lines, code):
    text = "def f():\n" + '    """One.\n\n    Two.\n    """\n' + "    x = 1\n" * lines
    result, problems = found(check_sizes, tmp_path, capsys, "src/a/b.py", text)
    assert result == code
    assert problems == (["src/a/b.py:1: f has 41 lines, at most 40; split it"] if code else [])


@pytest.mark.parametrize(
    "path", ["src/a.py", "tests/unit/a.py", "native/a.cpp", "native/a.hpp", "tools/a.py"]
)
@pytest.mark.parametrize(("lines", "code"), [(400, 0), (401, 1)])
def test_files_end_at_four_hundred_lines(check_sizes, tmp_path, capsys, path, lines, code):
    result, problems = found(check_sizes, tmp_path, capsys, path, "\n" * lines)
    assert result == code
    assert problems == ([f"{path}:1: the file has 401 lines, at most 400; split it"] if code else [])


THREE_DEEP = """
def f(x):
    for a in x:
        with a:
            if a:
                x()
            elif x:
                x()
            elif x and a:
                x()
            else:
                x()
    async def g():
        while x:
            pass
"""

FOUR_DEEP = """
class C:
    def f(x):
        for a in x:
            try:
                x()
            except ValueError:
                match a:
                    case 1:
                        if a:
                            x()
"""


def test_three_levels_are_fine(check_sizes, tmp_path, capsys):
    assert found(check_sizes, tmp_path, capsys, "src/a.py", THREE_DEEP) == (0, [])


def test_four_levels_are_not(check_sizes, tmp_path, capsys):
    assert found(check_sizes, tmp_path, capsys, "src/a.py", FOUR_DEEP) == (
        1,
        ["src/a.py:10: nesting in f exceeds 3; take a function out"],
    )


def test_an_else_with_an_if_inside_is_a_level(check_sizes, tmp_path, capsys):
    text = "def f(x):\n" + "".join(
        f"{'    ' * depth}if x:\n{'    ' * depth}    x()\n{'    ' * depth}else:\n" for depth in range(1, 5)
    )
    code, problems = found(check_sizes, tmp_path, capsys, "src/a.py", text + "    " * 5 + "x()\n")
    assert code == 1
    assert problems == ["src/a.py:11: nesting in f exceeds 3; take a function out"]


def test_test_functions_may_be_long(check_sizes, tmp_path, capsys):
    assert found(check_sizes, tmp_path, capsys, "tests/a.py", "def f():\n" + "    x = 1\n" * 60) == (0, [])


LONG_METHOD = """
#include <vector>
namespace a::b {{
// A brace {{ in a comment, and one in a "text".
const char* kText = "}}}}";
constexpr int kTable[] = {{
    1, 2, 3,
}};
class C {{
  public:
    C() : x_{{1}}, y_(2) {{}}
    template <class T>
    int f(T x) const {{
        if (x) {{
            x();
        }}
{body}
    }}
}};
}}  // namespace a::b
"""


@pytest.mark.parametrize(("lines", "code"), [(37, 0), (38, 1)])
@pytest.mark.parametrize("path", ["native/a/b.cpp", "native/a/b.hpp", "native/a/b.inc"])
def test_cpp_functions_end_at_forty_lines(check_sizes, tmp_path, capsys, path, lines, code):
    text = LONG_METHOD.format(body="\n".join(["        x();"] * lines))
    result, problems = found(check_sizes, tmp_path, capsys, path, text)
    assert result == code
    assert problems == ([f"{path}:13: f has 41 lines, at most 40; split it"] if code else [])


def test_every_cpp_function_is_found(check_sizes):
    text = """
static int one(int x) {
    return x;
}
SEPSET_INLINE SEPSET_TARGET void two() {}
__attribute__((target("avx2"))) void three(const double* x) {
    x();
}
void Class::four() const { x(); }
bool operator==(const A& other) const { return true; }
"""
    assert [name for _, name, _ in check_sizes.cpp_functions(text)] == [
        "one",
        "two",
        "three",
        "Class::four",
        "operator==",
    ]
