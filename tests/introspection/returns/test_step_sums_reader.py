"""What step sums are made of, read off small worlds."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.programs.finder import Finder
from introplan.introspection.returns.cases import cases_of
from introplan.introspection.returns.step_sums import StepSums
from introplan.introspection.returns.step_sums_reader import StepSumsReader
from introplan.symbolic.budget import Budget
from value_worlds import unlimited


def step_sums_of(task: ip.ProgramTask, *, needs_success: bool, is_read: bool = True) -> StepSums:
    """The step sums of a task."""
    finder = Finder.of(task, Budget.of(5.0))
    model = cases_of(finder.reading, finder.r_max, unlimited) if is_read else None
    reader = StepSumsReader(finder, task, needs_success, Budget.of(5.0), model)
    return reader.step_sums(has_tables=False)


WALK = ip.program(
    actions=[1, -1],
    transition=lambda s, a: s + a,
    reward=lambda s, a, t: 10 if t == 7 else -3 if t == -4 else -1,
    terminal=lambda s, a, t: "success" if t == 7 else t == -4,
)


def test_the_end_that_counts_decides() -> None:
    """Success pays 10 and is 7 steps away; the other end is nearer and pays less."""
    task = WALK.task(0)
    success = step_sums_of(task, needs_success=True)
    assert success.rewards.end == 10
    assert success.rewards.going == -1
    assert success(0, None) == 10 - 6  # only the last step is paid 10
    assert success.to_end(0) == 7
    assert step_sums_of(task, needs_success=False).to_end(0) == 4


def test_a_model_that_was_not_read_may_end_anywhere() -> None:
    """Any step may be the last one, and any state may be stuck."""
    unknown = step_sums_of(WALK.task(0, 5), needs_success=False, is_read=False)
    assert unknown.can_be_stuck
    assert unknown.to_end(0) == 1
    assert unknown.rewards.end == 10
