"""What a command loads before it does its work: lists of modules, since clocks differ."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from children import finished

TINY = ("plan", "bins", "--bins", "2", "--items", "2", "--seed", "4", "--quiet")

LIST_MODULES = """
import os
import sys
from pathlib import Path
from introplan.cli import main
code = main({words!r})
print(int(code), *sys.modules, file=sys.stderr)
"""


def modules_loaded(*words: str) -> set[str]:
    """The modules that are in memory after a command."""
    done = finished([sys.executable, "-c", LIST_MODULES.format(words=list(words))])
    code, *names = done.stderr.split()
    assert code == "0", done.stderr
    return set(names)


def packages(names: set[str]) -> set[str]:
    """The parts of the package that some of `names` belong to, such as `introplan.view`."""
    return {".".join(name.split(".")[:2]) for name in names if name.startswith("introplan.")}


@pytest.mark.process
@pytest.mark.parametrize("words", [("--version",), (), ("--help",)])
def test_the_version_and_the_overview_load_no_planner(words: tuple[str, ...]) -> None:
    """Summaries of commands are data: none of the commands is loaded for them."""
    loaded = modules_loaded(*words)

    assert packages(loaded) <= {
        "introplan.cli",
        "introplan.deferred",
        "introplan.errors",
        "introplan.limits",
        "introplan.pictures",
        "introplan.programs",
    }
    assert len([name for name in loaded if name.startswith("introplan")]) < 20
    assert not {"rich", "argparse", "json", "difflib", "shutil"} & loaded


@pytest.mark.process
def test_a_relational_plan_loads_neither_the_executor_nor_the_drawings() -> None:
    """Reading Python takes some sixty modules, the drawings and `rich` as many again."""
    loaded = modules_loaded(*TINY)

    assert not packages(loaded) & {
        "introplan.symbolic",
        "introplan.view",
        "introplan.experiments",
        "introplan.interop",
    }
    assert not {"introplan.introspection.findings", "rich", "numpy", "json", "difflib"} & loaded
    assert not any(name.startswith("introplan.introspection.programs") for name in loaded)
    assert len([name for name in loaded if name.startswith("introplan")]) < MAX_MODULES_OF_A_PLAN


MAX_MODULES_OF_A_PLAN = 145
"""Of the package; a plan that needs more should say here why. A score beside its bound, sums and
numbers that change took some twenty-five modules of the language, of search and of planners, and
chance, which the language has, one more."""


@pytest.mark.process
def test_a_plan_for_people_in_a_pipe_needs_no_terminal_library() -> None:
    """`rich` is for terminals."""
    assert "rich" not in modules_loaded(*TINY[:-1])


PUZZLE = """
import os
import sys
from pathlib import Path
import introplan as ip

def slide(tiles, place):
    after, hole = list(tiles), tiles.index(0)
    if abs(hole // 4 - place // 4) + abs(hole % 4 - place % 4) != 1:
        return tiles
    after[hole], after[place] = after[place], 0
    return tuple(after)

GOAL = (*range(1, 16), 0)
world = ip.program(
    actions=list(range(16)),
    transition=slide,
    reward=lambda s, a, t: -1,
    terminal=lambda s, a, t: ip.Status.SUCCESS if t == GOAL else False,
)
result = ip.plan(world.task((2, 6, 3, 4, 5, 1, 7, 8, 13, 11, 0, 12, 10, 9, 14, 15)))
print(result.plan)
print(*sys.modules, file=sys.stderr)
"""

MAX_MODULES_WITH_A_READING = 135
"""Of the package, for a plan whose reading is kept; the first time there are 190."""


@pytest.mark.process
def test_a_plan_whose_reading_is_kept_loads_nothing_that_reads(tmp_path: Path) -> None:
    """Nor what knows relations, or derives distances, or solves worlds exactly."""
    world = tmp_path / "puzzle.py"
    world.write_text(PUZZLE, encoding="utf-8")
    environment = {**os.environ, "INTROPLAN_CACHE": str(tmp_path / "kept")}
    first, again = (finished([sys.executable, str(world)], env=environment) for _ in range(2))
    assert first.stdout == again.stdout
    assert "introplan.symbolic.interpreter.interpreter" in first.stderr.split()
    loaded = {name for name in again.stderr.split() if name.startswith("introplan.")}
    unneeded = {
        "introplan.certificates.check",
        "introplan.introspection.heuristics.additive",
        "introplan.introspection.programs.reader",
        "introplan.introspection.programs.operator_reader",
        "introplan.planners.exact",
        "introplan.planners.program_beam",
        "introplan.search.native.engine",
        "introplan.symbolic.interpreter.interpreter",
        "introplan.symbolic.interpreter.execution",
    }
    assert not unneeded & loaded
    assert not {"introplan.relational", "introplan.view"} & packages(loaded)
    assert not any(name.startswith("introplan.symbolic.builtins") for name in loaded)
    assert len(loaded) < MAX_MODULES_WITH_A_READING
