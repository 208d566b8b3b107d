"""What a command loads before it does its work: lists of modules, since clocks differ."""

from __future__ import annotations

import sys

import pytest

from children import finished

TINY = ("plan", "bins", "--bins", "2", "--items", "2", "--seed", "4", "--quiet")

LIST_MODULES = """
import sys
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


MAX_MODULES_OF_A_PLAN = 140
"""Of the package; a plan that needs more should say here why. A score beside its bound, sums and
numbers that change took some twenty-five modules of the language, of search and of planners."""


@pytest.mark.process
def test_a_plan_for_people_in_a_pipe_needs_no_terminal_library() -> None:
    """`rich` is for terminals."""
    assert "rich" not in modules_loaded(*TINY[:-1])
