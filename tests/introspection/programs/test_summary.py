"""One line on what was and was not understood, in every answer; and no answer contradicts it."""

from __future__ import annotations

import importlib.util
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.findings import Introspection
from introplan.mdp import Wanted
from worlds.known_worlds import PYTHON, python_task

FIRST_TRY = Path(__file__).parents[2] / "worlds" / "first_try"
EXAMPLES = Path(__file__).parents[3] / "examples"
FILES = sorted(EXAMPLES.glob("*.py"))


def _move(s: int, a: int) -> int:
    return max(0, min(9_000, s + a))


def _at_end(s: int, a: int, s2: int) -> int:
    return int(s2 == 9_000)


def _opaque(s: int, a: int) -> int:
    return _move(int(str(s)[::-1][::-1]), a)


def _is_over(s: int, a: int, s2: int) -> bool:
    return s2 == 9_000


def task(transition: Any = _move, **parts: Any) -> ip.ProgramTask:
    """A corridor, longer than what is searched before anything is read."""
    return ip.program(actions=[-1, 1], transition=transition, reward=_at_end, **parts).task(0)


def test_all_that_was_read_is_named() -> None:
    """Rules, reward and end, how many actions, and where the distance comes from."""
    line = "read: rules, reward and end of 2 actions; distance from pattern databases"
    assert ip.introspect(task(terminal=_is_over)).understood == line
    read = "read: rules and reward of 2 actions; distance "
    result = ip.plan(task())
    assert result.understood.startswith(read)
    assert result.understood in str(result)


def test_what_was_not_read_is_named_with_code_file_and_line() -> None:
    """The first refusal of each part, and what follows from it for the search."""
    understood = ip.plan(task(_opaque)).understood
    assert "not read: transition (PY-" in understood
    assert "test_summary.py:" in understood
    assert understood.endswith("; searched as a black box")
    assert ip.introspect(task(_opaque)).understood == understood


def test_a_plan_that_is_found_before_anything_is_read_says_so() -> None:
    """A small world needs no reading; the line says that none was done."""
    line = "not read: a blind search was over before reading was worth its time"
    ended = ip.program(actions=[-1, 1], transition=_move, reward=_at_end, terminal=_is_over)
    assert ip.plan(ended.task(8_995)).understood == line


def assert_consistent(info: Introspection, start: Any) -> None:
    """The parts of an explanation agree with each other and with the line that sums them up."""
    milestones = list(islice(info.milestones(), 3))
    rules = info.understood.startswith("read: rules")
    report = info.report()
    assert (info.r_max.value is None) == (info.r_max.status in ("unknown", "unbounded"))
    assert rules == bool(info.operators)
    assert rules or not milestones
    assert rules or not info.invariants
    # Where the rules are not known, what never changes is known if all states were seen.
    assert rules or info.complete or not info.immutable
    assert rules or info.heuristic.is_trivial
    assert rules or info.diagnostics
    unread = {d.consequence.split()[0] for d in info.diagnostics if "black box" in d.consequence}
    for part, functions in {"rules": {"transition", "actions"}, "reward": {"reward"}}.items():
        assert not (part in info.understood.partition(";")[0] and rules and unread & functions)
    assert rules or info.complete or all(v.domain.endswith("seen") for v in info.variables)
    assert not info.is_blind or not rules
    assert ("No distance was derived" in report) == info.heuristic.is_trivial
    assert ("Not understood:" in report) == bool(info.diagnostics)
    is_unread = info.understood.endswith(
        ("searched as a black box", "states were seen by calling it")
    )
    assert is_unread == (not rules)
    assert info.understood.endswith("by calling it") == (info.complete and not rules)
    is_silent = "Nothing was found out about when it is paid" in report
    assert not (is_silent and "What the reward says" in report and not rules)
    # An end that pays two different numbers under the same condition says one of them wrongly.
    ends = [(str(end.action), end.guard, end.status) for end in info.ends if end.value != "?"]
    assert len(ends) == len(set(ends)) or len({end.value for end in info.ends}) == 1


def assert_agrees(info: Introspection, task: Any) -> None:
    """What was read of a world agrees with the plan that is found, and with calling it."""
    distance, r_max = info.heuristic(task.start), info.r_max.value
    for milestone in islice(info.milestones(), 3):
        assert milestone.distance(task.start) == distance
    result = ip.plan(task, limits=ip.Limits(seconds=5))
    assert result.understood
    if result.bound is not None and task.wanted is not Wanted.BEST_REWARD:
        assert result.score <= result.bound
    state, paid, status = task.start, [], ip.Status.CONTINUE
    for steps, action in enumerate(result.plan or (), start=1):
        before = state
        state, reward, status = task.step(state, action)
        paid.append(reward)
        assert r_max is None or reward <= r_max
        if info.satisfied(before, action, state):  # no milestone is nearer than the distance
            assert steps >= distance
            distance = 0
    if result.status is ip.PlanStatus.UNSOLVABLE and info.complete:
        assert "No step that can be reached ends" in info.report()
    if info.complete and result.is_successful and task.wanted is not Wanted.BEST_REWARD:
        assert ("No step that can be reached ends" in info.report()) == (
            status is ip.Status.CONTINUE
        )
    if info.constant_reward is not None:
        assert set(paid) <= {info.constant_reward}


def first_try(name: str) -> Any:
    """The task of a world that was written without knowing what is read."""
    spec = importlib.util.spec_from_file_location(f"first_try_{name}", FIRST_TRY / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up by name
    spec.loader.exec_module(module)
    return module.make()


@pytest.mark.parametrize("name", sorted(path.stem for path in FIRST_TRY.glob("*.py")))
def test_the_explanation_of_a_world_at_first_try_agrees_with_its_plan(name: str) -> None:
    """Of what people write: distances, rewards, ends and bounds fit the plan that is found."""
    world = first_try(name)
    info = ip.introspect(world)
    assert_consistent(info, world.start)
    assert_agrees(info, world)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_explanation_of_an_example_does_not_contradict_itself(file: Path) -> None:
    """Nothing is shown of what was not understood, and nothing that was is denied."""
    world = ip.read_program(file)
    info = ip.introspect(world)
    assert_consistent(info, world.start)
    assert_agrees(info, world)


@pytest.mark.parametrize("name", sorted(PYTHON))
def test_the_explanation_of_a_known_world_does_not_contradict_itself(name: str) -> None:
    """The same in the worlds that people know."""
    world = python_task(name)
    assert_consistent(ip.introspect(world), world.start)


def test_a_reading_that_is_contradicted_leaves_nothing_behind() -> None:
    """With no budget nothing is read: no conditions, no invariants, and the line says so."""
    assert_consistent(ip.introspect(task(terminal=_is_over), budget=0.0), 0)
    assert_consistent(ip.introspect(task(_opaque)), 0)


class Long:
    """A step that takes a while to read."""

    def __init__(self) -> None:
        self.cells = [0] * 8

    def legal_actions(self) -> list[int]:
        """All cells."""
        return list(range(8))

    def step(self, action: int) -> tuple[list[int], int, bool]:
        """Turn a cell and its neighbours."""
        for place in (action - 1, action, action + 1):
            if 0 <= place < 8:
                self.cells[place] = 1 - self.cells[place]
        return self.cells, sum(self.cells), all(self.cells)


@pytest.mark.parametrize("budget", [0.0, 0.001, 0.002, 0.003, 0.004, 0.006, 0.008])
def test_wherever_a_budget_ends_the_place_is_in_the_users_file(budget: float) -> None:
    """Functions of ours that call the user's are no place to look at."""
    info = ip.introspect(ip.from_env(Long()), budget=budget)

    assert {d.file for d in info.diagnostics} <= {__file__}
    assert "PY-LIMIT" not in info.understood or f"at {Path(__file__).name}:" in info.understood
