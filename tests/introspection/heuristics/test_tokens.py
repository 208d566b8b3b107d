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
from introplan.symbolic.terms.term import Term, const
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


def on_board(state: State, marks: tuple[Any, Any]) -> Any:
    """The same state as rows of marks for what is empty and for boxes."""
    worker, boxes = state
    rows = [[marks[(r, c) in boxes] for c in range(COLUMNS)] for r in range(ROWS)]
    return worker, rows


def push_on_board(marks: tuple[Any, Any]) -> Any:
    """The same steps on rows of marks."""
    empty, box = marks

    def push(state: Any, move: str) -> Any:
        (row, column), rows = state
        down, right = STEPS[move]
        new, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
        if not (0 <= new[0] < ROWS and 0 <= new[1] < COLUMNS):
            return state
        if rows[new[0]][new[1]] == box:
            if not (0 <= beyond[0] < ROWS and 0 <= beyond[1] < COLUMNS):
                return state
            if rows[beyond[0]][beyond[1]] != empty:
                return state
            rows = [list(line) for line in rows]
            rows[new[0]][new[1]], rows[beyond[0]][beyond[1]] = empty, box
        return new, rows

    return push


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


@pytest.mark.parametrize("marks", [(" ", "$"), (0, 2)])
def test_marks_on_a_board_move_like_elements_of_a_set(marks: tuple[Any, Any]) -> None:
    """The same distance in every state, whether boxes are letters or numbers on a board."""
    start = on_board(START, marks)
    reading = read(
        push_on_board(marks),
        lambda s, a, s2: int(s2[1][0][2] == s2[1][1][2] == marks[1]),
        start=start,
        actions=list(STEPS),
    )
    assert reading.read is not None
    row = dict(zip(reading.order, reading.read(start), strict=True))
    cells = {var.name: var for var in reading.order}
    goal = build.conjoin(
        build.equal(cells[f"s[1][{r}][{c}]"], const(marks[1])) for r, c in sorted(GOALS)
    )
    bound = moving_tokens(goal, reading.operators or [], row, _no)
    sets = _read()
    in_sets = _bound(sets, exact=False)
    assert bound is not None
    assert in_sets is not None
    assert sets.read is not None
    far = compiled_one(bound.term, tuple(reading.order))
    far_in_sets = compiled_one(in_sets.term, tuple(sets.order))
    for state in _true_distances():
        assert far(reading.read(on_board(state, marks))) == far_in_sets(sets.read(state))
    more = build.equal(cells["s[1][2][2]"], const(marks[1]))
    assert moving_tokens(build.conjoin([goal, more]), reading.operators or [], row, _no) is None


def _no() -> None:
    """No time limit."""
