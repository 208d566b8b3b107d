"""The introspector on Python worlds that ask for an end."""

from __future__ import annotations

import random
from typing import Any

import pytest

import introplan as ip
from introplan.machine.native import IS_AVAILABLE
from introplan.planners import program_goals, program_scores, program_sweep
from introplan.planners.program_native import NativeSearches


def row(length: int, *, terminal: bool) -> ip.ProgramTask:
    """Steps along a row; its end succeeds, or pays most."""
    model = ip.program(
        actions=[-1, 1],
        transition=lambda s, a: max(s + a, 0),
        reward=lambda s, a, t: float(t == length),
        terminal=(lambda s, a, t: "success" if t == length else None) if terminal else None,
    )
    return model.task(0)


@pytest.mark.parametrize("terminal", [True, False])
def test_a_distance_leads_straight_to_the_end(
    terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One expansion for each step, after the first look without reading and a short A*."""
    monkeypatch.setattr(program_sweep, "MAX_SWEEP_CALLS", 0)
    monkeypatch.setattr(program_sweep, "MAX_CALLS_OVER_HORIZON", 0)
    result = ip.plan(row(4_500, terminal=terminal))
    assert (result.status, result.method) == ("success", "distance")
    assert len(result.plan or ()) == 4_500
    counted = program_sweep.UNCOUNTED_EXPANSIONS + program_sweep.COUNTED_EXPANSIONS
    first_look = program_sweep.MAX_SWEEP_STATES if terminal else counted
    searched = program_scores.MAX_NODES_WITHOUT_PROOF if terminal else 0
    first_search = program_goals.NATIVE_A_STAR_NODES
    assert result.expanded <= 4_510 + first_look + searched + first_search


def _sliding(side: int, moves: int) -> ip.ProgramTask:
    """A sliding puzzle after random moves, with a name for its goal."""
    goal, rng = (*range(1, side * side), 0), random.Random(moves)
    steps = (-side, side, -1, 1)

    def slide(board: tuple[int, ...], step: int) -> tuple[int, ...]:
        hole = board.index(0)
        other = hole + step
        is_torn = abs(step) == 1 and hole // side != other // side
        if not 0 <= other < side * side or is_torn:
            return board
        cells = list(board)
        cells[hole], cells[other] = cells[other], cells[hole]
        return tuple(cells)

    start = goal
    for _ in range(moves):
        start = slide(start, rng.choice(steps))
    model = ip.program(
        actions=steps,
        transition=slide,
        reward=lambda s, a, t: -1,
        terminal=lambda s, a, t: "success" if t == goal else None,
    )
    return model.task(start)


@pytest.mark.skipif(not IS_AVAILABLE, reason="without the machine two distances take turns")
def test_the_machine_follows_the_distance_alone_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says more than the count of unmet conditions does, whose list takes half the nodes."""
    asked: list[int] = []
    native = NativeSearches.alternating

    def noted(self: Any, search: Any, root: Any, distances: Any, *rest: Any) -> Any:
        asked.append(len(distances))
        return native(self, search, root, distances, *rest)

    monkeypatch.setattr(program_sweep, "MAX_SWEEP_CALLS", 0)
    monkeypatch.setattr(NativeSearches, "alternating", noted)
    result = ip.plan(_sliding(4, 300))
    assert result.status == "success"
    assert asked == [1]


def test_a_small_world_is_solved_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the method says that nothing was read."""

    def read(*_: object) -> object:
        raise AssertionError("there is no need to read")

    monkeypatch.setattr("introplan.introspection.programs.finder.Finder.of", read)
    result = ip.plan(row(20, terminal=True))
    assert (result.status, result.method, result.proved_optimal) == (
        "success",
        "sweep",
        True,
    )


def test_cheap_worlds_are_looked_at_further_before_they_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A shortest plan of a thousand states takes less than reading; calls are counted for that."""

    def read(*_: object) -> object:
        raise AssertionError("there is no need to read")

    monkeypatch.setattr("introplan.introspection.programs.finder.Finder.of", read)
    result = ip.plan(row(1_000, terminal=True), shortest=True)
    assert (result.method, len(result.plan or ())) == ("breadth-first", 1_000)


def test_a_world_without_a_way_is_proven_to_have_none() -> None:
    """Every state was looked at, or can be proven not to lead there."""
    model = ip.program(
        actions=[1, 2],
        transition=lambda s, a: (s + 2 * a) % 1_000,
        reward=lambda s, a, t: 0.0,
        terminal=lambda s, a, t: "success" if t == 333 else "continue",
    )
    result = ip.plan(model.task(0))
    assert (result.status, result.plan) == ("unsolvable", None)
    assert result.method == "sweep"


def test_the_search_for_the_shortest_says_that_it_is_a_star(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the distance cannot simply be followed."""
    monkeypatch.setattr(program_goals, "descend", lambda *_, **__: None)
    monkeypatch.setattr(program_goals, "MAX_CALLS_BEFORE_READING", 0)
    walls = {(3, y) for y in range(-4, 5) if y != 4}

    def transition(state: tuple[int, int], action: tuple[int, int]) -> tuple[int, int]:
        after = state[0] + action[0], state[1] + action[1]
        if after in walls or not all(-30 <= part <= 30 for part in after):
            raise ValueError("a wall")
        return after

    model = ip.program(
        actions=[(1, 0), (-1, 0), (0, 1), (0, -1)],
        transition=transition,
        reward=lambda s, a, t: 0.0,
        terminal=lambda s, a, t: t == (14, 0),
    )
    result = ip.plan(model.task((0, 0)), shortest=True)
    assert (result.method, len(result.plan or ()), result.proved_shortest) == ("astar", 22, True)
    assert (result.status, result.proved_optimal) == ("ended", False)
