"""The exact solver against brute force, on thousands of small worlds."""

from __future__ import annotations

import math

import pytest

from introplan.limits import Meter
from introplan.mdp import Wanted, total
from introplan.planners.exact import best_in_part, solve
from introplan.planners.question import Solution
from introplan.planners.status import PlanStatus
from introplan.search.graph import Graph, GraphExploration
from random_scores import Table, best_of, random_table


def solved(table: Table) -> tuple[Solution, Graph]:
    """The solution of a table, and the graph that its edges are from."""
    exploration = GraphExploration(table, 0, Meter(), table.horizon)
    assert exploration.run()
    wanted = Wanted.SUCCESS if table.names_success else Wanted.SCORE
    solution = solve(
        exploration.graph,
        wanted,
        horizon=table.horizon,
        discount=table.discount,
        meter=Meter(),
    )
    return solution, exploration.graph


@pytest.mark.parametrize("block", range(6))
def test_scores_bounds_and_steps_are_right(block: int) -> None:
    """Penalties, ends, dead ends, horizons, discounts; loops that pay, or go on for nothing."""
    for seed in range(500 * block, 500 * (block + 1)):
        table = random_table(seed)
        best = best_of(table)
        solution, graph = solved(table)
        if solution.edges is None:
            assert best.score is None or best.is_hopeless, seed
            continue
        assert best.score is not None, seed
        if best.is_reward or best.score == math.inf:
            assert solution.bound == best.score, seed
            continue
        score = total((graph.rewards[e] for e in solution.edges), table.discount)
        assert score == pytest.approx(best.score, abs=1e-6), seed
        assert solution.bound == pytest.approx(score, abs=1e-6), seed
        assert best.steps is None or best.steps == len(solution.edges), seed


def test_loops_that_are_named_can_be_gone_round() -> None:
    """The way to them, and a round that pays what is said."""
    named = 0
    for seed in range(600):
        table = random_table(seed)
        solution, _ = solved(table)
        loop = solution.pays_forever
        if loop is None:
            continue
        named += 1
        state = 0
        for action in loop.way:
            state = table.step(state, action).state
        start, paid = state, 0.0
        for action in loop.actions:
            outcome = table.step(state, action)
            state, paid = outcome.state, paid + outcome.reward
        assert state == start, seed
        assert paid == pytest.approx(loop.pays), seed
        assert paid > 0, seed
        assert not solution.is_best, seed
    assert named > 10


def test_a_plan_is_found_in_a_part_of_a_world() -> None:
    """An end that was seen, not the first one but the best."""
    for seed in range(300):
        table = random_table(seed)
        exploration = GraphExploration(table, 0, Meter())
        exploration.run(2)
        graph = exploration.graph
        plan = best_in_part(graph, needs_success=table.names_success, meter=Meter())
        if plan is not None:
            assert graph.targets[plan[-1]] < 0, seed


def test_where_nothing_can_be_done_there_is_no_plan() -> None:
    """Without a horizon; with one it is the empty plan."""
    assert solved(Table([[]], False, None, 1.0))[0].status is PlanStatus.UNSOLVABLE
    assert solved(Table([[]], False, 3, 1.0))[0].edges == []
