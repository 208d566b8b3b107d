"""The distance to a target: never more than the true one, better with databases than without."""

from __future__ import annotations

from introplan.introspection.heuristics.additive import Distances, due
from introplan.introspection.heuristics.distance import StepBound, Target
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import const
from read_worlds import SIDE, read


def test_databases_never_lower_a_distance() -> None:
    """On an open board both give the Manhattan distance."""
    reading = read()
    start = dict(zip(reading.order, (0, 0), strict=True))
    distances = Distances(reading.operators or [], reading.box, start, Budget.of(5.0))
    goal = build.conjoin([build.equal(var, const(SIDE - 1)) for var in reading.order])
    target = Target((goal,), 0)
    simple = distances.by_steps(target)
    strong = distances.with_pattern_databases(target, simple)
    for state in ((0, 0), (3, 7), (SIDE - 1, SIDE - 1)):
        exact = 2 * (SIDE - 1) - sum(state)
        assert compiled_one(simple.term, reading.order)(state) == exact
        assert compiled_one(strong.term, reading.order)(state) == exact


def test_steps_that_are_due_are_added() -> None:
    """A condition before a last step is one step away from being paid."""
    bound = due(StepBound(const(4), (1,)), 1)
    assert bound.term is const(5)
    assert bound.drops == (1,)


def test_a_target_is_one_condition() -> None:
    """Any of the alternatives will do."""
    reading = read()
    x, y = reading.order
    both = Target((build.equal(x, const(1)), build.equal(y, const(2))), 0)
    holds = compiled_one(both.condition, reading.order)
    assert holds((1, 0))
    assert holds((0, 2))
    assert not holds((0, 0))
