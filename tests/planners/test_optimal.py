"""`optimal` proves the largest score, then the least cost; limits leave what is known."""

from __future__ import annotations

import math

import pytest

import introplan as ip
from introplan.api import ENGINES
from score_truth import best, scored_task


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("mode", [{}, {"optimal": True}, {"improve": 5.0}])
def test_scores_and_proofs_are_those_of_value_iteration(
    engine: str, mode: dict[str, float]
) -> None:
    """No score above the truth, no bound below it, no wrong proof; all are proven if asked for."""
    proven = 0
    for seed in range(10_000, 10_150):
        task = scored_task(seed)
        truth = None if task.is_paid_once or task.is_classical else best(task)
        if truth is None or task.has_refunds:
            continue
        result = ip.plan(task, engine=engine, **mode)  # type: ignore[arg-type]
        if truth.score is None:
            assert result.status == "unsolvable", seed
        elif truth.score > 10**8:
            assert not result.proved_optimal, seed
            assert not mode or result.bound == math.inf, seed
        else:
            proven += result.proved_optimal
            assert result.score <= truth.score + 1e-6, seed
            assert result.bound is None or result.bound >= truth.score - 1e-6, seed
            assert not result.proved_optimal or result.score >= truth.score - 1e-6, seed
            assert not mode or result.proved_optimal, seed
            if mode and task.discount == 1:
                assert result.cost == pytest.approx(truth.cost), seed
    assert proven > (30 if mode else 5)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_leaves_a_plan_and_a_bound(engine: str) -> None:
    """The bound is that of the search until then."""
    cells = " ".join(f"c{i}" for i in range(30))
    rows = " ".join(f"(next c{i} c{i + 1}) (next c{i + 1} c{i})" for i in range(29))
    lies = " ".join(f"(lies k{i} c{i * 7 % 30})" for i in range(12))
    domain = """(define (domain row) (:requirements :typing) (:types cell coin)
      (:predicates (at ?c - cell) (next ?a ?b - cell) (lies ?k - coin ?c - cell))
      (:action go :parameters (?a ?b - cell) :precondition (and (at ?a) (next ?a ?b))
        :effect (and (not (at ?a)) (at ?b)))
      (:action take :parameters (?k - coin ?c - cell) :precondition (and (at ?c) (lies ?k ?c))
        :effect (not (lies ?k ?c)))
      (:reward (sum (?k - coin ?c - cell) (if (did (take ?k ?c)) 1))))"""
    problem = f"""(define (problem p) (:domain row) (:objects {cells} - cell
      {" ".join(f"k{i}" for i in range(12))} - coin)
      (:init (at c15) {rows} {lies}) (:horizon 30))"""
    task = ip.parse_problem(ip.parse_domain(domain), problem)
    result = ip.plan(task, engine=engine, optimal=True, limits=ip.Limits(nodes=8_000))

    assert result.status == "out-of-nodes"
    assert result.plan is not None
    assert result.bound is not None
    assert result.score <= result.bound <= 12
    assert not result.proved_optimal
