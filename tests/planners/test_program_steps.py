"""Python worlds in which every step costs the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

import introplan as ip
from introplan.machine.native import IS_AVAILABLE
from introplan.planners import program_beam, program_sweep


def _sliding(side: int, moves: int, seed: int, step_reward: float) -> Any:
    """A sliding puzzle after random moves; every step pays the same."""
    goal, rng = (*range(1, side * side), 0), random.Random(seed)
    steps = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

    def slide(board: tuple[int, ...], move: str) -> tuple[int, ...]:
        hole = board.index(0)
        row, col = hole // side + steps[move][0], hole % side + steps[move][1]
        if not (0 <= row < side and 0 <= col < side):
            return board
        cells, other = list(board), row * side + col
        cells[hole], cells[other] = cells[other], cells[hole]
        return tuple(cells)

    start = goal
    for _ in range(moves):
        start = slide(start, rng.choice(list(steps)))
    model = ip.program(
        actions=list(steps),
        transition=slide,
        reward=lambda s, a, t: step_reward,
        terminal=lambda s, a, t: ip.Status.SUCCESS if t == goal else False,
    )
    return model.task(start)


@pytest.mark.skipif(not IS_AVAILABLE, reason="without the native machine beams look for more")
def test_where_steps_alone_decide_no_beam_calls_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that can be better is a shorter way, and that is searched for on the machine."""
    monkeypatch.setattr(program_sweep, "MAX_SWEEP_CALLS", 0)
    monkeypatch.delattr(program_beam.Beams, "run")
    task = _sliding(4, 300, 3, -1)
    result = ip.plan(task)
    assert (result.status, result.engine) == ("success", "native")
    far = ip.introspect(task).heuristic(task.start)
    assert result.plan is not None
    assert far <= len(result.plan) <= 2 * far + 10


@pytest.mark.parametrize("step_reward", [-1, -2.5, 0])
def test_plans_of_equal_steps_are_proven_as_far_as_all_states_say(
    step_reward: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against a sweep of the whole world: the score, and never a proof that is none."""
    task = _sliding(3, 60, 5, step_reward)
    exact = ip.plan(task, optimal=True)
    monkeypatch.setattr(program_sweep, "MAX_SWEEP_CALLS", 0)
    monkeypatch.setattr(program_sweep, "MAX_SWEEP_STATES", 10)
    monkeypatch.setattr(program_sweep, "MAX_SWEEP_STATES_FOR_PROOF", 10)
    proven, quick = ip.plan(task, optimal=True), ip.plan(task)
    assert exact.proved_optimal
    assert proven.proved_optimal
    assert (proven.score, proven.cost) == (exact.score, exact.cost)
    assert quick.score <= exact.score <= (0 if quick.bound is None else quick.bound)
    assert not quick.proved_optimal or quick.cost == exact.cost
