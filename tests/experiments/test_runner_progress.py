"""The bar: for people who watch, and for nobody else."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from children import finished

pytestmark = pytest.mark.process

SCRIPT = """
import time
from introplan.experiments.runner import bar
with bar("runs", total=5, done=2) as tell:
    for _ in range(3):
        time.sleep(0.1)
        tell()
"""


def test_a_terminal_sees_how_much_is_done_and_left() -> None:
    """Two of five were done before."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "120", "TERM": "xterm"}
    subprocess.run([sys.executable, "-c", SCRIPT], stderr=theirs, env=environment, check=True)
    os.close(theirs)
    shown = os.read(ours, 2**16).decode()
    os.close(ours)

    assert "2/5" in shown
    assert "5/5" in shown
    assert "left:" in shown


def test_a_file_sees_nothing() -> None:
    """Logs stay clean."""
    done = finished([sys.executable, "-c", SCRIPT])

    assert done.stderr == ""
    assert done.stdout == ""
