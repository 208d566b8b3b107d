"""Plans of programs are judged by calling the user's functions again."""

from __future__ import annotations

import enum
from typing import Any

import pytest

import introplan as ip


class Move(enum.Enum):
    """Actions with names."""

    UP = 1
    DOWN = -1


def stairs(start: int = 0, horizon: int | None = None, **parts: Any) -> ip.ProgramTask:
    """Up and down; the top is worth something."""
    defaults: dict[str, Any] = {
        "actions": Move,
        "transition": lambda s, a: s + a.value,
        "reward": lambda s, a, s2: 5 if s2 == 3 else -1,
    }
    return ip.program(**{**defaults, **parts}).task(start, horizon)


def test_actions_may_be_given_as_they_are_or_as_text() -> None:
    """Members of an enum, their names, with brackets or without."""
    for plan in ([Move.UP] * 3, ["UP"] * 3, ["(UP)", " UP ", Move.UP]):
        verdict = ip.verify(stairs(), plan)
        assert (verdict.valid, verdict.score, verdict.status) == (True, 3, ip.Status.SUCCESS)
        assert verdict.rewards == (-1, -1, 5)


@pytest.mark.parametrize(
    "actions", [[(0, 1), (1, 0)], [[0, 1], [1, 0]], [{"dx": 0}, {"dx": 1}], [0, 1]]
)
def test_actions_of_any_kind_are_recognised(actions: list[Any]) -> None:
    """Also those that have no hash."""
    task = stairs(actions=actions, transition=lambda s, a: s + 1)
    assert ip.verify(task, actions[:1] * 3).valid
    assert ip.verify(task, [str(actions[0])] * 3).valid
    assert "unknown action" in ip.verify(task, [(9, 9)]).reason


def test_numpy_arrays_are_actions_as_well() -> None:
    """Compared by value, and never for truth."""
    numpy = pytest.importorskip("numpy")
    moves = [numpy.array([1, 0]), numpy.array([0, 1])]
    task = stairs(actions=moves, transition=lambda s, a: s + int(a[1]))
    result = ip.plan(task, "greedy", ip.Limits(nodes=50))
    assert ip.verify(task, [numpy.array([0, 1])] * 3).valid
    assert result.plan is not None


def test_without_an_end_a_plan_must_stop_when_it_is_paid_most() -> None:
    """A replay cannot know of rewards elsewhere, but of those on the way."""
    assert not ip.verify(stairs(), [Move.UP] * 2).valid
    assert not ip.verify(stairs(), [Move.UP] * 4).valid
    assert not ip.verify(stairs(), []).valid
    assert ip.verify(stairs(), None).reason == "there is no plan"


def test_a_plan_that_ends_below_what_can_be_had_is_none() -> None:
    """Each step pays more than the one before, up to 9."""
    world = ip.program(
        actions=["on"], transition=lambda s, a: min(s + 1, 9), reward=lambda s, a, t: t
    )

    verdict = ip.verify(world.task(0), ["on"])

    assert not verdict.valid
    assert verdict.reason == "the plan ends with a reward of 1, and 2 can be had"
    assert ip.verify(world.task(0), ["on"] * 9).valid


def test_with_a_horizon_every_plan_within_it_runs() -> None:
    """What it is worth is another question."""
    task = stairs(horizon=2)
    assert ip.verify(task, [Move.DOWN]).score == -1
    assert "the horizon allows no more than 2 steps" in ip.verify(task, [Move.UP] * 3).reason


def test_a_known_maximum_ends_the_episode() -> None:
    """Once an analysis has told it."""
    from dataclasses import replace

    task = replace(stairs(), r_max=5.0)
    assert ip.verify(task, [Move.UP] * 3).status is ip.Status.SUCCESS
    assert "ended with success" in ip.verify(task, [Move.UP] * 4).reason
    assert ip.verify(task, [Move.UP] * 2).reason == "the plan ends before success"
    assert ip.plan(task, "greedy").plan == (Move.UP,) * 3


def test_an_action_that_raises_is_not_allowed() -> None:
    """With the words of the user's error."""

    def limited(s: int, a: Move) -> int:
        if s + a.value < 0:
            raise ValueError("too low")
        return s + a.value

    verdict = ip.verify(stairs(transition=limited), [Move.DOWN])
    assert verdict.reason == "step 1: DOWN is not allowed: ValueError: too low"


def test_a_replay_can_be_interrupted() -> None:
    """By what `check` raises."""

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ip.verify(stairs(), [Move.UP], check=stop)


def test_a_state_changed_in_place_is_replayed_as_it_was_planned() -> None:
    """The start is the same for every replay."""

    def grown(s: list[int], a: int) -> list[int]:
        s.append(a)
        return s

    world = ip.program(
        actions=[1, 2],
        transition=grown,
        reward=lambda s, a, s2: sum(s2) - sum(s),
        terminal=lambda s, a, s2: len(s2) == 3,
    )
    task = world.task([])
    result = ip.plan(task, "value-iteration")
    assert (result.plan, result.score) == ((2, 2, 2), 6)
    assert ip.verify(task, result.plan).valid
    assert ip.verify(task, result.plan).valid
    assert task.start == []


def test_whole_rewards_beyond_the_precision_of_floats_are_compared_and_added_exactly() -> None:
    """One more than 2**53 is more: a plan that ends one below is no plan, and sums are exact."""
    large = 2**53
    task = stairs(reward=lambda s, a, s2: {3: large + 1, 2: large}.get(s2, -1))
    short, whole = (ip.verify(task, [Move.UP] * steps) for steps in (2, 3))

    assert "can be had" in short.reason
    assert whole.valid
    assert whole.rewards == (-1, large, large + 1)
    assert whole.score == 2 * large
    assert ip.verify(stairs(horizon=3, reward=lambda s, a, s2: large + 1), ["UP"] * 3).score == (
        3 * large + 3
    )
