"""Worlds in Python on the command line: plan, validate, explore, generate; and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

WORLD = """
ACTIONS = ["left", "right"]
START = 3

def transition(s, a):
    if s == 0 and a == "left":
        raise ValueError("the wall")
    return s - 1 if a == "left" else s + 1

def reward(s, a, s2):
    return 1 if s2 == 0 else 0

def terminal(s, a, s2):
    return {0: "success", 5: "failure"}.get(s2)

def draw(s):
    return "." * s + "@"
"""


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A file with a small world."""
    return written(tmp_path / "corridor.py", WORLD)


def written(path: Path, text: str) -> Path:
    """The path, with the text in it."""
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_planned_in(run: Run, world: Path) -> None:
    """The start is drawn, the milestone marked."""
    answer = run("plan", world, "--planner", "greedy")

    assert answer.code == 0
    assert "task corridor, a world in Python\n...@\n" in answer.out
    assert "3. left  * milestone, pays 1" in answer.out


def test_the_plan_goes_to_a_file_and_is_valid(run: Run, world: Path, tmp_path: Path) -> None:
    """One action on each line, and the cost."""
    plan = tmp_path / "plan.txt"
    run("plan", world, "--planner", "value-iteration", "--plan-file", plan)

    assert plan.read_text("utf-8") == "left\nleft\nleft\n; cost = 3 (unit cost)\n"
    answer = run("validate", world, plan, "--json")
    assert (answer.code, answer.record["valid"], answer.record["score"]) == (0, True, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("left\nleft\n", "the plan ends before success"),
        ("right\nright\n", "step 2: the episode ended with failure"),
        ("left\nleft\nleft\nleft\n", "step 4: the episode ended with success at step 3"),
        ("(left)\nleft\nlift\n", "step 3: unknown action 'lift'; did you mean 'left'?"),
    ],
)
def test_a_plan_that_is_none_is_refused(
    run: Run, world: Path, tmp_path: Path, text: str, reason: str
) -> None:
    """With the step and the reason."""
    answer = run("validate", world, written(tmp_path / "plan.txt", text))
    assert (answer.code, answer.out) == (32, f"invalid: {reason}\n")


def test_json_has_the_words_of_the_interface(run: Run, world: Path) -> None:
    """For scripts that do not care what kind of model it is."""
    record = run("plan", world, "--planner", "mcts[50]", "--seed", 3, "--json").record

    assert record["plan"] == ["left"] * 3
    assert (record["length"], record["cost"], record["score"]) == (3, 3, 1)
    assert (record["status"], record["planner"], record["verified"]) == (
        "success",
        "mcts[50]",
        True,
    )
    assert record["engine"] == "python"


def test_the_space_of_a_world_is_explored(run: Run, world: Path, tmp_path: Path) -> None:
    """States, success, failure and rewarding transitions; and drawn."""
    picture = tmp_path / "space.svg"
    record = run("states", world, "--json", "--svg", picture).record

    assert (record["states"], record["complete"]) == (6, True)
    assert len(record["success"]) == len(record["failure"]) == 1
    assert [row[1] for row in record["rewarding"]] == ["left"]
    assert picture.read_text("utf-8").startswith("<svg")


def test_a_shipped_world_is_planned_generated_and_printed(run: Run, tmp_path: Path) -> None:
    """The file that is generated is the world that is planned in."""
    file = tmp_path / "my_grid.py"
    plan = ("--planner", "greedy", "--json")
    assert run("generate", "grid", "--distance", 6, "--seed", 2, "--out", file).code == 0
    sampled = run("plan", "grid", "--distance", 6, "--seed", 2, *plan)
    read = run("plan", file, *plan)

    assert sampled.code == read.code == 12  # the horizon is reached
    assert sampled.record["plan"] == read.record["plan"]
    assert "def transition" in run("domains", "maze").out


def test_the_seed_is_for_the_world_and_for_the_planner(run: Run) -> None:
    """One option, both kinds of chance."""
    words = ("plan", "grid", "--distance", 9, "--planner", "random[3]", "--json")
    one, same, other = (run(*words, "--seed", seed).record["plan"] for seed in (1, 1, 2))
    assert one == same != other


def test_planners_are_listed_with_their_budgets(run: Run) -> None:
    """As they are to be written."""
    assert "mcts-u[K]" in run("planners").out
    assert run("planners", "beam[20]").code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("plan", "{world}", "--planner", "beam[2*d]"), "needs a distance d"),
        (("plan", "{world}", "--planner", "bean[2]"), "did you mean 'beam'?"),
        (("plan", "{world}", "--planner", "greedy", "--engine", "native"), "engine"),
        (("plan", "{world}", "--distance", "3"), "--distance makes a problem"),
        (("plan", "{world}", "problem.pddl"), "is a whole task"),
        (("plan", "grid", "problem.pddl"), "is a world in Python"),
        (("plan", "maze", "--width", "2"), "width must be at least 5"),
    ],
)
def test_bad_usage_is_explained(
    run: Run, world: Path, words: tuple[str, ...], message: str
) -> None:
    """Exit code 33 and what would be right."""
    answer = run(*(word.replace("{world}", str(world)) for word in words))
    assert answer.code == 33
    assert message in answer.err


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("s2 == 0 else 0", "s3 == 0 else 0", "corridor.py:11:17: reward raised NameError"),
        ("START = 3", "START = three", "corridor.py:3:9: the module raised NameError"),
        ("START = 3", "Start = 3", "START is not defined; did you mean 'Start'?"),
        ("return s - 1", "return s -", "corridor.py:8:"),
        ("return 1 if", "return 'one' if", "corridor.py:10: reward must return a finite number"),
    ],
)
def test_mistakes_in_a_world_are_bad_input(
    run: Run, world: Path, old: str, new: str, message: str
) -> None:
    """Exit code 31, one message with the place, no traceback."""
    written(world, WORLD.replace(old, new))
    answer = run("plan", world, "--planner", "greedy")
    assert answer.code == 31
    assert message in answer.err
    assert "Traceback" not in answer.err


def test_a_reward_that_may_not_be_the_largest_is_no_success(run: Run, tmp_path: Path) -> None:
    """Where r_max is not known the best plan so far is not called a plan that was found."""
    text = "ACTIONS = [1, 2]\nSTART = 0\ndef transition(s, a): return (s * 7919 + a) % 10**9\n"
    world = written(tmp_path / "w.py", f"{text}def reward(s, a, t): return t == 9\n")
    answer = run("plan", world, "--nodes", 50, "--plan-file", tmp_path / "plan")

    assert answer.code == 12
    assert "stopped by the limit on nodes; this is the best so far" in answer.out
    assert "a plan of cost" not in answer.out
    assert (tmp_path / "plan").read_text(encoding="utf-8").startswith("; does not end with")
