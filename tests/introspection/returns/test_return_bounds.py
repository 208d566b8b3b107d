"""Return bounds: never below the largest return of a state, on random worlds."""

from __future__ import annotations

import math

import pytest

import introplan as ip
from introplan.introspection.programs.finder import Finder
from introplan.introspection.returns import return_bounds
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


def bound_of(task: ip.ProgramTask, *, seconds: float = 1.5) -> ReturnBound:
    """The bound of a task, with a budget of so many seconds."""
    finder = Finder.of(task, Budget.of(20.0))
    return ReturnBound.of(finder, task, budget=Budget.of(seconds))


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


def check_against_exhaustion(seed: int, *, seconds: float = 20.0) -> None:
    """No state has a larger return than its bound, or another than one that is exact."""
    task = random_task(seed)
    graph = explored(task)
    if graph is None or (task.horizon is None and len(graph.states) > 60):
        return
    needs_success = task.wanted is Wanted.SUCCESS
    bound = bound_of(task, seconds=seconds)
    for moves, row in best_returns(task, graph, needs_success=needs_success).items():
        for state, best in zip(graph.states, row, strict=True):
            found = bound(state, moves)
            slack = 1e-9 * (1 + abs(best)) if math.isfinite(best) else 0
            is_right = found == best or found - best > -slack
            if bound.is_exact:
                is_right = found == best or abs(found - best) <= slack
            assert is_right, (
                f"{found} for {state}, {moves} moves left, where {best} can be had in\n"
                f"{random_text(seed)}{task}"
            )


@pytest.mark.parametrize("block", range(4))
def test_no_state_has_a_larger_return_than_its_bound(block: int) -> None:
    """Random worlds against value iteration over all of their states."""
    for seed in range(50 * block, 50 * block + 50):
        check_against_exhaustion(seed)


@pytest.mark.parametrize("seconds", [0.02, 0.2])
def test_bounds_of_small_tables_are_never_too_small(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same worlds, with sums of tables, prices and distances in place of one table."""
    monkeypatch.setattr(return_bounds, "EXACT_SHARE", 0.0)
    for seed in range(1000, 1060):
        check_against_exhaustion(seed, seconds=seconds)


COINS = [(1, 1, 5), (3, 0, 3), (4, 4, 8), (0, 5, 4), (6, 2, 6), (2, 6, 7), (7, 7, 9), (5, 5, 2)]
COINS += [(7, 0, 5), (0, 7, 6)]

Hunt = tuple[int, int, tuple[bool, ...]]


def hunt(s: Hunt, a: str) -> Hunt:
    """One step on a board of 8 x 8; a coin that is reached is taken."""
    x, y = s[0], s[1]
    if a == "north":
        y = min(y + 1, 7)
    elif a == "south":
        y = max(y - 1, 0)
    elif a == "east":
        x = min(x + 1, 7)
    else:
        x = max(x - 1, 0)
    left = (c and not (x == cx and y == cy) for c, (cx, cy, _) in zip(s[2], COINS, strict=True))
    return (x, y, tuple(left))


def test_coins_over_a_horizon_are_bounded_by_two_tables() -> None:
    """Ten coins, 65,536 states; in 20 moves 36 can be had, of 55 in all."""
    world = ip.program(
        actions=["north", "south", "east", "west"],
        transition=hunt,
        reward=lambda s, a, t: sum(
            coin[2] for was, now, coin in zip(s[2], t[2], COINS, strict=True) if was and not now
        ),
    )
    task = world.task((0, 0, (True,) * len(COINS)), 20)
    bound = bound_of(task, seconds=5.0)
    assert 36 <= bound(task.start, 20) <= (36 if bound.is_exact else 45)
    assert bound((0, 0, (False,) * 9 + (True,)), 20) == 6
    assert bound((0, 0, (False,) * 9 + (True,)), 6) == 0


def test_a_knapsack_that_is_too_large_for_one_table_has_a_price() -> None:
    """Twenty items: the bound is that of the linear relaxation, where one item is cut."""
    weights = [5 + 7 * n % 23 for n in range(20)]
    worth = [w + 5 * n % 11 for n, w in enumerate(weights)]

    def pack(s: tuple[int, tuple[bool, ...]], a: int) -> tuple[int, tuple[bool, ...]]:
        room, taken = s
        if a == 20:
            return s
        if taken[a] or weights[a] > room:
            raise ValueError(a)
        return (room - weights[a], (*taken[:a], True, *taken[a + 1 :]))

    best = [0] * 101
    for weight, value in zip(weights, worth, strict=True):
        for room in range(100, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + value)
    world = ip.program(
        actions=range(21),
        transition=pack,
        reward=lambda s, a, t: 0 if a == 20 else worth[a],
        terminal=lambda s, a, t: a == 20,
    )
    task = world.task((100, (False,) * 20))
    bound = bound_of(task)
    assert not bound.is_exact
    assert best[100] <= bound(task.start, None) <= 1.05 * best[100]


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
