"""Budgets are counted in steps; clocks are only a safety net."""

from __future__ import annotations

import pytest

from introplan.symbolic.budget import (
    STEPS_PER_SECOND,
    Budget,
    allowed,
    check_time,
    is_limited,
    is_time_over,
)
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import const, equal
from introplan.symbolic.terms.term import Sort, Var


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


def test_waiting_for_a_processor_is_not_sleeping(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine an analysis ends where it would end alone."""
    queued = 0.0
    monkeypatch.setattr("introplan.symbolic.budget.queued_seconds", lambda: queued)
    monkeypatch.setattr("introplan.symbolic.budget.time.monotonic", lambda: 100.0 + queued)
    budget = Budget.of(1.0)
    queued = 1000.0

    assert not budget.is_over


def test_a_budget_that_is_spent_holds_for_those_within_it() -> None:
    """They get what is left of it, and what takes long can ask for the time."""
    assert allowed(5.0).steps == 5 * STEPS_PER_SECOND
    assert not is_limited()
    with Budget.of(1.0).being_spent():
        assert allowed(5.0).steps == STEPS_PER_SECOND
        assert is_limited()
        assert not is_time_over()
        check_time()
    late = Budget.of(1.0)
    late.deadline = 0.0
    with late.being_spent(), pytest.raises(Refused, match="PY-LIMIT"):
        check_time()
    assert not is_time_over()


def test_a_few_slow_steps_are_enough_to_notice_the_deadline() -> None:
    """There are programs of which a single step takes a tenth of a second."""
    budget = Budget.of(1.0)
    budget.deadline = 0.0

    with pytest.raises(Refused):
        any(budget.spend() for _ in range(5))  # type: ignore[func-returns-value]


def test_terms_end_a_budget_as_steps_do() -> None:
    """What reading a program asks for says how long it takes, without a clock."""
    budget = Budget.of(1.0).with_terms(3)
    x = Var("x", Sort.INT)
    for number in range(3):
        assert budget.has_terms_left
        equal(x, const(number))
    budget.spend()
    equal(x, const(3))

    assert not budget.has_terms_left
    assert not budget.share(0.5).has_terms_left
    with pytest.raises(Refused, match="PY-LIMIT"):
        budget.spend()


def test_more_terms_than_are_left_are_foreseen() -> None:
    """Nothing is read any more after that, whoever catches the refusal."""
    budget = Budget.of(1.0).with_terms(10)
    budget.foresee(10)
    with pytest.raises(Refused, match="PY-LIMIT"):
        budget.foresee(11)
    with pytest.raises(Refused, match="PY-LIMIT"):
        budget.spend()
    Budget.of(1.0).foresee(1e9)
