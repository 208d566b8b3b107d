"""Return bounds: never below the largest return of a state, on random worlds."""

from __future__ import annotations

import math

import pytest

import introplan as ip
from introplan.introspection.programs.finder import Finder
from introplan.introspection.returns.return_bounds import ReturnBound
from introplan.mdp import Wanted
from introplan.symbolic.budget import Budget
from random_returns import (
    Graph,
    endless_returns,
    explored,
    random_task,
    random_text,
    returns_over,
)

ENDLESS_MOVES = 400
"""After so many moves nothing is left of a reward that is discounted by 0.9."""


def bound_of(task: ip.ProgramTask, *, needs_success: bool | None = None) -> ReturnBound:
    """The bound of a task, with as much time as it takes."""
    finder = Finder.of(task, Budget.of(20.0))
    return ReturnBound.of(finder, task, needs_success=needs_success, budget=Budget.of(20.0))


def best_returns(
    task: ip.ProgramTask, graph: Graph, *, needs_success: bool
) -> dict[int | None, list[float]]:
    """The largest return of every state, by the number of moves left."""
    if task.horizon is not None:
        rows = returns_over(graph, task.horizon, task.discount, needs_success=needs_success)
        return dict(enumerate(rows))
    if task.discount == 1:
        return {None: endless_returns(graph, needs_success=needs_success)}
    rows = returns_over(graph, ENDLESS_MOVES, task.discount, needs_success=needs_success)
    return {None: rows[-1]}


def check_against_exhaustion(seed: int) -> None:
    """No state of a random world has a larger return than its bound."""
    task = random_task(seed)
    graph = explored(task)
    if graph is None or (task.horizon is None and len(graph.states) > 60):
        return
    needs_success = task.wanted is Wanted.SUCCESS
    bound = bound_of(task)
    for moves, row in best_returns(task, graph, needs_success=needs_success).items():
        for state, best in zip(graph.states, row, strict=True):
            found = bound(state, moves)
            slack = 1e-9 * (1 + abs(best)) if math.isfinite(best) else 0
            assert found >= best - slack, (
                f"{found} for {state}, {moves} moves left, where {best} can be had in\n"
                f"{random_text(seed)}{task}"
            )


@pytest.mark.parametrize("block", range(4))
def test_no_state_has_a_larger_return_than_its_bound(block: int) -> None:
    """Random worlds against value iteration over all of their states."""
    for seed in range(50 * block, 50 * block + 50):
        check_against_exhaustion(seed)


def test_steps_that_cost_one_are_bounded_by_the_distance_to_the_end() -> None:
    """Where every step costs 1, the bound is minus the derived distance."""
    world = ip.program(
        actions=[1, -1, 10],
        transition=lambda s, a: s + a,
        reward=lambda s, a, t: -1,
        terminal=lambda s, a, t: "success" if t == 47 else None,
    )
    task = world.task(0)
    assert bound_of(task)(0, None) == -5
    assert bound_of(task)(45, None) == -2


def test_what_is_not_read_has_no_bound() -> None:
    """A reward that cannot be understood may pay anything."""
    world = ip.program(
        actions=[1, -1],
        transition=lambda s, a: s + a,
        reward=lambda s, a, t: len(str(t)) * 1.5,
        terminal=None,
    )
    task = world.task(0, 3)
    assert bound_of(task)(0, 3) == math.inf
