"""Policy iteration against the sum of many steps."""

from __future__ import annotations

import random

import pytest

from introplan.graphs.policy_iteration import Discounted


def test_values_are_those_of_ever_more_steps() -> None:
    """Random graphs, ends and states in which nothing can be done among them."""
    for seed in range(200):
        rng = random.Random(seed)
        count, discount = rng.randint(1, 7), rng.choice([0.5, 0.8, 0.9])
        first, targets, rewards = [0], [], []
        for _ in range(count):
            for _ in range(rng.randint(0, 3)):
                targets.append(rng.randrange(-1, count))
                rewards.append(rng.choice([-2.0, -1.0, 0.0, 0.3, 4.0]))
            first.append(len(targets))
        found = Discounted(
            first, targets, rewards, discount, {-1: 0.0}, [True] * count, lambda: None
        )
        found.solve()
        values = [0.0] * count
        for _ in range(300):
            values = [
                max(
                    [
                        rewards[e] + (discount * values[targets[e]] if targets[e] >= 0 else 0.0)
                        for e in range(first[s], first[s + 1])
                    ],
                    default=0.0,
                )
                for s in range(count)
            ]
        assert found.values == pytest.approx(values, abs=1e-9), seed
        way, loop = found.lasso()
        assert way or loop or first[1] == 0, seed


def test_an_end_is_preferred_to_going_on_for_nothing() -> None:
    """Of equal scores the plan that ends, and of those the shortest."""
    first, targets = [0, 2, 3], [0, 1, -1]
    found = Discounted(first, targets, [0.0, 0.0, 0.0], 0.9, {-1: 0.0}, [True, True], lambda: None)
    found.solve()
    assert found.nearest_end() == [1, 2]
