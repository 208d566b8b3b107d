"""Environments as tasks; plans are replayed in the real environment."""

from __future__ import annotations

import random
from typing import Any

import pytest

import introplan as ip


class Corridor:
    """A code world model as language models write it: with a counter, a log and a generator."""

    def __init__(self) -> None:
        self.rng = random.Random(3)
        self.walls = {3}
        self.last_action: str | None = None
        self.reset()

    def reset(self) -> int:
        """To the start."""
        self.position, self.keys, self.last_action = 0, [1], None
        return self.position

    def step(self, action: str) -> Any:
        """Walk; a draw that decides nothing."""
        self.last_action = action
        _ = self.rng.random() < 0
        if action == "take" and self.position in self.keys:
            self.keys.remove(self.position)
        to = self.position + (action == "right") - (action == "left")
        if 0 <= to <= 5 and (to not in self.walls or not self.keys):
            self.position = to
        return self.position, float(self.position == 5), self.position == 5


class Dice(Corridor):
    """Steps are drawn."""

    def step(self, action: str) -> Any:
        """Somewhere."""
        self.position = self.rng.randint(0, 5)
        return self.position, float(self.position == 5), self.position == 5


ACTIONS = ["left", "right", "take"]


def replayed(env: Any, plan: Any) -> float:
    """What a plan scores in the real environment."""
    return sum(float(env.step(action)[1]) for action in plan)


def test_a_code_world_model_is_planned_with() -> None:
    """The attributes that steps change are the state; the object stays as it is."""
    env = Corridor()
    task = ip.from_env(env, actions=ACTIONS)
    result = ip.plan(task)
    assert set(task.start) == {"keys", "position"}
    assert (len(result.plan or ()), env.position) == (6, 0)
    assert replayed(env, result.plan) == 1


def test_a_step_that_draws_is_refused_as_chance() -> None:
    """By its place; the generator is not foreseen."""
    with pytest.raises(ip.ModelError, match="draws: chance"):
        ip.plan(ip.from_env(Dice(), actions=ACTIONS))


def test_actions_must_be_known() -> None:
    """Or given."""
    with pytest.raises(ip.UsageError, match="say it: from_env"):
        ip.from_env(Corridor())


@pytest.mark.parametrize(
    ("name", "options", "score"),
    [
        ("FrozenLake-v1", {"is_slippery": False}, 1),
        ("CliffWalking-v1", {}, -13),
        ("Taxi-v4", {}, None),
    ],
)
def test_toy_text_is_solved_in_the_real_environment(name: str, options: Any, score: Any) -> None:
    """By their tables, within their own limits."""
    gymnasium = pytest.importorskip("gymnasium")
    env = gymnasium.make(name, **options)
    result = ip.plan(ip.from_env(env))
    env.reset(seed=0)
    paid = replayed(env, result.plan)
    assert paid == result.score
    assert score in (None, paid)


def test_chance_in_a_table_is_refused_by_place() -> None:
    """A slippery lake; cards of Blackjack."""
    gymnasium = pytest.importorskip("gymnasium")
    with pytest.raises(ip.UsageError, match=r"chance.*P\[0\]\[0\] has"):
        ip.from_env(gymnasium.make("FrozenLake-v1", is_slippery=True))
    with pytest.raises(ip.ModelError, match="draws: chance"):
        ip.plan(ip.from_env(gymnasium.make("Blackjack-v1")))


class Placed(Corridor):
    """One that can be put anywhere."""

    def set_state(self, state: tuple[int, list[int]]) -> None:
        """Put it there."""
        self.position, self.keys = state[0], list(state[1])


def test_a_task_starts_where_it_is_told_to() -> None:
    """What `set_state` takes, attributes by name, or a state of a table; else it is refused."""
    by_state = ip.from_env(Placed(), actions=ACTIONS, start=(2, []))
    by_name = ip.from_env(Corridor(), actions=ACTIONS, start={"position": 2, "keys": []})
    assert by_state.start == by_name.start == {"position": 2, "keys": []}
    assert ip.plan(by_name).plan == ("right",) * 3

    table = Corridor()
    table.P = {s: {0: [(1.0, s + 1, float(s == 3), s == 3)]} for s in range(4)}  # type: ignore[attr-defined]
    table.s = 0  # type: ignore[attr-defined]
    assert len(ip.plan(ip.from_env(table, actions=[0], start=2)).plan or ()) == 2

    for wrong in ({"place": 2}, 7):
        with pytest.raises(ip.UsageError, match="start is a dictionary of attributes"):
            ip.from_env(Corridor(), actions=ACTIONS, start=wrong)


def test_an_environment_as_start_is_not_reset() -> None:
    """The task starts where it is now."""
    env = Corridor()
    for action in ("right", "take"):
        env.step(action)
    here = ip.from_env(env, actions=ACTIONS, start=env)
    assert here.start == {"keys": [], "position": 1}
    assert ip.plan(here).plan == ("right",) * 4
    gymnasium = pytest.importorskip("gymnasium")
    lake = gymnasium.make("FrozenLake-v1", is_slippery=False)
    assert len(ip.plan(ip.from_env(lake, start=14)).plan or ()) == 1
    lake.reset(seed=0)
    lake.step(1)
    assert ip.from_env(lake, start=lake).start == 4
