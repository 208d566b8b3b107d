"""Every example is a world of its own, and its optimum is what brute force says it is."""

from __future__ import annotations

import ast
import importlib.util
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.mdp import NotAllowedError, Status, Wanted

FOLDER = Path(__file__).parents[2] / "examples"
EXAMPLES = sorted(path.stem for path in FOLDER.glob("*.py"))

OPTIMA = {
    "cliff_walking": (13, -12),
    "coins": (16, 105),
    "crafting": (14, 37),
    "fifteen_puzzle": (4, 1),
    "frozen_lake": (14, 1),
    "key_door_goal": (16, 1),
    "lights_out": (5, 1),
    "sokoban": (11, 90),
    "taxi": (14, 7),
}
"""Length and score of the best plan; a change of the rules would be noticed here."""

EASY_PUZZLE = (1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 10, 11, 13, 14, 15, 12)


def small_task(name: str) -> ip.ProgramTask:
    """The example, from an easier start where its own is far away."""
    if name == "lights_out" and importlib.util.find_spec("numpy") is None:
        pytest.skip("needs numpy")
    task = ip.read_program(FOLDER / f"{name}.py")
    return replace(task, start=EASY_PUZZLE) if name == "fifteen_puzzle" else task


def fewest_steps(task: ip.ProgramTask, *, limit: int = 30_000) -> int | None:
    """The least number of steps to the end, by breadth-first search in the plain functions."""
    best = None if task.wanted is Wanted.SUCCESS else most_that_is_paid(task)
    for depth, _, reward, status in transitions(task, limit):
        if status is Status.SUCCESS or (best is not None and reward == best):
            return depth
    return None


def most_that_is_paid(task: ip.ProgramTask) -> float:
    """The highest reward of all transitions that can be reached."""
    return max(reward for _, _, reward, _ in transitions(task, 1_000_000))


def transitions(task: ip.ProgramTask, limit: int) -> Iterator[tuple[int, Any, float, ip.Status]]:
    """Depth, state, reward and status of every transition, breadth first."""
    seen = {text_of(task.start)}
    waiting = deque([(0, task.start)])
    while waiting and len(seen) < limit:
        depth, state = waiting.popleft()
        for action in task.actions(state):
            try:
                after, reward, status = task.step(state, action)
            except NotAllowedError:
                continue
            yield depth + 1, after, reward, status
            if status is Status.CONTINUE and text_of(after) not in seen:
                seen.add(text_of(after))
                waiting.append((depth + 1, after))


def text_of(state: Any) -> str:
    """What tells states apart here: quite another way than that of the library."""
    return str(state.tolist()) if hasattr(state, "tolist") else repr(state)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_what_a_user_would_write(name: str) -> None:
    """Not a word about the library but under the last `if`."""
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    *model, last = ast.parse(text).body

    assert isinstance(last, ast.If)
    assert ast.unparse(last.test) == "__name__ == '__main__'"
    assert "introplan" in ast.unparse(last)
    assert not any("introplan" in ast.unparse(statement) for statement in model)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_optimum_of_an_example_is_that_of_brute_force(name: str) -> None:
    """The fewest steps, for all of these worlds are best left soon; greedy search finds an end."""
    task = small_task(name)
    steps, score = OPTIMA[name]
    assert fewest_steps(task) == steps
    found = ip.plan(task, "greedy")
    assert (found.status, found.verified) == ("success", True)
    assert len(found.plan or ()) >= steps
    if name != "fifteen_puzzle":  # too many states to look at all of them
        best = ip.plan(task, "value-iteration")
        assert (len(best.plan or ()), best.score, best.verified) == (steps, score, True)
        assert found.score <= score


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_can_draw_its_start(name: str) -> None:
    """If it draws at all, it draws text."""
    task = small_task(name)
    if task.program.draw is not None:
        assert isinstance(task.program.draw(task.start), str)
