"""What the peers are given is the task that introplan solves."""

from __future__ import annotations

import random

import pytest

import introplan as ip
from introplan.introspection.relational.goals import success_condition
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import And, Formula, Literal, Not
from introplan.relational.state import State
from peers.classical import classical_task, needs_negation
from peers.handout import SHORTER_GOALS, groundings, handout

SMALL = {
    "blocks-world": {"blocks": 4},
    "drawers": {"drawers": 2, "items": 3},
    "bins": {"bins": 2, "items": 3},
}


def small_task(name: str) -> ip.Task:
    """A task with few states."""
    task: ip.Task = ip.sample(name, seed=1, **SMALL[name])
    return task


def is_met(formula: Formula | None, state: State) -> bool:
    """Does the formula hold in the state?"""
    assert formula is not None
    return holds(formula, Moments(state.objects, state.facts))


def random_state(task: ip.Task, changing: set[str], rng: random.Random) -> State:
    """The start with changed literals; few are true, or many, so that goals are met at times."""
    chance = rng.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    kept = {f for f in task.start.facts if f.predicate.name not in changing}
    chances = {name: rng.choice((chance, 0.0, 1.0)) for name in sorted(changing)}
    drawn: set[Literal] = set()
    for signature in task.domain.predicates:
        if signature.name in changing:
            every = groundings(signature, task)
            drawn |= {x for x in every if rng.random() < chances[signature.name]}
    return State(task.start.objects, frozenset(kept | drawn))


@pytest.mark.parametrize("name", SMALL)
def test_the_goal_holds_exactly_where_the_success_condition_does(name: str) -> None:
    """On random states, reachable or not."""
    task, rng = small_task(name), random.Random(name)
    goal = classical_task(task).goal
    changed = [x for a in task.domain.actions for x in (*a.adds, *a.deletes)]
    changing = {literal.predicate.name for literal in changed}

    seen = set()
    for _ in range(300):
        state = random_state(task, changing, rng)
        expected = is_met(success_condition(task), state)
        seen.add(expected)
        assert is_met(goal, state) == expected, state

    assert seen == {True, False}


@pytest.mark.parametrize("name", SMALL)
def test_the_goal_is_a_conjunction_of_ground_literals(name: str) -> None:
    """Which is what every classical planner reads."""
    goal = classical_task(small_task(name)).goal

    assert isinstance(goal, And)
    inner = [part.child if isinstance(part, Not) else part for part in goal.children]
    assert all(isinstance(part, Literal) for part in inner)


@pytest.mark.parametrize("name", SHORTER_GOALS)
def test_a_shorter_goal_holds_in_the_same_reachable_states(name: str) -> None:
    """So nothing is given away, and nothing is asked that is not needed."""
    task = small_task(name)
    plain = classical_task(task)
    shorter = SHORTER_GOALS[name](plain)

    verdicts = {
        (is_met(shorter, state), is_met(plain.goal, state)) for state in ip.reachable(task).states
    }

    assert verdicts == {(True, True), (False, False)}


@pytest.mark.parametrize("name", SMALL)
def test_a_plan_for_the_handout_is_a_plan_for_the_task_and_back(name: str) -> None:
    """Opposites in place of negations change what is written, not what can be done."""
    task = small_task(name)
    given = handout(task)
    assert not needs_negation(given)

    for one, other in ((task, given), (given, classical_task(task))):
        plan = ip.plan(one).plan
        assert plan
        assert ip.verify(other, plan).valid


@pytest.mark.parametrize("name", SMALL)
def test_the_handout_reads_back_from_its_files(name: str) -> None:
    """The files say the same as the task."""
    given = handout(small_task(name))

    domain = ip.parse_domain(ip.print_domain(given.domain))
    task = ip.parse_problem(domain, ip.print_problem(given))

    assert (task.start, task.goal) == (given.start, given.goal)
    assert domain.reward is None
    assert domain.termination is None
