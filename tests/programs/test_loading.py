"""Worlds in files: what is read, and what is said about files that are none."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import introplan as ip

WORLD = """
from __future__ import annotations
from dataclasses import dataclass, replace
import neighbour

@dataclass(frozen=True)
class Walker:
    x: int

START = Walker(neighbour.FAR)
ACTIONS = [-1, 1]
HORIZON = 7

def transition(s: Walker, a: int) -> Walker:
    return replace(s, x=s.x + a)

def reward(s, a, s2):
    return 1 if s2.x == 0 else 0

def draw(s):
    return "." * s.x + "@"
"""


def written(folder: Path, text: str) -> Path:
    """A file `world.py` with this text."""
    path = folder / "world.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_world_is_read_from_a_module(tmp_path: Path) -> None:
    """With its neighbours, its dataclasses, its horizon and its drawing."""
    (tmp_path / "neighbour.py").write_text("FAR = 5\n", encoding="utf-8")
    task = ip.read_program(written(tmp_path, WORLD))

    assert (task.name, task.horizon, task.start.x) == ("world", 7, 5)
    assert task.step(task.start, -1).state.x == 4
    assert task.program.draw is not None
    assert task.program.draw(task.start) == ".....@"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def transition(s, a)\n    pass", "world.py:1:21: not Python: expected ':'"),
        ("x = 1\ny = 1 / 0\n", "world.py:2:5: the module raised ZeroDivisionError"),
        ("import sys\nsys.exit(3)", "the module calls for exit"),
        ("x = 1\n", "ACTIONS is not defined; a world defines ACTIONS, transition, reward, START"),
        ("Actions = [1]\n", "ACTIONS is not defined; did you mean 'Actions'?"),
        (WORLD.replace("def reward", "def rewards").replace("neighbour.FAR", "3").replace(
            "import neighbour", ""), "reward is not defined; did you mean 'rewards'?"),
        ("ACTIONS=[]\nSTART=0\ndef transition(s,a): return s\ndef reward(s,a,t): return 0",
         "world.py:1: actions is empty"),
        ("\0", "world.py"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_world_is_explained(tmp_path: Path, text: str, message: str) -> None:
    """What is wrong, where, and what would be right."""
    with pytest.raises(ip.ModelError) as caught:
        ip.read_program(written(tmp_path, text))
    assert message in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """As the system names it."""
    with pytest.raises(ip.ModelError, match="no such file"):
        ip.read_program(tmp_path / "none.py")


ENVIRONMENT = """
import introplan as ip

class Lift:
    def __init__(self):
        self.floor = 0

    def reset(self, seed=None):
        self.floor = 0

    def step(self, action):
        self.floor += action
        return self.floor, int(self.floor == 3), self.floor == 3
"""

PROBLEM = """
import introplan as ip

class Puzzle:
    initial = 0

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def goal_test(self, state):
        return state == 4
"""


def test_a_file_may_define_a_task(tmp_path: Path) -> None:
    """Of an environment or a problem, under the name of the file; also in another process."""
    file = tmp_path / "lift.py"
    file.write_text(ENVIRONMENT + "TASK = ip.from_env(Lift(), actions=[1, -1])\n")
    task = ip.read_program(file)
    assert (task.name, task.program.name, task.start) == ("lift", "lift", {"floor": 0})
    assert ip.plan(task).plan == (1, 1, 1)
    assert ip.plan(pickle.loads(pickle.dumps(task))).plan == (1, 1, 1)
    assert ip.introspect(task).understood.startswith("read: rules, reward and end")

    file.write_text(PROBLEM + "TASK = ip.from_problem(Puzzle(), horizon=7)\n")
    task = ip.read_program(file)
    assert (ip.plan(task).plan, task.horizon) == ((2, 2), 7)


def test_a_file_with_a_class_is_told_how_it_becomes_a_world(tmp_path: Path) -> None:
    """The line that is named works where actions are known, and a wrong one is refused."""
    file = tmp_path / "world.py"
    file.write_text(PROBLEM)
    with pytest.raises(ip.ModelError) as raised:
        ip.read_program(file)
    line = str(raised.value).rpartition(" write ")[2]
    assert line == "TASK = introplan.from_problem(Puzzle())"
    file.write_text(f"import introplan\n{PROBLEM}{line}\n")
    assert ip.plan(ip.read_program(file)).plan == (2, 2)

    file.write_text(ENVIRONMENT)
    with pytest.raises(ip.ModelError, match=r"write TASK = introplan.from_env\(Lift\(\)\)"):
        ip.read_program(file)
    file.write_text(f"{ENVIRONMENT}TASK = Lift()\n")
    with pytest.raises(ip.ModelError, match=r"world.py:14: TASK must be a task .* ip.from_env"):
        ip.read_program(file)
