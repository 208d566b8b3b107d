"""Wishes of worlds in Python: they add up to the reward, and say what pays how much."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs.finder import Finder
from introplan.introspection.programs.wishes import wishes_of
from introplan.symbolic.budget import Budget
from scored_worlds import scored_world, steps_of

ROOMS = 30
COST = {0: 1, 1: 5, 2: 0, 3: 1}


@pytest.mark.parametrize("first", range(0, 90, 30))
def test_wishes_add_up_to_the_reward(first: int) -> None:
    """On every step of random worlds, whatever the style of the reward."""
    for seed in range(first, first + 30):
        task = scored_world(seed)
        wishes = ip.wishes(task, budget=20.0)
        assert all(wish.weight > 0 for wish in wishes)
        for step in steps_of(task):
            asked = (step.before, step.action, step.outcome.state)
            total = sum(wish.value * wish.condition.amount(*asked) for wish in wishes)
            assert math.isclose(total, step.outcome.reward, abs_tol=1e-9), (seed, asked)


def _clean(s: tuple[int, tuple[bool, ...]], a: str) -> tuple[int, tuple[bool, ...]]:
    at, clean = s
    if a == "clean":
        done = list(clean)
        done[at] = True
        return (at, tuple(done))
    return ((at + 1) % ROOMS, clean)


def _paid(s: Any, a: str, s2: Any) -> float:
    total = 0.0
    for place, clean in enumerate(s2[1]):
        if clean:
            total += 0.5 * (place + 1)
    if a == "clean":
        total -= 0.75
    return total


def test_thirty_conditions_are_thirty_wishes_at_once() -> None:
    """Not 2 ** 30 paths: one wish for each room and a penalty, with the exact largest reward."""
    world = ip.program(actions=["clean", "on"], transition=_clean, reward=_paid)
    task = world.task((0, (False,) * ROOMS), horizon=60)
    finder = Finder.of(task, Budget.of(10.0))
    started = time.process_time()
    wishes = wishes_of(finder.reading, finder.names)
    assert time.process_time() - started < 1
    assert len(wishes) == ROOMS + 1
    assert str(wishes[0]) == "+15 if clean[29]'"
    assert [str(w) for w in wishes if not w.wanted] == ["-0.75 for 'clean'"]
    weight, condition, wanted = wishes[0]
    assert (weight, condition.holds(task.start, "on", (0, (True,) * ROOMS)), wanted) == (
        15,
        1,
        True,
    )
    info = finder.introspection()
    assert str(info.r_max) == "232.5"
    assert "What a step pays is a sum:" in info.report()


def _walk(s: tuple[int, int], a: int) -> tuple[int, int]:
    at, fuel = s
    if fuel == 0:
        raise ValueError("no fuel")
    return ((at + a) % 4, fuel - 1)


def _running_cost(s: Any, a: int, s2: tuple[int, int]) -> int:
    return 2 * s2[1] - COST[s2[0]]


def _gain(s: tuple[int, int], a: int, s2: tuple[int, int]) -> int:
    return 3 * s2[1] - 3 * s[1] + 10 * (s2[0] == 3) - 10 * (s[0] == 3)


def test_tables_are_grouped_by_value_and_numbers_have_a_range() -> None:
    """`-COST[cell]` is a penalty for each cost, `2 * fuel` one wish with its range."""
    task = ip.program(actions=[1, 2], transition=_walk, reward=_running_cost).task((0, 9))
    texts = [str(wish) for wish in ip.wishes(task)]
    assert texts[0].startswith("-5 if ")
    assert "+2 times fuel' (0 to 9)" in texts
    assert len(texts) == 3


def test_a_difference_of_scores_pays_for_what_changes() -> None:
    """What counts after the step and against it before comes true, or ends."""
    task = ip.program(actions=[1, 2], transition=_walk, reward=_gain).task((0, 9))
    texts = {str(wish) for wish in ip.wishes(task)}
    assert "+10 if at' == 3 and at != 3" in texts
    assert "-10 if at == 3 and at' != 3" in texts
    assert "+3 times (fuel' - fuel) (-9 to 9)" in texts


def test_a_reward_that_is_not_understood_has_no_wishes() -> None:
    """The error says where the reading stopped; findings have none and say so elsewhere."""

    def reward(s: int, a: int, s2: int) -> float:
        return float(hash(str(s2) * s2) % 7)

    task = ip.program(actions=[1], transition=lambda s, a: s + a, reward=reward).task(0)
    with pytest.raises(ip.UsageError, match=r"the reward was not understood: PY-.*test_wishes"):
        ip.wishes(task)
    assert ip.introspect(task).wishes() == ()


def test_wishes_are_for_tasks() -> None:
    """As every door, this one names what it wants."""
    with pytest.raises(ip.UsageError, match="wishes takes a task"):
        ip.wishes(3)  # type: ignore[arg-type]
