"""Worlds with chance as Python functions."""

from __future__ import annotations

import random
from typing import Any

import pytest

import introplan as ip
from introplan.errors import ModelError, UsageError
from introplan.mdp import NotAllowedError, Outcome, Status, is_task
from introplan.programs.chance import SAMPLES, ChanceTask, chance_program


def walk(state: int, action: int, rng: Any) -> int:
    """A step that fails in one of five cases."""
    if state + action < 0:
        raise ValueError("a wall")
    return state + action if rng.random() < 0.8 else state


def task() -> ChanceTask:
    """A walk to 3."""
    model = chance_program(
        actions=[-1, 1],
        transition=walk,
        reward=lambda s, a, t: -1,
        terminal=lambda s, a, t: t == 3,
    )
    return model.task(0)


def test_a_transition_that_draws_is_listed() -> None:
    """Both ways, with reward and end; what raises is not allowed."""
    found = task().outcomes(2, 1)
    assert [p for p, _ in found] == pytest.approx([0.8, 0.2])
    assert [outcome for _, outcome in found] == [
        Outcome(3, -1.0, Status.OVER),
        Outcome(2, -1.0, Status.CONTINUE),
    ]
    with pytest.raises(NotAllowedError):
        task().outcomes(0, -1)
    with pytest.raises(NotAllowedError, match="no action"):
        task().outcomes(0, 7)


def test_it_is_a_task_that_has_samples_and_no_single_steps() -> None:
    """`step` says that there are several outcomes, and so does `ip.plan`."""
    world = task()
    assert is_task(world)
    assert world.sample(2, 1, random.Random(0)).state in (2, 3)
    with pytest.raises(ip.ChanceError, match="has chance"):
        world.step(2, 1)
    with pytest.raises(ip.ChanceError, match="has chance"):
        world.successors(2)
    with pytest.raises(ip.ChanceError, match="introplan policy"):
        ip.plan(world)


def test_outcomes_may_have_rewards_and_ends_and_equal_ones_are_merged() -> None:
    """As in the tables of Gymnasium; probabilities are normalised."""

    def outcomes(state: int, action: str) -> list[Any]:
        third = 0.3333333
        return [(third, 1, 2.0, True), (third, 1, 2, True), (third, 0, 0, False), (0, 9, 9, True)]

    world = ip.program(actions=["go"], outcomes=outcomes).task(0)
    found = world.outcomes(0, "go")
    assert [p for p, _ in found] == pytest.approx([2 / 3, 1 / 3])
    assert [outcome for _, outcome in found] == [
        Outcome(1, 2.0, Status.OVER),
        Outcome(0, 0.0, Status.CONTINUE),
    ]


def test_a_step_that_draws_says_it_all() -> None:
    """A step takes the generator as well, and states may be changed in place."""

    def step(state: list[int], action: int, rng: Any) -> tuple[list[int], float, bool]:
        state.append(rng.choice([action, 0]))
        return state, len(state), len(state) > 2

    world = ip.program(actions=[1], step=step).task([])
    start = world.start
    assert [outcome.state for _, outcome in world.outcomes(start, 1)] == [[1], [0]]
    assert start == []


@pytest.mark.parametrize(
    "answer",
    [[(0.5, 1)], [(1.2, 1)], [(-0.5, 1), (1.5, 2)], [("x", 1)], [1, 2], 7, [(1.0, 1)]],
)
def test_wrong_answers_are_told_with_their_place(answer: Any) -> None:
    """Probabilities that do not add up, and what is no list; a reward that is missing."""
    world = chance_program(actions=["go"], outcomes=lambda s, a: answer).task(0)
    with pytest.raises(ModelError, match=r"outcomes must return"):
        world.outcomes(0, "go")


@pytest.mark.parametrize("answer", [None, []])
def test_nothing_means_not_allowed(answer: Any) -> None:
    """None, or an empty list."""
    world = chance_program(
        actions=["go"], outcomes=lambda s, a: answer, reward=lambda s, a, t: 0
    ).task(0)
    with pytest.raises(NotAllowedError):
        world.outcomes(0, "go")


def test_what_cannot_be_listed_is_sampled_and_says_so() -> None:
    """A density: the same thousand draws each time."""
    model = chance_program(
        actions=[1],
        transition=lambda s, a, rng: round(rng.gauss(0, 1)),
        reward=lambda s, a, t: 0,
    )
    world = model.task(0)
    found = world.outcomes(0, 1)

    assert found == world.outcomes(0, 1)
    assert min(p for p, _ in found) >= 0.999 / SAMPLES
    assert (world.is_sampled, world.unlisted) == (True, ("rng.gauss",))


def test_numpy_is_used_where_the_parameter_says_so() -> None:
    """`sample` gives a generator of the kind that the annotation names."""
    numpy = pytest.importorskip("numpy")

    def transition(state: int, action: int, rng: numpy.random.Generator) -> int:  # type: ignore[name-defined]
        return state + int(rng.integers(action))

    world = chance_program(actions=[2], transition=transition, reward=lambda s, a, t: 0).task(0)
    assert [p for p, _ in world.outcomes(0, 2)] == [0.5, 0.5]
    assert world.sample(0, 2, random.Random(0)).state in (0, 1)


def test_parts_that_do_not_fit_are_refused() -> None:
    """Two ways to say what happens; a transition without a reward."""
    with pytest.raises(UsageError, match="one of"):
        ip.program(actions=[1], outcomes=lambda s, a: [], step=lambda s, a, rng: s)
    with pytest.raises(UsageError, match="reward"):
        ip.program(actions=[1], transition=walk)
