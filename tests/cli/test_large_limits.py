"""Limits that are legal and larger than any number of the machine, and limits that are none."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest

import introplan as ip
from introplan.cli import main
from introplan.planners.programs import scores
from introplan.planning import ENGINES

HUGE = "9" * 30


@pytest.mark.parametrize(
    "words",
    [
        f"plan blocks-world --blocks 4 --nodes {HUGE}",
        "plan blocks-world --blocks 4 --memory 1e300",
        "plan blocks-world --blocks 4 --time 1e300",
        f"plan blocks-world --blocks 4 --horizon {HUGE}",
        "plan blocks-world --blocks 4 --horizon 4294967296 --planner greedy",
        f"plan blocks-world --blocks 4 --horizon {HUGE} --optimal",
        f"explain blocks-world --blocks 4 --limit {HUGE}",
    ],
)
def test_a_limit_that_is_never_reached_changes_nothing(words: str) -> None:
    """Neither an internal error nor an end before its time."""
    assert main(words.split()) == 0


@pytest.mark.parametrize("seconds", [math.inf, 9.3e9, 1e300])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_of_ages_is_not_over_at_once(seconds: float, engine: str) -> None:
    """Also for the clock of the native engine."""
    task = ip.sample("blocks-world", blocks=12, seed=1)

    assert ip.plan(task, "introspector", ip.Limits(seconds=seconds), engine).status == "success"


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"nodes": 1.5}, "the limit nodes is a whole number or None, got '1.5'"),
        ({"nodes": True}, "the limit nodes is a whole number or None, got 'True'"),
        ({"seconds": "x"}, "the limit seconds is a number or None, got 'x'"),
        ({"seconds": math.nan}, "the limit seconds is a number or None, got 'nan'"),
        ({"seconds": -1}, "the limit seconds must not be negative, got -1"),
        ({"memory_mb": -0.5}, "the limit memory_mb must not be negative, got -0.5"),
    ],
)
def test_what_is_no_limit_is_told(limits: dict[str, Any], message: str) -> None:
    """When the limits are written, not when the search has begun."""
    with pytest.raises(ip.UsageError, match="^" + message.replace(".", r"\.") + "$"):
        ip.Limits(**limits)


def test_a_planner_goes_by_its_name() -> None:
    """None is no name."""
    with pytest.raises(ip.UsageError, match="a planner goes by its name, got None"):
        ip.plan(ip.sample("bins"), None)  # type: ignore[arg-type]


@pytest.mark.parametrize("horizon", [10**8, 10**30])
def test_a_horizon_without_end_ends_with_the_limit(horizon: int) -> None:
    """A loop that pays is repeated step by step, with an eye on the clock."""
    task = ip.sample("grid", distance=3)
    started = time.thread_time()
    result = ip.plan(
        task.program.task(task.start, horizon), "introspector", ip.Limits(seconds=0.3)
    )

    assert result.status == "out-of-time"
    assert time.thread_time() - started < 1.0


def test_a_plan_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit of the user's there is one of ours."""
    monkeypatch.setattr(scores, "MOST_STEPS", 1000)
    task = ip.sample("grid", distance=3)

    assert ip.plan(task.program.task(task.start, 10**30)).status == "out-of-memory"
