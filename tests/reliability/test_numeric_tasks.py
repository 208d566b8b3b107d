"""Random tasks with numbers that change: everything that knows them against a naive simulator."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import pytest

import introplan as ip
from introplan.pddl import parse_action, parse_domain, parse_problem, print_domain, print_problem
from introplan.planners.status import PlanStatus
from introplan.relational.domain import RelationalTask
from introplan.relational.state import State
from random_numeric_tasks import NaiveSimulator, NaiveState, random_numeric_task

MAX_STATES = 60
MAX_SIZE = 2**20
"""States with larger numbers are not followed: fractions and floats part ways in the end."""


def explored(naive: NaiveSimulator) -> tuple[dict[NaiveState, int], int | None, bool]:
    """States by distance, the distance of the nearest goal, and whether that is all there is."""
    found, waiting = {naive.start: 0}, deque([naive.start])
    goal, is_complete = None, True
    while waiting:
        state = waiting.popleft()
        if naive.is_goal(state):
            goal = found[state] if goal is None else goal
            continue
        for _, after in naive.successors(state):
            is_small = all(_is_small(value) for _, value in after.numbers)
            if len(found) >= MAX_STATES or not is_small:
                is_complete = is_complete and after in found
            elif after not in found:
                found[after] = found[state] + 1
                waiting.append(after)
    return found, goal, is_complete


def _is_small(value: Fraction) -> bool:
    return abs(value) < MAX_SIZE and value.denominator & (value.denominator - 1) == 0


def naive_state(state: State) -> NaiveState:
    """A state of a task as the naive simulator writes it."""
    numbers = {**state.numbers.fixed, **state.numbers.changing}
    return NaiveState(
        frozenset((x.predicate.name, *map(str, x.terms)) for x in state.facts),
        frozenset(((t.name, *map(str, t.terms)), Fraction(v)) for t, v in numbers.items()),
    )


def check_steps(task: RelationalTask, naive: NaiveSimulator) -> int:
    """Every step from every state, as far as numbers are small; the number of steps compared."""
    count, waiting, known = 0, deque([task.start]), {naive.start}
    while waiting:
        state = waiting.popleft()
        expected = dict(naive.successors(naive_state(state)))
        if not all(_is_small(v) for after in expected.values() for _, v in after.numbers):
            continue
        found = {str(a): outcome.state for a, outcome in task.successors(state)}
        assert {text: naive_state(s) for text, s in found.items()} == expected
        assert [str(a) for a in task.actions(state)] == list(found)
        count += len(found)
        for after in found.values():
            if naive_state(after) not in known and len(known) < MAX_STATES:
                known.add(naive_state(after))
                waiting.append(after)
    return count


def check_plans(task: RelationalTask, naive: NaiveSimulator, engine: str) -> bool:
    """The shortest plan is as short as it can be; the proof that there is none is right."""
    _, distance, is_complete = explored(naive)
    limits = ip.Limits(nodes=3 * MAX_STATES)
    shortest = ip.plan(task, shortest=True, limits=limits, engine=engine)
    quick = ip.plan(task, limits=limits, engine=engine)
    for result in (shortest, quick):
        if result.status is PlanStatus.UNSOLVABLE:
            assert distance is None
        if result.plan is not None and result.status is PlanStatus.SUCCESS:
            assert ip.verify(task, result.plan).valid
            assert is_plan(naive, task, result.plan)
    if distance is not None:
        assert shortest.plan is None or len(shortest.plan) >= distance or not is_complete
        if shortest.proved_shortest and is_complete:
            assert shortest.plan is not None
            assert len(shortest.plan) == distance
    return shortest.plan is not None


def is_plan(naive: NaiveSimulator, task: RelationalTask, plan: object) -> bool:
    """Does the naive simulator reach the goal with it?"""
    state = naive.start
    for action in plan:  # type: ignore[attr-defined]
        found = dict(naive.successors(state)).get(str(action))
        assert found is not None, (str(action), "cannot be done")
        state = found
    return naive.is_goal(state)


@pytest.mark.parametrize("has_derived", [False, True])
def test_the_simulator_steps_as_the_definition_says(has_derived: bool) -> None:
    """Applicable actions, effects at once, undefined and contradicting effects, derived rules."""
    steps = 0
    for seed in range(150):
        task = random_numeric_task(seed, has_derived=has_derived)
        steps += check_steps(task, NaiveSimulator(task))
    assert steps > 1000


def test_what_is_printed_reads_back() -> None:
    """Domains, problems and states."""
    for seed in range(60):
        task = random_numeric_task(seed, has_derived=seed % 2 == 0)
        domain = parse_domain(print_domain(task.domain))
        assert domain == task.domain
        assert parse_problem(domain, print_problem(task)) == task
        for action, outcome in task.successors(task.start):
            assert ip.parse_state(str(outcome.state), task) == outcome.state
            assert parse_action(str(action), task) == action


@pytest.mark.parametrize("has_derived", [False, True])
def test_plans_and_proofs_are_right(has_derived: bool) -> None:
    """Every engine that a task names, by default and asked for the shortest plan."""
    solved = 0
    for seed in range(100):
        task = random_numeric_task(seed, has_derived=has_derived)
        for engine in task.engines:
            solved += check_plans(task, NaiveSimulator(task), engine)
    assert solved > 20


def test_the_reachable_states_are_those_of_the_definition() -> None:
    """The world of the search engine, state by state."""
    complete = 0
    for seed in range(100):
        task = random_numeric_task(seed)
        states, _, is_complete = explored(NaiveSimulator(task))
        if is_complete:
            complete += 1
            assert {naive_state(s) for s in ip.reachable(task).states} == set(states)
    assert complete > 20


def test_the_best_score_is_that_of_the_definition() -> None:
    """Rewards in numbers that change, `before` in them, sums and rows beside each other."""
    proven = 0
    for seed in range(120):
        task = random_numeric_task(seed, has_reward=True)
        naive = NaiveSimulator(task)
        best = naive.best_score(naive.start, 3)
        for optimal in (False, True):
            result = ip.plan(task, optimal=optimal, limits=ip.Limits(nodes=5_000))
            assert result.plan is not None
            verdict = ip.verify(task, result.plan)
            assert verdict.valid
            assert verdict.score == pytest.approx(float(best)) or not result.proved_optimal
            assert result.bound is None or result.bound >= float(best) - 1e-6
        domain = parse_domain(print_domain(task.domain))
        assert domain == task.domain
        proven += result.proved_optimal
    assert proven > 60
