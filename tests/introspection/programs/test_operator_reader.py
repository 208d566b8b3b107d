"""Reading operators: every real step is one of them, inside ranges that none leaves."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.symbolic.constraints.interval import OneOf, Range
from introplan.symbolic.terms.compile import compiled, compiled_one
from introplan.symbolic.terms.term import terms_asked
from read_worlds import SIDE, grid_move, read
from reliability.compiled import compared


def test_exactly_one_operator_describes_each_step() -> None:
    """And its effects are what the transition does."""
    reading = read()
    assert reading.operators is not None
    for state in [(0, 0), (5, 5), (SIDE - 1, 3), (SIDE - 1, SIDE - 1)]:
        for action in ("left", "right", "up", "down"):
            fitting = [
                o
                for o in reading.operators
                if o.action == action and compiled_one(o.guard, reading.order)(state)
            ]
            assert len(fitting) == 1
            after = compiled([fitting[0].effects.get(v, v) for v in reading.order], reading.order)
            assert after(state) == grid_move(state, action)


def test_ranges_end_where_the_edges_are() -> None:
    """Although only part of the board was sampled."""
    reading = read()
    assert all(domain == Range(0, SIDE - 1) for domain in reading.box.values())


def test_actions_without_a_guard_are_known() -> None:
    """Some action is always allowed on the board; beyond a limit none is."""

    def falling(s: int, a: str) -> int:
        if s > 100:
            raise ValueError("below the ground")
        return s + 1

    assert not read().has_dead_ends
    assert read(falling, lambda s, a, s2: int(s2 == 70), start=0, actions=["on"]).has_dead_ends


def test_a_set_of_places_is_read_beyond_what_was_sampled() -> None:
    """Widening meets the end of the row a few steps further; only places on it can be taken."""

    def gather(s: tuple[int, frozenset[int]], a: str) -> tuple[int, frozenset[int]]:
        at, got = s
        if a == "take":
            return (at, got | {at})
        after = at + (1 if a == "right" else -1)
        if not 0 <= after < 30:
            raise ValueError("the end of the row")
        return (after, got)

    def paid(s: Any, a: str, s2: tuple[int, frozenset[int]]) -> int:
        return len(s2[1])

    reading = read(gather, paid, start=(0, frozenset()), actions=("left", "right", "take"))
    by_name = {var.name: reading.box[var] for var in reading.order}
    assert by_name["at"] == Range(0, 29)
    assert by_name["29 in got"] == OneOf((False, True))
    assert all(by_name[name].size == 1 for name in by_name if name.startswith(("30 ", "40 ")))


def test_a_room_is_read_in_some_rounds_however_far_boxes_get() -> None:
    """Boxes reach a ring of cells more with each round. That no round is made anew for each ring
    shows in the terms that reading asks for."""
    steps = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    side = 9
    border = (0, side - 1)
    walls = frozenset(
        (r, c) for r in range(side) for c in range(side) if r in border or c in border
    )

    def push(state: Any, move: str) -> Any:
        (row, column), boxes = state
        down, right = steps[move]
        new, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
        if new in walls:
            return None
        if new in boxes:
            if beyond in walls or beyond in boxes:
                return None
            boxes = (boxes - {new}) | {beyond}
        return new, boxes

    start = ((2, 3), frozenset({(2, 2), (2, 4), (3, 3)}))
    before = terms_asked()
    reading = read(push, lambda s, a, s2: -1, start=start, actions=list(steps))
    assert terms_asked() - before < 400_000
    filled = {var.name for var in reading.order if reading.box[var].size == 2}
    inside = range(1, side - 1)
    assert filled == {f"({r}, {c}) in s[1]" for r in inside for c in inside}


def test_paths_are_the_same_ones_when_the_program_is_run_again() -> None:
    """Of a choice among many, in a loop that is left early; no two operators may overlap."""
    width = 6

    def climbed(low: int, high: int) -> int:
        for step in range(3):
            if low < high:
                return low + step
            low -= 2
        return high

    def transition(s: Any, a: int) -> Any:
        x, y, parts, mode = s
        if a == 0:
            return (x + 1) % width, y, frozenset(((i + 1) % width, j) for i, j in parts), mode
        if a == 1:
            if int(mode) >= x:
                y = (y + 1) % 2
            x = climbed(y, sum((i, y) in parts for i in range(width))) % width
        else:
            parts, mode = parts ^ {(1, 1)}, not mode
        return x, y, parts, mode

    task = ip.program(actions=[0, 1, 2], transition=transition, reward=lambda s, a, t: -1).task(
        (5, 0, frozenset({(0, 1)}), False)
    )
    assert ip.introspect(task, budget=30).understood.startswith("read: rules and reward")


MOVES = {(place, way): (place + 1) % 50 for place in range(50) for way in "xy" if place % 7 != 3}


def _by_table(s: int, a: str) -> int | None:
    return MOVES.get((s, a))


def _by_choice(s: int, a: str) -> int | None:
    return None if s > 30 else s + 1 if a == "x" else s - 1 if s > 0 else None


def _by_merging(s: int, a: str) -> int | None:
    after = None
    if a == "x" and s < 40:
        after = s + 2
    if a == "y" and s > 3:
        after = s - 3
    return after


def _by_letters(s: str, a: str) -> str | None:
    return {"a": "b", "b": "c"}.get(s) if a == "x" else "a"


def _by_pairs(s: tuple[int, int], a: str) -> tuple[int, int] | None:
    return {(0, 0): (1, 0), (1, 0): (1, 1)}.get(s) if a == "x" else (0, 0)


def _by_truths(s: bool, a: str) -> bool | None:
    return None if s and a == "x" else not s


def _from_nothing(s: int | None, a: str) -> int | None:
    if s is None:
        return 1
    return None if s == 3 else s + 1


def _from_no_pair(s: tuple[int, int] | None, a: str) -> tuple[int, int] | None:
    if s is None:
        return (1, 0)
    if a == "x":
        return (s[0], (s[1] + 1) % 3)
    return None if s[0] == 3 else (s[0] + 1, 0)


@pytest.mark.parametrize(
    ("transition", "start"),
    [
        (_by_table, 0), (_by_choice, 5), (_by_merging, 0), (_by_letters, "a"),
        (_by_pairs, (0, 0)), (_by_truths, False), (_from_nothing, None), (_from_no_pair, None),
    ],
)  # fmt: skip
def test_nothing_back_is_no_state_unless_the_start_is(transition: Any, start: Any) -> None:
    """None is not allowed, wherever it comes from: no operator leads there."""
    task = ip.program(
        actions=("x", "y"), transition=transition, reward=lambda s, a, s2: 0, terminal=_goes_on
    ).task(start)
    found = compared(task, 1_000)
    assert (found.refusal, found.difference) == ("", "")
    assert found.transitions > 4 or transition is _by_truths


def _goes_on(s: Any, a: Any, s2: Any) -> bool:
    return False
