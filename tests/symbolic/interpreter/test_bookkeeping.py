"""Counters and logs outside the state: harmless while nothing reads them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import introplan as ip
from symbolic_runs import paths_through, refusal_of


class Problem:
    """Counts and remembers what it is asked, as problems of courses do."""

    def __init__(self) -> None:
        self.expanded = 0
        self.last: object = None
        self.log: list[object] = []
        self.visited: dict[object, bool] = {}
        self.seen: set[object] = set()
        self.shared = SHARED

    def successors(self, state: tuple[int, int]) -> list[tuple[tuple[int, int], str, int]]:
        """Neighbours on a field of five by five."""
        x, y = state
        found = []
        for name, dx, dy in (("right", 1, 0), ("left", -1, 0), ("up", 0, 1), ("down", 0, -1)):
            place = (int(x + float(dx)), int(y + float(dy)))
            if 0 <= place[0] < 5 and 0 <= place[1] < 5:
                found.append((place, name, 1))
        self.expanded += 1
        self.last = state
        if state not in self.visited:
            self.visited[state] = True
            self.log.append(state)
        self.seen.add(state)
        return found

    def is_goal(self, state: tuple[int, int]) -> bool:
        """The far corner."""
        return state == (4, 4)


SHARED: list[object] = []
PROBLEM = Problem()


def _counting(x: int, y: int, flag: bool) -> object:
    PROBLEM.expanded += 1
    PROBLEM.last = x
    PROBLEM.log.append((x, y))
    PROBLEM.seen.add(x)
    if y not in PROBLEM.visited:
        PROBLEM.visited[y] = flag
    return x


def _read_after(x: int, y: int, flag: bool) -> object:
    problem = PROBLEM
    problem.expanded += 1
    return problem.expanded


def _read_before(x: int, y: int, flag: bool) -> object:
    problem = PROBLEM
    before = len(problem.log)
    problem.log.append(x)
    return before


def _read_by_another_name(x: int, y: int, flag: bool) -> object:
    problem = PROBLEM
    problem.shared.append(x)
    return len(SHARED)


def _read_as_a_whole(x: int, y: int, flag: bool) -> object:
    problem = PROBLEM
    problem.expanded += 1
    return len(problem.__dict__)


def _raising(x: int, y: int, flag: bool) -> object:
    problem = PROBLEM
    if x not in problem.visited:
        problem.visited[x] = 1 // y  # type: ignore[assignment]
    return x


def _counting_here(x: int, y: int, flag: bool) -> object:
    problem = PROBLEM
    problem.expanded += 1
    problem.last = x
    problem.log.append((x, y))
    problem.seen.add(x)
    if y not in problem.visited:
        problem.visited[y] = flag
    return x


@pytest.mark.parametrize("function", [_counting, _counting_here])
def test_what_is_only_written_says_nothing(function: Callable[..., object]) -> None:
    """Whatever is counted or remembered: one path, and its result."""
    assert len(paths_through(function)) == 1


@pytest.mark.parametrize(
    "function", [_read_after, _read_before, _read_by_another_name, _read_as_a_whole, _raising]
)
def test_what_is_read_as_well_is_refused(function: Callable[..., object]) -> None:
    """Before or after, by another name, or by what an exception says of it."""
    assert "object that the call did not create" in refusal_of(function)


def test_a_problem_that_counts_is_read() -> None:
    """Its distance is exact, and its moves are whole numbers although they are added as floats."""
    task = ip.from_problem(Problem(), start=(0, 0))

    info = ip.introspect(task, budget=5.0)

    assert info.operators
    assert info.heuristic((0, 0)) == 8
