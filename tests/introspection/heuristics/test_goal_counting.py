"""Goal counting: the number of conditions that do not hold yet."""

from __future__ import annotations

from introplan.introspection.heuristics.distance import Target
from introplan.introspection.heuristics.goal_counting import count_of_unmet
from introplan.symbolic.terms import build
from introplan.symbolic.terms.term import const
from read_worlds import read


def test_unmet_conditions_are_counted() -> None:
    """Of the alternatives the nearest counts; a state of another shape counts nothing."""
    reading = read()
    x, y = reading.order
    corner = build.conjoin([build.equal(x, const(3)), build.equal(y, const(4))])
    count = count_of_unmet(reading, Target((corner, build.equal(x, const(9))), 0))
    assert count((0, 0)) == 1
    assert count((3, 4)) == 0
    assert count_of_unmet(reading, Target((corner,), 0))((0, 0)) == 2
    assert count(None) == 0
