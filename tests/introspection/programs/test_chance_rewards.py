"""Rewards of worlds with chance, read as wishes: they add up to what is paid."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.errors import UsageError

WINDY = Path(__file__).parents[3] / "examples" / "chance" / "windy.py"

REWARDS: list[Any] = [
    lambda s, a, t: -100 if t[1] >= 3 else -1,
    lambda s, a, t: (2 if a == "up" else 0) + (t[0] == 2) - (s == t),
    lambda s, a, t: 3 * t[0] - t[1],
    lambda s, a, t: 5 if s[0] < t[0] and a != "rest" else -0.5 * (t[1] > 1),
    lambda s, a, t: 1 if t in ((2, 2), (0, 3)) else 0,
]


def world(reward: Any, seed: int) -> ip.ChanceTask:
    """Steps on a small board that fail with some chance."""
    chance = random.Random(seed).choice([0.25, 0.5])

    def transition(s: tuple[int, int], a: str, rng: Any) -> tuple[int, int]:
        x, y = s
        if a == "rest" or rng.random() < chance:
            return s
        return (min(x + 1, 3), y) if a == "right" else (x, min(y + rng.choice([1, 2]), 3))

    found: Any = ip.program(
        actions=["up", "right", "rest"],
        transition=transition,
        reward=reward,
        terminal=lambda s, a, t: t == (3, 3),
    )
    task: ip.ChanceTask = found.task((0, 0))
    return task


@pytest.mark.parametrize("reward", REWARDS)
def test_wishes_add_up_to_the_reward_of_every_outcome(reward: Any) -> None:
    """Whatever is drawn, in all states."""
    task = world(reward, 1)
    found = ip.wishes(task, budget=20)
    assert found
    space = ip.reachable(task)
    for edge in space.edges:
        before, after = (space.states[n - 1] for n in (edge.source, edge.target))
        paid = sum(w.value * w.condition.amount(before, edge.action, after) for w in found)
        assert paid == pytest.approx(edge.reward), (before, edge.action, after)


def test_actions_have_their_own_names() -> None:
    """Not one for each of their outcomes."""
    texts = [str(wish) for wish in ip.wishes(world(REWARDS[1], 0), budget=20)]
    assert any("for up" in text for text in texts)
    assert not any("up, up" in text or "place" in text for text in texts)


def test_the_reward_of_the_example() -> None:
    """Over the edge it costs 100."""
    found = {str(wish) for wish in ip.wishes(ip.read_program(WINDY), budget=20)}
    assert found == {"-100 if s[1]' == 4", "-1 if s[1]' != 4"}


def test_what_cannot_be_read_is_told_why() -> None:
    """Rewards that are drawn with the step, worlds that are too large, rules of any."""

    def step(s: int, a: int, rng: Any) -> tuple[int, float, bool]:
        return s, rng.choice([0.0, 1.0]), True

    with pytest.raises(UsageError, match="comes out of the same function"):
        ip.wishes(ip.program(actions=[1], step=step).task(0))
    grown = ip.program(
        actions=[1], transition=lambda s, a, rng: s + rng.choice([1, 2]), reward=lambda s, a, t: t
    )
    with pytest.raises(UsageError, match="all of a world can be looked at"):
        ip.wishes(grown.task(0))
    with pytest.raises(UsageError, match="rules of windy, a world with chance in Python, are not"):
        ip.introspect(ip.read_program(WINDY))


def test_on_ice_the_base_is_read() -> None:
    """Slipping adds no reward, and leads nowhere else."""
    maze = ip.sample("maze", width=9, height=7, goals=1)
    icy = ip.slippery(maze, 0.3)
    assert list(map(str, ip.wishes(icy))) == list(map(str, ip.wishes(maze)))
    info = ip.introspect(icy)
    assert info.r_max.value == max(edge.reward for edge in ip.reachable(icy).edges)
