"""Branch and bound against brute force, with bounds that are exact, loose or none."""

from __future__ import annotations

import math
import random

import pytest

from introplan.limits import Meter
from introplan.planners.nodes import Node
from introplan.planners.program_bound_search import Bound, BoundSearch, Objective
from introplan.programs.program import BlackBox
from random_scores import best_of, random_table


def loose(most: float) -> Bound:
    """A bound that is the same everywhere."""
    return lambda state, moves_left: most


def test_what_is_proven_is_true() -> None:
    """The score and the steps; where going on may be better, nothing is claimed."""
    proven = 0
    for seed in range(1500):
        table = random_table(seed)
        best = best_of(table)
        if best.score is None or best.is_reward or math.isinf(best.score) or best.is_hopeless:
            continue
        if table.discount != 1 and table.horizon is None:
            continue
        task = table.task()
        objective = Objective(table.horizon, table.discount, table.names_success)
        bound = loose(random.Random(seed).choice([20.0, 60.0]))
        search = BoundSearch(BlackBox(task), Meter(), objective, bound, Node(task.start))
        if not search.run(3_000) or search.best is None or not search.is_proof:
            continue
        proven += 1
        assert search.best.score == pytest.approx(best.score, abs=1e-9), seed
        assert best.steps is None or search.best.depth == best.steps, seed
    assert proven > 300


def test_a_search_goes_on_where_it_stopped() -> None:
    """And the upper bound comes down as the best plan comes up."""
    table = next(t for t in map(random_table, range(1000)) if t.horizon == 7)
    task = table.task()
    objective = Objective(7, table.discount, needs_success=False)
    bounds: list[float] = []
    search = BoundSearch(
        BlackBox(task), Meter(), objective, lambda s, moves: 10.0 * (moves or 0), Node(task.start)
    )
    while not search.run(1):
        bounds.append(search.upper)
    assert bounds == sorted(bounds, reverse=True)
    assert search.best is not None


def test_states_from_which_nothing_counts_are_left_out() -> None:
    """A bound of minus infinity prunes."""
    task = random_table(0).task()
    search = BoundSearch(
        BlackBox(task), Meter(), Objective(5, 1.0, False), lambda s, m: -math.inf, Node(0)
    )
    assert search.run()
    assert search.best is None
