"""The judge of policies."""

from __future__ import annotations

import math
from typing import Any

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.verification.policies import MAX_EPISODE, interval


def coin(horizon: int | None = None, discount: float = 1.0) -> Any:
    """Throw until heads for 1 a throw, or give up for 5."""

    def outcomes(state: str, action: str) -> list[tuple[float, str, float, bool]]:
        if action == "throw":
            return [(0.5, "heads", -1.0, True), (0.5, state, -1.0, False)]
        return [(1.0, "none", -5.0, True)]

    model = ip.program(actions=["give up", "throw"], outcomes=outcomes)
    return model.task("tails", horizon, discount=discount)


def test_policies_are_functions_of_a_state_and_perhaps_the_moves_left() -> None:
    """Or what `ip.policy` gives."""
    assert ip.evaluate(coin(), lambda s: "throw").value == pytest.approx(-2)
    assert ip.evaluate(coin(), lambda s: "give up").value == -5
    early = ip.evaluate(coin(2), lambda s, left: "throw" if left == 2 else "give up")
    assert (early.value, early.exact) == (-3.5, True)
    assert ip.evaluate(coin(), ip.policy(coin())).value == pytest.approx(-2)
    assert str(early) == "value -3.5, exact"


@pytest.mark.parametrize(("horizon", "discount"), [(None, 1.0), (3, 1.0), (None, 0.5), (4, 0.5)])
def test_simulation_and_arithmetic_agree(horizon: int | None, discount: float) -> None:
    """Within the interval, which is seldom missed and here is not."""
    task = coin(horizon, discount)
    exact = ip.evaluate(task, lambda s: "throw")
    drawn = ip.evaluate(task, lambda s: "throw", runs=2_000, seed=1)

    assert (exact.exact, drawn.exact, drawn.runs) == (True, False, 2_000)
    assert drawn.interval[0] <= exact.value <= drawn.interval[1]
    assert drawn == ip.evaluate(task, lambda s: "throw", runs=2_000, seed=1)
    assert "95 % confidence" in str(drawn)


def test_a_policy_that_is_none_is_told() -> None:
    """What cannot be called, actions that cannot be done, and none where some can."""
    with pytest.raises(UsageError, match="a policy is a function"):
        ip.evaluate(coin(), "throw")
    with pytest.raises(UsageError, match="the policy does jump"):
        ip.evaluate(coin(), lambda s: "jump")
    with pytest.raises(UsageError, match="the policy does jump"):
        ip.evaluate(coin(), lambda s: "jump", runs=3)
    with pytest.raises(UsageError, match="gives no action"):
        ip.evaluate(coin(), lambda s: None)
    with pytest.raises(UsageError, match="runs must be"):
        ip.evaluate(coin(), lambda s: "throw", runs=0)


def test_episodes_that_are_cut_tell_nothing_for_certain() -> None:
    """A walk that never ends."""
    model = ip.program(actions=["wait"], outcomes=lambda s, a: [(1.0, s, -1.0, False)])
    judged = ip.evaluate(model.task(0), lambda s: "wait", runs=2)

    assert (judged.value, judged.interval) == (-MAX_EPISODE, (-math.inf, math.inf))
    assert "cut" in judged.notes[0]
    assert ip.evaluate(model.task(0), lambda s: "wait").value == -math.inf


def test_what_is_too_large_is_simulated() -> None:
    """Numbers that never come again."""
    model = ip.program(
        actions=[1],
        outcomes=lambda s, a: [(0.5, 2 * s, 1.0, False), (0.5, 2 * s + 1, 0.0, False)],
    )
    judged = ip.evaluate(model.task(1, 40), lambda s: 1)

    assert (judged.exact, judged.runs) == (False, 1_000)
    assert judged.interval[0] < 20 < judged.interval[1]


def test_plans_are_policies_in_worlds_without_chance() -> None:
    """A goal that holds from the start, and a relational plan by the moves left."""
    task = ip.sample("bins", bins=2, items=2, seed=4)
    plan = ip.plan(task).plan
    assert plan is not None
    whole = task.restarted(task.start, horizon=4)
    judged = ip.evaluate(whole, lambda s, left: plan[4 - left])
    assert (judged.value, judged.exact) == (2.0, True)


def test_intervals_of_two_values_and_of_many() -> None:
    """Wilson's for shares, which is never a point; Student's else."""
    low, high = interval([0.0] * 9 + [1.0])
    assert 0 < low < 0.1 < high < 0.5
    low, high = interval([1.0, 2.0, 3.0])
    assert [low, high] == pytest.approx([2 - 2.48, 2 + 2.48], abs=0.3)
    assert interval([1.0]) == (-math.inf, math.inf)
