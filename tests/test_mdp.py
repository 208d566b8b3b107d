"""Markov decision processes: one protocol for every kind of task, and exact sums."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import introplan as ip
from introplan.mdp import (
    NotAllowedError,
    Outcome,
    Task,
    Wanted,
    add,
    attempt,
    check_task,
    is_task,
    successors,
    total,
)


def counter() -> ip.ProgramTask:
    """Numbers from 0 to 3; beyond, steps are not allowed."""

    def transition(state: int, action: int) -> int:
        if not 0 <= state + action <= 3:
            raise ValueError("out of range")
        return state + action

    model = ip.program(
        actions=[-1, 1], transition=transition, reward=lambda s, a, t: float(t == 3)
    )
    return model.task(0)


def all_kinds() -> list[Task]:
    """A task of each kind, with and without a horizon."""
    bins = ip.sample("bins", bins=2, items=2, seed=0)
    return [bins, bins.restarted(bins.start, horizon=3), counter(), ip.sample("grid", distance=3)]


@pytest.mark.parametrize("number", range(len(all_kinds())))
def test_every_kind_of_task_is_a_simulator(number: int) -> None:
    """The questions of the protocol agree with each other, state by state."""
    task, rng = all_kinds()[number], random.Random(0)
    assert is_task(task)
    assert task.discount == 1.0
    state = task.start
    for _ in range(5):
        following = task.successors(state)
        allowed = [a for a in task.actions(state) if attempt(task, state, a) is not None]
        assert [action for action, _ in following] == allowed
        for action, outcome in following:
            assert isinstance(outcome, Outcome)
            assert task.step(state, action) == outcome
            assert task.outcomes(state, action) == [(1.0, outcome)]
            assert task.sample(state, action, rng) == outcome
        state = rng.choice(following)[1].state
    again = task.restarted(state, horizon=7)
    assert (again.start, again.horizon, again.name) == (state, 7, task.name)
    assert task.action_costs([action for action, _ in following]) == [1.0] * len(following)
    assert task.costs_without_value([]) == ""
    assert isinstance(task.wanted, Wanted)
    assert task.with_r_max(1.0).r_max == 1.0


def test_what_is_not_allowed_raises_in_step_and_is_left_out_elsewhere() -> None:
    """One place turns the error into an answer."""
    task = counter()
    with pytest.raises(NotAllowedError, match="out of range"):
        task.step(0, -1)
    with pytest.raises(NotAllowedError):
        task.outcomes(0, -1)
    with pytest.raises(NotAllowedError):
        task.sample(0, -1, random.Random(0))
    assert attempt(task, 0, -1) is None
    assert [action for action, _ in task.successors(0)] == [1]
    assert list(successors(task, 0)) == task.successors(0)


def test_a_discount_is_refused_until_it_is_honoured() -> None:
    """No planner discounts, so a task with a discount would be planned wrongly."""
    start = counter().start
    with pytest.raises(ip.UsageError, match="discount"):
        counter().program.task(start, discount=0.9)
    bins = ip.sample("bins", bins=2, items=2)
    with pytest.raises(ip.UsageError, match="discount"):
        ip.Task(bins.domain, bins.start, discount=0.5)


@pytest.mark.parametrize("wrong", [None, 3, "bins", ip.State, counter().program])
def test_what_is_no_task_is_refused_by_name(wrong: Any) -> None:
    """The message names the function that was called and what it got."""
    with pytest.raises(ip.UsageError, match=f"plan takes a task, got {type(wrong).__name__}"):
        check_task(wrong, "plan")


@given(st.lists(st.integers(-(2**70), 2**70), max_size=20))
def test_sums_of_whole_numbers_are_exact(rewards: list[int]) -> None:
    """In any order of sizes; what fits into a float comes back as one."""
    floats = [float(r) if abs(r) <= 2**53 else r for r in rewards]
    assert total(floats) == sum(rewards)
    assert isinstance(total(floats), float) == (abs(sum(rewards)) <= 2**53)


@given(st.lists(st.floats(-1e6, 1e6), max_size=20))
def test_other_sums_round_once_per_step(rewards: list[float]) -> None:
    """As an agent adds up, which `sum` of later Python versions does not."""
    score = 0.0
    for reward in rewards:
        score = score + reward
    assert total(rewards) == score
    assert add(0.1, 0.2) == 0.1 + 0.2
