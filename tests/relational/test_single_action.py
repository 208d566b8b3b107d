"""What one action can do: every change of a step is among the ways that are listed for it."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.relational.formula import Constant, Predicate
from introplan.relational.single_action import SingleAction, Way, merged
from random_tasks import random_task


@pytest.mark.parametrize("seed", range(100))
def test_the_action_of_a_step_is_among_the_ways_of_all_its_changes(seed: int) -> None:
    """Random worlds, from the first few states."""
    task = random_task(seed)
    actions = SingleAction(task.domain)
    states = [task.start]
    for state in states[:10]:
        for action, outcome in task.successors(state):
            ways: list[Way] | None = None
            for fact in outcome.state.facts ^ state.facts:
                found = actions.ways(fact, fact in outcome.state.facts)
                assert found is not None
                ways = merged(ways, found)
            fitting = (known for name, known in ways or () if name == action.name)
            assert ways is None or any(
                all(a is None or a == b for a, b in zip(known, action.arguments, strict=True))
                for known in fitting
            )
            states.append(outcome.state)


def test_two_changes_need_one_choice_of_objects() -> None:
    """One robot at a time; what `forall` changes, changes together."""
    domain = ip.parse_domain("""
        (define (domain d) (:predicates (at ?r ?p) (lit ?p))
          (:action go :parameters (?r ?p) :effect (and (at ?r ?p)))
          (:action dawn :parameters () :effect (forall (?p) (lit ?p))))""")
    actions, at, lit = SingleAction(domain), Predicate("at", 2), Predicate("lit", 1)
    a, b = Constant("a"), Constant("b")

    first, second = (actions.ways(at(x, a), True) for x in (a, b))
    assert first == [("go", (a, a))]
    assert merged(first, second or []) == []
    assert merged(actions.ways(lit(a), True), actions.ways(lit(b), True) or []) == [("dawn", ())]
    assert actions.ways(lit(a), False) == []
