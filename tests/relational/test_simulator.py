"""Relational tasks as simulators: what joins find is what the definition says."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from itertools import product

import pytest

import introplan as ip
from introplan.mdp import NotAllowedError, Outcome
from introplan.relational.action import GroundAction, changes, did
from introplan.relational.derived import with_derived
from introplan.relational.evaluation import Moments, holds
from introplan.relational.rewards import succeeded
from random_sums import sum_task
from random_tasks import random_task


def by_definition(task: ip.Task, state: ip.State) -> list[tuple[GroundAction, Outcome[ip.State]]]:
    """Every ground action, tried one by one; formulas evaluated by definition."""
    objects, rules = state.objects, task.domain.derived
    before = with_derived(rules, objects, state.facts)
    found = []
    for schema in task.domain.actions:
        for arguments in product(*(objects.of(v.types) for v in schema.parameters)):
            binding = dict(zip(schema.parameters, arguments, strict=True))
            moments = Moments(objects, before)
            if holds(schema.precondition, moments, binding):
                adds, deletes = changes(schema, binding, moments)
                after = frozenset((state.facts - deletes) | adds)
                action = GroundAction(schema.name, arguments)
                step = Moments(objects, with_derived(rules, objects, after), before, did(action))
                reward = task.reward.value(step)
                status = succeeded(task.termination.value(step), reward, task.success_value)
                found.append((action, Outcome(ip.State(objects, after), reward, status)))
    return found


@pytest.mark.parametrize("seed", range(120))
def test_successors_are_those_of_the_definition(seed: int) -> None:
    """Random tasks, random walks: the same actions in the same order, outcomes equal."""
    task = random_task(seed) if seed % 3 == 0 else sum_task(seed)
    rng = random.Random(seed)
    state = task.start
    for _ in range(4):
        expected = by_definition(task, state)
        assert task.successors(state) == expected
        assert task.actions(state) == [action for action, _ in expected]
        if not expected:
            break
        action, outcome = rng.choice(expected)
        assert task.step(state, action) == outcome
        assert task.outcomes(state, action) == [(1.0, outcome)]
        assert task.sample(state, action, rng) == outcome
        state = rng.choice([outcome.state, task.start])


def test_an_action_whose_precondition_is_false_is_not_allowed() -> None:
    """Also one that does not exist, or with the wrong number of objects; nothing is changed."""
    task = ip.sample("blocks-world", blocks=3, seed=0)
    possible = set(task.actions(task.start))
    impossible = next(
        action
        for schema in task.domain.actions
        for arguments in product(task.start.objects.of(("object",)), repeat=len(schema.parameters))
        if (action := GroundAction(schema.name, arguments)) not in possible
    )
    for action in (impossible, GroundAction("fly"), GroundAction(impossible.name)):
        with pytest.raises(NotAllowedError):
            task.step(task.start, action)
    assert set(task.actions(task.start)) == possible


def test_a_plan_can_be_simulated_step_by_step() -> None:
    """The rewards of the steps add up to the score of the plan."""
    task = ip.sample("bins", bins=2, items=3, seed=1)
    result = ip.plan(task)
    assert result.plan is not None
    state, score = task.start, 0.0
    for action in result.plan:
        state, reward, status = task.step(state, action)
        score += reward
    assert (score, status) == (result.score, ip.Status.SUCCESS)


def test_what_is_compiled_is_no_part_of_the_task() -> None:
    """A task that was simulated is equal to one that was not; it can be pickled and replaced."""
    task, fresh = (ip.sample("blocks-world", blocks=3, seed=0) for _ in range(2))
    first = task.successors(task.start)
    assert task == fresh
    assert hash(task) == hash(fresh)
    for other in (pickle.loads(pickle.dumps(task)), copy.deepcopy(task), replace(task, horizon=3)):
        assert other._compiled.simulator is None
        assert other.successors(other.start)[0][0] == first[0][0]
    assert repr(task) == repr(fresh)


def test_a_step_that_is_interrupted_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever strikes in the middle of a step, the next answer is right."""
    task = ip.sample("blocks-world", blocks=3, seed=0)
    expected = task.successors(task.start)

    def struck(self: object, facts: object) -> float:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("introplan.relational.simulator.ListQuery.value", struck)
        with pytest.raises(KeyboardInterrupt):
            task.successors(task.start)
    assert task.successors(task.start) == expected


def test_text_is_no_action() -> None:
    """The message says how to make one of it."""
    task = ip.sample("bins", bins=2, items=2, seed=4)
    with pytest.raises(ip.UsageError, match="parse_action"):
        task.step(task.start, "(pick i1 d1)")  # type: ignore[arg-type]
