"""What a planner found, in the words of unified-planning."""

from __future__ import annotations

from dataclasses import replace

import pytest
from unified_planning.engines import PlanGenerationResultStatus as Status

import introplan as ip
from interop.foreign_problems import is_valid, rooms
from introplan.interop.unified_planning import translated
from introplan.interop.unified_planning.problems import intermediate, refusal, report
from introplan.planners.result import PlanStatus


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (PlanStatus.UNSOLVABLE, Status.UNSOLVABLE_PROVEN),
        (PlanStatus.INCOMPLETE, Status.UNSOLVABLE_INCOMPLETELY),
        (PlanStatus.OUT_OF_TIME, Status.TIMEOUT),
        (PlanStatus.OUT_OF_MEMORY, Status.MEMOUT),
    ],
)
def test_every_end_without_a_plan_has_its_word(status: PlanStatus, expected: Status) -> None:
    """Proven, given up, and the two limits are four different answers."""
    translation = translated(rooms())
    result = replace(ip.plan(translation.task), plan=None, status=status, reason="because")
    told = report(result, translation, "introplan")

    assert (told.status, told.plan) == (expected, None)
    assert [message.message for message in told.log_messages or ()] == ["because"]


def test_a_plan_comes_with_its_numbers_and_is_optimal_only_if_proven() -> None:
    """Cost, nodes and engine are among the metrics."""
    problem = rooms()
    translation = translated(problem)
    found = ip.plan(translation.task)
    proven = report(replace(found, proved_optimal=True), translation, "x")
    shortest = report(replace(found, proved_shortest=True), translation, "x")
    good = report(replace(found, proved_optimal=False, notes=("a note",)), translation, "x")

    assert is_valid(problem, good.plan)
    assert (proven.status, good.status) == (Status.SOLVED_OPTIMALLY, Status.SOLVED_SATISFICING)
    assert shortest.status is Status.SOLVED_OPTIMALLY
    assert [message.message for message in good.log_messages or ()] == ["a note"]
    assert good.metrics is not None
    assert {"cost", "expanded", "engine", "score"} <= good.metrics.keys()
    assert intermediate(found, translation, "x").status is Status.INTERMEDIATE
    assert refusal("no", "x").status is Status.UNSUPPORTED_PROBLEM
