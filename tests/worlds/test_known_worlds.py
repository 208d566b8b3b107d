"""Twenty worlds people know: the best score is found and proven, in Python and in PDDL alike."""

from __future__ import annotations

import math
from typing import Any

import pytest

import introplan as ip
from reliability.scores.judging import replayed
from worlds.known_worlds import PDDL, PYTHON, known, pddl_task, python_task

BEST = {
    "bank_robbery": 8,
    "cleaning": 16,
    "cliff_walking": -13,
    "coffee_office": 8,
    "coins": 17,
    "crop_rotation": 86,
    "delivery": 12,
    "elevator": -27,
    "frozen_lake": 1,
    "golf": -4,
    "inventory": 23,
    "job_shop": 24,
    "key_door_trap": 16,
    "knapsack": 24,
    "machine_replacement": 48.980808,
    "maintenance": 53,
    "orienteering": 17,
    "swamp": -7,
    "sysadmin": 15.75,
    "taxi": 9,
    "thermostat": -13,
    "treasure": 5.24880,
    "two_goals": 5,
    "wolf_goat_cabbage": 23,
}
"""Best scores; a change of the rules would be noticed here."""

PRECISION = 1e-6


def test_there_are_twenty_worlds_and_their_best_scores_are_those_of_exhaustive_search() -> None:
    """Value iteration over every state comes to the scores that are written down."""
    assert PYTHON.keys() == BEST.keys()
    assert PYTHON.keys() >= PDDL.keys()
    assert len(BEST) >= 20
    assert len(PDDL) >= 10
    for name, best in BEST.items():
        assert math.isclose(known(name).truth.best, best, abs_tol=PRECISION), name


def assert_best(name: str, task: Any) -> None:
    """The best score of the world is proven, and of the plans of that score the cheapest."""
    result, best = ip.plan(task, optimal=True), known(name).truth
    assert math.isclose(result.score, best.best, abs_tol=PRECISION)
    assert result.proved_optimal
    assert result.bound is not None
    assert math.isclose(result.bound, best.best, abs_tol=PRECISION)
    if best.least_cost is not None:
        assert result.cost == best.least_cost
    assert ip.verify(task, result.plan or ()).score == result.score


@pytest.mark.parametrize("name", PYTHON)
def test_the_best_score_of_a_world_in_python_is_proven(name: str) -> None:
    """And the plan, in the world's own functions, is paid that."""
    task = python_task(name)
    assert_best(name, task)
    plan = ip.plan(task, optimal=True).plan or ()
    run = replayed(known(name).graph, [repr(action) for action in plan])
    assert run is not None
    assert math.isclose(run.score, known(name).truth.best, abs_tol=PRECISION)


@pytest.mark.parametrize("name", PDDL)
def test_the_twin_in_pddl_has_the_same_answer(name: str) -> None:
    """Score and cost."""
    assert_best(name, pddl_task(name))


@pytest.mark.parametrize("name", PYTHON)
def test_default_mode_is_no_better_than_the_best_and_says_what_is_possible(name: str) -> None:
    """Its bound is not below the best score."""
    result, best = ip.plan(python_task(name)), known(name).truth
    assert str(result.status) in ("success", "ended", "horizon")
    assert result.score <= best.best + PRECISION
    assert result.bound is None or result.bound >= best.best - PRECISION


@pytest.mark.parametrize("name", PYTHON)
def test_the_shortest_plan_is_not_the_best_one(name: str) -> None:
    """Where success is named, or where the episode ends; elsewhere the question is refused."""
    task, cheapest = python_task(name), known(name).truth.cheapest
    if cheapest is None:
        with pytest.raises(ip.UsageError):
            ip.plan(task, shortest=True)
    else:
        result = ip.plan(task, shortest=True)
        assert (result.cost, result.proved_shortest) == (cheapest, True)
