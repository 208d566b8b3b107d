"""A wish is a triple, with a sign and words."""

from __future__ import annotations

from introplan.introspection.returns.wishes import StepCondition, Wish


def test_a_wish_is_a_weight_a_condition_and_whether_it_is_wanted() -> None:
    """It unpacks as such; its value has the sign, its text the value first."""
    condition = StepCondition("if x' > 2", lambda s, a, s2: float(s2 > 2))
    penalty = Wish(0.75, condition, wanted=False)
    weight, found, wanted = penalty
    assert (weight, found, wanted) == (0.75, condition, False)
    assert (penalty.value, str(penalty)) == (-0.75, "-0.75 if x' > 2")
    assert str(Wish(3, "anything", wanted=True)) == "+3 anything"
    assert condition.holds(0, "up", 3)
    assert not condition.holds(0, "up", 2)
