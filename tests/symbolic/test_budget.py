"""Budgets are counted in steps; clocks are only a safety net."""

from __future__ import annotations

import pytest

from introplan.symbolic.budget import STEPS_PER_SECOND, Budget
from introplan.symbolic.refusal import Refused


def test_a_second_buys_a_number_of_steps() -> None:
    """The last one is refused, always the same one."""
    budget = Budget.of(0.01)
    for _ in range(int(0.01 * STEPS_PER_SECOND)):
        budget.spend()

    with pytest.raises(Refused, match="PY-LIMIT"):
        budget.spend()


def test_a_share_is_a_part_of_what_is_left() -> None:
    """And never more than so many seconds."""
    budget = Budget.of(10.0)

    assert budget.share(0.5).steps == pytest.approx(5 * STEPS_PER_SECOND)
    assert budget.share(0.5, most=1.0).steps == STEPS_PER_SECOND


def test_a_deadline_ends_it_at_the_next_look_at_the_clock() -> None:
    """For programs that are slower than they should be."""
    budget = Budget.of(1.0)
    budget.deadline = 0.0
    assert budget.is_over

    with pytest.raises(Refused):
        any(budget.spend() for _ in range(100))  # type: ignore[func-returns-value]
