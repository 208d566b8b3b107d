"""Goals of a relational task: what pays r_max, what succeeds, and the mutations to both."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.introspection.relational.goals import (
    Conditions,
    goal_of,
    mutations,
    reward_condition,
    success_condition,
)
from introplan.relational.dynamics import closed
from introplan.relational.grounding import wants


def test_mutations_come_nearest_first_and_lazily() -> None:
    """As many as asked for, each with its last action as a literal of the goal."""
    task = ip.sample("bins", bins=2, items=2, seed=4)
    (first,) = mutations(task, limit=1)
    assert first == next(mutations(task))
    assert len(list(wants(goal_of(first)))) == len(first.make_true | first.make_false) + 1


def test_conditions_serve_every_state() -> None:
    """What both conditions ask for is tried once, and the empty mutation never."""
    task = ip.sample("drawers", drawers=2, items=1, seed=1)
    found = list(Conditions.of(task).mutation_goals_from(closed(task.domain, task.start)))
    assert found
    assert len(found) == len(set(found))
    assert ip.Mutation() not in found


def test_conditions_are_formulas_of_the_model() -> None:
    """A value that is not paid has no condition that can be met."""
    task = ip.sample("bins", bins=1, items=1, seed=1)
    assert reward_condition(task) == reward_condition(task.domain)
    assert str(success_condition(task))


def test_a_domain_without_reward_is_refused() -> None:
    """The message says what has one."""
    domain = ip.parse_domain("(define (domain d) (:predicates (p)))")
    with pytest.raises(ip.UsageError, match="no reward"):
        reward_condition(domain)
