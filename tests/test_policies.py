"""The door `ip.policy`: worlds that people know, limits, and what is refused."""

from __future__ import annotations

import time
from typing import Any

import pytest

import introplan as ip
from introplan.errors import UsageError

TABLES = [
    ("FrozenLake-v1", {"is_slippery": True}, 0.744190287829),
    ("FrozenLake8x8-v1", {"is_slippery": True}, 0.913220150202),
    ("CliffWalking-v1", {"is_slippery": True}, -64.70917591),
    ("Taxi-v4", {"is_rainy": True}, 0.0017571609484),
]


@pytest.mark.parametrize(("name", "options", "value"), TABLES)
def test_tables_of_gymnasium_are_solved_with_proof(
    name: str, options: dict[str, Any], value: float
) -> None:
    """Each in less than a second of processor time; from where `reset(seed=0)` starts."""
    gymnasium = pytest.importorskip("gymnasium")
    task = ip.from_env(gymnasium.make(name, **options))
    before = time.process_time()
    result = ip.policy(task)

    assert time.process_time() - before < 1
    assert result.value == pytest.approx(value, rel=1e-9)
    assert (result.proved_optimal, result.verified) == (True, True)


def test_what_is_too_large_is_sampled() -> None:
    """Half of the time goes into looking at all states, the rest into estimates."""
    model = ip.program(
        actions=[1, 2],
        outcomes=lambda s, a: [(0.5, 3 * s + a, 1.0, False), (0.5, 3 * s, 0.0, s > 2_000)],
    )
    result = ip.policy(model.task(1, 60), ip.Limits(seconds=4), step_time=0.005)

    assert result.method == "uct"
    assert result.policy(1) in (1, 2)
    assert result.bound is None


def test_tasks_without_chance_have_policies() -> None:
    """Their value is the best score."""
    task = ip.sample("bins", bins=2, items=2, seed=4)
    result = ip.policy(task)

    assert (result.value, result.proved_optimal) == (2.0, True)
    assert str(result.policy(task.start)) == "(pick i1 d1)"


def test_what_makes_no_sense_is_refused() -> None:
    """No task, no time, an endless episode, gains and losses that are even."""
    with pytest.raises(UsageError, match="takes a task"):
        ip.policy("task")  # type: ignore[arg-type]
    endless = ip.program(actions=[1], transition=lambda s, a: s, reward=lambda s, a, t: 1).task(0)
    with pytest.raises(UsageError, match="give it a horizon"):
        ip.policy(endless)
    with pytest.raises(UsageError, match="step_time"):
        ip.policy(endless, step_time=0)
    fair = ip.program(
        actions=["bet", "stop"],
        outcomes=lambda s, a: (
            [(1, s, 0, True)] if a == "stop" else [(0.5, s, 1, False), (0.5, s, -1, False)]
        ),
    )
    with pytest.raises(UsageError, match="loops"):
        ip.policy(fair.task(0))
