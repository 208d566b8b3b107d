"""What a world with chance can reach at most."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.relational.formula import TRUE, And, Constant, Not, Predicate
from introplan.search.chance_reach import (
    TooManyError,
    changing_predicates,
    possible,
    reach_of,
)

TYRES = "examples/chance/tireworld.pddl", "examples/chance/tireworld-1.pddl"


def test_every_fact_and_action_that_can_come_is_reached() -> None:
    """Those of an exhaustive exploration are among them, and here they are all."""
    task = ip.read(*TYRES)
    reach = reach_of(task, lambda: None, max_actions=100)
    facts, actions = set[str](), set[str]()
    waiting = [task.start]
    seen = {task.start}
    while waiting:
        state = waiting.pop()
        facts |= set(map(str, state.facts))
        for action in task.actions(state):
            actions.add(str(action))
            for _, outcome in task.outcomes(state, action):
                if outcome.state not in seen:
                    seen.add(outcome.state)
                    waiting.append(outcome.state)
    reached = {str(row[0](*row[1:])) for row in reach.true}
    assert facts <= reached
    assert actions <= set(map(str, reach.actions))
    assert "(vehicle-at l-1-3)" in reached
    assert {row[0].name for row in reach.deleted} == {
        "vehicle-at deleted",
        "not-flat deleted",
        "spare-in deleted",
    }


def test_conditions_on_what_changes_may_be_false() -> None:
    """And on what does not change they are kept."""
    p, q, a = Predicate("p", 1), Predicate("q", 1), Constant("a")
    changing = frozenset({p})
    assert possible(Not(p(a)), changing) == TRUE
    assert possible(Not(q(a)), changing) == Not(q(a))
    assert possible(And((p(a), Not(q(a)))), changing) == And((p(a), Not(q(a))))


def test_changing_predicates_include_those_of_draws() -> None:
    """The flat tyre is drawn."""
    names = {p.name for p in changing_predicates(ip.read(*TYRES))}
    assert "not-flat" in names
    assert "road" not in names


def test_too_many_actions_are_not_listed() -> None:
    """The caller says how many."""
    with pytest.raises(TooManyError):
        reach_of(ip.read(*TYRES), lambda: None, max_actions=3)
