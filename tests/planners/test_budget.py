"""The K of a planner: numbers, and arithmetic in d."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.planners.budget import budget


@pytest.mark.parametrize("text", ["0", "-3", "d-5", "1/0", "9**9**9", "10**13", "(-1)**0.5"])
def test_a_budget_must_be_a_positive_number(text: str) -> None:
    """Whatever it is computed from, and quickly."""
    with pytest.raises(ip.UsageError, match="K = "):
        budget(text, 5)


def test_a_budget_in_d_needs_a_task_with_a_distance() -> None:
    """Mazes and relational tasks have none."""
    for task in (ip.sample("maze"), ip.sample("bins", bins=2, items=2)):
        with pytest.raises(ip.UsageError, match="needs a distance d"):
            ip.plan(task, "beam[2*d*d]")
