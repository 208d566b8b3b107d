"""Worlds in Python that misbehave, and suites of them."""

from __future__ import annotations

from pathlib import Path

WALK = '''
"""A walk along a line."""
ACTIONS = [-1, 1]
START = 0
HORIZON = 5


def transition(s, a):
    {before}
    return s + a


def reward(s, a, t):
    return t
'''

SUITE = """
planners = ["greedy"]
limits = {{ seconds = {seconds}, memory_mb = {memory} }}

[[experiment]]
files = [{files}]
"""

HANG = "sum(iter(int, 1))  # in compiled code, where no alarm is heard"
HOG = "global kept; kept = [bytearray(10**7) for _ in range(10**4)]"
CRASH = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
LEAVE = "import os; os._exit(3)"
WRONG = "print(undefined)"
NOISE = "print('{}' * 1000)"
FINE = "pass"


def world(folder: Path, name: str, before: str) -> Path:
    """A world whose transition does something else first."""
    file = folder / f"{name}.py"
    file.write_text(WALK.replace("{before}", before), encoding="utf-8")
    return file


def suite(folder: Path, *names: str, seconds: float = 0.5, memory: int = 300) -> Path:
    """A suite of these worlds."""
    files = ", ".join(f'"{name}.py"' for name in names)
    file = folder / "worlds.toml"
    file.write_text(SUITE.format(seconds=seconds, memory=memory, files=files), encoding="utf-8")
    return file
