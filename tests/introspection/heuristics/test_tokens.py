"""Tokens: how far things without names have to move."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from introplan.introspection.heuristics.distance import UNREACHABLE_STEPS, StepBound
from introplan.introspection.heuristics.tokens import moving_tokens
from introplan.introspection.programs.reading import Reading
from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Term
from read_worlds import read

ROWS, COLUMNS = 3, 4
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
Cell = tuple[int, int]
State = tuple[Cell, frozenset[Cell]]
START: State = ((0, 1), frozenset({(1, 1), (1, 2)}))
GOALS = frozenset({(0, 2), (1, 2)})


def _is_inside(cell: Cell) -> bool:
    return 0 <= cell[0] < ROWS and 0 <= cell[1] < COLUMNS


def push(state: State, move: str) -> State:
    """Sokoban in a room without walls inside; what is not possible changes nothing."""
    (row, column), boxes = state
    down, right = STEPS[move]
    new, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
    if not _is_inside(new):
        return state
    if new in boxes:
        if not _is_inside(beyond) or beyond in boxes:
            return state
        boxes = (boxes - {new}) | {beyond}
    return new, boxes


def lose(state: State, move: str) -> State:
    """The same with a hole in a corner, where boxes vanish."""
    worker, boxes = push(state, move)
    return worker, boxes - {(2, 3)}


def _read(transition: Any = push) -> Reading:
    return read(transition, lambda s, a, s2: int(s2[1] == GOALS), start=START, actions=list(STEPS))


def _bound(reading: Reading, goals: frozenset[Cell] = GOALS, *, exact: bool) -> StepBound | None:
    """The distance to boxes on goals and, where it is said so, on no other cell."""
    goal: list[Term] = []
    for var in reading.order:
        if "in" in var.name.split():
            cell = eval(var.name.split(" in ")[0])
            if cell in goals:
                goal.append(var)
            elif exact:
                goal.append(build.negate(var))
    assert reading.read is not None
    start = dict(zip(reading.order, reading.read(START), strict=True))
    return moving_tokens(build.conjoin(goal), reading.operators or [], start, lambda: None)


def _true_distances() -> dict[State, int]:
    """Steps to the goals from all states that can be reached, by exhaustive search."""
    before: dict[State, list[State]] = {START: []}
    waiting = deque([START])
    while waiting:
        state = waiting.popleft()
        for move in STEPS:
            after = push(state, move)
            if after not in before:
                before[after] = []
                waiting.append(after)
            before[after].append(state)
    far = {state: 0 for state in before if state[1] == GOALS}
    waiting = deque(far)
    while waiting:
        state = waiting.popleft()
        for earlier in before[state]:
            if earlier not in far:
                far[earlier] = far[state] + 1
                waiting.append(earlier)
    return {state: far.get(state, UNREACHABLE_STEPS) for state in before}


@pytest.mark.parametrize("exact", [True, False])
def test_the_distance_never_overestimates_and_knows_lost_boxes(exact: bool) -> None:
    """In all states against the true one; a box in a corner is lost, and so is the state."""
    reading = _read()
    bound = _bound(reading, exact=exact)
    assert bound is not None
    assert reading.read is not None
    far = compiled_one(bound.term, tuple(reading.order))
    true = _true_distances()
    found = {state: min(far(reading.read(state)), UNREACHABLE_STEPS) for state in true}
    assert all(found[state] <= true[state] for state in true)
    assert found[START] == 1
    lost = [s for s in true if true[s] >= UNREACHABLE_STEPS]
    assert sum(found[s] >= UNREACHABLE_STEPS for s in lost) > len(lost) / 2
    assert max(bound.drops) == 1


def test_every_step_lowers_it_by_what_is_said_at_most() -> None:
    """What an operator can lower it by is what sums of distances rest on."""
    reading = _read()
    bound = _bound(reading, exact=True)
    assert bound is not None
    assert reading.read is not None
    far = compiled_one(bound.term, tuple(reading.order))
    actions = {o.action: 0 for o in reading.operators or ()}
    for operator, drop in zip(reading.operators or (), bound.drops, strict=True):
        actions[operator.action] = max(actions[operator.action], drop)
    for state in _true_distances():
        here = far(reading.read(state))
        for move in STEPS:
            assert here - far(reading.read(push(state, move))) <= actions[move]


def test_where_tokens_are_lost_or_more_than_goals_nothing_is_said() -> None:
    """The sum would not be 0 at the goal, or could fall by more than moves."""
    assert _bound(_read(lose), exact=True) is None
    assert _bound(_read(), GOALS - {(0, 2)}, exact=False) is None
