"""A milestone as a classical problem: solvable exactly when the milestone can be reached."""

from __future__ import annotations

from collections import deque
from itertools import islice

import pytest

import introplan as ip
from introplan.interop.classical.export import printed
from introplan.interop.classical.milestone import (
    FAILURE,
    HORIZON,
    LAST_STEP,
    SUCCESS,
    ClassicalTask,
    formula_of,
    milestone_task,
)
from introplan.introspection.relational.goals import goal_of
from introplan.mdp import Status
from introplan.relational.action import GroundAction, did
from introplan.relational.derived import with_derived
from introplan.relational.domain import Task
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Formula, Literal
from random_tasks import random_task
from replay import after, applicable

SEEDS = range(150)


def meets(task: Task, facts: frozenset[Literal], action: GroundAction, target: Formula) -> bool:
    """Does this transition meet the formula?"""
    objects, rules = task.start.objects, task.domain.derived
    before = with_derived(rules, objects, facts)
    later = with_derived(rules, objects, after(task, facts, action).facts)
    return holds(target, Moments(objects, later, before, did(action)))


def can_be_met(task: Task, target: Formula, *, passes_success: bool) -> bool:
    """Is there a way to a transition that meets the formula, by trying everything?

    The episode must not have ended before, nor end with failure there.
    """
    if task.is_classical and task.starts_at_goal:
        return True
    seen, waiting = {task.start.facts}, deque([task.start.facts])
    while waiting:
        facts = waiting.popleft()
        for action in applicable(task, facts):
            step = after(task, facts, action)
            if step.status is Status.FAILURE:
                continue
            if meets(task, facts, action, target):
                return True
            goes_on = passes_success or task.is_classical or step.status is Status.CONTINUE
            if goes_on and step.facts not in seen:
                seen.add(step.facts)
                waiting.append(step.facts)
    return False


def read_back(classical: ClassicalTask) -> Task:
    """The classical task from its files."""
    domain, problem = printed(classical, [])
    return ip.parse_problem(ip.parse_domain(domain), problem)


def check_plan(task: Task, plan: tuple[GroundAction, ...], target: Formula) -> None:
    """The plan runs in the task and its last step meets the formula, unless success came first."""
    facts = task.start.facts
    for number, action in enumerate(plan, start=1):
        assert action in set(applicable(task, facts))
        step = after(task, facts, action)
        if task.is_classical:
            assert number < len(plan) or meets(task, facts, action, target)
        elif number == len(plan):
            assert step.status is not Status.FAILURE
            assert meets(task, facts, action, target)
        else:
            assert step.status is not Status.FAILURE
            if step.status is Status.SUCCESS:
                return
        facts = step.facts


@pytest.mark.parametrize("seed", SEEDS)
def test_a_milestone_can_be_reached_exactly_if_its_problem_has_a_plan(seed: int) -> None:
    """On random worlds, by exhaustive search; and the plan of the files makes the milestone."""
    task = random_task(seed)
    for mutation in islice(ip.mutations(task), 3):
        classical = milestone_task(task, mutation)
        if FAILURE in classical.caveats:
            continue
        plain, target = read_back(classical), formula_of(goal_of(mutation))
        result = ip.plan(plain, engine="python")
        passes = SUCCESS in classical.caveats
        assert plain.is_classical
        assert all(a.precondition is not None for a in plain.domain.actions)
        if result.plan is not None:
            check_plan(task, result.plan, target)
        elif LAST_STEP not in classical.caveats:
            assert not can_be_met(task, target, passes_success=passes), (seed, str(mutation))
        if result.plan is not None and HORIZON not in classical.caveats:
            assert can_be_met(task, target, passes_success=passes), (seed, str(mutation))


BOMB = """
(define (domain bomb)
  (:predicates (safe) (ready) (taken))
  (:action grab :parameters () :effect (and (taken) (not (safe))))
  (:action prepare :parameters () :effect (ready))
  (:action take :parameters () :precondition (ready) :effect (taken))
  (:reward (if (taken) 1))
  (:termination (if (not (safe)) failure) (if (taken) success)))
"""


def test_a_milestone_is_not_made_by_failing() -> None:
    """The quick way takes the thing and loses everything; the files know only the other one."""
    start = "(define (problem b) (:domain bomb) (:init (safe)))"
    task = ip.parse_problem(ip.parse_domain(BOMB), start)
    classical = milestone_task(task, next(ip.mutations(task)))
    plan = ip.plan(read_back(classical), optimal=True).plan
    assert list(map(str, plan or ())) == ["(prepare)", "(take)"]
    assert FAILURE not in classical.caveats
