"""Worlds in Python that do not behave, each in a process of its own: the command ends as it says."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import introplan
from introplan.cli.hosting import sheltered

SOURCE = str(Path(introplan.__file__).parent.parent)

WORLD = """
ACTIONS = [1, -1]
START = 0
def transition(s, a): return max(0, min(9, s + a))
def reward(s, a, t): return 1 if t == 9 else 0
"""


def _run(folder: Path, code: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command on the usual world with `code` at its end."""
    world = folder / "world.py"
    world.write_text(WORLD + code, encoding="utf-8")
    command, *options = words
    return subprocess.run(
        [sys.executable, "-m", "introplan", command, str(world), *options],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PYTHONPATH": SOURCE, "PATH": "/usr/bin:/bin"},
    )


def test_a_thread_that_prints_never_loses_its_standard_output() -> None:
    """`print` only borrows the stream: one that were freed with the block would crash Python."""
    with sheltered():
        lent = weakref.ref(sys.stdout)
    gc.collect()

    assert lent() is not None
