"""Closed sets: nothing may be missing, whichever state is left out."""

from __future__ import annotations

import random

import pytest

from introplan.certificates.certificate import ClosedSet
from introplan.certificates.closed_sets import MAX_FACTS_SHOWN, check_closed_set
from introplan.mdp import NotProvenError, Status
from introplan.relational.action import ActionSchema
from introplan.relational.domain import Domain, RelationalTask
from introplan.relational.formula import Constant, Not, Predicate, Variable
from introplan.relational.rewards import DecisionList, Reward, Rule
from introplan.relational.state import Objects, State

LIT, DONE, X = Predicate("lit", 1), Predicate("done", 0), Variable("x")


def lamps(count: int) -> RelationalTask:
    """Lamps that can be switched on and off, and a success that no action brings about."""
    domain = Domain(
        "lamps",
        (
            ActionSchema("on", (X,), Not(LIT(X)), adds=(LIT(X),)),
            ActionSchema("off", (X,), LIT(X), deletes=(LIT(X),)),
        ),
        termination=DecisionList((Rule(DONE(), Status.SUCCESS),), Status.CONTINUE),
        reward=Reward(DecisionList((), 0.0)),
    )
    objects = Objects.build([(Constant(f"l{i:02}"), ("object",)) for i in range(count)], {})
    return RelationalTask(domain, State(objects, frozenset()))


def test_all_states_are_a_proof_and_all_but_one_are_none() -> None:
    """Leaving out the start, or any state that another leads to, is noticed."""
    task = lamps(3)
    facts = tuple(LIT(c) for c in task.start.objects.of(("object",)))
    check_closed_set(task, ClosedSet(facts, tuple(range(8))), lambda: None)
    for missing in range(8):
        states = [state for state in range(8) if state != missing]
        random.Random(missing).shuffle(states)
        with pytest.raises(NotProvenError, match=r"not among|leads out"):
            check_closed_set(task, ClosedSet(facts, tuple(states)), lambda: None)


def test_a_large_state_is_cut_in_the_reason() -> None:
    """The reason names the state by its first facts and counts the rest."""
    task = lamps(MAX_FACTS_SHOWN + 3)
    facts = tuple(LIT(c) for c in task.start.objects.of(("object",)))
    everything = (1 << len(facts)) - 1
    with pytest.raises(NotProvenError, match="leads out of the set"):
        check_closed_set(task, ClosedSet(facts, (0,)), lambda: None)
    with pytest.raises(NotProvenError, match=r"\.\.\. 3 more\)"):
        check_closed_set(task, ClosedSet(facts, (everything, 0)), lambda: None)
