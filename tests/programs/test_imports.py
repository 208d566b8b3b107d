"""Modules beside a world are its own: no other world in the process gets them."""

from __future__ import annotations

import multiprocessing
import pickle
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.programs.imports import files_beside

WORLD = """
import helper
from helper import Walker
ACTIONS = [-1, 1]
START = Walker(helper.FAR)

def transition(s, a):
    import helper as late
    from package import near
    assert late.FAR == near.far() == helper.FAR
    return Walker(s.x + a)

def reward(s, a, s2):
    import helper
    return 1 if s2.x == helper.FAR - 2 else 0

def terminal(s, a, s2):
    return s2.x == helper.FAR - 2
"""

HELPER = """
from dataclasses import dataclass
import package.near
FAR = {far}

@dataclass(frozen=True)
class Walker:
    x: int
"""


def made(folder: Path, far: int) -> Path:
    """A world, a helper, and a package whose modules import each other; all depend on `far`."""
    (folder / "package").mkdir(parents=True)
    (folder / "package" / "__init__.py").write_text("", encoding="utf-8")
    near = f"from .facts import FAR\ndef far():\n    import helper\n    assert helper.FAR == {far}"
    (folder / "package" / "near.py").write_text(f"{near}\n    return FAR\n", encoding="utf-8")
    (folder / "package" / "facts.py").write_text(f"FAR = {far}\n", encoding="utf-8")
    (folder / "helper.py").write_text(HELPER.format(far=far), encoding="utf-8")
    (folder / "world.py").write_text(WORLD, encoding="utf-8")
    return folder / "world.py"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_worlds_have_their_own_helpers(tmp_path: Path, order: tuple[int, int]) -> None:
    """Same names, other folders: each world sees its own, also in imports that run late."""
    paths = [made(tmp_path / name, far) for name, far in (("one", 10), ("two", 20))]
    tasks = {index: ip.read_program(paths[index]) for index in order}

    for index, far in ((0, 10), (1, 20), (0, 10)):
        task = tasks[index]
        assert task.start.x == far
        result = ip.plan(task)
        assert result.plan == (-1, -1)
        assert ip.verify(task, result.plan).valid


LATE = """
ACTIONS = [1, -1, 2]
START = (0, 0)

def transition(s, a):
    import aid
    x, y = s
    if x == 700 and y == 20 and a == 2 and aid.HAS_SHORTCUT:
        return (1990, 0)
    if a == 2:
        return (x, (y + 1) % 40)
    return (max(0, min(2000, x + a)), y)

def reward(s, a, s2):
    return -1

def terminal(s, a, s2):
    return "success" if s2[0] == 2000 else "continue"
"""


def test_what_a_function_imports_late_is_read_of_its_own_helper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another module of that name, loaded before, has no say: neither in steps nor in proofs."""
    other: Any = types.ModuleType("aid")
    other.HAS_SHORTCUT = False
    monkeypatch.setitem(sys.modules, "aid", other)
    (tmp_path / "aid.py").write_text("HAS_SHORTCUT = True\n", encoding="utf-8")
    (tmp_path / "late.py").write_text(LATE, encoding="utf-8")
    result = ip.plan(ip.read_program(tmp_path / "late.py"), shortest=True)
    assert (len(result.plan or ()), result.proved_shortest) == (731, True)


def test_an_edited_helper_is_read_again(tmp_path: Path) -> None:
    """As the world itself is."""
    path = made(tmp_path / "one", 10)
    assert ip.read_program(path).start.x == 10
    for name in ("helper.py", "package/near.py", "package/facts.py"):
        file = tmp_path / "one" / name
        file.write_text(file.read_text("utf-8").replace("10", "30"), encoding="utf-8")

    assert ip.read_program(path).start.x == 30


@pytest.mark.process
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worlds_with_helpers_go_to_other_processes(tmp_path: Path, method: str) -> None:
    """Task, plan and states with types of the helper, there and back."""
    tasks = [ip.read_program(made(tmp_path / str(far), far)) for far in (10, 20)]
    with multiprocessing.get_context(method).Pool(1) as pool:
        results = pool.map(ip.plan, tasks, chunksize=1)
        outcomes = pool.starmap(_stepped, [(task, task.start) for task in tasks])

    assert [result.plan for result in results] == [(-1, -1)] * 2
    assert [type(o) is type(t.start) for o, t in zip(outcomes, tasks, strict=True)] == [True] * 2
    assert [pickle.loads(pickle.dumps(t)).start for t in tasks] == [t.start for t in tasks]


def _stepped(task: ip.ProgramTask, state: object) -> object:
    return task.step(state, 1).state


@pytest.mark.process
def test_a_helper_that_the_program_imports_itself_is_the_same_module(tmp_path: Path) -> None:
    """Its classes are then the same on both sides."""
    made(tmp_path, 10)
    script = (
        "import helper, introplan as ip\n"
        "task = ip.read_program('world.py')\n"
        "assert type(task.start) is helper.Walker\n"
        "assert ip.plan(task).plan == (-1, -1)\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)


def test_a_helper_never_hides_the_standard_library(tmp_path: Path) -> None:
    """A file `random.py` beside a world is not what `import random` means; `sys.path` is left."""
    (tmp_path / "random.py").write_text("raise ValueError\n", encoding="utf-8")
    text = "import random\nSTART = random.Random(0).randrange(1)\nACTIONS = [1]\n"
    path = tmp_path / "world.py"
    path.write_text(f"{text}transition = reward = lambda *a: 0\n", encoding="utf-8")
    before = [*sys.path]

    assert ip.read_program(path).start == 0
    assert sys.path == before


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("import helpers", "ModuleNotFoundError: No module named 'helpers'"),
        ("import package.nothing", "ModuleNotFoundError: No module named 'package.nothing'"),
        ("from helper import nothing", "ImportError: cannot import name 'nothing'"),
    ],
)
def test_an_import_that_fails_is_told_by_its_name(tmp_path: Path, line: str, message: str) -> None:
    """By the name that the world used."""
    path = made(tmp_path, 10)
    path.write_text(f"{line}\n{WORLD}", encoding="utf-8")

    with pytest.raises(ip.ModelError) as caught:
        ip.read_program(path)
    assert message in str(caught.value)
    assert "world.py:1" in str(caught.value)


def test_the_files_beside_a_world_that_it_imports_are_known(tmp_path: Path) -> None:
    """Through helpers and packages; nothing else in the folder, nothing of Python's own."""
    path = made(tmp_path, 10)
    (tmp_path / "other.py").write_text("", encoding="utf-8")

    names = [str(file.relative_to(tmp_path.resolve())) for file in files_beside(path)]

    inner = ["package/__init__.py", "package/facts.py", "package/near.py"]
    assert names == ["helper.py", *inner]


def test_a_folder_without_init_is_a_package_unless_python_has_one(tmp_path: Path) -> None:
    """A namespace package beside a world is its own; it never hides an installed package."""
    for folder, goal in ((tmp_path / "one", 3), (tmp_path / "two", 5)):
        (folder / "parts").mkdir(parents=True)
        (folder / "pytest").mkdir()
        (folder / "parts" / "goal.py").write_text(f"GOAL = {goal}\n", encoding="utf-8")
        (folder / "world.py").write_text(
            "from parts.goal import GOAL\nfrom pytest import mark\nSTART, ACTIONS = 0, [1]\n"
            "def transition(s, a): return s + a\n"
            "def reward(s, a, t): return 1 if t == GOAL else 0\n",
            encoding="utf-8",
        )
        task = ip.read_program(folder / "world.py")
        assert ip.plan(task).plan == (1,) * goal
        assert [file.name for file in files_beside(folder / "world.py")] == ["goal.py"]
