"""Endless episodes with a discount: rounds of a loop until the rest is worth nothing."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.planners.status import PlanStatus


def counter(pays: float, at_end: float, *, named: bool) -> ip.ProgramTask:
    """Turning pays each time; leaving ends the episode."""
    model = ip.program(
        actions=["turn", "leave"],
        transition=lambda s, a: "out" if a == "leave" else "in",
        reward=lambda s, a, t: at_end if t == "out" else pays,
        terminal=(lambda s, a, t: "success" if t == "out" else "continue")
        if named
        else (lambda s, a, t: t == "out"),
    )
    return model.task("in", discount=0.9)


def test_a_loop_is_gone_round_until_the_rest_is_worth_nothing() -> None:
    """The note says that it goes on, and how."""
    result = ip.plan(counter(1.0, 0.0, named=False))
    assert result.status is PlanStatus.HORIZON
    assert set(result.plan or ()) == {"turn"}
    assert result.score == pytest.approx(10.0, abs=1e-7)
    assert any("turn" in note for note in result.notes)


def test_where_success_is_needed_it_comes_last() -> None:
    """No plan has the largest score, and this one comes as close as counts."""
    result = ip.plan(counter(1.0, -5.0, named=True))
    assert result.status is PlanStatus.SUCCESS
    assert (result.plan or ())[-1] == "leave"
    assert result.score == pytest.approx(10.0, abs=1e-6)


def test_an_end_that_is_better_is_taken_at_once() -> None:
    """Twelve now is more than one a step."""
    result = ip.plan(counter(1.0, 12.0, named=False), optimal=True)
    assert (result.plan, result.score, result.proved_optimal) == (("leave",), 12.0, True)
