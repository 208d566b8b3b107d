"""Sampling: small worlds completely, large ones near the start and along random walks."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.programs.sample import NEAR_STATES, sampled
from introplan.symbolic.budget import Budget


def corridor(length: int) -> ip.ProgramTask:
    """A row of cells; a step beyond its end is not allowed."""

    def transition(s: int, a: int) -> int:
        if not 0 <= s + a < length:
            raise ValueError("a wall")
        return s + a

    world = ip.program(
        actions=[-1, 1], transition=transition, reward=lambda s, a, s2: 5 if s2 == 3 else 0
    )
    return world.task(0)


def test_a_small_world_is_seen_completely() -> None:
    """Every state once, every step that is allowed, and the largest reward."""
    sample = sampled(corridor(40), Budget.of(2.0))
    assert sample.is_complete
    assert sorted(sample.states) == list(range(40))
    assert len(sample.transitions) == 78
    assert sample.largest_reward == 5


def test_a_large_world_is_seen_in_part() -> None:
    """The same part in every run."""
    one, two = (sampled(corridor(10**6), Budget.of(2.0)) for _ in range(2))
    assert not one.is_complete
    assert one.states == two.states
    assert set(range(NEAR_STATES)) <= set(one.states)


def test_an_error_in_the_model_is_kept() -> None:
    """It becomes a diagnostic, and is not raised."""
    world = ip.program(actions=[1], transition=lambda s, a: s + a, reward=lambda s, a, s2: None)  # type: ignore[arg-type,return-value]
    assert sampled(world.task(0), Budget.of(1.0)).error is not None
