"""Score bounds: how often r_max can be paid, and what other steps pay."""

from __future__ import annotations

from introplan.introspection.heuristics.additive import Target
from introplan.introspection.programs.score_bounds import least_gap, second_reward
from introplan.symbolic.terms import build
from introplan.symbolic.terms.term import const
from read_worlds import read


def test_a_step_from_milestone_to_milestone_needs_a_gap_of_one() -> None:
    """At an edge a step stays where it is; a corridor that is only walked through does not."""
    reading = read()
    x, y = reading.order
    corner = build.conjoin([build.equal(x, const(0)), build.equal(y, const(0))])
    assert least_gap(reading, Target((corner,), 0)) == 1
    moving = read(lambda s, a: s + a, lambda s, a, s2: int(s2 == 30), start=0, actions=[-1, 1])
    there = build.equal(moving.order[0], const(30))
    assert least_gap(moving, Target((there,), 0)) == 2
    assert least_gap(moving, None) == 1


def test_the_second_best_reward_is_read_off_the_payments() -> None:
    """Everything but the corner pays -1."""
    reading = read()
    assert second_reward(reading, 10) == -1
    assert second_reward(reading, None) == 0
