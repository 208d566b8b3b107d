"""Judging a world: time that others had does not count."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import introplan as ip
from wild import judging


def _task() -> Any:
    model: Any = ip.program(
        actions=(1, 2), transition=lambda s, a: s + a, reward=lambda s, a, t: t == 9
    )
    return model.task(0)


def test_a_plan_that_ran_out_of_time_on_a_busy_machine_gets_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once, and as much more as others had."""
    task, limits = _task(), list[float]()
    solved, out = ip.plan(task), ip.plan(task, limits=ip.Limits(seconds=0))
    assert out.status is ip.PlanStatus.OUT_OF_TIME

    def within(task: Any, limit: float) -> tuple[Any, float]:
        limits.append(limit)
        return (out, 2.5) if len(limits) == 1 else (solved, 9.0)

    monkeypatch.setattr(judging, "_plan_within", within)
    assert judging._planned(task)["status"] == str(solved.status)
    assert limits == [judging.PLAN_SECONDS, 40]


def test_a_plan_that_used_its_time_gets_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the planner that was too slow."""
    task, limits = _task(), list[float]()
    out = ip.plan(task, limits=ip.Limits(seconds=0))

    def within(task: Any, limit: float) -> tuple[Any, float]:
        limits.append(limit)
        return out, 9.0

    monkeypatch.setattr(judging, "_plan_within", within)
    assert judging._planned(task)["status"] == str(out.status)
    assert limits == [judging.PLAN_SECONDS]


def test_a_reading_that_ran_out_of_time_on_a_busy_machine_gets_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once, if it had less than half of its time, and says that time was what it lacked."""
    task, limits = _task(), list[float]()
    whole = ip.introspect(task)
    cut = SimpleNamespace(
        diagnostics=[SimpleNamespace(code="PY-LIMIT", construct="", line=1)],
        heuristic=None,
        operators=[],
        r_max=whole.r_max,
    )

    def within(task: Any, budget: float) -> tuple[Any, float]:
        limits.append(budget)
        return (cut, 2.0) if len(limits) == 1 else (whole, 4.0)

    monkeypatch.setattr(judging, "_read_within", within)
    assert judging._read(task)["is_read"]
    assert limits == [judging.READ_SECONDS, 12.5]
