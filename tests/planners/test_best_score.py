"""The planners go for the score: plans, bounds and notes of known worlds."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

import introplan as ip
from introplan.api import ENGINES
from introplan.planners.nodes import LEFT_OUT
from introplan.planners.result import PlanResult
from score_worlds import coins, detour, lamp

MODES = [{}, {"optimal": True}, {"improve": 2.0}]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("mode", MODES)
def test_a_penalty_is_avoided_in_every_mode(engine: str, mode: dict[str, bool]) -> None:
    """The short way through the swamp is no answer."""
    result = ip.plan(detour(), engine=engine, **mode)  # type: ignore[arg-type]

    assert (result.status, result.score, result.cost, result.bound) == ("success", -4, 4, -4)
    assert result.notes == ()
    assert ip.plan(detour(), engine=engine, shortest=True).score == -41


@pytest.mark.parametrize("mode", MODES)
def test_all_moves_are_used_for_the_best_score(mode: dict[str, bool]) -> None:
    """Nothing is named success: the score within the horizon counts."""
    result = ip.plan(coins(4), **mode)  # type: ignore[arg-type]

    assert (result.status, result.score, result.bound) == ("horizon", 7, 7)
    assert len(result.plan or ()) == 4


@pytest.mark.parametrize("mode", MODES)
def test_a_loop_that_pays_is_in_the_notes(mode: dict[str, bool]) -> None:
    """By its actions and what it pays; nothing is called optimal."""
    result = ip.plan(lamp(2, -1), **mode)  # type: ignore[arg-type]

    assert result.bound == math.inf
    assert not result.proved_optimal
    assert result.status == "success"
    (note,) = result.notes
    assert note.startswith("a loop can be paid without end: from the start, (switch-")
    assert "horizon or a discount" in note


def test_with_a_discount_an_episode_may_go_on_without_end() -> None:
    """The best is to switch on, and then to smash for ever: 2 + 0.5 + 0.25 ... = 3."""
    task = lamp(2, -1)
    endless = replace(task, domain=replace(task.domain, termination=None), discount=0.5)
    result = ip.plan(endless, optimal=True)

    assert result.status == "horizon"
    assert result.goes_on
    assert result.proved_optimal
    assert result.score == pytest.approx(3.0, abs=10 * LEFT_OUT)
    assert any("again and again" in note for note in result.notes)


def test_a_gap_is_explained() -> None:
    """Where the limited search ends before the bound is reached."""
    rows = [f"(next c{i} c{i + 1}) (next c{i + 1} c{i})" for i in range(59)]
    spots = [f"(lies k{i} c{i * 5 % 59})" for i in range(16)]
    problem = f"""(define (problem p) (:domain coins)
      (:objects {" ".join(f"c{i}" for i in range(60))} - cell
                {" ".join(f"k{i}" for i in range(16))} - coin)
      (:init (at c30) {" ".join(rows)} {" ".join(spots)}) (:horizon 60))"""
    task = ip.parse_problem(coins(1).domain, problem)
    result = ip.plan(task)
    assert result.bound is not None
    if result.score < result.bound:
        assert any("is below the bound" in note for note in result.notes)


def test_improving_reports_scores_and_bounds_as_the_gap_closes() -> None:
    """Every report has a bound no larger than the one before, or a better score."""
    told: list[PlanResult] = []
    ip.plan(coins(7), improve=2.0, tell=told.append)

    assert told
    assert told[-1].bound == told[-1].score == 8
    scores = [result.score for result in told]
    assert scores == sorted(scores)
