"""Bounds: what may become true and false, and what that rules out."""

from __future__ import annotations

import pytest

from introplan.certificates.certificate import Bounds
from introplan.certificates.check import check_bounds
from introplan.mdp import NotProvenError, Status
from introplan.relational.action import ActionSchema
from introplan.relational.domain import Domain, RelationalTask
from introplan.relational.formula import And, Constant, Not, Predicate, Variable
from introplan.relational.rewards import DecisionList, Reward, Rule
from introplan.relational.state import Objects, State

LIT, X = Predicate("lit", 1), Variable("x")
OPEN, KEY = Predicate("open", 0), Predicate("key", 0)
LAMPS = [Constant(name) for name in "ab"]
FACTS = tuple(map(LIT, LAMPS))
TASK = RelationalTask(
    Domain(
        "lamps",
        (
            ActionSchema("on", (X,), Not(LIT(X)), adds=(LIT(X),)),
            ActionSchema("unlock", (), And((KEY(), OPEN())), adds=(OPEN(),)),
            ActionSchema("lose", (), KEY(), deletes=(KEY(),)),
        ),
        termination=DecisionList((Rule(And((OPEN(), *FACTS)), Status.SUCCESS),), Status.CONTINUE),
        reward=Reward(DecisionList((), 0.0)),
    ),
    State(Objects.build([(c, ("object",)) for c in LAMPS], {}), frozenset({KEY()})),
)


def test_bounds_that_hold_and_rule_out_success_are_a_proof() -> None:
    """The door is shut and opens only from outside; lamps go on, and the key may get lost."""
    check_bounds(TASK, Bounds(FACTS, (KEY(),)), lambda: None)


@pytest.mark.parametrize(
    ("bounds", "reason"),
    [
        (Bounds(FACTS[:1], (KEY(),)), r"\(lit b\) is not listed as becoming true"),
        (Bounds(FACTS, ()), r"\(key\) is not listed as becoming false"),
        (Bounds((*FACTS, OPEN()), (KEY(),)), "may end with success"),
    ],
)
def test_bounds_that_are_left_or_allow_success_prove_nothing(bounds: Bounds, reason: str) -> None:
    """The reason names the first fact beyond the bounds, or the action that may succeed."""
    with pytest.raises(NotProvenError, match=reason):
        check_bounds(TASK, bounds, lambda: None)
