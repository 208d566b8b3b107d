"""Tuning: the order of actions."""

from __future__ import annotations

import random

import introplan as ip
from introplan.limits import Meter
from introplan.planners.nodes import Node
from introplan.planners.program_bound_search import Objective
from introplan.planners.program_tuning import Tuning
from introplan.programs.program import BlackBox


def shop(times: dict[str, int]) -> ip.ProgramTask:
    """Jobs for one machine; waiting costs one for each hour until a job is done."""

    def transition(s: tuple[int, frozenset[str]], job: str) -> tuple[int, frozenset[str]]:
        if job not in s[1]:
            raise ValueError("that is done")
        return s[0] + times[job], s[1] - {job}

    model = ip.program(
        actions=list(times),
        transition=transition,
        reward=lambda s, job, t: -t[0],
        terminal=lambda s, job, t: not t[1],
    )
    return model.task((0, frozenset(times)))


def test_the_shortest_job_comes_first() -> None:
    """Any order is turned into the best one, which is by length (Smith 1956)."""
    times = {f"job{n}": n + 1 for n in range(6)}
    task, rng = shop(times), random.Random(1)
    for _ in range(20):
        order, found = rng.sample(list(times), len(times)), list[Node]()
        tuning = Tuning(BlackBox(task), Meter(), Objective(None, 1.0, False), found.append)
        tuning.run(Node(task.start), order)
        scores = [node.score for node in found]
        assert scores == sorted(set(scores)), "each is better than the one before"
        assert not found or [node.action for node in found[-1].path()] == list(times)
        assert found or order == list(times)


def test_what_is_no_plan_is_not_tuned() -> None:
    """Actions that do not end the episode, and those that are not allowed."""
    task, found = shop({"a": 2, "b": 1}), list[Node]()
    for actions in (["a"], ["a", "a"]):
        tuning = Tuning(BlackBox(task), Meter(), Objective(None, 1.0, False), found.append)
        tuning.run(Node(task.start), actions)
    assert found == []


def test_only_what_is_offered_is_done() -> None:
    """Rules that would carry out what is not offered do not let an action move there."""
    offers = {0: ["left"], 1: ["right"], 2: []}
    model = ip.program(
        actions=lambda s: offers[s[0]],
        transition=lambda s, a: (s[0] + 1, (*s[1], a)),
        reward=lambda s, a, t: 5 if t[1][:1] == ("right",) else 1,
        terminal=lambda s, a, t: t[0] == 2,
    )
    task, found = model.task((0, ())), list[Node]()
    tuning = Tuning(BlackBox(task), Meter(), Objective(None, 1.0, False), found.append)
    tuning.run(Node(task.start), ["left", "right"])
    assert found == []
