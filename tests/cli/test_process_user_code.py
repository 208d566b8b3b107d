"""Worlds in Python that do not behave, in processes of their own: the command ends as it says."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import introplan
from introplan.cli.process import isolated

SOURCE = str(Path(introplan.__file__).parent.parent)

WORLD = """
ACTIONS = [1, -1]
START = 0
def transition(s, a): return max(0, min(9, s + a))
def reward(s, a, t): return 1 if t == 9 else 0
"""


def _run(folder: Path, code: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command on the usual world with `code` at its end."""
    folder.mkdir(exist_ok=True)
    world = folder / "world.py"
    world.write_text(WORLD + code, encoding="utf-8")
    command, *options = words
    return subprocess.run(
        [sys.executable, "-m", "introplan", command, str(world), *options],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )


def test_a_thread_that_prints_never_loses_its_standard_output() -> None:
    """`print` only borrows the stream: one that were freed with the block would crash Python."""
    with isolated():
        lent = weakref.ref(sys.stdout)
    gc.collect()

    assert lent() is not None


DEAF = {
    "retrying": """
def transition(s, a):
    while True:
        try:
            for i in range(10**7): pass
        except:
            i = 0
""",
    "suppressing": """
from contextlib import suppress
def transition(s, a):
    while True:
        with suppress(BaseException):
            while True: pass
""",
}

STAYING = {
    "atexit": """
import atexit
def stay():
    while True: pass
atexit.register(print, "late")
atexit.register(stay)
""",
    "thread": """
import threading, time
threading.Thread(target=time.sleep, args=(600,)).start()
""",
    "descriptor": "import os; os.write(1, b'raw'); os.system('echo from a child')",
}


def _side_by_side(
    folder: Path, worlds: dict[str, str], *words: str
) -> list[subprocess.CompletedProcess[str]]:
    with ThreadPoolExecutor(len(worlds)) as pool:
        return list(pool.map(lambda name: _run(folder / name, worlds[name], *words), worlds))


@pytest.mark.process
def test_code_that_swallows_whatever_stops_it_ends_with_the_process(tmp_path: Path) -> None:
    """The message and the code are those of the limit."""
    for run in _side_by_side(tmp_path, DEAF, "plan", "--time", "1"):
        assert run.returncode == 23, run
        told = run.stdout + run.stderr  # it may be hit in a moment in which it listens
        assert "stopped by the limit on time" in told


@pytest.mark.process
def test_user_code_neither_holds_the_process_nor_spoils_its_answer(tmp_path: Path) -> None:
    """Threads, `atexit` and writing to descriptor 1 leave one JSON object on standard output."""
    for run in _side_by_side(tmp_path, STAYING, "plan", "--json"):
        assert run.returncode == 0, run
        assert json.loads(run.stdout)["status"] == "success"


@pytest.mark.process
def test_a_closed_standard_output_is_told() -> None:
    """There is nowhere to put the answer: code 1, as with a full disk."""
    script = f"exec {sys.executable} -m introplan plan bins --json >&-"
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    run = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, env=environment, check=False
    )

    assert (run.returncode, run.stderr) == (1, "introplan: cannot write: bad file descriptor\n")


@pytest.mark.process
def test_a_page_with_endless_names_ends_with_the_limit(tmp_path: Path) -> None:
    """The names of actions are the user's code, too; no page is left behind."""
    page = tmp_path / "page.html"
    code = """
class Move:
    def __init__(self, n): self.n = n
    def __repr__(self):
        while True: pass
ACTIONS = [Move(1), Move(-1)]
def transition(s, a): return max(0, min(9, s + a.n))
"""
    run = _run(tmp_path, code, "view", "--out", str(page), "--time", "1")

    assert run.returncode == 23, run
    assert "world.py:10 was running" in run.stderr
    assert not page.exists()
