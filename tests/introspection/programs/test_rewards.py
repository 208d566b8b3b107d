"""Payments: what is paid on each operator, and when."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import introplan as ip
from introplan.introspection.programs.reader import read_program_model
from introplan.symbolic.budget import Budget
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


LARGE = Fraction(2**53 + 1)


def large_fraction(s: Any, a: Any, s2: Any) -> Any:
    """Pays a whole number that a float would round."""
    return LARGE if s2[0] == 1 else 0


def test_a_large_fraction_is_not_rounded() -> None:
    """Else the maximal reward would look impossible to the judge."""
    reading = read(lambda s, a: (s[0] + a, s[1]), large_fraction, actions=[-1, 0, 1])
    assert reading.payments is not None
    assert max(p.most for p in reading.payments) == 2**53 + 1


def _walked(s: tuple[int, int], a: str) -> Any:
    """A step with an end and a reward that depend on where it leads."""
    x, y = grid_move(s, a)
    for number in range(30):
        x += 0 * number
    return (x, y), 10 if (x, y) == (SIDE - 1, SIDE - 1) else -1, x == SIDE - 1


def _steps_for(world: Any) -> tuple[Any, float]:
    budget = Budget.of(20.0)
    before = budget.steps
    return read_program_model(world.task((0, 0)), budget), before - budget.steps


def test_a_step_is_run_once_for_the_state_the_reward_and_the_end() -> None:
    """Reading all of it costs little more than reading the transition; it is the same reading."""
    actions = ["left", "right", "up", "down"]
    whole, steps = _steps_for(ip.program(actions=actions, step=_walked))
    in_parts = ip.program(
        actions=actions,
        transition=lambda s, a: _walked(s, a)[0],
        reward=lambda s, a, t: _walked(s, a)[1],
        terminal=lambda s, a, t: _walked(s, a)[2],
    )
    apart, more = _steps_for(in_parts)
    assert steps < 0.7 * more
    for one, two in ((whole.payments, apart.payments), (whole.endings, apart.endings)):
        assert [(p.operator.action, p.value) for p in one] == [
            (p.operator.action, p.value) for p in two
        ]
        for state in [(0, 0), (SIDE - 2, SIDE - 1), (SIDE - 1, SIDE - 1), (5, 6)]:
            assert _held(one, whole.order, state) == _held(two, apart.order, state)


def _held(payments: Any, order: Any, state: Any) -> list[bool]:
    return [bool(compiled_one(p.constraint, order)(state)) for p in payments]
