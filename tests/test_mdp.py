"""Markov decision processes: one protocol for every kind of task, exact sums, texts."""

from __future__ import annotations

import enum
import math
import random
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import introplan as ip
import stairs
from introplan.errors import UsageError
from introplan.mdp import (
    MAX_EXACT_FLOAT,
    NotAllowedError,
    Outcome,
    Status,
    Task,
    Wanted,
    action_text,
    add,
    as_number,
    attempt,
    check_discount,
    check_task,
    display_number,
    exact,
    is_task,
    successors,
    total,
    world_name,
)


class Stairs:
    """Steps 0 to 2; only `up` is possible on the first, both elsewhere but at the top."""

    def actions(self, state: int) -> Sequence[str]:
        """Always both are tried."""
        return ["up", "down"]

    def step(self, state: int, action: str) -> Outcome[int]:
        """A step off the stairs is not allowed."""
        after = state + 1 if action == "up" else state - 1
        if not 0 <= after <= 2:
            raise NotAllowedError
        return Outcome(after, float(after), Status.SUCCESS if after == 2 else Status.CONTINUE)


def test_an_action_that_is_not_allowed_has_no_outcome() -> None:
    """`attempt` says None, and `successors` leaves it out."""
    assert attempt(Stairs(), 0, "down") is None
    assert attempt(Stairs(), 1, "up") == (2, 2.0, Status.SUCCESS)
    assert [action for action, _ in successors(Stairs(), 0)] == ["up"]
    assert [action for action, _ in successors(Stairs(), 1)] == ["up", "down"]


def test_other_exceptions_are_not_taken_for_a_refusal() -> None:
    """A slip in a model must not look like a rule."""

    class Broken(Stairs):
        def step(self, state: int, action: str) -> Outcome[int]:
            raise KeyError(action)

    with pytest.raises(KeyError):
        attempt(Broken(), 0, "up")


def test_whole_numbers_are_added_exactly() -> None:
    """Above 2**53 floats have gaps; small numbers stay floats."""
    assert add(float(MAX_EXACT_FLOAT), 1.0) == MAX_EXACT_FLOAT + 1
    assert total([2**60, 1, -(2**60)]) == 1
    assert type(total([1.0, 2.0])) is float
    assert type(exact(3)) is float
    assert exact(2**60 + 1) == 2**60 + 1


def test_fractions_are_added_one_after_the_other() -> None:
    """One rounding per step, as an agent would add them up."""
    rewards = [0.1] * 10

    assert total(rewards) == 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1
    assert total([]) == 0.0


class Turn(enum.Enum):
    """An action as an enum member."""

    LEFT = (0, 1)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Turn.LEFT, "LEFT"),
        ("up", "up"),
        (3, "3"),
        ("a\nb", "'a\\nb'"),
        ("", "''"),
        ("; x", "'; x'"),
    ],
)
def test_an_action_is_one_line_of_text(action: object, text: str) -> None:
    """So that plans are files with one action per line; `;` begins a comment there."""
    assert action_text(action) == text


@pytest.mark.parametrize("wrong", [0, -0.5, 1.01, math.nan, math.inf, True, "0.9", None])
def test_a_discount_is_a_number_above_zero_and_at_most_one(wrong: Any) -> None:
    """Others are refused, with what was given."""
    for right in (1, 1.0, 0.9, 1e-9):
        check_discount(right)
    with pytest.raises(UsageError, match=rf"at most 1, got {re.escape(repr(wrong))}"):
        check_discount(wrong)


def test_a_score_is_the_discounted_sum_of_rewards() -> None:
    """The first reward counts in full, each later one less by the discount."""
    assert total([4.0, 4.0, 4.0], 0.5) == 7.0
    assert total([], 0.5) == 0.0
    assert total([2.0**53, 1.0]) == 2**53 + 1


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
    assert task.note_on_costs([]) == ""
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


@pytest.mark.parametrize("wrong", [None, 3, "bins", ip.State, counter().program])
def test_what_is_no_task_is_refused_by_name(wrong: Any) -> None:
    """The message names the function that was called and what it got."""
    with pytest.raises(ip.UsageError, match=f"plan takes a task, got {type(wrong).__name__}"):
        check_task(wrong, "plan")


def test_a_task_has_every_name_of_the_protocol() -> None:
    """One method of the right name is not enough; the message says what is missing."""

    class Graph:
        """Like those of networkx."""

        name = "g"

        def successors(self, node: int) -> list[int]:
            """The next nodes."""
            return [node + 1]

    assert not is_task(Graph())
    with pytest.raises(ip.UsageError, match="got Graph, which has no start, horizon, discount, "):
        check_task(Graph(), "plan")
    assert is_task(stairs.Stairs())
    assert not is_task(stairs.Stairs), "a class of tasks is no task"
    assert not is_task(ip.Task)


def test_one_name_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """For those who write a kind of task of their own."""
    monkeypatch.delattr(stairs.Stairs, "sample")
    with pytest.raises(ip.UsageError, match=r"has no sample$"):
        check_task(stairs.Stairs(), "plan")


def test_the_world_of_a_task_has_a_name() -> None:
    """A kind that nothing knows goes by the name of its class, not by that of another kind."""
    assert world_name(ip.sample("bins", bins=1, items=1)) == "bins"
    assert world_name(counter()) == "a world in Python"
    assert world_name(stairs.Stairs()) == "Stairs"


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


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (9007199254740992.0, "9007199254740992"),
        (-1234567890123456.0, "-1234567890123456"),
        (1e20, "1e+20"),
        (float("inf"), "inf"),
        (3.7999999999999994, "3.8"),
        (0.1 + 0.2, "0.3"),
        (2.0, "2"),
        (-0.75, "-0.75"),
        (1e-9, "1e-09"),
        (2**70, "1180591620717411303424"),
    ],
)
def test_numbers_for_people_have_meaningful_digits_only(number: float, text: str) -> None:
    """The rest is in JSON."""
    assert display_number(number) == text


@pytest.mark.parametrize("kind", [int, Fraction, Decimal])
def test_whole_numbers_of_every_type_are_exact(kind: type) -> None:
    """A fraction or a decimal that is a large whole number is not rounded; floats stay floats."""
    assert as_number(kind(2**53 + 1)) == 2**53 + 1
    assert type(as_number(1e20)) is float
    assert as_number(Fraction(2**54 + 1, 2)) == float(2**53)


@pytest.mark.parametrize(
    "rewards",
    [
        [1.0, -1.0, 3] * 500,
        [0.1, 0.2, -0.7] * 500,
        [2.0**52, 1.0, -(2.0**52)] * 500,
        [2**60, 1, 0.5] * 500,
        [float("inf"), 1.0] * 500,
    ],
)
def test_many_rewards_add_up_like_few(rewards: list[float]) -> None:
    """Counting equal ones first changes nothing, whatever is rounded."""
    one_by_one = 0.0
    for reward in rewards:
        one_by_one = add(one_by_one, reward)
    assert total(rewards) == one_by_one
    assert type(total(rewards)) is type(one_by_one)
