"""Environments that are tables."""

from __future__ import annotations

import random
from typing import Any

import pytest

import introplan as ip
from introplan.programs.tables import beside_table, starts_in


@pytest.mark.parametrize(
    ("name", "options", "value"),
    [
        ("FrozenLake-v1", {"is_slippery": True}, 0.744190),
        ("FrozenLake-v1", {"is_slippery": True, "map_name": "8x8"}, 0.640719),
        ("CliffWalking-v1", {"is_slippery": True}, -64.709176),
        ("Taxi-v4", {}, 6.0),
        ("Taxi-v4", {"is_rainy": True}, 0.001757),
    ],
)
def test_toy_text_has_exact_values(name: str, options: Any, value: float) -> None:
    """Proven, and what value iteration over the table itself comes to."""
    gymnasium = pytest.importorskip("gymnasium")
    env = gymnasium.make(name, **options)
    task: Any = ip.from_env(env)
    result = ip.policy(task)
    assert result.proved_optimal
    assert result.verified
    assert result.value == pytest.approx(value, abs=1e-6)
    table, values = env.unwrapped.P, [0.0] * len(env.unwrapped.P)
    for _ in range(3_000 if task.horizon is None else task.horizon):
        values = [
            max(
                sum(p * (r + (0 if d else values[t])) for p, t, r, d in entries)
                for entries in table[s].values()
            )
            for s in range(len(values))
        ]
    assert result.value == pytest.approx(values[task.start], abs=1e-6)


def test_a_start_that_is_drawn_has_the_mean_of_all_starts() -> None:
    """Taxi: 7.93, as everybody reports; the draw is one move more."""
    gymnasium = pytest.importorskip("gymnasium")
    task: Any = ip.from_env(gymnasium.make("Taxi-v4"), seed=None)
    assert task.horizon == 201
    assert ip.policy(task).value == pytest.approx(7.93)
    starts = starts_in(gymnasium.make("Taxi-v4").unwrapped)
    assert len(starts) == 300
    assert sum(p for p, _ in starts) == pytest.approx(1)


class Switched:
    """A table, and in some episodes a step that does something else."""

    actions = (0, 1)

    def __init__(self) -> None:
        self.P = {
            s: {a: [(1.0, min(s + a, 3), float(s + a >= 3), s + a >= 3)] for a in (0, 1)}
            for s in range(4)
        }
        self.rng = random.Random(0)
        self.s, self.is_stuck = 0, False

    def reset(self, seed: int | None = None) -> int:
        """At the start; stuck in every third episode."""
        if seed is not None:
            self.rng.seed(seed)
        self.s, self.is_stuck = 0, self.rng.random() < 0.34
        return self.s

    def step(self, action: int) -> tuple[int, float, bool]:
        """What the table says, unless it is stuck."""
        if self.is_stuck and self.s == 1 and self.rng.random() < 0.5:
            return self.s, 0.0, True
        ((_, self.s, reward, is_over),) = self.P[self.s][action]
        return self.s, reward, is_over


def test_a_step_that_does_more_than_its_table_is_taken_itself() -> None:
    """What resets set is a part of the state; it is 1 for a third of the starts less a half."""
    assert beside_table(Switched()) == ["is_stuck"]
    task: Any = ip.from_env(Switched(), seed=None)
    assert ip.policy(task).value == pytest.approx(1 - 0.34 / 2)


def test_a_table_that_says_all_is_not_left() -> None:
    """Taxi has a switch in its code that is off."""
    gymnasium = pytest.importorskip("gymnasium")
    assert beside_table(gymnasium.make("Taxi-v4").unwrapped) == []
    fickle = gymnasium.make("Taxi-v4", fickle_passenger=True).unwrapped
    assert beside_table(fickle) == ["fickle_step"]
