"""Payments: what is paid on each operator, and when."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.render import text_of
from read_worlds import SIDE, grid_move, read


def difference(s: tuple[int, int], a: str, s2: tuple[int, int]) -> int:
    """Pays for the way to the right."""
    return 3 * (s2[0] - s[0])


def test_a_difference_of_two_states_becomes_a_number() -> None:
    """The reward is run on the state after as the operator makes it."""
    reading = read(lambda s, a: (s[0] + a, s[1]), difference, actions=[-1, 0, 1])
    assert reading.payments is not None
    assert [(p.operator.action, p.value) for p in reading.payments] == [(-1, -3), (0, 0), (1, 3)]


def test_conditions_of_payments_hold_before_the_step() -> None:
    """10 is paid for the two steps that lead into the corner, and for staying there."""
    reading = read()
    assert reading.payments is not None
    last = SIDE - 1
    paid = [p for p in reading.payments if p.value == 10]
    for state in [(last - 1, last), (last, last - 1), (last, last), (4, 4)]:
        for payment in paid:
            after = grid_move(state, payment.operator.action)
            holds = compiled_one(payment.condition, reading.order)(state)
            assert bool(holds) == (after == (last, last)), text_of(payment.condition)


def test_clauses_speak_of_any_two_states() -> None:
    """What the reward says, whatever the transition does."""
    reading = read()
    assert reading.clauses is not None
    assert {clause.value for clause in reading.clauses} == {10, -1}
    assert len(reading.clauses) == 8


LARGE = Fraction(2**53 + 1)


def large_fraction(s: Any, a: Any, s2: Any) -> Any:
    """Pays a whole number that a float would round."""
    return LARGE if s2[0] == 1 else 0


def test_a_large_fraction_is_not_rounded() -> None:
    """Else the maximal reward would look impossible to the judge."""
    reading = read(lambda s, a: (s[0] + a, s[1]), large_fraction, actions=[-1, 0, 1])
    assert reading.payments is not None
    assert max(p.most for p in reading.payments) == 2**53 + 1
