"""What all tests share: how hypothesis draws its examples, and the built site."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples in every run, and no limit of time for one of them: a slow machine is not a wrong answer.
settings.register_profile("sepset", deadline=None, derandomize=True)
settings.load_profile("sepset")


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the documentation as a site, built strictly: a warning is an error."""
    pytest.importorskip("mkdocstrings", reason="the site needs the extra 'docs'")
    pytest.importorskip("material", reason="the site needs the extra 'docs'")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(
        command,
        cwd=Path(__file__).resolve().parents[1],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder
