"""Cases: what a step can do, pay and end, read off three functions together."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.facts import MaximalReward
from introplan.introspection.returns.cases import cases_of
from introplan.mdp import Status
from read_worlds import read

UNKNOWN = MaximalReward(None, "unknown")


def spent() -> None:
    """A budget without end."""


def test_combinations_that_contradict_each_other_are_left_out() -> None:
    """At 9 the step to 10 pays 5 and ends; no other combination of reward and end is possible."""
    reading = read(
        lambda s, a: min(s + a, 10),
        lambda s, a, s2: 5 if s2 == 10 else -1,
        start=0,
        actions=[1],
        terminal=lambda s, a, s2: ip.Status.SUCCESS if s2 == 10 else ip.Status.CONTINUE,
    )
    found = {(case.most, case.status) for case in cases_of(reading, UNKNOWN, spent)}
    assert found == {(5, Status.SUCCESS), (-1, Status.CONTINUE)}


def test_steps_that_fail_are_left_out() -> None:
    """No plan takes them, so no return includes what they pay."""
    reading = read(
        lambda s, a: s + a,
        lambda s, a, s2: 100 if s2 > 20 else 1,
        start=0,
        actions=[1, -1],
        terminal=lambda s, a, s2: ip.Status.FAILURE if s2 > 20 else None,
    )
    assert {case.most for case in cases_of(reading, UNKNOWN, spent)} == {1}


def test_an_end_that_is_a_condition_is_split() -> None:
    """`terminal` returns a comparison: there are steps that end and steps that do not."""
    reading = read(
        lambda s, a: s + a,
        lambda s, a, s2: -1,
        start=0,
        actions=[1, -1],
        terminal=lambda s, a, s2: s2 == 7,
    )
    found = cases_of(reading, UNKNOWN, spent)
    assert {case.may_continue for case in found} == {True, False}
    assert all(case.may_continue is not case.may_end(needs_success=False) for case in found)
