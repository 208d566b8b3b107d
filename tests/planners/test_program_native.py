"""Searches on the machine against the same searches in Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.heuristics.goal_counting import count_of_unmet
from introplan.introspection.programs.finder import Finder
from introplan.introspection.programs.targets import end_target
from introplan.limits import LimitReached, Limits, Meter
from introplan.machine.native import IS_AVAILABLE
from introplan.machine.system import Unsupported
from introplan.mdp import Status
from introplan.planners import program_native
from introplan.planners.nodes import Node
from introplan.planners.program_native import NativeSearches, notes_on_engine
from introplan.planners.program_search import (
    EndRule,
    Path,
    ProgramSearch,
    a_star,
    alternating,
    breadth_first,
    descend,
)
from introplan.programs.freezing import kept
from introplan.symbolic.budget import Budget

pytestmark = pytest.mark.skipif(not IS_AVAILABLE, reason="built without a compiler")

MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
GOAL: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def _slide(board: tuple[int, ...], action: str) -> tuple[int, ...]:
    place = board.index(0)
    row, column = divmod(place, 3)
    down, right = MOVES[action]
    if not (0 <= row + down < 3 and 0 <= column + right < 3):
        raise ValueError("the edge of the board")
    other = (row + down) * 3 + column + right
    cells = list(board)
    cells[place], cells[other] = cells[other], cells[place]
    return tuple(cells)


def _task(seed: int, moves: int = 60) -> Any:
    rng, board = random.Random(seed), GOAL
    for _ in range(moves):
        try:
            board = _slide(board, rng.choice(list(MOVES)))
        except ValueError:
            continue
    model = ip.program(
        actions=tuple(MOVES),
        transition=_slide,
        reward=lambda s, a, s2: 1 if s2 == GOAL else 0,
        terminal=lambda s, a, s2: Status.SUCCESS if s2 == GOAL else Status.CONTINUE,
    )
    return model.task(board)


RULE = EndRule(frozenset({Status.SUCCESS}))


def _search(task: Any, native: NativeSearches | None = None, **limits: int) -> ProgramSearch:
    search = ProgramSearch.of(task, Meter(Limits(**limits)), RULE)
    search.native = native
    return search


@pytest.mark.parametrize("seed", range(4))
def test_both_engines_find_the_same_plans(seed: int) -> None:
    """Breadth-first, A*, greedy and down the distance: action for action."""
    task = _task(seed)
    finder = Finder.of(task, Budget.of(10))
    target = end_target(finder.reading, RULE.aims)
    assert target is not None
    distance, unmet = finder.heuristic(target), count_of_unmet(finder.reading, target)
    native = NativeSearches(finder.reading)
    root = Node(kept(task.start))
    ways: tuple[Callable[[ProgramSearch], Path | None], ...] = (
        lambda s: breadth_first(s, root).path,
        lambda s: a_star(s, root, distance).path,
        lambda s: alternating(s, root, (distance, unmet)).path,
        lambda s: alternating(replace(s, max_depth=14), root, (distance,), weight=2).path,
        lambda s: descend(s, root.state, distance),
    )
    for make in ways:
        own, called = make(_search(task, native)), make(_search(task))
        assert (own is None) == (called is None)
        if own is not None and called is not None:
            assert (own.actions, own.rewards) == (called.actions, called.rewards)
            assert own.is_native
    assert native.was_used
    assert not list(notes_on_engine(native))


def test_plans_say_what_searched() -> None:
    """Results name the engine."""
    result = ip.plan(_task(3, 200), optimal=True)
    assert result.status == "success"
    assert result.proved_optimal
    assert result.engine == "native"
    assert ip.plan(_task(3, 200), engine="python").engine == "python"


def test_limits_are_kept() -> None:
    """A limit on nodes stops the machine."""
    task = _task(1, 300)
    native = NativeSearches(Finder.of(task, Budget.of(10)).reading)
    with pytest.raises(LimitReached):
        breadth_first(_search(task, native, nodes=50), Node(kept(task.start)))


def test_a_reading_that_differs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a difference on the path the search is made in Python, and that is said."""
    monkeypatch.setattr(program_native, "agrees", lambda *_: False)
    task = _task(2)
    native = NativeSearches(Finder.of(task, Budget.of(10)).reading)
    found = breadth_first(_search(task, native), Node(kept(task.start)))
    assert found.path is not None
    assert not found.path.is_native
    assert list(notes_on_engine(native))


def test_what_the_machine_cannot_hold_is_searched_in_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The reason is in a note."""

    def refused(*_: Any) -> Any:
        raise Unsupported("too wide")

    monkeypatch.setattr(program_native, "machine_of", lambda *_: (refused() for _ in range(1)))
    task = _task(2)
    native = NativeSearches(Finder.of(task, Budget.of(10)).reading)
    found = breadth_first(_search(task, native), Node(kept(task.start)))
    assert found.path is not None
    assert "too wide" in next(notes_on_engine(native))


def test_no_plan_is_believed_after_a_look_with_the_functions() -> None:
    """An odd permutation of a small board cannot be solved."""
    model = ip.program(
        actions=tuple(MOVES),
        transition=_slide,
        reward=lambda s, a, s2: 0,
        terminal=lambda s, a, s2: Status.SUCCESS if s2 == GOAL else Status.CONTINUE,
    )
    task = model.task((2, 1, 3, 4, 5, 6, 7, 8, 0))
    native = NativeSearches(Finder.of(task, Budget.of(10)).reading)
    found = breadth_first(_search(task, native), Node(kept(task.start)))
    assert found.is_exhausted
    assert found.path is None
