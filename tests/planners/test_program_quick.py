"""Plans for environments by their quick models: found soon, and replayed by their own steps."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.limits import Meter
from introplan.planners import program_quick
from introplan.planners.program_quick import quick_path
from made_rooms import Rooms


def _replayed(env: Any, plan: Any) -> tuple[float, bool]:
    env.reset()
    paid, over = 0.0, False
    for action in plan:
        _, reward, over, *_ = env.step(action)
        paid += reward
    return paid, over


def test_a_world_of_objects_with_a_clock_is_planned_for_soon() -> None:
    """A plan to the nearest goal, with the score of the real steps; nothing is claimed of it."""
    env = Rooms()
    result = ip.plan(ip.from_env(env))
    assert result.plan is not None
    assert len(result.plan) == 12
    paid, over = _replayed(env, result.plan)
    assert over
    assert paid == pytest.approx(result.score)
    assert result.score == pytest.approx(1 - 0.9 * 12 / 100)
    assert result.expanded < 400
    assert not result.proved_optimal


class Lights(Rooms):
    """The door opens only at every seventh step: time counts, and clocks were left out."""

    def step(self, action: str) -> Any:
        """Wait for it."""
        if action == "open" and self.clock % 7 != 6:
            action = "stay"
        return super().step(action)


def test_what_is_not_found_is_no_proof() -> None:
    """Where time counts the quick model may find nothing, and planning goes on without it."""
    task = ip.from_env(Lights())
    result = ip.plan(task, limits=ip.Limits(seconds=60))
    assert result.status != "unsolvable"
    if result.plan is not None and result.score > 0:
        paid, over = _replayed(Lights(), result.plan)
        assert paid == pytest.approx(result.score)
        assert over


def test_rewards_on_the_way_are_left_to_others() -> None:
    """A path to an end is not all there is to find."""

    class Coins(Rooms):
        def step(self, action: str) -> Any:
            seen, reward, *rest = super().step(action)
            return (seen, reward + (self.held is not None), *rest)

    assert quick_path(ip.from_env(Coins()), Meter()) is None


class Doors(Rooms):
    """There is a poor end near the start."""

    def step(self, action: str) -> Any:
        """Waiting at the start ends it."""
        here = self.at
        seen, reward, over, *rest = super().step(action)
        if action == "stay" and here == (1, 1):
            return (seen, 0.01, True, *rest)
        return (seen, reward, over, *rest)


def test_a_better_end_further_away_is_found_in_a_small_world() -> None:
    """The nearest one is taken where more states than a few hundred were seen."""
    path = quick_path(ip.from_env(Doors()), Meter())
    assert path is not None
    assert sum(path.rewards) == pytest.approx(1 - 0.9 * 12 / 100)


def test_novelty_leads_on_where_breadth_first_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way is shortened: no step of it can be left out."""
    monkeypatch.setattr(program_quick, "MAX_BREADTH", 20)
    path = quick_path(ip.from_env(Rooms()), Meter())
    assert path is not None
    paid, over = _replayed(Rooms(), path.actions)
    assert over
    assert paid == pytest.approx(sum(path.rewards))
    for number in range(len(path.actions)):
        shorter = path.actions[:number] + path.actions[number + 1 :]
        paid, over = _replayed(Rooms(), shorter)
        assert not (over and paid >= sum(path.rewards))


def test_a_horizon_is_kept() -> None:
    """The door is too far for it."""
    assert quick_path(ip.from_env(Rooms(), horizon=12), Meter()) is not None
    assert quick_path(ip.from_env(Rooms(), horizon=11), Meter()) is None
