"""Cases: what a step can do, pay and end, read off three functions together."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.returns.cases import cases_of, with_whole_sums
from introplan.mdp import Status
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.term import Linear
from read_worlds import read
from value_worlds import UNKNOWN, coins, unlimited


def test_combinations_that_contradict_each_other_are_left_out() -> None:
    """At 9 the step to 10 pays 5 and ends; no other combination of reward and end is possible."""
    reading = read(
        lambda s, a: min(s + a, 10),
        lambda s, a, s2: 5 if s2 == 10 else -1,
        start=0,
        actions=[1],
        terminal=lambda s, a, s2: ip.Status.SUCCESS if s2 == 10 else ip.Status.CONTINUE,
    )
    found = {(case.most, case.status) for case in cases_of(reading, UNKNOWN, unlimited).cases}
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
    assert {case.most for case in cases_of(reading, UNKNOWN, unlimited).cases} == {1}


def test_an_end_that_is_a_condition_is_split() -> None:
    """`terminal` returns a comparison: there are steps that end and steps that do not."""
    reading = read(
        lambda s, a: s + a,
        lambda s, a, s2: -1,
        start=0,
        actions=[1, -1],
        terminal=lambda s, a, s2: s2 == 7,
    )
    found = cases_of(reading, UNKNOWN, unlimited).cases
    assert {case.may_continue for case in found} == {True, False}
    assert all(case.may_continue is not case.may_end(needs_success=False) for case in found)


def test_a_sum_can_be_kept_in_one_piece() -> None:
    """Two coins: four combinations of payments, or one sum for each action."""
    reading = coins()
    whole = with_whole_sums(reading, Budget.of(5.0))
    split_cases = cases_of(reading, UNKNOWN, unlimited).cases
    sums = cases_of(whole, UNKNOWN, unlimited).cases
    assert len(sums) == 2 < len(split_cases)
    assert all(isinstance(case.reward, Linear) for case in sums)


def test_actions_have_hindrances() -> None:
    """At 3 two actions are not allowed; a third one keeps the state from being stuck."""

    def step(s: int, a: int) -> int:
        if s == 3 and a:
            raise ValueError
        return s + a

    for actions, may_be_stuck in (([1, -1], True), ([1, -1, 0], False)):
        reading = read(step, lambda s, a, s2: 0, start=0, actions=actions, terminal=never)
        assert cases_of(reading, UNKNOWN, unlimited).may_be_stuck is may_be_stuck


def never(s: object, a: object, s2: object) -> bool:
    """No episode ends."""
    return False
