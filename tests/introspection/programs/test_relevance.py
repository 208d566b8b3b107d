"""Relevant variables: counters that nothing asks for are bookkeeping, the others are not."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs.reader import read_program_model
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.relevance import bookkeeping, relevant_variables
from introplan.symbolic.budget import Budget


def _step(s: Any, a: int) -> Any:
    x, speed, count, _last = s
    return (max(0, min(6, x + speed)), max(-1, min(1, speed + a)), min(9, count + 1), a)


def _reading(goal: Any) -> Reading:
    world = ip.program(
        actions=[-1, 0, 1],
        transition=_step,
        reward=lambda s, a, s2: 1 if goal(s2) else 0,
        terminal=lambda s, a, s2: goal(s2),
    )
    return read_program_model(world.task((0, 0, 0, 0)), Budget.of(10.0))


@pytest.mark.parametrize(
    ("goal", "unused"),
    [
        (lambda s: s[0] == 6, ["count", "_last"]),
        (lambda s: s[2] == 9, ["x", "speed", "_last"]),
        (lambda s: s[0] == 6 and s[2] < 9 and s[3] == 0, ["_last"]),
    ],
)
def test_what_no_rule_asks_for_is_bookkeeping(goal: Any, unused: list[str]) -> None:
    """The speed matters because the place does; a counter matters if the goal asks for it.

    That the last action is asked for of the state after says nothing of the one before.
    """
    reading = _reading(goal)

    assert [var.name for var in bookkeeping(reading)] == unused
    assert relevant_variables(reading) is not None


def test_nothing_is_bookkeeping_where_the_world_was_not_read() -> None:
    """Without operators or payments it is not known what matters."""
    reading = _reading(lambda s: s[0] == 6)
    reading.payments = None

    assert relevant_variables(reading) is None
    assert bookkeeping(reading) == ()
