"""What each part of a plan works towards, and what of it holds after each step."""

from __future__ import annotations

import time

import pytest

import introplan as ip
from introplan.pddl import parse_domain, parse_problem
from introplan.relational.action import did
from introplan.relational.derived import with_derived
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Constant, Literal, Moment, Predicate
from introplan.relational.state import row_of
from introplan.view.page_data import page_data
from introplan.view.plan_segments import GoalLiteral, program_view, segments, turning_points
from introplan.view.replay import PlanReplay
from random_tasks import random_task
from replay import replayed
from view.satisfied import satisfied_conditions


@pytest.mark.parametrize("seed", range(60))
def test_ticks_are_what_the_definition_says(seed: int) -> None:
    """Random worlds: every condition in every frame, judged again by the plain evaluation."""
    task = random_task(seed)
    result = ip.plan(task, limits=ip.Limits(nodes=3_000))
    data = page_data(task, result)
    plan = result.plan or ()
    passed = [_known(task, step.facts) for step in replayed(task, plan)]
    passed.insert(0, _known(task, task.start.facts))
    turns = {step: {row_of(x) for x in passed[step]} for step in turning_points(result)}
    found = segments(task, result, turns)

    for frame, number in enumerate(data.progress.segment_of):
        conditions = found[number].conditions
        is_end = frame == found[number].last and frame > 0
        action = did(plan[frame - 1]) if is_end else None
        moments = Moments(task.start.objects, passed[frame], passed[max(frame - 1, 0)], action)
        met = [w.text for w in conditions if _holds(w, moments, is_end=is_end)]
        assert satisfied_conditions(data)[frame] == met, frame
        assert data.progress.distance[frame] in (None, len(conditions) - len(met))
    assert data.steps == tuple(range(len(plan) + 1))
    assert len(data.animation.frames) == len(data.scores) == len(data.steps)
    if result.plan is not None:
        assert data.scores[-1] == pytest.approx(result.score)


def _known(task: ip.Task, facts: frozenset[Literal]) -> frozenset[Literal]:
    return frozenset(with_derived(task.domain.derived, task.start.objects, facts))


def _holds(condition: GoalLiteral, moments: Moments, *, is_end: bool) -> bool:
    """On the way a condition is about the present state; at the end it is about the last step."""
    terms = tuple(Constant(name) for name in condition.row[1:])
    literal = Predicate(condition.row[0], len(terms))(*terms)
    if is_end:
        return holds(literal.at(condition.moment), moments) == condition.truth
    return condition.moment is not Moment.DID and holds(literal, moments) == condition.truth


def test_numbers_and_comparisons_are_checked_along_a_plan() -> None:
    """A comparison is met where the numbers of the situation say so."""
    domain = parse_domain(
        "(define (domain tank) (:predicates (ready)) (:functions (level))"
        " (:action fill :effect (increase (level) 2)) (:action stop :effect (ready)))"
    )
    goal = "(and (ready) (>= (level) 3))"
    task = parse_problem(
        domain, f"(define (problem p) (:domain tank) (:init (= (level) 0)) (:goal {goal}))"
    )
    result = ip.plan(task)
    turns = sorted(turning_points(result))
    turned = dict(zip(turns, PlanReplay(task, result.plan or (), turns), strict=True))
    (segment,) = segments(task, result, {step: s.facts for step, s in turned.items()})

    assert ("(level) = 0",) in turned[0].facts
    assert segment.satisfied(0, turned[0], None) == [False, False]
    assert all(segment.satisfied(turns[-1], turned[turns[-1]], None))


def test_conditions_are_listed_within_the_budget() -> None:
    """Of a board with a condition for each of 64 moves, each of which takes long to simplify."""

    def legal(s: str) -> list[int]:
        near = [[j for j in (i - 8, i + 8, i - 1, i + 1) if 0 <= j < 64] for i in range(64)]
        return [i for i in range(64) if s[i] == "." and sum(s[j] != "." for j in near[i]) % 2 == 0]

    model = ip.program(
        actions=legal,
        transition=lambda s, a: f"{s[:a]}x{s[a + 1 :]}",
        reward=lambda s, a, s2: int(s2.count("x") == 30),
    )
    task = model.task("." * 64)
    result = ip.plan(task, "greedy", ip.Limits(nodes=5))
    began = time.process_time()
    program_view(task, result, [task.start], budget=1.0)
    assert time.process_time() - began <= 1.0 * 1.1 + 0.5
