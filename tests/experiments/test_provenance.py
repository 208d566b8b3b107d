"""What a record says about the code and the machine it was made with."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import introplan
from experiments import worlds
from introplan.experiments.provenance import Moment, revision, versions
from introplan.experiments.run import run
from introplan.experiments.suite import Experiment

PACKAGE = Path(introplan.__file__).parent

# An editable install has a finder of its own, which would find the package that is being tested.
ASK = """
import sys
sys.meta_path = [finder for finder in sys.meta_path if isinstance(finder, type)]
from introplan.experiments.provenance import revision
print(revision())
"""


def revision_in(folder: Path) -> str:
    """What a process says that imports the copy of the package in this folder."""
    command = [sys.executable, "-c", ASK]
    environment = {"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.process
def test_a_record_names_the_revision_of_the_code(tmp_path: Path) -> None:
    """The version alone stays the same from release to release."""
    file = worlds.world(tmp_path, "walk", worlds.FINE)
    (spec,) = Experiment("files", (), ("greedy",), (0,), files=((str(file),),)).runs()

    found = run(spec)

    assert found["versions"]["revision"] == revision() == versions()["revision"]
    assert found["result"]["method"]  # how the plan was found: never a silent fall-back
    assert re.fullmatch(r"[0-9a-f]{12}(\+[0-9a-f]{8})?|[\d.]+\+[0-9a-f]{8}", revision())


@pytest.mark.process
def test_the_revision_follows_the_code(tmp_path: Path) -> None:
    """In a checkout it is the commit, and more where files differ; elsewhere a digest."""
    source = tmp_path / "src"
    shutil.copytree(PACKAGE, source / "introplan", ignore=shutil.ignore_patterns("__pycache__"))
    installed = revision_in(source)
    assert installed.startswith(f"{introplan.__version__}+")

    git = ["git", "-C", str(tmp_path), "-c", "user.name=x", "-c", "user.email=x@x"]
    (tmp_path / ".gitignore").write_text("__pycache__\n", encoding="utf-8")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "all"]):
        subprocess.run([*git, *words], check=True)
    commit = subprocess.check_output([*git, "rev-parse", "HEAD"], text=True).strip()
    assert revision_in(source) == commit[:12]

    with (source / "introplan" / "errors.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    changed = revision_in(source)
    assert changed.startswith(f"{commit[:12]}+")
    assert changed.partition("+")[2] != installed.partition("+")[2]


def test_a_moment_knows_how_long_the_process_waited() -> None:
    """Where the system does not count it, time off the processor stands for it."""
    start, end = Moment(0.0, 0.0, None), Moment(2.0, 0.5, None)

    assert end.waited_since(start) == 1.5
    assert end.had_company_since(start)
    assert not Moment(2.0, 2.0, 0.01).had_company_since(Moment(0.0, 0.0, 0.0))
