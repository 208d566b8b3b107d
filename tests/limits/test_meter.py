"""Limits and meters: when they stop a loop, and what they say."""

from __future__ import annotations

import time

import pytest

from introplan.errors import UsageError
from introplan.limits import (
    LimitReached,
    Limits,
    Meter,
    StopReason,
    enforce_time_limit,
    unenforced,
)
from introplan.limits import meter as meters


def test_a_meter_stops_a_loop_at_its_time_limit() -> None:
    """`check` reads the clock often enough, and `check_now` every time."""
    meter = Meter(Limits(seconds=0.01), time.monotonic() - 1)

    for _ in range(meters.CLOCK_CHECK_INTERVAL - 1):
        meter.check()
    with pytest.raises(LimitReached) as stopped:
        meter.check()
    assert stopped.value.reason is StopReason.TIME
    with pytest.raises(LimitReached):
        meter.check_now()


def test_a_node_limit_counts_exactly() -> None:
    """Three nodes may be expanded, the fourth may not."""
    meter = Meter(Limits(nodes=3))
    for _ in range(3):
        meter.expand()

    with pytest.raises(LimitReached, match="nodes"):
        meter.expand()
    assert meter.expanded == 3


def test_the_time_that_is_left_is_never_negative() -> None:
    """None without a limit."""
    assert Meter().seconds_left is None
    assert Meter(Limits(seconds=1), time.monotonic() - 5).seconds_left == 0


def test_a_limit_says_where_user_code_was() -> None:
    """The file and line that did not return."""
    assert str(LimitReached(StopReason.TIME)) == "stopped by the limit on time"
    limit = LimitReached(StopReason.INTERRUPTED, "world.py:3")
    assert str(limit) == "interrupted while world.py:3 was running"


def test_a_reading_budget_is_an_amount() -> None:
    """Like every other limit."""
    with pytest.raises(UsageError, match="reading_seconds"):
        Limits(reading_seconds=-1)


def test_our_own_code_is_interrupted_only_where_that_is_asked_for() -> None:
    """`anywhere` stops a loop that checks nothing; else only what `locate` recognises."""
    with (
        pytest.raises(LimitReached, match="time"),
        enforce_time_limit(Meter(Limits(seconds=0.05)), anywhere=True),
    ):
        time.sleep(5)
    with enforce_time_limit(Meter(Limits(seconds=0.05))):
        time.sleep(0.1)
    with (
        pytest.raises(LimitReached, match="here"),
        enforce_time_limit(Meter(Limits(seconds=0.05)), locate=lambda frame: "here"),
    ):
        time.sleep(5)


def test_platforms_say_which_limits_they_cannot_enforce(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence each; nothing on this platform."""
    limits = Limits(seconds=1, memory_mb=100)
    assert unenforced(limits, runs_user_code=True) == ()

    monkeypatch.setattr(meters, "HAS_TIMER", False)
    monkeypatch.setattr(meters, "reports_memory", lambda: False)
    about_time, about_memory = unenforced(limits, runs_user_code=True)
    assert "time limit" in about_time
    assert "memory limit" in about_memory
    assert unenforced(Limits(seconds=1), runs_user_code=False) == ()


def test_an_interruption_stops_at_once_where_iterations_are_slow() -> None:
    """`check_now` looks at it every time, `check` from time to time."""
    meter = Meter(interrupted=True)
    meter.check()
    with pytest.raises(LimitReached, match="interrupted"):
        meter.check_now()


def test_every_look_at_the_memory_is_one_at_the_clock() -> None:
    """Or it would come later than its interval says."""
    assert meters.MEMORY_CHECK_INTERVAL % meters.CLOCK_CHECK_INTERVAL == 0


def test_a_tighter_limit_on_time_ends_with_its_block() -> None:
    """The smaller of both limits counts, and an error leaves the old one as well."""
    meter = Meter(Limits(seconds=60, nodes=7))
    with meter.stopping_after(5):
        assert meter.limits == Limits(seconds=5, nodes=7)
    with meter.stopping_after(600):
        assert meter.limits.seconds == 60
    with pytest.raises(LimitReached), meter.stopping_after(0):
        meter.check_now()
    assert meter.limits == Limits(seconds=60, nodes=7)
