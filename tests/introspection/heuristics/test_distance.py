"""What distances lead to."""

from __future__ import annotations

from introplan.introspection.heuristics.distance import UNREACHABLE_STEPS, StepBound, Target
from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Sort, Var, const

X = Var("x", Sort.INT)


def test_a_target_is_met_where_one_of_its_alternatives_is() -> None:
    """Its condition is all of them in one; of none, it is never met."""
    target = Target((build.equal(X, const(1)), build.equal(X, const(3))), 0)
    holds = compiled_one(target.condition, [X])
    assert [x for x in range(5) if holds((x,))] == [1, 3]
    assert Target((), 0).condition is build.FALSE


def test_targets_are_equal_and_bounds_are_themselves() -> None:
    """A target is looked up; two distances are not compared term by term."""
    one, other = (Target((build.equal(X, const(1)),), 1) for _ in range(2))
    assert {one: 1}[other] == 1
    assert StepBound(X, (1,)) != StepBound(X, (1,))
    assert isinstance(UNREACHABLE_STEPS, int)
