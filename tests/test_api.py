"""The doors: what they refuse, and what they pass on."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.api import ENGINES, introspect
from stairs import Stairs


@pytest.mark.parametrize("door", [ip.plan, ip.certify, ip.introspect, lambda t: ip.verify(t, [])])
def test_what_is_no_task_is_refused_by_every_door(door: object) -> None:
    """With the name of the door and of what it got."""
    with pytest.raises(ip.UsageError, match=r"takes a task, got (str|Domain)"):
        door("bins")  # type: ignore[operator]
    with pytest.raises(ip.UsageError, match=r"takes a task, got (str|Domain)"):
        door(ip.sample("bins", bins=1, items=1).domain)  # type: ignore[operator]


def test_introspection_is_chosen_by_the_kind_of_task() -> None:
    """The same question for relational tasks and for ordinary Python."""
    bins, grid = ip.sample("bins", bins=2, items=2), ip.sample("grid", distance=3)
    assert introspect(bins).r_max.value == bins.r_max == 1
    assert introspect(grid).r_max.status == "exact"


def test_introspect_takes_its_arguments_by_name() -> None:
    """Like every public function."""
    assert introspect(task=ip.sample("bins", bins=1, items=1), budget=0.5).r_max.value == 1


def test_kinds_of_tasks_that_cannot_be_read_are_refused_as_such() -> None:
    """They are tasks, only of another kind: they run on what they say they run on."""
    with pytest.raises(ip.UsageError, match="introspect cannot read Stairs"):
        introspect(Stairs())
    with pytest.raises(ip.UsageError, match="Stairs does not run on the native engine, only on p"):
        ip.plan(Stairs(), "greedy", engine="native")
    with pytest.raises(ip.UsageError, match="not for Stairs"):
        ip.plan(Stairs(), inner="fast-downward")
    with pytest.raises(
        ip.UsageError, match="mode 'improve' needs a task that can be read, not St"
    ):
        ip.plan(Stairs(), improve=0.1)


@pytest.mark.parametrize("engine", [None, *ENGINES])
def test_a_task_that_no_engine_can_run_is_refused(engine: str | None) -> None:
    """With the name of the planner and of the world."""
    with pytest.raises(ip.UsageError, match=r"no engine .* runs greedy on Stairs"):
        ip.plan(Stairs(engines=()), "greedy", engine=engine)


def test_the_engine_is_the_fastest_or_the_one_asked_for() -> None:
    """And never another one."""
    task = ip.sample("bins", bins=2, items=2)
    assert ip.plan(task).engine == ENGINES[0]
    for engine in ENGINES:
        assert ip.plan(task, engine=engine).engine == engine
    with pytest.raises(ip.UsageError, match="unknown engine"):
        ip.plan(task, engine="steam")


def test_an_external_planner_is_for_relational_tasks_and_the_introspector() -> None:
    """Anything else is refused by name, before a bridge is loaded."""
    with pytest.raises(ip.UsageError, match="not for greedy"):
        ip.plan(ip.sample("bins", bins=1, items=1), "greedy", inner="fast-downward")
    with pytest.raises(ip.UsageError, match="not for a world in Python"):
        ip.plan(ip.sample("grid", distance=2), inner="fast-downward")


def _far(s: int, a: int) -> int:
    return max(0, min(9_000, s + a))


def test_a_budget_is_accepted_by_all_that_read_code() -> None:
    """And kept: with none nothing is read; a wrong one is a usage error."""
    model = ip.program(actions=[-1, 1], transition=_far, reward=lambda s, a, t: int(t == 9_000))
    task = model.task(0)
    unread = ip.plan(task, budget=0)
    assert unread.status is ip.PlanStatus.SUCCESS
    assert unread.understood.startswith("not read: ")
    assert ip.plan(task, budget=5).understood.startswith("read: rules and reward")
    unread_space, space = (ip.reachable(task, 2_000, budget=budget) for budget in (0, 5))
    assert len(unread_space.states) == len(space.states) > 400
    doors: tuple[Any, ...] = (ip.plan, ip.introspect, ip.reachable, ip.wishes)
    for asks in doors:
        with pytest.raises(ip.UsageError, match="budget is a number of seconds"):
            asks(task, budget="long")
