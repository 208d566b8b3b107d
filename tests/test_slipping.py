"""Slippery worlds: what can happen by definition, and what policies are worth in them."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import Any

import pytest

import introplan as ip
from introplan.errors import ChanceError, UsageError
from introplan.mdp import NotAllowedError, has_chance, is_task
from introplan.verification.chance_worlds import judged_world
from random_tasks import random_task


def line(length: int = 3) -> ip.ProgramTask:
    """A walk along a line: back is not allowed at its start, the end pays."""

    def transition(s: int, a: str) -> int:
        if a == "back" and s == 0:
            raise ValueError("there is a wall")
        return {"on": s + 1, "back": s - 1, "stay": s}[a]

    return ip.program(
        actions=["on", "back", "stay"],
        transition=transition,
        reward=lambda s, a, t: 10.0 if t == length else -1.0,
        terminal=lambda s, a, t: t == length,
    ).task(0)


def by_definition(task: Any, state: Any, action: Any, slip: float) -> dict[Any, float]:
    """The outcomes, with probabilities, from the steps of a world without chance."""
    allowed = [found for found, _ in task.successors(state)]
    others = [other for other in allowed if other != action]
    found: dict[Any, float] = defaultdict(float)
    found[task.step(state, action)] += 1 - slip if others else 1
    for other in others:
        found[task.step(state, other)] += slip / len(others)
    return {outcome: share for outcome, share in found.items() if share > 0}


def merged(outcomes: list[tuple[float, Any]]) -> dict[Any, float]:
    """Equal outcomes as one."""
    found: dict[Any, float] = defaultdict(float)
    for probability, outcome in outcomes:
        found[outcome] += probability
    return dict(found)


@pytest.mark.parametrize("slip", [0.3, 1.0])
@pytest.mark.parametrize("seed", range(12))
def test_outcomes_are_those_of_the_definition(seed: int, slip: float) -> None:
    """In relational worlds and in Python, for the planner's world and for the judge's."""
    base = random_task(seed) if seed else line()
    task = ip.slippery(base, slip)
    state = base.start
    rng = random.Random(seed)
    for _ in range(4):
        choices = base.successors(state)
        if not choices:
            break
        for action, _ in choices:
            truth = by_definition(base, state, action, slip)
            assert merged(task.outcomes(state, action)) == pytest.approx(truth)
            judged = judged_world(task).outcomes(state, action)
            assert merged([x for x in judged if x[0] > 0]) == pytest.approx(truth)
            assert {task.sample(state, action, rng) for _ in range(20)} <= truth.keys()
        state = rng.choice(choices)[1].state


def test_samples_come_as_often_as_the_outcomes_say() -> None:
    """Of 4,000 steps, and where an action is not allowed nothing else happens instead."""
    task = ip.slippery(line(), 0.4)
    rng = random.Random(1)
    counted = Counter(task.sample(1, "on", rng).state for _ in range(4_000))
    assert {s: n / 4_000 for s, n in counted.items()} == pytest.approx(
        {2: 0.6, 0: 0.2, 1: 0.2}, abs=0.03
    )
    for ask in (task.outcomes, lambda s, a: task.sample(s, a, rng)):
        with pytest.raises(NotAllowedError):
            ask(0, "back")


def test_the_value_is_that_of_the_equations() -> None:
    """On a line of two steps, where "back" is a third of what can happen."""
    slip = 0.3
    result = ip.policy(ip.slippery(line(2), slip))

    # v0 = -1 + 0.7 v1 + 0.3 v0 and v1 = 0.7 * 10 - 0.3 + 0.15 v0 + 0.15 v1
    v0 = (-1 + 0.7 * 6.7 / 0.85) / (0.7 - 0.7 * 0.15 / 0.85)
    assert result.value == pytest.approx(v0)
    assert result.proved_optimal
    assert result.verified


def test_it_is_a_task_with_chance() -> None:
    """Plans are refused by name; without a probability it is the world as it was."""
    task = ip.slippery(line(), 0.5)
    assert is_task(task)
    assert has_chance(task)
    assert not has_chance(ip.slippery(line(), 0))
    assert task.restarted(2, horizon=4).start == 2
    assert task.restarted(2, horizon=4).horizon == 4
    with pytest.raises(ChanceError, match="policy"):
        ip.plan(task)
    with pytest.raises(ChanceError, match="the step on"):
        task.step(1, "on")
    assert ip.slippery(line(), 0).step(1, "on") == line().step(1, "on")


@pytest.mark.parametrize("wrong", [-0.1, 1.5, float("nan"), "0.2", True])
def test_a_probability_is_a_number_from_0_to_1(wrong: Any) -> None:
    """Anything else is a mistake, and the message shows it."""
    with pytest.raises(UsageError, match="from 0 to 1, got"):
        ip.slippery(line(), wrong)


def test_a_world_without_an_end_is_refused_for_policies() -> None:
    """As the world without ice is."""
    endless = ip.program(
        actions=[1], transition=lambda s, a: (s + a) % 3, reward=lambda s, a, t: t
    )
    with pytest.raises(UsageError, match="no end"):
        ip.policy(ip.slippery(endless.task(0), 0.1))
