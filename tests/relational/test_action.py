"""What an action adds, deletes and costs."""

from __future__ import annotations

from introplan.relational.action import (
    ActionSchema,
    ConditionalEffect,
    GroundAction,
    action_of,
    changes,
    cost_of,
    did,
)
from introplan.relational.evaluation import Moments
from introplan.relational.formula import TRUE, Constant, Predicate, Variable
from introplan.relational.numbers import FunctionTerm
from introplan.relational.state import Objects

AT, WET, DRY = Predicate("at", 1), Predicate("wet", 1), Predicate("dry", 1)
A, B = Constant("a"), Constant("b")
X, Y = Variable("x"), Variable("y")
RAIN = ActionSchema(
    "rain",
    (X,),
    TRUE,
    adds=(WET(X),),
    deletes=(DRY(X), WET(X)),
    conditional=(ConditionalEffect((Y,), AT(Y), (WET(Y),), (DRY(Y),)),),
    cost=(2.5, FunctionTerm("water", (X,))),
)
MOMENTS = Moments(
    Objects.build([(A, ("object",)), (B, ("object",))], {}), frozenset({AT(B), DRY(A), DRY(B)})
)


def test_conditional_effects_are_read_in_the_state_before() -> None:
    """For every object for which the condition holds; what is added and deleted is in both."""
    adds, deletes = changes(RAIN, {X: A}, MOMENTS)

    assert adds == {WET(A), WET(B)}
    assert deletes == {DRY(A), WET(A), DRY(B)}


def test_a_cost_is_the_sum_of_its_terms() -> None:
    """Functions are looked up for the arguments; what has no value counts as 0."""
    water = {FunctionTerm("water", (A,)): 4.0}

    assert cost_of(RAIN, {X: A}, water) == 6.5
    assert cost_of(RAIN, {X: B}, water) == 2.5


def test_an_action_and_the_literal_that_names_it_lead_to_each_other() -> None:
    """`(did (rain a))`."""
    action = GroundAction("rain", (A,))

    assert str(did(action)) == "(did (rain a))"
    assert action_of(did(action)) == action
    assert str(action) == "(rain a)"


def test_actions_print_as_they_are_written() -> None:
    """Also inside lists, where Python uses `repr`."""
    assert repr([GroundAction("pick", (Constant("i1"), Constant("d1")))]) == "[(pick i1 d1)]"
