"""A budget is kept, whatever makes a world slow to read."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

import introplan as ip

SECONDS = 0.6

PART, CONSTANT_SECONDS = 1.1, 0.25
"""What a budget may be exceeded by: a step that was begun is finished."""


def _task(transition: Any, reward: Any, start: Any, actions: Any) -> ip.ProgramTask:
    return ip.program(actions=actions, transition=transition, reward=reward).task(start)


def collatz() -> ip.ProgramTask:
    """A loop whose length depends on the state in no simple way: terms grow with each round."""

    def transition(s: int, a: int) -> int:
        x, rounds = s + a, 0
        while x > 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            rounds += 1
        return (s + rounds + a) % 100_000

    return _task(transition, lambda s, a, s2: int(s2 == 77_777), 1, [1, 2, 3, 4])


def products() -> ip.ProgramTask:
    """Numbers that are multiplied again and again."""

    def transition(s: tuple[int, int], a: int) -> tuple[int, int]:
        x, y = s
        for i in range(40):
            x, y = (x * y + a) % 1009, (x + y * i) % 1013
        return x, y

    return _task(transition, lambda s, a, s2: int(s2 == (7, 7)), (1, 1), [0, 1, 2, 3])


def board() -> ip.ProgramTask:
    """A move for each empty cell with an even number of neighbours, on a board of text."""

    def legal(s: str) -> list[int]:
        return [i for i in range(64) if s[i] == "." and _neighbours(s, i) % 2 == 0]

    def transition(s: str, a: int) -> str:
        return f"{s[:a]}x{s[a + 1 :]}"

    return _task(transition, lambda s, a, s2: int(s2.count("x") == 30), "." * 64, legal)


def _neighbours(s: str, i: int) -> int:
    return sum(s[j] != "." for j in (i - 8, i + 8, i - 1, i + 1) if 0 <= j < 64)


def pairs() -> ip.ProgramTask:
    """A reward with more than two hundred addends."""

    def transition(s: tuple[int, ...], a: int) -> tuple[int, ...]:
        return (*s[:a], (s[a] + 1) % 6, *s[a + 1 :])

    def reward(s: Any, a: int, s2: tuple[int, ...]) -> int:
        same = sum(s2[i] == s2[j] for i in range(12) for j in range(12) if i != j)
        return 2 * sum(s2[i] + s2[j] == 7 for i in range(12) for j in range(12)) - same

    return _task(transition, reward, (0,) * 12, range(12))


@pytest.mark.parametrize("world", [collatz, products, board, pairs])
def test_reading_ends_when_its_budget_is_spent(world: Callable[[], ip.ProgramTask]) -> None:
    """In processor time, which a busy machine does not change."""
    task = world()
    ip.introspect(task, budget=0.01)  # loads what reading needs
    began = time.process_time()
    info = ip.introspect(task, budget=SECONDS)
    assert time.process_time() - began <= PART * SECONDS + CONSTANT_SECONDS
    assert info.understood


def test_what_a_report_works_out_is_limited_as_well() -> None:
    """Conditions are simplified when they are shown; after a second they are shown as they are."""
    info = ip.introspect(board(), budget=SECONDS)
    began = time.process_time()
    assert info.report()
    assert time.process_time() - began <= PART + CONSTANT_SECONDS
