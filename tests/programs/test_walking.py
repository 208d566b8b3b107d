"""Many ordinary steps at once: the same as one by one, up to the first that is not ordinary."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.programs.walking import walk

MOVES = ("+", "-")


def _step(s: Any, a: str) -> Any:
    if s == 3 and a == "-":
        raise ValueError("not from here")
    return s + 1 if a == "+" else s - 1


def _task(reward: Any = lambda s, a, s2: s2, **changes: Any) -> Any:
    functions = {"transition": _step, "reward": reward, "terminal": None, **changes}
    return ip.program(actions=MOVES, **functions).task(0)


def test_all_ordinary_steps_are_taken() -> None:
    """The state after them, and what each pays, as a float."""
    rewards: list[float] = []
    assert walk(_task(), 0, ["+", "+", "-"], rewards) == 1
    assert rewards == [1.0, 2.0, 1.0]
    assert all(type(reward) is float for reward in rewards)


@pytest.mark.parametrize(
    "changes",
    [
        {"reward": lambda s, a, s2: 2**60 if s2 == 3 else 0},
        {"reward": lambda s, a, s2: float("inf") if s2 == 3 else 0},
        {"reward": lambda s, a, s2: 1 // (3 - s2)},
        {"terminal": lambda s, a, s2: s2 == 3},
        {"terminal": lambda s, a, s2: "failure" if s2 == 3 else False},
        {"transition": lambda s, a: s + 1 if s != 2 else None},
        {"transition": lambda s, a: s + 1 if s != 2 else [3]},
        {"transition": lambda s, a: s + 1 if s != 2 else (3, (1, [2]))},
    ],
)
def test_it_stops_before_what_is_not_ordinary(changes: Any) -> None:
    """Large rewards, ends, and states that could change are left to the step itself."""
    rewards: list[float] = []
    assert walk(_task(**changes), 0, ["+", "+", "+", "+"], rewards) == 2
    assert len(rewards) == 2


def test_it_stops_before_a_step_that_is_not_allowed() -> None:
    """Whether an exception means that is not decided here."""
    rewards: list[float] = []
    assert walk(_task(), 0, ["+", "+", "+", "-", "+"], rewards) == 3
    assert len(rewards) == 3


def test_the_largest_reward_ends_an_episode() -> None:
    """Where it is known, the step that pays it is no ordinary one."""
    rewards: list[float] = []
    assert walk(_task().with_r_max(2.0), 0, ["+", "+", "+"], rewards) == 1


def test_states_that_functions_may_change_are_not_handed_out() -> None:
    """Nothing is taken from a list."""
    rewards: list[float] = []
    state: Any = [0]
    assert walk(_task(), state, ["+"], rewards) is state
    assert not rewards


@pytest.mark.parametrize("stopped", [KeyboardInterrupt, MemoryError])
def test_an_interruption_passes(stopped: type[BaseException]) -> None:
    """It is no way to say that an action is not allowed."""

    def raising(s: int, a: str) -> int:
        raise stopped

    with pytest.raises(stopped):
        walk(_task(transition=raising), 0, ["+"], [])


@pytest.mark.parametrize("wrong", [31, 32, 33, 63, 64, 99])
def test_a_replay_says_which_step_is_wrong(wrong: int) -> None:
    """Also in the middle of many that were taken at once."""

    def climb(s: int, a: str) -> int:
        if s == wrong:
            raise ValueError("the top")
        return s + 1

    task = ip.program(actions=MOVES, transition=climb, reward=lambda s, a, s2: 1).task(0)
    verdict = ip.verify(task, ["+"] * 100)
    assert verdict.reason.startswith(f"step {wrong + 1}: + is not allowed: ValueError: the top")
    assert verdict.score == wrong
    limited = ip.verify(task.restarted(0, horizon=wrong), ["+"] * 100)
    assert limited.reason.startswith(f"step {wrong + 1}: the horizon")
