"""A name means one thing: no two classes of the package share one, private ones included."""

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "sepset"


def shared_names(folder):
    """Return the names that two or more classes below a folder have, with where they stand."""
    places = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path.relative_to(folder)}:{node.lineno}")
    return {name: found for name, found in places.items() if len(found) > 1}


def test_class_names_are_unique():
    assert shared_names(PACKAGE) == {}


def test_a_shared_name_is_found(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.py").write_text("class Job:\n    class Part: pass\n", encoding="utf-8")
    (tmp_path / "inner" / "b.py").write_text("class Job: pass\nclass Work: pass\n", encoding="utf-8")
    assert shared_names(tmp_path) == {"Job": ["a.py:1", "inner/b.py:1"]}
