"""Results: how they read, and that every planner says how its plan was found."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace

import pytest

import introplan as ip
from introplan.planners.result import Method, PlanResult, PlanStatus

METHODS = {
    "introspector": "milestones",
    "greedy": "greedy",
    "random[5]": "random-shooting",
    "beam[5]": "beam",
    "mcts[20]": "uct",
    "mcts-u[20]": "puct",
    "value-iteration": "value-iteration",
}


@pytest.mark.parametrize("planner", METHODS)
def test_every_planner_names_its_method(planner: str) -> None:
    """On relational tasks and in worlds in Python, also where a limit strikes at once."""
    bins = ip.sample("bins", bins=2, items=2, seed=0)
    grid = ip.sample("grid", distance=4, seed=0)
    assert ip.plan(bins, planner).method == METHODS[planner]
    assert ip.plan(grid, planner).method == METHODS[planner]
    stopped = ip.plan(bins, planner, ip.Limits(nodes=0))
    assert (stopped.status, stopped.method) == ("out-of-nodes", METHODS[planner])


def test_a_goal_that_holds_at_the_start_is_found_by_no_search() -> None:
    """The method says so, for every planner."""
    domain = ip.parse_domain(
        "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
    )
    task = ip.parse_problem(domain, "(define (problem x) (:domain d) (:init (p)) (:goal (p)))")
    for planner in ("introspector", "greedy", "beam[2]"):
        assert ip.plan(task, planner).method == "at-start"


def test_a_result_reads_well() -> None:
    """Two lines: what was found, and by which effort; no noise of binary fractions."""
    result: PlanResult[str] = PlanResult(
        ("up", "right"),
        0.1 + 0.2,
        PlanStatus.SUCCESS,
        2.0,
        1234,
        5678,
        0.0125,
        planner="introspector",
        method=Method.MILESTONES,
        verified=True,
        proved_optimal=True,
        notes=("a note",),
    )
    assert str(result).splitlines() == [
        "success: 2 steps, cost 2, score 0.3, proved optimal, verified",
        "by milestones, 1,234 nodes expanded in 0.013 s (introspector, python engine)",
        "a note",
    ]


def test_without_a_plan_a_result_says_why() -> None:
    """The reason stands behind the status; a checked proof is named."""
    proven: PlanResult[str] = PlanResult(None, 0.0, PlanStatus.UNSOLVABLE, verified=True)
    assert str(proven).startswith("unsolvable: no plan, proved and verified\n")
    late: PlanResult[str] = PlanResult(None, 0.0, PlanStatus.OUT_OF_TIME, reason="stopped")
    assert str(late).startswith("out-of-time: no plan (stopped)\n")


def test_what_is_taken_away_with_a_plan() -> None:
    """Effort and method stay; score, cost, milestones and claims go."""
    result = ip.plan(ip.sample("bins", bins=2, items=2, seed=0))
    bare = result.without_plan(PlanStatus.OUT_OF_TIME, "late")
    assert (bare.plan, bare.score, bare.milestones, bare.verified) == (None, 0.0, (), False)
    assert (bare.expanded, bare.method) == (result.expanded, result.method)
    assert bare.reason == "late"


def test_results_can_be_pickled() -> None:
    """Of a world in Python, whose milestones have no engine behind them."""
    result = ip.plan(ip.sample("grid", distance=4, seed=0))
    assert pickle.loads(pickle.dumps(result)) == result


def test_a_score_stands_beside_its_bound() -> None:
    """Reached, not reached, unknown or infinite: each in the words that all outputs share."""
    result: PlanResult[str] = PlanResult(("a",), 7.0, PlanStatus.ENDED, 1.0)

    assert result.score_text == "score 7"
    assert replace(result, bound=9.0).score_text == "score 7 of at most 9"
    assert replace(result, bound=7.0).score_text == "score 7, which no plan exceeds"
    assert replace(result, bound=math.inf).score_text == (
        "score 7, no bound: a loop pays without end"
    )
    assert "score 7 of at most 9, not verified" in str(replace(result, bound=9.0))


def test_a_gap_of_rounding_is_none() -> None:
    """Three times 0.1 is not 0.3 in floats; a real gap is one, also below 0."""
    thirds: PlanResult[str] = PlanResult((), 0.3, PlanStatus.ENDED, bound=0.1 + 0.1 + 0.1)
    assert (thirds.score != thirds.bound, thirds.gap) == (True, 0.0)
    below: PlanResult[str] = PlanResult((), -61.0, PlanStatus.ENDED, bound=-6.0)
    assert (below.gap, below.score_text) == (55.0, "score -61 of at most -6")
    assert replace(below, bound=None).gap is None


def test_the_largest_reward_is_no_bound_on_the_sum_of_the_way_to_it() -> None:
    """Where the aim is to be paid it once, it may be more or less than the score."""
    once: PlanResult[str] = PlanResult((), 4.0, PlanStatus.SUCCESS, bound=10.0, is_paid_once=True)
    assert once.score_text == "score 4, paid the largest reward (10)"
    assert once.gap is None
