"""Failures are made small: nothing is left that the failure does not need."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import introplan as ip
from introplan.relational.domain import Task
from introplan.verification.replay_world import Effect
from random_tasks import random_case, random_task
from reliability.contestants import CONTESTANTS, Contestant
from reliability.differential import Disagreement, disagreement, disagreements, report
from reliability.shrinking import as_test, shrunk


def needs_two_steps(task: Task) -> bool:
    """Something that a task can be like for many reasons."""
    return len(ip.plan(task, "value-iteration").plan or ()) == 2


def test_what_is_left_is_needed() -> None:
    """Random tasks that take two steps become tiny ones that still do."""
    shrunken = 0
    for seed in range(30):
        task = random_task(seed)
        if needs_two_steps(task):
            shrunken += 1
            small = shrunk(task, needs_two_steps)
            assert needs_two_steps(small)
            assert len(small.domain.actions) <= 2
            assert len(ip.print_domain(small.domain)) < 700
            assert shrunk(small, needs_two_steps) == small
    assert shrunken >= 5


def test_a_planner_that_lies_is_caught_with_a_small_task() -> None:
    """A planner that takes every task with deletes for unsolvable: the report is a test."""
    honest = Contestant.answer

    def lying(self: Contestant, task: Task, *, seed: int = 0) -> ip.PlanResult:
        answer = honest(self, task, seed=seed)
        has_deletes = any(schema.deletes for schema in task.domain.actions)
        if has_deletes and answer.status == "success":
            return replace(answer, plan=None, status=ip.PlanStatus.UNSOLVABLE)
        return answer

    with patch.object(Contestant, "answer", lying):
        truth = next(t for t in map(random_case, range(50)) if list(disagreements(t, 1)))
        found = next(disagreements(truth, 1))
        text = report(truth, found)

    assert "says unsolvable instead of success" in text
    assert f"contestant_named({CONTESTANTS[0].name!r})" in text
    assert text.count("(:action") == 1
    assert len(text.splitlines()) < 30


def test_the_test_that_is_printed_runs() -> None:
    """It passes where nothing is wrong, and it is the task that was printed."""
    task = random_task(5)
    names: dict[str, object] = {"ip": ip, "disagreement": disagreement, "who": CONTESTANTS[0]}
    exec(as_test(task, "disagreement(task, who) is None"), names)
    test = names["test_a_task_that_went_wrong"]

    assert callable(test)
    test()


def test_a_planner_that_breaks_down_disagrees() -> None:
    """An exception is a complaint like any other: here the judge of plans is broken."""
    with patch.object(Effect, "apply", lambda *_: None):
        found = [d for seed in range(20) for d in disagreements(random_case(seed), seed)]

    assert any("raises AssertionError" in d.complaint for d in found)
    assert str(Disagreement(3, CONTESTANTS[0], "is wrong")).startswith("random_task(3) by ")
