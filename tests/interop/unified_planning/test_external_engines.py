"""Engines of unified-planning as the inner search."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.interop.unified_planning import external_planner_named


def test_an_engine_that_is_not_there_is_named_with_a_hint() -> None:
    """What would bring one, and what it may have been."""
    with pytest.raises(ip.UsageError, match=r"no planner 'introplam' here.*did you mean"):
        external_planner_named("introplam")


def test_an_engine_finds_the_milestones() -> None:
    """Our own engine, called through unified-planning, is as good as any."""
    task = ip.sample("bins", bins=2, items=2, seed=4)
    planner = external_planner_named("introplan")
    result = ip.plan(task, planner="introspector")

    assert planner.name == "introplan"
    assert result.plan is not None
    assert ip.verify(task, result.plan).valid
