"""Lists of successors: `actions=successors, transition=lambda s, a: a`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import introplan as ip

SIZE = 60


def _jugs(s: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = s
    poured, back = min(x, 33 - y), min(y, 50 - x)
    return [(50, y), (x, 33), (0, y), (x, 0), (x - poured, y + poured), (x + back, y - back)]


def _grid(s: tuple[int, int]) -> list[tuple[int, int]]:
    found = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        x, y = s[0] + dx, s[1] + dy
        if 0 <= x < SIZE and 0 <= y < SIZE and (x, y) != (3, 3):
            found.append((x, y))
    return found


def _slid(s: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    gap = s.index(0)
    for to in (gap - 3, gap + 3, gap - 1 if gap % 3 else -1, gap + 1 if gap % 3 < 2 else -1):
        if 0 <= to < 9:
            cells = list(s)
            cells[gap], cells[to] = cells[to], cells[gap]
            yield tuple(cells)


class Node:
    """A place that knows where it was reached from; not comparable."""

    def __init__(self, x: int, parent: Node | None = None) -> None:
        self.x, self.parent = x, parent

    def children(self) -> list[Node]:
        """The places next to it."""
        return [Node(x, self) for x in (self.x - 1, self.x + 1, self.x + 7) if 0 <= x <= 500]


WORLDS: list[tuple[Any, Any, Callable[[Any], bool], int]] = [
    (_jugs, (0, 0), lambda s: s[0] == 4, 38),
    (_grid, (0, 0), lambda s: s == (50, 40), 90),
    (_slid, (1, 2, 3, 4, 0, 6, 7, 5, 8), lambda s: s == (1, 2, 3, 4, 5, 6, 7, 8, 0), 2),
    (Node.children, Node(0), lambda s: s.x == 500, 74),
]
"""Successors, a start, a goal, and the fewest steps to it."""


def _task(successors: Any, start: Any, is_goal: Callable[[Any], bool]) -> ip.ProgramTask:
    return ip.program(
        actions=successors,
        transition=lambda s, a: a,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: "success" if is_goal(s2) else "continue",
    ).task(start)


@pytest.mark.parametrize(("successors", "start", "is_goal", "fewest"), WORLDS)
def test_each_place_of_the_list_is_an_operator(
    successors: Any, start: Any, is_goal: Callable[[Any], bool], fewest: int
) -> None:
    """Rules, reward and end are read, though there are as many actions as states."""
    info = ip.introspect(_task(successors, start, is_goal))

    assert info.understood.startswith("read: rules, reward and end")
    assert info.heuristic is not None
    assert 0 < info.heuristic(start) <= fewest


@pytest.mark.parametrize(("successors", "start", "is_goal", "fewest"), WORLDS)
def test_plans_are_the_states_that_they_lead_through(
    successors: Any, start: Any, is_goal: Callable[[Any], bool], fewest: int
) -> None:
    """Whether they were found by the machine or by calling."""
    task = _task(successors, start, is_goal)
    result = ip.plan(task, shortest=True)

    assert result.plan is not None
    assert is_goal(result.plan[-1])
    assert result.proved_shortest
    assert len(result.plan) == fewest
    assert ip.verify(task, result.plan).valid


def test_the_machine_takes_the_places_of_the_list() -> None:
    """Its steps are replayed as the states that are listed."""
    result = ip.plan(_task(*WORLDS[3][:3]))

    assert str(result.engine) == "native"
    assert result.plan is not None
    assert [type(action) for action in result.plan] == [Node] * 74


def test_a_list_in_the_order_of_a_set_is_searched_by_calling() -> None:
    """Its places mean nothing; the plan is found all the same."""
    task = _task(lambda s: {s + 1, s + 2} if s < 9 else set(), 0, lambda s: s == 9)

    assert ip.plan(task).score == -5
