"""Every planner against the whole truth on thousands of small random worlds."""

from __future__ import annotations

from itertools import product

import pytest

import introplan as ip
from introplan.planners import introspector
from introplan.planning import ENGINES
from random_tasks import Truth, oracle, random_task

CHUNKS, TASKS_PER_CHUNK = 20, 125

COMPLETE = ("introspector", "greedy", "value-iteration")
"""The planners that find a plan if there is one."""

SAMPLING = ("random[5]", "beam[3]", "mcts[5]", "mcts-u[5]")
"""Those that look at a part of the space only."""


def expected_status(task: ip.Task, truth: Truth) -> str:
    """The status that every planner must come back with."""
    if truth.solvable:
        return "success"
    if not task.can_succeed:
        return "horizon"
    return "horizon" if truth.horizon_cut else "unsolvable"


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_planners_agree_with_exhaustive_search(chunk: int) -> None:
    """2,500 random lifted tasks: same verdict on solvability, same status, plans that verify."""
    for seed in range(chunk * TASKS_PER_CHUNK, (chunk + 1) * TASKS_PER_CHUNK):
        task = random_task(seed)
        truth = oracle(task)
        for name in COMPLETE:
            result = ip.plan(task, name)
            label = f"random_task({seed}) by {name}"
            assert result.status == expected_status(task, truth), label
            assert (result.plan is None) == (result.status == "unsolvable"), label
            assert result.plan is None or result.verified, label


def test_what_is_proven_does_not_depend_on_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that give up all the time take turns until one of them has seen everything."""
    for seed in range(60):
        task = random_task(seed)
        expected = expected_status(task, oracle(task))
        for engine, share in product(ENGINES, (1, 8)):
            monkeypatch.setattr(introspector, "FIRST_SHARE", share)
            label = f"random_task({seed}) on {engine} with a share of {share}"
            assert ip.plan(task, engine=engine).status == expected, label


@pytest.mark.parametrize("engine", ENGINES)
def test_one_of_several_types_is_neither_the_first_nor_all(engine: str) -> None:
    """Marks are for cats and dogs, and all of them are to have one."""
    domain = ip.parse_domain("""(define (domain marks) (:types cat dog fox)
      (:predicates (marked ?x))
      (:action mark :parameters (?x - (either cat dog)) :precondition (not (marked ?x))
       :effect (marked ?x)))""")
    task = ip.parse_problem(
        domain,
        """(define (problem three) (:domain marks)
      (:objects c - cat d - dog f - fox) (:init)
      (:goal (forall (?x - (either cat dog)) (marked ?x))))""",
    )

    assert sorted(map(str, ip.plan(task, engine=engine).plan or ())) == ["(mark c)", "(mark d)"]
    assert ip.verify(task, ["(mark d)", "(mark c)"]).valid
    assert not ip.verify(task, ["(mark c)"]).valid
    assert "not of type" in ip.verify(task, ["(mark f)"]).reason


@pytest.mark.parametrize("planner", SAMPLING)
def test_planners_that_sample_claim_no_more_than_they_know(planner: str) -> None:
    """Plans verify, success is possible, and "unsolvable" is only said with proof."""
    for seed in range(150):
        task = random_task(seed)
        truth = oracle(task)
        result = ip.plan(task, planner, seed=seed)
        label = f"random_task({seed}) by {planner}"
        assert result.plan is None or result.verified, label
        if result.status == "success":
            assert truth.solvable, label
        elif result.status == "unsolvable":
            assert expected_status(task, truth) == "unsolvable", label
        else:
            assert result.status == ("incomplete" if task.can_succeed else "horizon"), label
        if truth.best_success_score is not None and result.status == "success":
            assert result.score <= truth.best_success_score + 1e-9, label


@pytest.mark.parametrize("chunk", range(5))
def test_value_iteration_finds_the_best_score_within_a_horizon(chunk: int) -> None:
    """Among the plans that succeed within the horizon, none scores more."""
    compared = 0
    for seed in range(chunk * 200, (chunk + 1) * 200):
        task = random_task(seed)
        truth = oracle(task)
        if task.horizon is not None and truth.best_success_score is not None:
            compared += 1
            best = ip.plan(task, "value-iteration").score
            assert best == pytest.approx(truth.best_success_score), f"random_task({seed})"
    assert compared > 10


def test_value_iteration_finds_the_shortest_plan_where_scores_are_equal() -> None:
    """A plain goal pays the same whenever it is reached: the least number of steps wins."""
    for seed in range(300):
        task = random_task(seed)
        truth = oracle(task)
        result = ip.plan(task, "value-iteration")
        if truth.solvable and len(set(task.reward.values)) == 1:
            assert len(result.plan or ()) == truth.steps, f"random_task({seed})"
