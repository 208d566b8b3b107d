"""The clean-up of plans: as good as leaving out steps by brute force, and nearly free."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import introplan as ip
from introplan.api import ENGINES, OPEN
from introplan.limits import Meter
from introplan.mdp import Status
from introplan.relational.action import GroundAction
from introplan.relational.derived import with_derived
from introplan.relational.domain import Task
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Constant, Literal
from introplan.relational.grounding import IMPOSSIBLE, TRIVIAL
from introplan.search import action_elimination
from random_tasks import random_task
from replay import after, random_walk

Plan = list[GroundAction]

TASKS, CHUNK = 300, 30


def wasteful_plans(task: Task, rng: random.Random) -> Iterator[Plan]:
    """Random walks that happen to end with success."""
    for _ in range(5):
        plan = random_walk(task, rng, length=25)
        if plan and outcome(task, plan) is not None:
            yield plan


def outcome(task: Task, plan: Plan) -> float | None:
    """The score of a plan that ends with success at its last step, else None."""
    facts, score, status = task.start.facts, 0.0, Status.CONTINUE
    for action in plan:
        if status is not Status.CONTINUE or not can_take(task, facts, action):
            return None
        step = after(task, facts, action)
        facts, status, score = step.facts, step.status, score + step.reward
    return score if status is Status.SUCCESS else None


def can_take(task: Task, facts: frozenset[Literal], action: GroundAction) -> bool:
    """Does the precondition hold?"""
    schema = task.domain.action(action.name)
    binding = dict(zip(schema.parameters, action.arguments, strict=True))
    known = with_derived(task.domain.derived, task.start.objects, facts)
    return holds(schema.precondition, Moments(task.start.objects, known), binding)


def without(task: Task, plan: Plan, index: int) -> Plan | None:
    """The plan without a step and without what cannot be taken then, as far as to success."""
    kept: Plan = []
    facts = task.start.facts
    for place, action in enumerate(plan):
        if place == index or not can_take(task, facts, action):
            continue
        step = after(task, facts, action)
        kept.append(action)
        facts = step.facts
        if step.status is Status.FAILURE:
            return None
        if step.status is Status.SUCCESS:
            return kept
    return None


def cleaned_by_force(task: Task, plan: Plan) -> Plan:
    """Try to do without each step, whole replays each time, until nothing can be dropped."""
    before: Plan = []
    while before != plan:
        before, index = plan, 0
        while index < len(plan):
            shorter = without(task, plan, index)
            score, old = outcome(task, shorter or []), outcome(task, plan)
            assert old is not None
            if shorter is not None and score is not None and score >= old:
                plan = shorter
            else:
                index += 1
    return plan


def cleaned(task: Task, plan: Plan, engine: str) -> Plan:
    """What the engine's clean-up makes of a plan."""
    opened = OPEN[engine](task, Meter())
    followed = opened.follow(opened.root, plan)
    assert followed.status is Status.SUCCESS
    return list(opened.plan_to(opened.eliminate_actions(followed.node)))


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(TASKS // CHUNK))
def test_the_clean_up_drops_what_brute_force_drops(chunk: int) -> None:
    """Every kind of task that the model language has, on every engine."""
    shorter = 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        task = random_task(seed)
        for plan in wasteful_plans(task, random.Random(seed)):
            expected = cleaned_by_force(task, plan)
            shorter += len(expected) < len(plan)
            for engine in ENGINES:
                assert cleaned(task, plan, engine) == expected, (task.name, engine)
    assert shorter > 5


@pytest.mark.parametrize("engine", ENGINES)
def test_a_plan_keeps_the_steps_that_pay(engine: str) -> None:
    """In a corridor with a coin the detour to the coin pays more than it costs in steps."""
    domain = ip.parse_domain(
        """(define (domain corridor) (:predicates (coin) (there))
             (:action take :parameters () :precondition (coin) :effect (not (coin)))
             (:action wait :parameters () :effect ())
             (:action go :parameters () :effect (there))
             (:reward (if (did (take)) 5) (else 0))
             (:termination (if (there) success)))"""
    )
    task = ip.parse_problem(domain, "(define (problem c) (:domain corridor) (:init (coin)))")
    plan = ip.parse_plan("(wait) (take) (wait) (go)", task)

    assert list(map(str, cleaned(task, list(plan), engine))) == ["(take)", "(go)"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("items", [20, 60])
def test_drawers_are_opened_once_and_closed_once(items: int, engine: str) -> None:
    """Counting literals opens and closes them again and again; none of that is left."""
    task = ip.sample("drawers", drawers=3, items=items, seed=1)
    result = ip.plan(task, engine=engine)
    names = [action.name for action in result.plan or ()]

    assert result.verified
    assert names.count("open-drawer") == names.count("close-drawer") == 3
    assert names.count("put-on-shelf") == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_the_milestones_are_those_of_the_cleaned_plan(engine: str) -> None:
    """Steps, rewards and mutations are those of the plan in the result."""
    task = ip.sample("drawers", drawers=2, items=6, seed=3)
    result = ip.plan(task, engine=engine)
    assert result.plan is not None
    (milestone,) = result.milestones

    assert milestone.step == len(result.plan)
    assert milestone.reward == 1.0
    assert milestone.mutation is not None


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_in_the_clean_up_costs_nothing(engine: str) -> None:
    """The plan was found: it comes back as a success, whole."""
    task = ip.sample("drawers", drawers=2, items=6, seed=3)
    whole = ip.plan(task, engine=engine)
    exact = ip.plan(task, limits=ip.Limits(nodes=whole.expanded), engine=engine)

    assert exact.status == "success"
    assert exact.plan == whole.plan


def back_and_forth(task: Task) -> tuple[Plan, Plan]:
    """A good plan for drawers, and one that opens and closes a drawer after every other step."""
    good = list(ip.plan(task).plan or ())
    bad: Plan = []
    for place, action in enumerate(good):
        bad.append(action)
        for drawer in ("d1", "d2", "d3") if place % 2 else ():
            is_open = sum(1 for a in bad if str(a) == f"(open-drawer {drawer})")
            is_open -= sum(1 for a in bad if str(a) == f"(close-drawer {drawer})")
            names = ("close-drawer", "open-drawer")[:: 1 if is_open else -1]
            bad += [GroundAction(name, (Constant(drawer),)) for name in names]
    return good, bad


@pytest.mark.parametrize("engine", ENGINES)
def test_opening_and_closing_again_and_again_is_dropped(engine: str) -> None:
    """What is left is as long as the plan without it."""
    task = ip.sample("drawers", drawers=3, items=20, seed=1)
    good, bad = back_and_forth(task)
    plan = cleaned(task, bad, engine)

    assert len(bad) > 2 * len(good)
    assert len(plan) == len(good)
    assert ip.verify(task, plan).valid


def test_the_work_is_bounded_by_the_length_of_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """With little left to replay part of the plan stays as it is, and it is still a plan."""
    task = ip.sample("drawers", drawers=3, items=20, seed=1)
    good, bad = back_and_forth(task)
    monkeypatch.setattr(action_elimination, "MAX_REPLAYED_PER_STEP", 0)
    monkeypatch.setattr(action_elimination, "MIN_REPLAYED_STEPS", 40)
    part = cleaned(task, bad, "python")

    assert len(good) < len(part) < len(bad)
    assert ip.verify(task, part).valid


@pytest.mark.parametrize("engine", ENGINES)
def test_refunds_are_left_alone(engine: str) -> None:
    """Where an action costs less than nothing, a shorter plan may be a dearer one."""
    domain = ip.parse_domain(
        """(define (domain shop) (:requirements :action-costs) (:predicates (paid) (got))
             (:functions (total-cost))
             (:action bring-back :parameters () :effect (and (paid) (increase (total-cost) -3)))
             (:action buy :parameters () :precondition (paid)
               :effect (and (got) (increase (total-cost) 1))))"""
    )
    text = "(define (problem s) (:domain shop) (:init (paid)) (:goal (got)))"
    task = ip.parse_problem(domain, text)

    assert task.has_refunds
    assert ip.plan(task, engine=engine).status == "success"


@pytest.mark.parametrize("engine", ENGINES)
def test_whether_a_goal_is_met_is_read_on_the_transition(engine: str) -> None:
    """What always holds is met, what never does is not."""
    task = ip.sample("bins", bins=1, items=1, seed=1)
    opened = OPEN[engine](task, Meter())
    plan = ip.plan(task).plan
    assert plan is not None
    end = opened.follow(opened.root, plan).node

    assert opened.meets(end, TRIVIAL)
    assert not opened.meets(end, IMPOSSIBLE)
