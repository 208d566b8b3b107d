"""Transition systems."""

from __future__ import annotations

from introplan.machine.system import Step


def test_a_step_pays_nothing_and_ends_nothing_unless_it_says_so() -> None:
    """Rewards and ends are optional."""
    step = Step("go", (), {})
    assert not step.rewards
    assert not step.ends
